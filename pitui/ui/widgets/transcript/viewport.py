"""Which rows of the column are seen: at the end while it is followed, else fixed to a line that does not move.

A place is (block, line), never a row number, because rows above may turn out higher or lower once they are rendered.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from typing import Any, NamedTuple

from pitui.render.line import BLANK, Line
from pitui.ui.widgets.transcript.layout import Layout
from pitui.ui.widgets.transcript.place import Place, line_of, place_of, same_place

GAP = -1
"""The line number of the blank row above a block."""


class Row(NamedTuple):
    """One row that is seen: line `line` of the block `key`, or `GAP`."""

    key: int
    line: int
    content: Line


class Anchor(NamedTuple):
    """Line `line` of the block `key` belongs on row `row` of the viewport, which may lie outside of it."""

    key: int
    line: int
    row: int = 0


class Viewport:
    """A window of `height` rows on the column.

    Attributes:
        layout: the column.
        height: rows of the window.
        follow: whether the end is followed.
        top: the row of the column that is seen first, in the heights known now.
        rows: what is seen, at most `height` rows.
        is_held: whether it stays where it is, even at the end (see `hold`).
    """

    def __init__(self, layout: Layout[Any]) -> None:
        self.layout = layout
        self.height = 0
        self.follow = True
        self.top = 0
        self.rows: list[Row] = []
        self._place: Place | None = None
        self._unseen: set[int] = set()
        self.is_held = self._goes_on = False

    @property
    def max_top(self) -> int:
        """The greatest `top`, in the heights known now."""
        return max(0, self.layout.total - self.height)

    @property
    def unseen(self) -> int:
        """How many blocks below the window are new or have changed since they were seen."""
        return len(self._unseen)

    # -- after a change --------------------------------------------------------------------------------------

    def settle(self, anchor: Anchor | None = None) -> None:
        """Find out anew what is seen after anything changed, so that what was seen stays where it was.

        Args:
            anchor: what has to stay where; else the topmost row that is still there.
        """
        if anchor is None:
            anchor = None if self.follow and not self.is_held else self._surviving()
        else:
            self.follow = False
        if anchor is None:
            self._show_end()
        else:
            self._show(anchor)

    def resize(self, width: int, height: int) -> None:
        """Take a new size; the text on the first row stays there."""
        if width == self.layout.width:
            self.height = height
            self.settle()
            return
        if self._place is None and not self.follow and self.rows:
            self._place = self._first_place()
        place = self._place
        self.layout.reset(width)
        self.height = height
        i = None if place is None else self.layout.index(place.key)
        if self.follow or place is None or i is None:
            self.settle()
            return
        self.settle(Anchor(place.key, line_of(place, self.layout.lines(i)), place.row))
        self._place = place

    def lines_changed(self, key: int, before: Sequence[Line]) -> None:
        """A block got other lines for the same text; what was seen of it is shown at the same place again."""
        i = self.layout.index(key)
        at = next((at for at, row in enumerate(self.rows) if row.key == key and row.line != GAP), None)
        if self.follow or at is None or i is None:
            return
        line = same_place(before, self.layout.lines(i), self.rows[at].line)
        self.settle(Anchor(key, line, at))

    def rendered_anew(self) -> None:
        """Forget all lines (the colours changed) and show the same place."""
        first = self.rows[0] if self.rows else None
        self.layout.reset(self.layout.width)
        self.settle(None if self.follow or first is None else Anchor(first.key, first.line))

    def note_new(self, keys: set[int]) -> None:
        """Blocks are new or have changed: those that end below the window count as not seen yet."""
        if not self.follow or self.is_held:
            self._unseen |= keys
            self._forget_seen()

    # -- what the user does ----------------------------------------------------------------------------------

    def move(self, delta: int) -> None:
        """Scroll down by `delta` rows, or up when it is negative, in rows as they really are."""
        if not self.rows or not delta or (self.follow and delta > 0):
            return
        if abs(delta) > 4 * max(1, self.height):
            self.go_to_row(self.top + delta)
            return
        first = self.rows[0]
        self.settle(Anchor(first.key, first.line, -delta))

    def hold(self) -> None:
        """Follow nothing until `let_go`: what is seen is under the user's hand."""
        self.is_held, self._goes_on = True, self.follow

    def let_go(self, *, goes_on: bool) -> None:
        """End `hold`; where the end was followed before, it is again.

        Args:
            goes_on: whether to go there even if more has come meanwhile.
        """
        self.is_held = False
        if goes_on and self._goes_on:
            self.go_to_end()

    def go_to_row(self, row: int) -> None:
        """Jump to a row of the column, in the heights known now."""
        if row >= self.max_top:
            self.go_to_end()
            return
        i, offset = self.layout.find(max(0, row))
        guessed = self.layout.height(i)
        lines = self.layout.lines(i)
        exact = self.layout.height(i)
        offset = min(offset * exact // max(1, guessed), exact - 1)
        line = max(min(offset - self.layout.gap(i), len(lines) - 1), -self.layout.gap(i))
        self.settle(Anchor(self.layout.blocks[i].key, line))

    def go_to_end(self) -> None:
        """Go to the end and follow it."""
        self.follow = True
        self.settle()

    def go_to(self, key: int, line: int, row: int = 0) -> None:
        """Bring a line of a block to a row of the window."""
        if self.layout.index(key) is not None:
            self.settle(Anchor(key, line, row))

    def row_of(self, key: int, line: int) -> int | None:
        """Where in the window a line is seen."""
        for i, row in enumerate(self.rows):
            if row.key == key and row.line == line:
                return i
        return None

    def visible_keys(self) -> list[int]:
        """The blocks that are seen, from the top."""
        return list(dict.fromkeys(row.key for row in self.rows))

    # -- how -------------------------------------------------------------------------------------------------

    def _surviving(self) -> Anchor | None:
        layout = self.layout
        for at, row in enumerate(self.rows):
            i = layout.index(row.key)
            if i is None:
                continue
            lines = layout.lines(i)
            if row.line == GAP:
                if layout.gap(i):
                    return Anchor(row.key, GAP, at)
            elif row.line < len(lines) and (row.line == 0 or lines[row.line] == row.content):
                return Anchor(row.key, row.line, at)
        return self._nearest()

    def _nearest(self) -> Anchor | None:
        layout = self.layout
        for at, row in enumerate(self.rows):
            i = layout.index(row.key)
            if i is not None and (lines := layout.lines(i)):
                return Anchor(row.key, min(max(row.line, 0), len(lines) - 1), at)
        if not self.rows or not layout.blocks:
            return None
        i = bisect_left(layout.blocks, self.rows[0].key, key=lambda block: block.key)
        return Anchor(layout.blocks[i].key, 0) if i < len(layout) else None

    def _show(self, anchor: Anchor) -> None:
        self._place = None
        layout = self.layout
        i = layout.index(anchor.key)
        if i is None:
            self._show_end()
            return
        layout.lines(i)
        missing = anchor.row - anchor.line - layout.gap(i)
        above = i
        while missing > 0 and above > 0:
            above -= 1
            layout.lines(above)
            missing -= layout.height(above)
        extra = anchor.line - anchor.row
        below = i
        while extra > layout.height(below) and below + 1 < len(layout):
            extra -= layout.height(below)
            below += 1
            layout.lines(below)
        self.top = max(0, layout.start(i) + layout.gap(i) + anchor.line - anchor.row)
        self._fill()
        self.follow = self.top + self.height >= layout.total
        if self.follow:
            self._show_end()
        else:
            self._forget_seen()

    def _show_end(self) -> None:
        self.follow = True
        self._place = None
        self._unseen.clear()
        layout = self.layout
        missing = self.height
        i = len(layout)
        while missing > 0 and i > 0:
            i -= 1
            layout.lines(i)
            missing -= layout.height(i)
        self.top = self.max_top
        self._fill()

    def _fill(self) -> None:
        layout = self.layout
        rows: list[Row] = []
        i, offset = layout.find(self.top)
        while len(rows) < self.height and i < len(layout):
            lines = layout.lines(i)
            key = layout.blocks[i].key
            gap = layout.gap(i)
            first = offset - gap
            rows.extend(Row(key, GAP, BLANK) for _ in range(first, 0))
            first = max(0, first)
            last = min(len(lines), first + self.height - len(rows))
            rows.extend(Row(key, n, lines[n]) for n in range(first, last))
            i += 1
            offset = 0
        self.rows = rows[: self.height]
        if self.rows and (i := layout.index(self.rows[0].key)) is not None:
            self.top = layout.start(i) + layout.gap(i) + self.rows[0].line

    def _forget_seen(self) -> None:
        if not self._unseen:
            return
        layout = self.layout
        bottom = self.top + self.height
        seen: set[int] = set()
        for key in self._unseen:
            i = layout.index(key)
            if i is None or layout.start(i) + layout.height(i) <= bottom:
                seen.add(key)
        self._unseen -= seen

    def _first_place(self) -> Place | None:
        for at, row in enumerate(self.rows):
            i = self.layout.index(row.key)
            if row.line != GAP and i is not None:
                return place_of(row.key, self.layout.lines(i), row.line, at)
        return None
