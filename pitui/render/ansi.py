"""The output of programs: colours (ANSI SGR) become styles, overwriting (carriage return, backspace) is carried out.

Everything else a terminal would obey is foreign text and shown by `sanitize.visible`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache

from rich.color import Color
from rich.segment import Segment
from rich.style import Style

from pitui.render.sanitize import visible

_SGR = re.compile(r"\x1b\[([\d;:]*)m")
TAB = 8
"""Cells from one tab stop to the next, as in a terminal."""
_PLAIN = Style()

_ATTRIBUTES: dict[int, Style] = {
    1: Style(bold=True),
    2: Style(dim=True),
    3: Style(italic=True),
    4: Style(underline=True),
    7: Style(reverse=True),
    9: Style(strike=True),
    21: Style(underline2=True),
    22: Style(bold=False, dim=False),
    23: Style(italic=False),
    24: Style(underline=False, underline2=False),
    27: Style(reverse=False),
    29: Style(strike=False),
    39: Style(color="default"),
    49: Style(bgcolor="default"),
}
"""Blinking and concealed text (5, 6, 8) are left out: nothing blinks here and nothing foreign hides."""


def styled_lines(
    lines: Iterable[str], base: Style, state: Style = _PLAIN, *, tabs: bool = False
) -> Iterator[list[Segment]]:
    """The lines of a program's output, lazily, as segments without control characters.

    Args:
        lines: the lines without their `\\n`; a style lasts until it is changed, beyond the end of its line too.
        base: the style of what the program gave no style to. Styled text stands on its own, so that a dim base
            does not make an error's red dim.
        state: the style that is in force where the lines begin.
        tabs: whether tabs stay, but for those on a line that is partly overwritten; else they become spaces.
    """
    for text in lines:
        line, state = _line(text.rstrip("\r"), base, state, tabs)
        yield line


def state_after(text: str, state: Style = _PLAIN) -> Style:
    """The style in force behind a stretch of output, when `state` is in force before it."""
    if "\x1b" not in text:
        return state
    start = max(0, text.rfind("\x1b[0m"), text.rfind("\x1b[m"))
    known: dict[tuple[int, str], Style] = {}
    for parameters in _SGR.findall(text, start):
        step = (id(state), parameters)
        following = known.get(step)
        if following is None:
            following = known[step] = _apply(state, parameters)
        state = following
    return state


def _line(text: str, base: Style, state: Style, tabs: bool) -> tuple[list[Segment], Style]:
    runs: list[tuple[str, Style]] = []
    start = 0
    if "\x1b" in text:
        for found in _SGR.finditer(text):
            if found.start() > start:
                runs.append((text[start : found.start()], state))
            state = _apply(state, found[1])
            start = found.end()
    if start < len(text):
        runs.append((text[start:], state))
    if "\r" in text or "\b" in text:
        runs = _overwrite(runs)
    elif not tabs and "\t" in text:
        runs = _expand(runs)
    return [Segment(visible(run), style or base) for run, style in runs], state


def expand_tabs(text: str) -> str:
    """The text with tabs as spaces up to the next multiple of eight characters of its line."""
    return text.expandtabs(TAB) if "\t" in text else text


def _expand(runs: list[tuple[str, Style]]) -> list[tuple[str, Style]]:
    expanded: list[tuple[str, Style]] = []
    column = 0
    for run, style in runs:
        pieces: list[str] = []
        for index, piece in enumerate(run.split("\t")):
            if index:
                space = TAB - column % TAB
                pieces.append(" " * space)
                column += space
            pieces.append(piece)
            column += len(piece)
        expanded.append(("".join(pieces), style))
    return expanded


def _overwrite(runs: list[tuple[str, Style]]) -> list[tuple[str, Style]]:
    """What a terminal would have left of a line: `\\r` goes to its start, `\\b` one back, writing replaces."""
    cells: list[tuple[str, Style]] = []
    at = 0
    for run, style in runs:
        for character in run:
            if character == "\r":
                at = 0
            elif character == "\b":
                at = max(0, at - 1)
            elif character == "\t":
                at += TAB - at % TAB
                cells.extend((" ", _PLAIN) for _ in range(at - len(cells)))
            else:
                if at < len(cells):
                    cells[at] = (character, style)
                else:
                    cells.append((character, style))
                at += 1
    merged: list[tuple[str, Style]] = []
    pieces: list[str] = []
    current = _PLAIN
    for character, style in cells:
        if style is not current and pieces:
            merged.append(("".join(pieces), current))
            pieces.clear()
        current = style
        pieces.append(character)
    if pieces:
        merged.append(("".join(pieces), current))
    return merged


@lru_cache(maxsize=1024)
def _apply(state: Style, parameters: str) -> Style:
    """The state after `ESC [ parameters m`; what is not understood changes nothing."""
    codes = _codes(parameters)
    at = 0
    while at < len(codes):
        code, sub = codes[at]
        at += 1
        if code == 0:
            state = _PLAIN
        elif code == 4 and sub == [0]:
            state += _ATTRIBUTES[24]
        elif code in (38, 48):
            if sub:
                colour = _extended(sub)
            else:
                following = [number for number, _ in codes[at : at + 4]]
                colour = _extended(following)
                at += 4 if following[:1] == [2] else 2
            if colour:
                state += Style(color=colour) if code == 38 else Style(bgcolor=colour)
        elif 30 <= code <= 37 or 90 <= code <= 97:
            state += Style(color=Color.from_ansi(code - 30 if code < 90 else code - 82))
        elif 40 <= code <= 47 or 100 <= code <= 107:
            state += Style(bgcolor=Color.from_ansi(code - 40 if code < 100 else code - 92))
        elif code in _ATTRIBUTES:
            state += _ATTRIBUTES[code]
    return state


def _codes(parameters: str) -> list[tuple[int, list[int]]]:
    """`1;38:2::10:20:30` as [(1, []), (38, [2, 10, 20, 30])]; an empty parameter counts as 0."""
    codes: list[tuple[int, list[int]]] = []
    for parameter in parameters.split(";"):
        head, *rest = parameter.split(":")
        # 38:2::r:g:b has an empty colour space, 38:2:r:g:b has none.
        if len(rest) > 4 and not rest[1]:
            del rest[1]
        codes.append((_number(head), [_number(number) for number in rest]))
    return codes


def _number(digits: str) -> int:
    return int(digits) if 0 < len(digits) < 6 else 0


def _extended(numbers: list[int]) -> Color | None:
    match numbers:
        case [5, number, *_] if number < 256:
            return Color.from_ansi(number)
        case [2, red, green, blue, *_] if max(red, green, blue) < 256:
            return Color.from_rgb(red, green, blue)
        case _:
            return None
