"""Keeps the lines of the blocks that were looked at last, and knows when they are out of date."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pitui.render.line import Line

MOST_LINES = 20_000


@dataclass(frozen=True, slots=True)
class Rendered:
    """A rendering of one block.

    Attributes:
        version: the block's version that it shows.
        expanded: whether it shows the block whole.
        lines: the lines, without the gap above.
        count: how many lines these were when the rendering was kept; those of a stream grow.
        at: when it was made, in seconds of the layout's clock.
        cost: how long that took, in seconds.
    """

    version: int
    expanded: bool
    lines: Sequence[Line]
    count: int
    at: float = 0
    cost: float = 0


class RenderedBlocks:
    """Renderings by block key; the least recently used go when there are more than `most` lines."""

    def __init__(self, most: int = MOST_LINES) -> None:
        self._most = most
        self._blocks: dict[int, Rendered] = {}
        self.total_lines = 0

    def keys(self) -> list[int]:
        """The blocks that have a rendering, the most recently used last."""
        return list(self._blocks)

    def get(self, key: int) -> Rendered | None:
        """A rendering, which thereby becomes the most recently used."""
        rendered = self._blocks.pop(key, None)
        if rendered is not None:
            self._blocks[key] = rendered
        return rendered

    def put(self, key: int, rendered: Rendered) -> None:
        """Keep a rendering; it always stays, however long it is."""
        self.discard(key)
        self._blocks[key] = rendered
        self.total_lines += rendered.count
        while self.total_lines > self._most and len(self._blocks) > 1:
            self.discard(next(iter(self._blocks)))

    def discard(self, key: int) -> None:
        """Forget a rendering, if there is one."""
        rendered = self._blocks.pop(key, None)
        if rendered is not None:
            self.total_lines -= rendered.count

    def clear(self) -> None:
        """Forget all."""
        self._blocks.clear()
        self.total_lines = 0
