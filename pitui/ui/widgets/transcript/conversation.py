"""The session's blocks in a pane: takes what changed, draws what runs, folds and finds."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Sequence
from typing import Protocol

from textual.message import Message

from pitui.render.block import foldable, is_running, render_block
from pitui.render.line import Line
from pitui.render.look import Look
from pitui.render.markdown import MarkdownStream
from pitui.render.palette import Palette
from pitui.render.subdued import omitted_palette
from pitui.session.blocks import AnyBlock, TextBlock
from pitui.session.changes import ChangeSet
from pitui.session.images import images_in
from pitui.session.text import source_text
from pitui.ui.preferences import mermaid_of
from pitui.ui.textual_private import app_of, queued_writes
from pitui.ui.widgets.transcript.changes import Updater
from pitui.ui.widgets.transcript.cursor import Cursor
from pitui.ui.widgets.transcript.estimate import estimate
from pitui.ui.widgets.transcript.folds import Folds, Kind
from pitui.ui.widgets.transcript.layout import Layout, tool_rows_join
from pitui.ui.widgets.transcript.paint import NOTHING, Overlay
from pitui.ui.widgets.transcript.pane import Pane
from pitui.ui.widgets.transcript.pictures import PanePictures
from pitui.ui.widgets.transcript.search import Search
from pitui.ui.widgets.transcript.streams import Streams
from pitui.ui.widgets.transcript.viewport import Row

MOST_QUEUED = 3
"""Writes that may wait for the terminal before frames are skipped."""

SCROLL_SECONDS = 0.045
"""At least so long the rows stand still between two steps of following the end: each step writes all of them."""

REST_SECONDS = 0.004
"""For others between two slices of rendering: a key takes several turns of the event loop until it is seen."""

FRAME_SECONDS = 1 / 30
"""Between two frames while much is left to render."""


class Shown(Protocol):
    """What the conversation needs of a session."""

    @property
    def blocks(self) -> Sequence[AnyBlock]: ...


class Conversation(Pane[AnyBlock]):
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
        session: Shown | None = None,
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
        layout = Layout(self._render_block, self._folds, measure=estimate, is_joined=tool_rows_join)
        super().__init__(layout, palette, id=id)
        self._streams = Streams(self._new_stream, self._guess)
        self._updater = Updater(layout, self._streams)
        self.cursor = Cursor(layout, self.viewport)
        self.search = Search(layout, self.viewport, self._folds, source_text)
        self._pictures = PanePictures(self, self._picture_came)
        self._told = (True, 0)
        self._told_find = (0, 0)
        self._is_feeding = False
        self._scrolled_at = 0.0
        if session is not None:
            self._updater.add(ChangeSet(restructured_from=0))

    # -- what is shown ---------------------------------------------------------------------------------------

    def show(self, session: Shown) -> None:
        """Show another session, from its end."""
        self._session = session
        self._streams.restart({})
        # The blocks of another session may have the same keys and versions.
        self.column.replace([], 0)
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
        if (
            queued_writes(app_of(self)) > MOST_QUEUED
            or time.perf_counter() < self._scrolled_at + SCROLL_SECONDS
        ):
            return True
        top = self.viewport.top
        is_left = self._apply(self._session)
        if self.viewport.follow and self.viewport.top != top:
            self._scrolled_at = time.perf_counter()
        return is_left

    def _apply(self, session: Shown) -> bool:
        applied = self._updater.apply(session.blocks)
        is_left = self._feed()
        self.column.deferred = False
        self.viewport.settle()
        self.viewport.note_new(applied.news)
        if self.search.is_active:
            blocks = [block for key in applied.touched if (block := self.column.block(key)) is not None]
            self.search.changed(blocks, is_restructured=applied.is_restructured)
        self.paint()
        if is_left:
            self._feed_on()
        return self.column.deferred

    def _feed(self) -> bool:
        is_left, replaced = self._updater.feed()
        for key, lines in replaced.items():
            self.viewport.lines_changed(key, lines)
            self.search.rendered(key)
        return is_left

    def _feed_on(self) -> None:
        if not self._is_feeding:
            self._is_feeding = True
            self.run_worker(self._feed_all())

    async def _feed_all(self) -> None:
        """Render what is left, with a look at the keys every few milliseconds and a frame now and then."""
        painted = time.perf_counter()
        is_left = True
        try:
            while is_left and self.is_ready:
                await asyncio.sleep(REST_SECONDS)
                is_left = self._feed()
                if is_left and time.perf_counter() - painted < FRAME_SECONDS:
                    continue
                while queued_writes(app_of(self)) > MOST_QUEUED:
                    await asyncio.sleep(FRAME_SECONDS)
                self.viewport.settle()
                self.paint()
                painted = time.perf_counter()
        finally:
            self._is_feeding = False

    def _render_block(self, block: AnyBlock, expanded: bool) -> Sequence[Line]:
        if isinstance(block, TextBlock) and self._streams.wants(block):
            return self._streams.lines(block)
        width, spinner, pictures = self.column.width, self.running.spinner, self._pictures.rows
        look = Look(
            width,
            self.palette,
            expanded,
            self._now(),
            spinner,
            pictures=pictures,
            diagrams=self._draws_diagrams(block),
        )
        return render_block(block, look)

    def _picture_came(self, data: str) -> None:
        self._forget(lambda block: any(image.data == data for image in images_in(block)))

    def _forget(self, is_meant: Callable[[AnyBlock], bool]) -> None:
        """Render the blocks that are meant anew."""
        for key in self.column.rendered_keys():
            i = self.column.index(key)
            if i is not None and is_meant(self.column.blocks[i]):
                self.column.forget(i)
        if self.is_ready and self.viewport.height:
            self.viewport.settle()
            self.paint()

    def _new_stream(self, block: TextBlock) -> MarkdownStream:
        palette = omitted_palette(self.palette) if block.omitted else self.palette
        return MarkdownStream(self.column.width, palette, diagrams=self._draws_diagrams(block))

    def _draws_diagrams(self, block: AnyBlock) -> bool:
        match mermaid_of(self):
            case "off":
                return False
            case "final":
                return not (isinstance(block, TextBlock) and block.streaming)
            case _:
                return True

    def _guess(self, block: TextBlock) -> int:
        return estimate(block, expanded=False).height(self.column.width)

    def fit(self) -> None:
        """Lay out for the new size; what came before the first size is shown now."""
        if self.content_width != self.column.width:
            self._restart_streams()
        super().fit()
        if self._session is not None:
            self.take(ChangeSet())

    def set_palette(self, palette: Palette) -> None:
        """Take other colours."""
        self._restart_streams()
        super().set_palette(palette)

    def _restart_streams(self) -> None:
        indices = map(self.column.index, self.viewport.visible_keys())
        self._streams.restart(
            {self.column.blocks[i].key: self.column.lines(i) for i in indices if i is not None}
        )

    def overlay(self, row: Row) -> Overlay:
        """The block cursor and what find has found."""
        is_current = row.key == self.cursor.key and row.line >= 0
        if not self.search.is_active:
            return Overlay(is_current) if is_current else NOTHING
        return Overlay(is_current, self.search.marks(row.key, row.line))

    def badge(self) -> str:
        """How much is new below."""
        count = self.viewport.unseen
        return f" ↓ {count} new " if count else ""

    def shows_time(self, block: AnyBlock) -> bool:
        """Whether a block shows time that passes."""
        return is_running(block)

    def was_painted(self) -> None:
        """Tell what changed about following and finding, and keep what is running alive."""
        told = (self.viewport.follow, self.viewport.unseen)
        if told != self._told:
            self._told = told
            self.post_message(self.FollowChanged(*told))
        if self.search.is_active and (found := (self.search.position, self.search.total)) != self._told_find:
            self._told_find = found
            self.post_message(self.FindChanged(*found))
        super().was_painted()
        if self._streams.is_catching_up:
            self._feed_on()

    @property
    def is_rendering(self) -> bool:
        """Whether some text is still being rendered, a little at a time."""
        return self._is_feeding

    # -- what the user does ----------------------------------------------------------------------------------

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
        if row is not None or key in self.viewport.visible_keys():
            self.viewport.go_to(key, 0, row or 0)
        else:
            self.viewport.settle()
        self.paint()

    def is_open(self, key: int) -> bool:
        """Whether a block is shown whole."""
        block = self.column.block(key)
        return block is not None and self._folds.is_open(block)
