"""One line of code folded to the width."""

from __future__ import annotations

from collections.abc import Sequence

from rich.segment import Segment

from pitui.render.line import Line
from pitui.render.wrap import Prefix, Span, graphemes, narrow

TAB = 4
"""Cells from one tab stop to the next."""


def fold(
    spans: Sequence[Span], width: int, first: Prefix, rest: Prefix, joint: str | None = None
) -> list[Line]:
    """Fold one line of code between graphemes, wherever the width ends.

    Args:
        spans: the line; no line breaks.
        width: cells, prefixes included.
        first: prefix of the first row.
        rest: prefix of the others.
        joint: of the first row.

    Returns:
        At least one row; the others have joint "".
    """
    rows: list[Line] = []
    row: list[Segment] = list(first.segments)
    gutter = first.gutter
    room = max(width - first.cells, 1)
    again = max(width - rest.cells, 1)

    def end_row() -> None:
        nonlocal row, gutter, room, joint
        rows.append(Line(tuple(row), gutter, joint))
        row, gutter, room, joint = list(rest.segments), rest.gutter, again, ""

    for text, style in spans:
        if narrow(text):
            while len(text) > room:
                if room:
                    row.append(Segment(text[:room], style))
                    text = text[room:]
                end_row()
            if text:
                row.append(Segment(text, style))
                room -= len(text)
            continue
        start = 0
        for left, _, cells in graphemes(text):
            if cells > room and (left > start or len(row) > len(rest.segments) or not rows):
                if left > start:
                    row.append(Segment(text[start:left], style))
                end_row()
                start = left
            room -= cells
        row.append(Segment(text[start:], style))
    rows.append(Line(tuple(row), gutter, joint))
    return rows
