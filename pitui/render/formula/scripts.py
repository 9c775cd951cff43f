"""What stands above, below and at the corners of a part: indices, exponents, limits, accents, braces."""

from __future__ import annotations

import unicodedata
from xml.etree.ElementTree import Element

from pitui.render.formula.box import Box, beside, stacked, text_box, with_scripts
from pitui.render.formula.parts import INDEX, Lay, Mode, Part, Unknown, is_factor, text_of
from pitui.render.formula.rows import lay_row
from pitui.render.formula.signs import ACCENTS, LIMITS, SCRIPTS, UNDER, Kind, lowered, raised

_BRACES = {"⏞": "╭─┴╮", "⏟": "╰─┬╯", "⎴": "┌──┐", "⎵": "└──┘"}
_ARROWS = {
    "→": ("─", "→"),
    "⟶": ("─", "→"),
    "⇒": ("═", "⇒"),
    "←": ("←", "─"),
    "⟵": ("←", "─"),
    "⇐": ("⇐", "═"),
}
_CLOSED = tuple(")]}⟩⌋⌉|‖")
_LINES = ("¯", "―", "_")


def lay_scripts(element: Element, mode: Mode, lay: Lay) -> Part:
    """Lay out `msub`, `msup`, `msubsup`, `munder`, `mover` or `munderover`.

    Raises:
        Unknown: it cannot be shown.
    """
    tag, found = element.tag, list(element)
    count = 2 if tag in ("msubsup", "munderover") else 1
    base, scripts = found[:-count], found[-count:]
    if not base:
        raise Unknown(tag)
    lower = None if tag in ("msup", "mover") else scripts[0]
    upper = None if tag in ("msub", "munder") else scripts[-1]
    core = lay_row(
        base, mode, lay
    )  # latex2mathml puts a matrix and its brackets here without a row around them
    if tag in ("mover", "munder"):
        if (sign := _sign(scripts[0])) is not None:
            return _accented(core, sign, mode, is_over=tag == "mover")
        if tag == "mover" and scripts[0].tag == "mpadded" and core.box.text.strip() in _ARROWS:
            before, behind = _ARROWS[core.box.text.strip()]
            return Part(text_box(before + lay(scripts[0], INDEX).box.text.strip() + behind), Kind.RELATION)
    is_stacked = tag in ("munder", "mover", "munderover") or core.kind is Kind.BIG or core.box.text in LIMITS
    if mode.is_tall and not mode.is_tight and is_stacked:
        tight = mode._replace(is_tight=True)
        parts = [lay(upper, tight).box] if upper is not None else []
        parts.append(core.box)
        if lower is not None:
            parts.append(lay(lower, tight).box)
        return Part(stacked(parts, int(upper is not None)), core.kind)
    return _at_corners(core, lower, upper, mode, lay)


def _at_corners(core: Part, lower: Element | None, upper: Element | None, mode: Mode, lay: Lay) -> Part:
    below = None if lower is None else lay(lower, INDEX).box.text.strip()
    above = None if upper is None else lay(upper, INDEX).box.text.strip()
    low, high = lowered(below or ""), raised(above or "")
    box = core.box
    kind = Kind.PLAIN if core.kind in (Kind.TEXT, Kind.COMMA) else core.kind
    if box.height > 1 and low is not None and high is not None:
        return Part(_on_edges(box, low, high), kind)
    if not mode.is_tall:
        text = box.text
        is_bare = kind not in (Kind.PLAIN, Kind.BLOCK) or text.endswith(_CLOSED) or is_factor(text)
        text = text if is_bare else f"({text})"
        if kind is Kind.PLAIN and (low is None or high is None):
            kind = Kind.BLOCK
        return Part(text_box(text + _written("_", below, low) + _written("^", above, high)), kind)
    tight = mode._replace(is_tight=True)
    box = beside((box, text_box((low or "") + (high or ""))))
    raised_box = lay(upper, tight).box if upper is not None and high is None else None
    lowered_box = lay(lower, tight).box if lower is not None and low is None else None
    if raised_box is None and lowered_box is None:
        return Part(box, kind)
    return Part(with_scripts(box, lowered_box, raised_box), kind)


def _on_edges(box: Box, low: str, high: str) -> Box:
    """Scripts beside the first and the last row of what is high itself."""
    width = max(text_box(low).width, text_box(high).width)
    blank = " " * width
    column = [high.ljust(width), *[blank] * (box.height - 2), low.ljust(width)]
    return beside((box, Box(tuple(column), width, box.base)))


def _written(mark: str, text: str | None, signs: str | None) -> str:
    """A script in signs of its own, else behind its mark: `^∞`, `_max`, `^(n/2)`."""
    if signs is not None or not text:
        return signs or ""
    letters = [sign for sign in text if sign not in SCRIPTS]
    is_bare = (len(letters) == 1 and letters[0] == text[0]) or (mark == "_" and text.isalpha())
    return f"{mark}{text}" if is_bare else f"{mark}({text})"


def _sign(element: Element) -> str | None:
    """The accent or the brace that a script is, None when it is something else."""
    if element.tag != "mo":
        return None
    sign = text_of(element)
    return sign if sign in ACCENTS or sign in UNDER or sign in _BRACES else None


def _accented(core: Part, sign: str, mode: Mode, *, is_over: bool) -> Part:
    box = core.box
    if sign in _BRACES:
        if not mode.is_tall:
            raise Unknown(sign)
        return Part(_beyond(box, text_box(_brace(sign, box.width)), is_over=is_over))
    letters = [mark for mark in box.text if mark.isalnum() and mark not in SCRIPTS]
    if mode.is_tall and (box.height > 1 or (sign in _LINES and len(letters) > 1)):
        line = ("_" if is_over else "‾") * box.width if sign in _LINES else sign
        return Part(_beyond(box, text_box(line), is_over=is_over))
    mark = (ACCENTS if is_over else UNDER).get(sign)
    if mark is None or not letters:
        raise Unknown(sign)
    if sign == "¯" and len(letters) > 1:
        mark = ACCENTS["―"]
    is_line = sign in _LINES and len(letters) > 1
    marked = [letter + mark if _takes(letter, is_line=is_line) else letter for letter in box.text]
    return Part(text_box(unicodedata.normalize("NFC", "".join(marked))))


def _takes(sign: str, *, is_line: bool) -> bool:
    """Whether an accent stands on a sign: a line on each, others on letters."""
    if is_line:
        return not unicodedata.combining(sign)
    return sign.isalnum() and sign not in SCRIPTS


def _beyond(box: Box, mark: Box, *, is_over: bool) -> Box:
    return stacked((mark, box), 1) if is_over else stacked((box, mark), 0)


def _brace(sign: str, width: int) -> str:
    start, line, middle, end = _BRACES[sign]
    if width < 3:
        return middle * width
    half = (width - 3) // 2
    return start + line * half + middle + line * (width - 3 - half) + end
