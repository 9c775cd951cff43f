"""Brings the column up to date with the session: takes over what changed, and feeds what is being written."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence

from pitui.session.blocks import AnyBlock, TextBlock
from pitui.session.changes import ChangeSet
from pitui.ui.widgets.transcript.layout import Layout
from pitui.ui.widgets.transcript.streams import Streams

BUDGET = 0.003
"""Seconds of a frame that growing answers may take; what is left waits for the next frame."""


class Updater:
    """Holds changes back until they are applied, so that a frame can be skipped."""

    def __init__(
        self, layout: Layout, streams: Streams, clock: Callable[[], float] = time.perf_counter
    ) -> None:
        self._layout = layout
        self._streams = streams
        self._clock = clock
        self._waiting = ChangeSet()

    def add(self, changes: ChangeSet) -> None:
        """Keep changes for later."""
        self._waiting.blocks |= changes.blocks
        if changes.restructured_from is not None:
            self._waiting.structure(changes.restructured_from)

    def apply(self, blocks: Sequence[AnyBlock]) -> tuple[ChangeSet, set[int]]:
        """Take over everything that was kept.

        Args:
            blocks: the session's blocks as they are now.

        Returns:
            The changes, and the keys of the blocks that are new or have changed.
        """
        changes = self._waiting.take()
        touched = set(changes.blocks)
        if changes.restructured_from is not None:
            start = changes.restructured_from
            before = {block.key for block in self._layout.blocks[start:]}
            self._layout.replace(blocks, start)
            touched |= {block.key for block in self._layout.blocks[start:]} - before
        for key in touched:
            self._layout.changed(key)
            block = self._layout.block(key)
            if isinstance(block, TextBlock) and block.streaming:
                self._streams.lines(block)
        return changes, touched

    def feed(self) -> bool:
        """Render more of the answers that are being written.

        Returns:
            Whether there is more to render than this frame had time for.
        """
        deadline = self._clock() + BUDGET
        is_left = False
        for key in self._streams.open_keys():
            block = self._layout.block(key)
            if not isinstance(block, TextBlock) or (not block.streaming and not self._streams.fits(block)):
                self._streams.close(key)
                continue
            is_left |= self._streams.feed(block, lambda: self._clock() >= deadline)
            lines = self._streams.lines(block)
            if not block.streaming and self._streams.is_complete(block):
                lines = list(lines)
                self._streams.close(key)
            self._layout.set_content(key, lines, block.version)
        return is_left
