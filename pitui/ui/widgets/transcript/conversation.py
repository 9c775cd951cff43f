"""The session's blocks in a pane: takes what changed, draws what runs, folds and finds."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence

from textual.message import Message
from textual.timer import Timer

from pitui.render.block import foldable, is_running, render_block
from pitui.render.line import Line
from pitui.render.look import Look
from pitui.render.palette import Palette
from pitui.session.blocks import AnyBlock, TextBlock
from pitui.session.changes import ChangeSet
from pitui.session.state import Session
from pitui.session.text import source_text
from pitui.ui.textual_private import app_of, queued_writes
from pitui.ui.widgets.transcript.changes import Updater
from pitui.ui.widgets.transcript.cursor import Cursor, last_answer
from pitui.ui.widgets.transcript.folds import Folds, Kind
from pitui.ui.widgets.transcript.layout import Layout
from pitui.ui.widgets.transcript.paint import Overlay
from pitui.ui.widgets.transcript.pane import Pane
from pitui.ui.widgets.transcript.search import Search
from pitui.ui.widgets.transcript.streams import LineStream, Streams, Whole
from pitui.ui.widgets.transcript.viewport import Row

MOST_QUEUED = 3
"""Writes that may wait for the terminal before frames are skipped."""

SPINNER = "⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏"
SPIN_SECONDS = 0.1
STILL_SECONDS = 1.0
"""How often what is running is drawn again: with a spinner that moves, and without."""


class Conversation(Pane):
    """The conversation without its keys.

    `take` is called once a frame with what changed; everything else the widget does by itself.
    """

    class FollowChanged(Message):
        """The end is followed or not any more; `new_count` blocks below are new or have changed meanwhile."""

        def __init__(self, is_following: bool, new_count: int) -> None:
            self.is_following = is_following
            self.new_count = new_count
            super().__init__()

    class FindChanged(Message):
        """The current occurrence is number `position` of `total`; 0 when there is none."""

        def __init__(self, position: int, total: int) -> None:
            self.position = position
            self.total = total
            super().__init__()

    def __init__(
        self,
        session: Session | None = None,
        *,
        palette: Palette,
        clock: Callable[[], float] = time.monotonic,
        id: str | None = None,
    ) -> None:
        """Make the widget.

        Args:
            session: what to show.
            palette: the styles.
            clock: the reducer's clock, for what is running.
            id: the widget's id.
        """
        self._session = session
        self._now = clock
        self._folds = Folds()
        layout = Layout(self._render_block, self._folds)
        super().__init__(layout, palette, id=id)
        self._streams = Streams(self._new_stream)
        self._updater = Updater(layout, self._streams)
        self.cursor = Cursor(layout, self.viewport)
        self._search = Search(layout, self.viewport, self._folds, source_text)
        self._told = (True, 0)
        self._told_find = (0, 0)
        self._timer: Timer | None = None
        self._ticks = 0
        if session is not None:
            self._updater.add(ChangeSet(restructured_from=0))

    # -- what is shown ---------------------------------------------------------------------------------------

    def show(self, session: Session) -> None:
        """Show another session, from its end."""
        self._session = session
        self._streams.clear()
        self.cursor.key = None
        self.viewport.follow = True
        self.take(ChangeSet(restructured_from=0))

    def take(self, changes: ChangeSet) -> bool:
        """Show what changed.

        Args:
            changes: what changed since the last call.

        Returns:
            Whether there is more to show, for which another frame is wanted.
        """
        self._updater.add(changes)
        if self._session is None or not self.is_ready or self.viewport.height == 0:
            return False
        if queued_writes(app_of(self)) > MOST_QUEUED:
            return True
        return self._apply(self._session)

    def _apply(self, session: Session) -> bool:
        changes, touched = self._updater.apply(session.blocks)
        is_left = self._updater.feed()
        self.column.deferred = False
        self.viewport.settle()
        self.viewport.note_new(touched)
        if self._search.is_active:
            blocks = [block for key in touched if (block := self.column.block(key)) is not None]
            self._search.changed(blocks, is_restructured=changes.restructured_from is not None)
        self.paint()
        return is_left or self.column.deferred

    def _render_block(self, block: AnyBlock, expanded: bool) -> Sequence[Line]:
        if isinstance(block, TextBlock) and (block.streaming or self._streams.fits(block)):
            return self._streams.lines(block)
        spinner = SPINNER[self._ticks % len(SPINNER)] if self._is_moving else "•"
        return render_block(block, Look(self.column.width, self.palette, expanded, self._now(), spinner))

    def _new_stream(self) -> LineStream:
        return Whole(self.column.width, self.palette)

    def fit(self) -> None:
        """Lay out for the new size; what came before the first size is shown now."""
        if self.content_width != self.column.width:
            self._streams.clear()
        super().fit()
        if self._session is not None:
            self.take(ChangeSet())

    def set_palette(self, palette: Palette) -> None:
        """Take other colours."""
        self._streams.clear()
        super().set_palette(palette)

    def overlay(self, row: Row) -> Overlay:
        """The block cursor and what find has found."""
        marks = self._search.marks(row.key, row.line) if self._search.is_active else ()
        return Overlay(cursor=row.key == self.cursor.key and row.line >= 0, hits=marks)

    def badge(self) -> str:
        """How much is new below."""
        count = self.viewport.unseen
        return f" ↓ {count} new " if count else ""

    def was_painted(self) -> None:
        """Tell what changed about following and finding, and keep what is running alive."""
        told = (self.viewport.follow, self.viewport.unseen)
        if told != self._told:
            self._told = told
            self.post_message(self.FollowChanged(*told))
        if (
            self._search.is_active
            and (found := (self._search.position, self._search.total)) != self._told_find
        ):
            self._told_find = found
            self.post_message(self.FindChanged(*found))
        self._watch_running()

    # -- what is running -------------------------------------------------------------------------------------

    @property
    def _is_moving(self) -> bool:
        return app_of(self).animation_level != "none"

    def _what_runs(self) -> list[int]:
        indices = map(self.column.index, self.viewport.visible_keys())
        return [i for i in indices if i is not None and is_running(self.column.blocks[i])]

    def _watch_running(self) -> None:
        if self._timer is None and self._what_runs():
            self._timer = self.set_timer(SPIN_SECONDS if self._is_moving else STILL_SECONDS, self._tick)

    def _tick(self) -> None:
        self._timer = None
        self._ticks += 1
        for i in self._what_runs():
            self.column.render_again(i)
        self.viewport.settle()
        self.paint()

    # -- what the user does ----------------------------------------------------------------------------------

    def move(self, where: str) -> None:
        """Scroll: `page_up`, `page_down`, `top`, `bottom`, `previous_prompt` or `next_prompt`."""
        page = max(1, self.viewport.height - 2)
        match where:
            case "page_up":
                self.viewport.move(-page)
            case "page_down":
                self.viewport.move(page)
            case "top":
                self.viewport.go_to_row(0)
            case "bottom":
                self.viewport.go_to_end()
            case "previous_prompt":
                self.cursor.to_prompt(-1)
            case "next_prompt":
                self.cursor.to_prompt(1)
            case _:
                raise ValueError(f"there is no move {where!r}")
        self.paint()

    def reveal(self, key: int) -> None:
        """Bring a block into the window and make it the current one."""
        self.cursor.reveal(key)
        self.paint()

    def toggle_thinking(self) -> bool:
        """Open or fold all thoughts; returns whether they are open now."""
        return self._toggle_all(Kind.THINKING)

    def toggle_tools(self) -> bool:
        """Open or fold the output of all tools and commands; returns whether it is open now."""
        return self._toggle_all(Kind.TOOLS)

    def _toggle_all(self, kind: Kind) -> bool:
        is_open = self._folds.toggle_all(kind)
        self.column.refolded(kind)
        self.viewport.settle()
        self.paint()
        return is_open

    def toggle(self, key: int) -> None:
        """Open or fold one block; its head stays where it is."""
        block = self.column.block(key)
        if block is None or not foldable(block):
            return
        self._folds.toggle(block)
        self.column.changed(key)
        row = self.viewport.row_of(key, 0)
        self.viewport.go_to(key, 0, row or 0)
        self.paint()

    def last_answer_text(self) -> str:
        """The source of the last answer, "" when there is none."""
        return last_answer(self.column.blocks)

    # -- find ------------------------------------------------------------------------------------------------

    def find(self, text: str) -> int:
        """Look for a text in everything, also what is folded, and show the first occurrence; "" ends the find.

        Returns:
            How often it occurs, whatever the case of its letters.
        """
        total = self._search.find(text)
        self.paint()
        return total

    def find_next(self) -> tuple[int, int]:
        """Show the next occurrence; returns its number, from 1, and how many there are."""
        return self._find_step(1)

    def find_previous(self) -> tuple[int, int]:
        """Show the previous occurrence; returns its number, from 1, and how many there are."""
        return self._find_step(-1)

    def _find_step(self, direction: int) -> tuple[int, int]:
        self._search.step(direction)
        self.paint()
        return self.find_position

    def find_clear(self) -> None:
        """End the find; what it opened is folded again, and the place stays."""
        self._search.clear()
        self._told_find = (0, 0)
        self.paint()

    @property
    def find_position(self) -> tuple[int, int]:
        """The number of the current occurrence, from 1 (0: none), and how many there are."""
        return self._search.position, self._search.total
