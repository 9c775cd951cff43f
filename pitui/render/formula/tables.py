"""Matrices, cases and aligned equations."""

from __future__ import annotations

from collections.abc import Sequence
from xml.etree.ElementTree import Element

from pitui.render.formula.box import EMPTY, Align, Box, beside, stacked, text_box, widened
from pitui.render.formula.parts import Lay, Mode, Unknown

_ALIGNS = {"left": Align.LEFT, "right": Align.RIGHT}
_GAP = 2


def lay_table(element: Element, mode: Mode, lay: Lay) -> Box:
    """Lay out an `mtable`: its cells in columns, or in one row with `;` between the rows.

    Raises:
        Unknown: it cannot be shown.
    """
    rows = [list(row) for row in element if len(row)]
    if not rows or any(cell.tag != "mtd" for row in rows for cell in row):
        raise Unknown(element.tag)
    is_aligned = element.get("displaystyle") == "true"
    laid = [[lay(cell, mode).box for cell in row] for row in rows]
    if not mode.is_tall:
        parts = [" ".join(filter(None, (cell.text.strip() for cell in row))) for row in laid]
        return text_box("; ".join(parts))
    count = max(map(len, laid))
    for row in laid:
        row += [EMPTY] * (count - len(row))
    widths = [max(row[column].width for row in laid) for column in range(count)]
    gaps = _gaps(element, count, is_aligned=is_aligned)
    is_loose = any(cell.height > 1 for row in laid for cell in row)
    lined = _words(element, "rowlines")
    boxes: list[Box] = []
    for n, row in enumerate(laid):
        if n and n <= len(lined) and lined[n - 1] == "solid":
            boxes.append(text_box("─" * (sum(widths) + sum(map(len, gaps)))))
        elif n and is_loose:
            boxes.append(text_box(""))
        boxes.append(_row(row, rows[n], widths, gaps))
    whole = stacked(boxes, 0, Align.LEFT)
    return whole._replace(base=(whole.height - 1) // 2)


def _row(row: Sequence[Box], cells: Sequence[Element], widths: Sequence[int], gaps: Sequence[str]) -> Box:
    parts: list[Box] = []
    for column, (box, width) in enumerate(zip(row, widths, strict=True)):
        if column:
            gap = gaps[column - 1]
            parts.append(Box((gap,) * box.height, len(gap), box.base))
        align = cells[column].get("columnalign", "") if column < len(cells) else ""
        parts.append(widened(box, width, _ALIGNS.get(align, Align.CENTER)))
    return beside(parts)


def _gaps(element: Element, count: int, *, is_aligned: bool) -> list[str]:
    """What stands between the columns; of aligned equations, every other pair belongs together."""
    if is_aligned:
        return [" " * (column % 2 * _GAP) for column in range(count - 1)]
    lines = _words(element, "columnlines")
    return [
        " │ " if column < len(lines) and lines[column] == "solid" else " " * _GAP
        for column in range(count - 1)
    ]


def _words(element: Element, attribute: str) -> list[str]:
    return element.get(attribute, "").split()
