"""Mouse selection over the column: which characters of a row are selected, and the text that copying gives.

Textual's `Selection` holds (x, y) offsets. Here y is `point` of (block, line), which stays the same while rows above
grow, and x counts characters of the line.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from rich.cells import cell_len
from textual.geometry import Offset
from textual.selection import Selection

from pitui.render.copied import TO_END, copied
from pitui.render.line import Line
from pitui.session.blocks import Block, TextBlock, UserBlock
from pitui.session.text import source_text
from pitui.ui.widgets.transcript.layout import Layout

LINE_BITS = 24


def point(key: int, line: int) -> int:
    """A number for line `line` of a block; -1 is the gap above it."""
    return key << LINE_BITS | (line + 1)


def unpoint(number: int) -> tuple[int, int]:
    """The block and the line of a `point`."""
    return number >> LINE_BITS, (number & ((1 << LINE_BITS) - 1)) - 1


class Span(NamedTuple):
    """What is selected, in the order of the column: from (block index, line, character) up to another."""

    start: tuple[int, int, int]
    end: tuple[int, int, int]

    def on_row(self, index: int, line: int) -> tuple[int, int] | None:
        """The selected characters of a row; None when it has none. The end may be `TO_END`."""
        row = (index, line)
        first, last = self.start[:2], self.end[:2]
        if row < first or row > last:
            return None
        return (self.start[2] if row == first else 0), (self.end[2] if row == last else TO_END)


def span_of(selection: Selection, layout: Layout[Any]) -> Span | None:
    """A selection of Textual in the order of the column; None when one of its ends is gone."""
    start = (0, -1, 0) if selection.start is None else _place(selection.start, layout)
    end = (len(layout), -1, 0) if selection.end is None else _place(selection.end, layout)
    if start is None or end is None:
        return None
    return Span(start, end) if start <= end else Span(end, start)


def selected_text(span: Span, layout: Layout[Any]) -> str:
    """The text of a selection, as its source.

    A message that is selected whole gives its source. All else gives what its rows stand for in the source, without
    gutters and without the line ends of soft wraps.
    """
    parts: list[str] = []
    last = min(span.end[0], len(layout) - 1)
    for index in range(span.start[0], last + 1):
        block = layout.blocks[index]
        lines = layout.lines(index)
        is_whole = span.start[0] < index < span.end[0]
        text = source_text(block) if is_whole and _is_message(block) else _part(span, index, lines)
        if text is None:
            continue
        if parts:
            parts.append(
                lines[0].joint if lines[0].joint is not None else "\n\n" if layout.gap(index) else "\n"
            )
        parts.append(text)
    return "".join(parts)


def character_at(line: Line, cell: int) -> int:
    """The character of a line that covers a cell."""
    at = 0
    for n, character in enumerate(line.text):
        at += cell_len(character)
        if cell < at:
            return n
    return len(line.text)


def _part(span: Span, index: int, lines: Sequence[Line]) -> str | None:
    first = max(0, span.start[1]) if span.start[0] == index else 0
    last = min(span.end[1], len(lines) - 1) if span.end[0] == index else len(lines) - 1
    if first > last:
        return None
    start = span.start[2] if (index, first) == span.start[:2] else 0
    end = span.end[2] if (index, last) == span.end[:2] else TO_END
    return copied(lines[first : last + 1], start, end, within_row=span.start[:2] == span.end[:2])


def _is_message(block: Block) -> bool:
    return isinstance(block, TextBlock | UserBlock)


def _place(offset: Offset, layout: Layout[Any]) -> tuple[int, int, int] | None:
    key, line = unpoint(offset.y)
    index = layout.index(key)
    return None if index is None else (index, line, offset.x)
