"""One call whole: request, live output, diff, in a window of its own, with a find of its own."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from itertools import count
from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.geometry import Region
from textual.message import Message
from textual.strip import Strip

from pitui.render.block import is_running
from pitui.render.call import call_pieces, piece_lines
from pitui.render.line import Line
from pitui.render.look import Look
from pitui.render.palette import Palette
from pitui.render.tools.parts import Small
from pitui.session.blocks import ToolBlock
from pitui.ui.frames import FRAME_SECONDS
from pitui.ui.later import Later
from pitui.ui.textual_private import app_of, queued_writes
from pitui.ui.widgets.calls.chunks import Chunk, measure, merged
from pitui.ui.widgets.transcript.conversation import MOST_QUEUED
from pitui.ui.widgets.transcript.folds import Folds
from pitui.ui.widgets.transcript.layout import Layout
from pitui.ui.widgets.transcript.paint import NOTHING, Overlay
from pitui.ui.widgets.transcript.pane import Pane
from pitui.ui.widgets.transcript.pictures import PanePictures
from pitui.ui.widgets.transcript.running import is_displayed
from pitui.ui.widgets.transcript.search import Search
from pitui.ui.widgets.transcript.viewport import Row


class CallView(Pane[Chunk]):
    """A call in pieces, of which only those that are seen are drawn.

    A call that runs is followed at its end, any other one begins at its row.
    """

    DEFAULT_CSS = """
    CallView { height: 2fr; }
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up,k", "scroll_by(-1)", show=False),
        Binding("down,j", "scroll_by(1)", show=False),
        Binding("pageup", "page(-1)", show=False),
        Binding("pagedown,space", "page(1)", show=False),
        Binding("home", "edge(0)", show=False),
        Binding("end", "edge(-1)", show=False),
    ]

    class Found(Message):
        """The current occurrence is number `position` of `total`; 0 when there is none."""

        def __init__(self, position: int, total: int) -> None:
            self.position = position
            self.total = total
            super().__init__()

    def __init__(self, palette: Palette, clock: Callable[[], float] = time.monotonic) -> None:
        """Make an empty view.

        Args:
            palette: the styles.
            clock: the reducer's clock, for what is running.
        """
        folds = Folds()
        layout = Layout(self._render_chunk, folds, measure=measure, is_joined=lambda above, below: True)
        super().__init__(layout, palette, id="call-view")
        self.search = Search(layout, self.viewport, folds, lambda chunk: chunk.piece.source)
        self._pictures = PanePictures(self, self._picture_came)
        self._now = clock
        self._keys = count(1)
        self._call: ToolBlock | None = None
        self._shown: tuple[ToolBlock, int] | None = None
        self._told: tuple[int, int] = (0, 0)
        self._is_waiting = False
        self._is_missing = False

    # -- what is shown ---------------------------------------------------------------------------------------

    @property
    def call(self) -> ToolBlock | None:
        """The call that is shown."""
        return self._call

    def show(self, call: ToolBlock | None) -> None:
        """Show a call, or what has changed of it; out of sight nothing is done."""
        self._call = call
        if self._shown == (None if call is None else (call, call.version)):
            return
        if not self.is_ready or not self.viewport.height or not is_displayed(self):
            self._is_missing = True
            return
        if queued_writes(app_of(self)) > MOST_QUEUED:
            self._wait()
            return
        is_same = self._shown is not None and self._shown[0] is call
        self._shown = None if call is None else (call, call.version)
        if is_same and call is not None:
            self._update(call)
        else:
            self._open(call)
        self.column.deferred = False
        self.paint()
        if self.column.deferred:
            self._wait()

    def _open(self, call: ToolBlock | None) -> None:
        pieces = [] if call is None else call_pieces(call, self._look())
        self.column.replace([Chunk(key=next(self._keys), piece=piece) for piece in pieces], 0)
        self.viewport.follow = call is None or is_running(call)
        if self.viewport.follow:
            self.viewport.settle()
        else:
            self.viewport.go_to_row(0)
        if self.search.is_active:
            self.search.again()

    def _update(self, call: ToolBlock) -> None:
        column = self.column
        pieces = call_pieces(call, self._look(), [chunk.piece for chunk in column.blocks])
        now = merged(column.blocks, pieces, lambda: next(self._keys))
        if now.first is not None:
            column.replace(now.chunks, now.first)
        for chunk in now.changed:
            if not isinstance(chunk.piece, Small):
                column.changed(chunk.key)
        self.viewport.settle()
        self.search.changed(now.changed, is_restructured=now.first is not None)

    def _wait(self) -> None:
        if not self._is_waiting:
            self._is_waiting = True
            Later(self, FRAME_SECONDS, self._show_waiting)

    def _show_waiting(self) -> None:
        self._is_waiting = False
        if self.column.deferred and is_displayed(self):
            self.column.deferred = False
            self.viewport.settle()
            self.paint()
            if self.column.deferred:
                self._wait()
        self.show(self._call)

    def _look(self) -> Look:
        return Look(
            self.column.width,
            self.palette,
            expanded=True,
            now=self._now(),
            spinner=self.running.spinner,
            whole=True,
            pictures=self._pictures.rows,
        )

    def _picture_came(self, data: str) -> None:
        del data
        for i, chunk in enumerate(self.column.blocks):
            if isinstance(chunk.piece, Small):
                self.column.forget(i)
        if self.is_ready and self.viewport.height:
            self.viewport.settle()
            self.paint()

    def _render_chunk(self, chunk: Chunk, expanded: bool) -> Sequence[Line]:
        del expanded
        return piece_lines(chunk.piece, self._look())

    def shows_time(self, block: Chunk) -> bool:
        """The row of a running call and the rows of those that it made."""
        return block.piece.is_timed and self._call is not None and is_running(self._call)

    def render_lines(self, crop: Region) -> list[Strip]:
        """Rows for the compositor; what came while the view was hidden is shown next."""
        if self._is_missing:
            self._is_missing = False
            self.call_later(self._show_waiting)
        return super().render_lines(crop)

    def fit(self) -> None:
        """Lay out for the size, and show what came before there was one."""
        super().fit()
        self.show(self._call)

    def set_palette(self, palette: Palette) -> None:
        """Draw in other colours, which the pieces hold."""
        super().set_palette(palette)
        if self._shown is not None:
            self._shown = (self._shown[0], -1)
        self.show(self._call)

    def overlay(self, row: Row) -> Overlay:
        """What find has found."""
        marks = self.search.marks(row.key, row.line) if self.search.is_active else ()
        return Overlay(hits=marks) if marks else NOTHING

    def was_painted(self) -> None:
        """Tell what changed about finding, and keep what is running alive."""
        super().was_painted()
        found = (self.search.position, self.search.total)
        if self.search.is_active and found != self._told:
            self._told = found
            self.post_message(self.Found(*found))

    # -- find ------------------------------------------------------------------------------------------------

    def find(self, text: str) -> tuple[int, int]:
        """Look for a text in the whole call; "" ends the find.

        Returns:
            The number of the occurrence that is shown, from 1 (0: none), and how many there are.
        """
        self.search.find(text)
        return self._found()

    def find_step(self, direction: int) -> tuple[int, int]:
        """Show the next occurrence (1) or the one before (-1)."""
        self.search.step(direction)
        return self._found()

    def _found(self) -> tuple[int, int]:
        self._told = (self.search.position, self.search.total)
        self.paint()
        return self._told

    # -- keys ------------------------------------------------------------------------------------------------

    def action_scroll_by(self, rows: int) -> None:
        """Scroll by rows."""
        self.scroll_rows(rows)

    def action_page(self, pages: int) -> None:
        """Scroll by windows."""
        self.scroll_rows(pages * max(1, self.viewport.height - 1))

    def action_edge(self, edge: int) -> None:
        """Go to the beginning (0), or to the end (-1), which is followed while the call runs."""
        if edge:
            self.viewport.go_to_end()
        else:
            self.viewport.go_to_row(0)
        self.paint()
