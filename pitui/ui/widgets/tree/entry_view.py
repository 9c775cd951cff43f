"""Blocks to read from their beginning, tool output and thoughts open."""

from __future__ import annotations

from collections.abc import Sequence

from textual import on
from textual.message import Message

from pitui.session.blocks import AnyBlock
from pitui.session.changes import ChangeSet
from pitui.ui.frames import FRAME_SECONDS
from pitui.ui.later import Later
from pitui.ui.widgets.transcript import Transcript
from pitui.ui.widgets.transcript.folds import Kind


class Blocks:
    """Some blocks as a transcript wants them."""

    def __init__(self, blocks: Sequence[AnyBlock]) -> None:
        """Take the blocks."""
        self.blocks = list(blocks)


class EntryView(Transcript):
    """A transcript of something that does not grow; nobody else hears of what happens in it."""

    _waits = False
    """Whether there was no room yet when something was to be read."""

    def on_mount(self) -> None:
        """Open everything."""
        for kind in Kind:
            self._toggle_all(kind)

    def read(self, blocks: Sequence[AnyBlock]) -> None:
        """Show blocks from their beginning."""
        self.show(Blocks(blocks))
        self._finish()

    def fit(self) -> None:
        """Lay out for the new size."""
        super().fit()
        if self._waits:
            self._finish()

    def _finish(self) -> None:
        """More than one frame may be needed."""
        self._waits = not self.is_ready
        if self.take(ChangeSet()):
            Later(self, FRAME_SECONDS, self._finish)
        self.move("top")

    @on(Transcript.BlockSelected)
    @on(Transcript.FollowChanged)
    @on(Transcript.FindChanged)
    def _own(self, event: Message) -> None:
        event.stop()
