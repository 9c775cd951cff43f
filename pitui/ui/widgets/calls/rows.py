"""The list of calls: the row that the conversation has, nested calls indented below the call that made them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from rich.text import Text
from textual import events
from textual.geometry import Region
from textual.strip import Strip

from pitui.render.call import row_line
from pitui.render.look import Look
from pitui.render.palette import Palette
from pitui.session.blocks import AnyBlock, ToolState
from pitui.session.changes import ChangeSet
from pitui.ui.widgets.calls.listing import CallRow, Listing
from pitui.ui.widgets.row_list import RowList
from pitui.ui.widgets.transcript.running import Running

_DEEPEST_INDENT = 6


class CallRows(RowList):
    """A row for each call: state, name, target, figures, duration.

    The cursor follows the running call until the user moves it, and again once it stands on the last row.
    """

    def __init__(self, palette: Palette, clock: Callable[[], float]) -> None:
        """Make an empty list.

        Args:
            palette: the styles.
            clock: the reducer's clock, for what is running.
        """
        super().__init__(id="tool-rows", empty="No tool has run yet: ask pi for something.")
        self.palette = palette
        self.running = Running(self, lambda: bool(self._running_rows()), self._draw_running)
        self.is_following = True
        self._listing = Listing()
        self._now = clock
        self._key: int | None = None

    # -- what is shown ---------------------------------------------------------------------------------------

    @property
    def current(self) -> CallRow | None:
        """The row under the cursor."""
        rows = self._listing.rows
        return rows[self.cursor] if self.cursor < len(rows) else None

    def take(self, blocks: Sequence[AnyBlock], changes: ChangeSet) -> bool:
        """Show what changed.

        Returns:
            Whether another call is under the cursor now, or the same one says something else.
        """
        before = self.current
        taken = self._listing.take(blocks, changes)
        if taken.first is None and not taken.touched:
            return False
        if taken.first is not None:
            self._reread(taken.first)
        if self.is_following:
            self.move_to(self._listing.current, tell=False)
            self._key = None if self.current is None else self.current.call.key
        self._refresh_rows(taken.touched)
        return self.current != before or self.cursor in taken.touched

    def _reread(self, first: int) -> None:
        listing = self._listing
        if len(listing.rows) != self.count:
            self.set_count(len(listing.rows))
        self._refresh_rows(range(first, len(listing.rows)))
        row = None if self._key is None else listing.row_of(self._key)
        if row is None:
            self.is_following = True
        elif row != self.cursor:
            self.move_to(row, tell=False)

    def row(self, index: int, width: int) -> Text:
        """The row of a call, as a card in the conversation has it."""
        call, depth, _ = self._listing.rows[index]
        if call.state is ToolState.RUNNING:
            self.running.watch()
        indent = min(2 * min(depth, _DEEPEST_INDENT), width // 3)
        look = Look(max(1, width - indent), self.palette, now=self._now(), spinner=self.running.spinner)
        text = Text(" " * indent, no_wrap=True, end="")
        for segment in row_line(call, look).segments:
            text.append(segment.text, segment.style)
        return text

    def set_palette(self, palette: Palette) -> None:
        """Draw in other colours."""
        self.palette = palette
        self.refresh()

    def render_lines(self, crop: Region) -> list[Strip]:
        """Rows for the compositor; after a time out of sight what runs is drawn anew with the next tick."""
        self.running.resume()
        return super().render_lines(crop)

    def _refresh_rows(self, rows: Iterable[int]) -> None:
        top = self.scroll_offset.y
        for row in rows:
            if top <= row < top + self.size.height:
                self.refresh_line(row)

    def _running_rows(self) -> list[int]:
        top = self.scroll_offset.y
        seen = self._listing.rows[top : top + self.size.height]
        return [top + n for n, row in enumerate(seen) if row.call.state is ToolState.RUNNING]

    def _draw_running(self) -> None:
        self._refresh_rows(self._running_rows())

    # -- what the user does ----------------------------------------------------------------------------------

    def move_to(self, index: int, *, tell: bool = True) -> None:
        """Put the cursor on a row; when the user does so (`tell`), the running call is followed no more."""
        super().move_to(index, tell=tell)
        if tell:
            self._settle()

    def select(self, block_key: int) -> bool:
        """Put the cursor on the call that a block of the conversation shows; returns whether there is one."""
        row = self._listing.row_of(block_key)
        if row is None:
            return False
        self.move_to(row, tell=False)
        self._settle()
        return True

    def _settle(self) -> None:
        self._key = None if self.current is None else self.current.call.key
        self.is_following = self.cursor >= self.count - 1

    def on_click(self, event: events.Click) -> None:
        """Move the cursor to the row under the mouse."""
        event.stop()
        event.prevent_default()
        index = event.y + self.scroll_offset.y
        if index < self.count:
            self.move_to(index)
