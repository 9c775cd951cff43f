"""Feeds long and growing answers into their incremental renderers, a little at a time.

A text that is long already when it is first seen, or when the width changes, has something else stand in for it
until its renderer has caught up: the lines of the old width, or blank ones.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping, Sequence

from pitui.render.line import BLANK, Line
from pitui.render.markdown import MarkdownStream
from pitui.session.blocks import TextBlock

SLICE = 512
"""Characters that are rendered before the clock is looked at."""
LONG = 12_000
"""Characters that are too many to be rendered in one go."""

_log = logging.getLogger(__name__)


class _Growing:
    __slots__ = ("_generation", "_omitted", "_text", "consumed", "goal", "stand_in", "stream")

    def __init__(self, stream: MarkdownStream, block: TextBlock) -> None:
        self.stream = stream
        self.consumed = 0
        self.goal = 0
        self.stand_in: Sequence[Line] = ()
        self._text = block.text
        self._generation = block.text.generation
        self._omitted = block.omitted

    @property
    def lines(self) -> Sequence[Line]:
        """What is to be shown now."""
        return self.stand_in if self.is_behind else self.stream.lines

    @property
    def is_behind(self) -> bool:
        """Whether something stands in for the text."""
        return self.consumed < self.goal

    def fits(self, block: TextBlock) -> bool:
        """Whether this is the text that was begun with, and it only grew since."""
        text, is_same = block.text, block.omitted is self._omitted
        return is_same and text is self._text and text.generation == self._generation

    def append(self, text: str) -> None:
        """Render more."""
        self.stream.append(text)
        self.consumed += len(text)


class Streams:
    """The renderers of all texts that grow or are long, by block key."""

    def __init__(
        self, make: Callable[[TextBlock], MarkdownStream], guess: Callable[[TextBlock], int]
    ) -> None:
        """Make an empty set.

        Args:
            make: gives a new renderer for a block, as it is now, for the present width and palette.
            guess: about how many lines a block will have.
        """
        self._make = make
        self._guess = guess
        self._growing: dict[int, _Growing] = {}
        self._seen: dict[int, Sequence[Line]] = {}
        self._broken: set[int] = set()

    def wants(self, block: TextBlock) -> bool:
        """Whether a block is to be rendered here, and not at once."""
        if block.key in self._broken:
            return False
        return block.streaming or self.fits(block) or len(block.text) > LONG

    def fits(self, block: TextBlock) -> bool:
        """Whether the block has a renderer and its text only grew since."""
        growing = self._growing.get(block.key)
        return growing is not None and growing.fits(block)

    def open_keys(self) -> list[int]:
        """The blocks that have a renderer, in a list of their own."""
        return list(self._growing)

    @property
    def is_catching_up(self) -> bool:
        """Whether something stands in for any text."""
        return any(growing.is_behind for growing in self._growing.values())

    def is_behind(self, key: int) -> bool:
        """Whether something stands in for a block's text."""
        growing = self._growing.get(key)
        return growing is not None and growing.is_behind

    def lines(self, block: TextBlock) -> Sequence[Line]:
        """The lines to show now; a block that is new gets a renderer."""
        growing = self._growing.get(block.key)
        if growing is None or not growing.fits(block):
            growing = self._begin(block)
        return growing.lines

    def feed(self, block: TextBlock, is_time_up: Callable[[], bool]) -> bool:
        """Render more of a text that has a renderer.

        Args:
            block: the block.
            is_time_up: asked after each slice.

        Returns:
            Whether some of the text is still to be rendered.
        """
        growing = self._growing[block.key]
        text = block.text.since(growing.consumed)
        done = 0
        try:
            while done < len(text):
                growing.append(text[done : done + SLICE])
                done += SLICE
                if is_time_up():
                    break
        except Exception:
            self._give_up(block.key)
            return False
        return done < len(text)

    def finish(self, block: TextBlock) -> Sequence[Line] | None:
        """End the renderer of a text that grows no more.

        Returns:
            The block's final lines; None while some of its text is still to be rendered, when that failed, or when
            the text is rendered in another way now that it is complete.
        """
        growing = self._growing.get(block.key)
        if growing is None or growing.consumed < len(block.text):
            return None
        try:
            growing.stream.finish()
        except Exception:
            self._give_up(block.key)
            return None
        self.close(block.key)
        lines = growing.stream.lines
        if self._make(block).diagrams == growing.stream.diagrams:
            return lines
        self._seen[block.key] = lines
        return None

    def close(self, key: int) -> None:
        """Drop the renderer of a block."""
        self._growing.pop(key, None)

    def restart(self, seen: Mapping[int, Sequence[Line]]) -> None:
        """Begin all anew, because the width or the colours changed.

        Args:
            seen: lines that blocks have now, to stand in for them.
        """
        self._seen = {key: growing.lines for key, growing in self._growing.items()} | dict(seen)
        self._growing.clear()
        self._broken.clear()

    def _begin(self, block: TextBlock) -> _Growing:
        growing = _Growing(self._make(block), block)
        self._growing[block.key] = growing
        seen = self._seen.pop(block.key, None)
        if len(block.text) > LONG:
            growing.goal = len(block.text)
            growing.stand_in = [BLANK] * self._guess(block) if seen is None else seen
        else:
            self.feed(block, lambda: False)
        return growing

    def _give_up(self, key: int) -> None:
        _log.exception("rendering the answer failed (key %d)", key)
        self._broken.add(key)
        self.close(key)
