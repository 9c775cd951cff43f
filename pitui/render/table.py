"""Tables that grow row by row: aligned columns, wrapped cells, or `header: value` where columns have no room.

The widths of the columns are fixed with the row `FIX_ROWS`. Until then they follow the widest cells: a
column that fits stays whole, and so does each word if all of them have room; the others share the rest equally.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import NamedTuple

from markdown_it.rules_block.table import escapedSplit
from rich.cells import cell_len
from rich.segment import Segment
from rich.style import Style

from pitui.render.inline import References, render_inline
from pitui.render.line import Drawing, Line
from pitui.render.palette import Palette
from pitui.render.place import Block, Leaf, Open, Place
from pitui.render.wrap import Prefix, Span, wrap

_TABLE_OPEN = Open(Leaf.TABLE)
FIX_ROWS = 30
ROW_LIMIT = 4096
"""Characters after which a line is no longer a row: the table ends before it."""
NARROWEST = 7
"""Cells that a column needs at least when its header does not fit less."""

LONGEST_WORD = 20
"""Cells up to which a word is not broken when another column could do with less."""

_SEPARATOR = " │ "
_DELIMITER_CELL = re.compile(r":?-+:?")
_ENDED_CELL = re.compile(r"(?<!\\)\|\s*\Z")
PARTIAL_DELIMITER = re.compile(r"[|:\-][|:\- \t]*")


def delimiter_row(line: str, header: str) -> list[str] | None:
    """Whether a line makes the line above it the header of a table.

    Args:
        line: the line, without indent.
        header: the line above.

    Returns:
        The alignment of each column ("left", "center", "right"), or None.
    """
    line = line.rstrip()
    if len(line) < 2 or PARTIAL_DELIMITER.fullmatch(line) is None or (line[0] == "-" and line[1] in " \t"):
        return None
    cells = [cell.strip() for cell in line.split("|")]
    if not cells[0]:
        del cells[0]
    if cells and not cells[-1]:
        del cells[-1]
    if not all(_DELIMITER_CELL.fullmatch(cell) for cell in cells) or len(cells) != len(split_row(header)):
        return None
    return [
        "center" if cell[0] == cell[-1] == ":" else "right" if cell[-1] == ":" else "left" for cell in cells
    ]


def split_row(line: str) -> list[str]:
    """The raw cells of a row.

    Args:
        line: the line.

    Returns:
        The text between the bars; "\\|" is text.
    """
    cells = escapedSplit(line.strip())
    if cells and not cells[0]:
        del cells[0]
    if cells and not cells[-1]:
        del cells[-1]
    return [cell.strip() for cell in cells]


@dataclass(slots=True)
class _Cell:
    spans: list[Span]
    width: int
    broken: bool
    """Whether it holds a hard break."""

    @property
    def widest_word(self) -> int:
        return max((cell_len(word) for text, _ in self.spans for word in text.split()), default=0)


class Row(NamedTuple):
    """A row.

    Attributes:
        source: the row as it is written.
        cells: its cells.
    """

    source: str
    cells: list[_Cell]


class TableBlock(Block):
    """A table."""

    def __init__(
        self,
        place: Place,
        out: list[Line],
        palette: Palette,
        references: References,
        header: str,
        aligns: list[str],
        rule: str,
    ) -> None:
        super().__init__(place, out)
        self._rule = rule.strip()
        self._palette = palette
        self._references = references
        self._aligns = aligns
        names = [self._cell(raw, place.base + palette.strong) for raw in split_row(header)]
        self._header = Row(header.strip(), names)
        self._rows: list[Row] = []  # while the widths are not fixed
        self._row = ""
        self._widths: list[int] = []  # once they are fixed
        self._room = place.width - place.rest.cells - len(_SEPARATOR) * (len(aligns) - 1)
        self._stacked = sum(min(max(cell.widest_word, 1), NARROWEST) for cell in names) > self._room
        self._laid: tuple[list[int], int, list[Line]] = ([], 0, [])

    def describe(self) -> Open:
        """A table: other blocks may end it."""
        return _TABLE_OPEN

    def feed(self, text: str) -> None:
        """Take more of the current row."""
        self._row += text

    def end_line(self) -> None:
        """The row is complete."""
        row = self._cells(self._row, open_end=False)
        self._row = ""
        if self.started:
            self.emit(self._lay_row(row, self._widths, self.prefix, leading=False))
            return
        self._rows.append(row)
        if len(self._rows) >= FIX_ROWS or self._stacked:
            self._fix()

    def overflows(self, text: str) -> bool:
        """Whether the row would be longer than a row may be with this text."""
        return len(self._row) + len(text) > ROW_LIMIT

    def give_row(self) -> str:
        """Take the unfinished row away.

        Returns:
            Its text.
        """
        row, self._row = self._row, ""
        return row

    def pending(self) -> list[Line]:
        """All rows while the widths are not fixed, and the unfinished one."""
        rows = self._rows
        if self._row.strip(" \t"):
            rows = [*rows, self._cells(self._row, open_end=True)]
        if self.started:
            later = rows[len(self._rows) :]
            return [
                line for row in later for line in self._lay_row(row, self._widths, self.prefix, leading=False)
            ]
        if self._stacked and not rows:
            return []
        return self._lay_all(rows)

    def finish(self) -> None:
        """Emit what is left."""
        if self._row.strip(" \t"):
            self.end_line()
        if not self.started:
            self._fix()

    def _fix(self) -> None:
        lines = self._lay_all(self._rows) if self._rows or not self._stacked else self._lay_names()
        if not self._stacked:
            self._widths = self._fit(self._rows)
        self._rows = []
        self._laid = ([], 0, [])
        self.emit(lines)

    def _cells(self, line: str, *, open_end: bool) -> Row:
        growing = open_end and _ENDED_CELL.search(line) is None
        raw = split_row(line.rstrip("\\") if growing else line)[: len(self._aligns)]
        style = self.place.base
        last = len(raw) - 1
        row = [self._cell(text, style, open_end=growing and index == last) for index, text in enumerate(raw)]
        return Row(line.strip(), row + [_Cell([], 0, False)] * (len(self._aligns) - len(row)))

    def _cell(self, raw: str, style: Style, *, open_end: bool = False) -> _Cell:
        spans = render_inline(raw, style, self._palette, self._references, open_end=open_end)
        broken = any("\n" in text for text, _ in spans)
        if broken:
            width = max(line.width for line in wrap(spans, 1 << 30))
        else:
            width = sum(cell_len(text) for text, _ in spans)
        return _Cell(spans, width, broken)

    def _fit(self, rows: Sequence[Row]) -> list[int]:
        natural = [max(cells, default=1) for cells in zip(*self._natural(rows), strict=True)]
        words = [[cell.widest_word for cell in row.cells] for row in (self._header, *rows)]
        return fit_columns(natural, [max(cells, default=0) for cells in zip(*words, strict=True)], self._room)

    def _natural(self, rows: Sequence[Row]) -> list[list[int]]:
        return [[max(cell.width, 1) for cell in row.cells] for row in (self._header, *rows)]

    def _lay_all(self, rows: Sequence[Row]) -> list[Line]:
        """The table so far; rows that were laid out with the same widths are not laid out again."""
        widths = [] if self._stacked else self._fit(rows)
        known, count, lines = self._laid
        if known != widths or not count:
            lines = [] if self._stacked else self._lay_header(widths)
            count = 0
        lines = list(lines)
        complete = len(self._rows)
        for index, row in enumerate(rows[count:], count):
            if index == complete:
                self._laid = (widths, complete, list(lines))
            prefix = self.place.rest if lines else self.prefix
            lines += self._lay_row(row, widths, prefix, leading=not lines)
        return lines

    def _lay_header(self, widths: list[int]) -> list[Line]:
        lines = self._columns(self._header, widths, self.prefix)
        rule = self.place.rest.then("─┼─".join("─" * width for width in widths), self._palette.table_border)
        return [*lines, Line(rule.segments, rule.gutter, "", Drawing(self.place.rest.source + self._rule))]

    def _lay_names(self) -> list[Line]:
        spans: list[Span] = []
        for cell in self._header.cells:
            spans += [(", ", self.place.base), *cell.spans] if spans else cell.spans
        if not spans:
            return []
        drawing = Drawing(self._names_source(self.prefix))
        return _drawing(drawing, wrap(spans, self.place.width, self.prefix, self.place.rest))

    def _lay_row(self, row: Row, widths: list[int], prefix: Prefix, *, leading: bool) -> list[Line]:
        return self._stack(row, prefix, leading) if self._stacked else self._columns(row, widths, prefix)

    def _columns(self, row: Row, widths: list[int], prefix: Prefix) -> list[Line]:
        base, border = self.place.base, Segment(_SEPARATOR, self._palette.table_border)
        end = Segment(_SEPARATOR.rstrip(), self._palette.table_border)
        cells: list[list[tuple[tuple[Segment, ...], int]]] = []
        height = 1
        for cell, width in zip(row.cells, widths, strict=True):
            if cell.width <= width and not cell.broken:
                cells.append([(tuple(Segment(text, style) for text, style in cell.spans), cell.width)])
                continue
            folded = wrap(cell.spans, width)
            cells.append([(line.segments, line.width) for line in folded])
            height = max(height, len(folded))
        lines: list[Line] = []
        starts = accumulate((width + len(_SEPARATOR) for width in widths), initial=0)
        drawing = Drawing(
            prefix.source + row.source,
            tuple((start, start + width) for start, width in zip(starts, widths, strict=False)),
        )
        for index in range(height):
            segments: list[Segment] = list(prefix.segments)
            for column, (width, align) in enumerate(zip(widths, self._aligns, strict=True)):
                parts, used = cells[column][index] if index < len(cells[column]) else ((), 0)
                spare = width - used
                left = spare if align == "right" else spare // 2 if align == "center" else 0
                if column:
                    segments.append(border if parts or column < len(widths) - 1 else end)
                if left and parts:
                    segments.append(Segment(" " * left, base))
                    spare -= left
                segments += parts
                if spare and column < len(widths) - 1:
                    segments.append(Segment(" " * spare, base))
            lines.append(Line(tuple(segments), prefix.length, None, drawing))
            prefix = self.place.rest
        return lines

    def _stack(self, row: Row, prefix: Prefix, leading: bool) -> list[Line]:
        """One `header: value` for each cell that is not empty, behind a blank line."""
        lines = [] if leading else [prefix.alone()]
        source = self._names_source(prefix) + "\n" + self.place.rest.source if leading else prefix.source
        for head, cell in zip(self._header.cells, row.cells, strict=True):
            if not cell.spans:
                continue
            spans = [*head.spans, (": ", self.place.base + self._palette.strong), *cell.spans]
            rest = self.place.rest
            if self.place.width - rest.cells > 12:
                rest = rest.then("  ", self.place.base)
            lines += wrap(spans, self.place.width, prefix, rest)
            prefix = self.place.rest
        return _drawing(Drawing(source + row.source), lines)

    def _names_source(self, prefix: Prefix) -> str:
        return f"{prefix.source}{self._header.source}\n{self.place.rest.source}{self._rule}"


def _drawing(drawing: Drawing, lines: Sequence[Line]) -> list[Line]:
    return [line._replace(origin=drawing) for line in lines]


def fit_columns(natural: Sequence[int], words: Sequence[int], room: int) -> list[int]:
    """Share the room among columns: who needs less than an equal share gets it, the others share the rest.

    Words up to `LONGEST_WORD` cells stay whole where there is room for all of them.

    Args:
        natural: cells that each column would take.
        words: cells of the longest word of each column.
        room: cells for all, at least one for each.

    Returns:
        The widths, which add up to no more than the room.
    """
    if sum(natural) <= room:
        return list(natural)
    least = [min(word, need, LONGEST_WORD) for word, need in zip(words, natural, strict=True)]
    if sum(map(max, least, [1] * len(least))) > room:
        least = [1] * len(natural)

    def shared(cap: int) -> list[int]:
        return [max(word, min(need, cap)) for word, need in zip(least, natural, strict=True)]

    return shared(max(bisect_right(range(1, room + 1), room, key=lambda cap: sum(shared(cap))), 1))
