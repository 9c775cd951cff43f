"""Brings the column up to date with the session: takes over what changed, and feeds what is being written."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import NamedTuple

from pitui.render.line import Line
from pitui.session.blocks import AnyBlock, TextBlock
from pitui.session.changes import ChangeSet
from pitui.ui.widgets.transcript.layout import Layout
from pitui.ui.widgets.transcript.streams import Streams

BUDGET = 0.003
"""Seconds that growing answers may take before a key is looked at again."""


class Applied(NamedTuple):
    """What was taken over.

    Attributes:
        news: blocks that are new or say something else.
        touched: these, and blocks that were read again.
        is_restructured: whether blocks came, went or moved.
    """

    news: set[int]
    touched: set[int]
    is_restructured: bool


class Updater:
    """Holds changes back until they are applied, so that a frame can be skipped."""

    def __init__(
        self, layout: Layout[AnyBlock], streams: Streams, clock: Callable[[], float] = time.perf_counter
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

    def apply(self, blocks: Sequence[AnyBlock]) -> Applied:
        """Take over everything that was kept.

        Args:
            blocks: the session's blocks as they are now.
        """
        changes = self._waiting.take()
        news = set(changes.blocks)
        touched = set(changes.blocks)
        if changes.restructured_from is not None:
            start = changes.restructured_from
            before = {block.key: block for block in self._layout.blocks[start:]}
            self._layout.replace(blocks, start)
            for block in self._layout.blocks[start:]:
                if before.get(block.key) is not block:
                    touched.add(block.key)
                    if block.key not in before:
                        news.add(block.key)
        for key in touched:
            self._layout.changed(key)
            block = self._layout.block(key)
            if isinstance(block, TextBlock) and block.streaming and self._streams.wants(block):
                self._streams.lines(block)
        return Applied(news, touched, changes.restructured_from is not None)

    def feed(self) -> tuple[bool, dict[int, Sequence[Line]]]:
        """Render more of the answers that are being written or are long.

        Returns:
            Whether there is more to render than there was time for; and for blocks that something stood in for
            until now, that something.
        """
        deadline = self._clock() + BUDGET
        is_left = False
        replaced: dict[int, Sequence[Line]] = {}
        for key in self._streams.open_keys():
            block = self._layout.block(key)
            if not isinstance(block, TextBlock) or not (block.streaming or self._streams.fits(block)):
                self._streams.close(key)
                continue
            was_behind, before = self._streams.is_behind(key), self._streams.lines(block)
            is_left |= self._streams.feed(block, lambda: self._clock() >= deadline)
            after = None if block.streaming else self._streams.finish(block)
            if after is None:
                if not self._streams.fits(block):
                    continue
                after = self._streams.lines(block)
            if was_behind and not self._streams.is_behind(key):
                replaced[key] = before
            self._layout.set_content(key, after, block.version)
        return is_left, replaced
