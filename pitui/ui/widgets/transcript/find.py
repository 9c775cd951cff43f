"""Find over the whole conversation: counts in the sources of all blocks, renders none of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from pitui.session.blocks import Block
from pitui.ui.widgets.transcript.hits import lowered


class Finder:
    """What is looked for, how often each block has it, and which occurrence is the current one.

    Attributes:
        needle: what is looked for, in lower case; "" when nothing is.
        key: the block of the current occurrence.
        ordinal: which of that block's occurrences is current, from 0.
    """

    def __init__(self, text_of: Callable[[Any], str]) -> None:
        """Make a finder; `text_of` gives the whole source of a block."""
        self.needle = ""
        self.key: int | None = None
        self.ordinal = 0
        self._text_of = text_of
        self._lowered: dict[int, tuple[int, str]] = {}
        self._counts: dict[int, int] = {}

    def search(self, text: str, blocks: Sequence[Block]) -> int:
        """Look for another text; there is no current occurrence then.

        Returns:
            How often it occurs, upper and lower case being the same.
        """
        self.needle = lowered(text)
        self.key = None
        self.ordinal = 0
        self._counts = {}
        if not self.needle:
            self._lowered = {}
            return 0
        self.recount(blocks)
        return self.total

    def recount(self, blocks: Iterable[Block]) -> None:
        """Count again in blocks that are new or have changed."""
        for block in blocks:
            count = self._source(block).count(self.needle) if self.needle else 0
            if count:
                self._counts[block.key] = count
            else:
                self._counts.pop(block.key, None)
            if self.key == block.key:
                self.ordinal = min(self.ordinal, count - 1)
                if not count:
                    self.key = None

    def keep(self, keys: Iterable[int]) -> None:
        """Forget all blocks but these."""
        self._counts = {key: count for key in keys if (count := self._counts.get(key))}
        self._lowered = {key: known for key, known in self._lowered.items() if key in self._counts}
        if self.key not in self._counts:
            self.key = None

    @property
    def total(self) -> int:
        """How many occurrences there are."""
        return sum(self._counts.values())

    def count_in(self, key: int) -> int:
        """How many occurrences a block has."""
        return self._counts.get(key, 0)

    def position(self, blocks: Sequence[Block]) -> int:
        """Which occurrence of all is the current one, from 1; 0 when none is."""
        if self.key is None:
            return 0
        before = 0
        for block in blocks:
            if block.key == self.key:
                return before + self.ordinal + 1
            before += self._counts.get(block.key, 0)
        return 0

    def start_at(self, blocks: Sequence[Block], index: int) -> bool:
        """Make the first occurrence in or after block `index` the current one, else the first of all."""
        for i in (*range(index, len(blocks)), *range(min(index, len(blocks)))):
            if self._counts.get(blocks[i].key):
                self.key, self.ordinal = blocks[i].key, 0
                return True
        self.key = None
        return False

    def step(self, blocks: Sequence[Block], index: int, direction: int) -> bool:
        """Go to the next occurrence, or the previous one when `direction` is -1; past the end it begins anew.

        Args:
            blocks: all blocks.
            index: the current occurrence's block, from which to go on.
            direction: 1 or -1.

        Returns:
            Whether there is any.
        """
        if self.key is not None:
            ordinal = self.ordinal + direction
            if 0 <= ordinal < self._counts[self.key]:
                self.ordinal = ordinal
                return True
        size = len(blocks)
        for distance in range(1, size + 1):
            key = blocks[(index + direction * distance) % size].key
            if count := self._counts.get(key):
                self.key = key
                self.ordinal = 0 if direction > 0 else count - 1
                return True
        return False

    def _source(self, block: Block) -> str:
        known = self._lowered.get(block.key)
        if known is not None and known[0] == block.version:
            return known[1]
        text = lowered(self._text_of(block))
        self._lowered[block.key] = (block.version, text)
        return text
