"""Parts beside each other, spaced as they are read; fences as high as what they hold."""

from __future__ import annotations

import html
import re
import unicodedata
from collections.abc import Sequence
from xml.etree.ElementTree import Element

from pitui.render.formula.box import EMPTY, Align, Box, beside, stacked, text_box
from pitui.render.formula.parts import Lay, Mode, Part
from pitui.render.formula.signs import STRUCK, Kind, tall_fence

_EM = re.compile(r"(-?[\d.]+)em\Z")
_WIDEST = 8
_SPACED = (Kind.RELATION, Kind.BINARY)
_APART = (Kind.NAME, Kind.BIG, Kind.BLOCK)
_FENCES = (Kind.OPENING, Kind.CLOSING)
_BEFORE_A_SIGN = (Kind.RELATION, Kind.BINARY, Kind.OPENING, Kind.COMMA, Kind.BIG, Kind.NAME)
"""Behind these a `−` belongs to what follows."""


def lay_row(elements: Sequence[Element], mode: Mode, lay: Lay) -> Part:
    """Lay out elements beside each other, or in lines below each other where the source has line ends.

    Raises:
        Unknown: one of them cannot be shown.
    """
    lines = _lines(elements)
    if len(lines) == 1:
        return _lay_line(lines[0], mode, lay)
    boxes = [_lay_line(line, mode, lay).box for line in lines]
    if mode.is_tall:
        return Part(stacked(boxes, 0, Align.LEFT))
    return Part(text_box("; ".join(box.text for box in boxes)))


def _lines(elements: Sequence[Element]) -> list[list[Element]]:
    lines: list[list[Element]] = [[]]
    for element in elements:
        if element.tag == "mspace" and element.get("linebreak") == "newline":
            lines.append([])
        else:
            lines[-1].append(element)
    return [line for line in lines if line] or [[]]


def _lay_line(elements: Sequence[Element], mode: Mode, lay: Lay) -> Part:
    parts = [None if _is_space(element) else _lay(element, mode, lay) for element in elements]
    if mode.is_tall:
        parts = [_grown(elements, parts, n) for n in range(len(parts))]
    row: list[Part] = []
    boxes: list[Box] = []
    space = 0
    for element, part in zip(elements, parts, strict=True):
        if part is None:
            space = max(space, _width(element))
            continue
        if row and row[-1].box.text == STRUCK:
            row.pop()
            boxes.pop()
            struck = unicodedata.normalize("NFC", part.box.text + STRUCK)
            part = Part(text_box(struck), part.kind)
        if part.kind is Kind.BINARY and (not row or row[-1].kind in _BEFORE_A_SIGN):
            part = Part(part.box, Kind.SIGN)
        gap = max(space, _gap(row[-1], part, mode) if row else 0)
        if gap:
            boxes.append(text_box(" " * gap))
        space = 0
        row.append(part)
        boxes.append(part.box)
    if not row:
        return Part(text_box(" " * space) if space else EMPTY)
    is_sign = len(row) == 1 and row[0].kind is not Kind.COMMA  # `{,}` parts nothing
    return Part(beside(boxes), row[0].kind if is_sign else Kind.PLAIN)


def _lay(element: Element, mode: Mode, lay: Lay) -> Part:
    if element.tag == "mpadded" and html.unescape("".join(element.itertext())) == "⧸":
        return Part(text_box(STRUCK), Kind.TEXT)
    return lay(element, mode)


def _is_space(element: Element) -> bool:
    return element.tag == "mspace" or (element.tag == "mo" and not element.text and not len(element))


def _width(element: Element) -> int:
    """Cells of a space: one for any, two for an em."""
    found = _EM.match(element.get("width", ""))
    width = float(found[1]) if found else 0.0
    return 0 if width <= 0 else 1 if width < 0.6 else min(round(width * 2), _WIDEST)


def _gap(left: Part, right: Part, mode: Mode) -> int:
    """Spaces between two neighbours."""
    if Kind.TEXT in (left.kind, right.kind):
        is_apart = left.kind in (*_SPACED, Kind.COMMA) or right.kind in _SPACED
        return int(is_apart and not left.box.text.endswith(" ") and not right.box.text.startswith(" "))
    if left.kind in (Kind.OPENING, Kind.SIGN) or right.kind in (Kind.CLOSING, Kind.COMMA):
        return 0
    if left.kind in _SPACED or right.kind in _SPACED:
        return int(not mode.is_tight and not left.kind is right.kind is Kind.RELATION)
    if left.kind is Kind.COMMA:
        return int(not mode.is_tight)
    if left.kind is Kind.NAME and right.kind is Kind.OPENING and right.box.height == 1:
        return 0
    if left.kind in _APART or right.kind in _APART:
        return 1
    return int(left.box.height > 1 and right.box.height > 1)


def _grown(elements: Sequence[Element], parts: Sequence[Part | None], n: int) -> Part | None:
    """A fence as high as what it encloses."""
    element, part = elements[n], parts[n]
    if part is None or element.tag != "mo":
        return part
    kind = part.kind
    if element.get("stretchy") == "true":
        held = [other for other in parts if other is not None]
        if kind not in _FENCES:
            kind = Kind.OPENING if element.get("form") == "prefix" else Kind.CLOSING
    else:
        near = [n + 1, n - 1] if kind is Kind.OPENING else [n - 1, n + 1]
        around = [at for at in near if 0 <= at < len(parts) and _is_fenced(elements[at])]
        held = [other for at in around[:1] if (other := parts[at]) is not None]
        if kind not in _FENCES and held:
            kind = Kind.OPENING if around[0] > n else Kind.CLOSING
    above = max((other.box.base for other in held), default=0)
    below = max((other.box.below for other in held), default=0)
    rows = tall_fence(part.box.text, above, below)
    return part if rows is None else Part(Box(tuple(rows), 1, above), kind)


def _is_fenced(element: Element) -> bool:
    """Whether the brackets beside an element belong to it: of a matrix, of a binomial."""
    return element.tag == "mtable" or (element.tag == "mfrac" and element.get("linethickness") == "0")
