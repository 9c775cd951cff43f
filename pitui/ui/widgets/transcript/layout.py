"""The blocks as one long column of rows: their heights, guessed until they are rendered, and the gaps between them.

Knows no widget and no viewport; a block is rendered when its lines are asked for, never before.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from typing import Generic, Protocol, TypeVar

from pitui.render.line import Line
from pitui.session.blocks import Block, ToolBlock
from pitui.ui.widgets.transcript.folds import Folds, Kind, kind_of
from pitui.ui.widgets.transcript.heights import Heights
from pitui.ui.widgets.transcript.rendered import Rendered, RenderedBlocks

DEAR = 0.008
"""Seconds. A block that takes longer to render and keeps changing is rendered less often than it changes."""
REST = 4
"""Such a block is left alone for so many times the time that its rendering took."""

BlockT = TypeVar("BlockT", bound=Block)


class Measure(Protocol):
    """About how much room a block needs."""

    def height(self, width: int) -> int:
        """Rows at a width in cells."""
        ...


def tool_rows_join(above: Block, below: Block) -> bool:
    """Whether both are tool calls, which follow each other without a gap."""
    return isinstance(above, ToolBlock) and isinstance(below, ToolBlock)


class Layout(Generic[BlockT]):
    """The column.

    Attributes:
        blocks: what the column is made of; its own copy, so that it changes only by `replace`.
        width: cells for a block's lines.
        deferred: whether a block was left out of date because rendering it is dear; whoever looks sets it back.
    """

    def __init__(
        self,
        render: Callable[[BlockT, bool], Sequence[Line]],
        folds: Folds,
        *,
        measure: Callable[[BlockT, bool], Measure],
        is_joined: Callable[[BlockT, BlockT], bool],
        clock: Callable[[], float] = time.perf_counter,
    ) -> None:
        """Make an empty column.

        Args:
            render: renders a block, given whether to show it whole.
            folds: which blocks are open.
            measure: guesses how much room a block needs, given whether it is shown whole; none if it is empty.
            is_joined: whether there is no blank row between a block and the next one.
            clock: seconds, to see what rendering costs.
        """
        self.blocks: list[BlockT] = []
        self.width = 80
        self.deferred = False
        self._render = render
        self._folds = folds
        self._measure = measure
        self._is_joined = is_joined
        self._clock = clock
        self._index: dict[int, int] = {}
        self._heights = Heights()
        self._contents: list[int] = []
        self._sizes: list[Measure] = []
        self._rendered = RenderedBlocks()

    # -- what changed ----------------------------------------------------------------------------------------

    def replace(self, blocks: Sequence[BlockT], start: int) -> None:
        """Take over a list of blocks that is the old one before index `start`."""
        start = min(start, len(self.blocks), len(blocks))
        known = {block.key: self._contents[i] for i, block in enumerate(self.blocks[start:], start)}
        sizes = {block.key: self._sizes[i] for i, block in enumerate(self.blocks[start:], start)}
        for key in known:
            del self._index[key]
        self.blocks[start:] = blocks[start:]
        del self._contents[start:]
        del self._sizes[start:]
        self._heights.truncate(start)
        for i, block in enumerate(blocks[start:], start):
            self._index[block.key] = i
            size = sizes.get(block.key) or self._estimate(block)
            self._sizes.append(size)
            content = known.pop(block.key, None)
            self._contents.append(size.height(self.width) if content is None else content)
        if start:
            for height in self._with_gaps(start):
                self._heights.append(height)
        else:
            self._heights = Heights(self._with_gaps(0))
        for key in known:
            self._rendered.discard(key)

    def changed(self, key: int) -> None:
        """A block's version grew, or its fold state changed: guess its height anew until it is rendered."""
        i = self._index.get(key)
        if i is not None:
            self._sizes[i] = self._estimate(self.blocks[i])
            self._set_content(i, self._sizes[i].height(self.width))

    def refolded(self, kind: Kind) -> None:
        """All blocks of a kind were opened or folded."""
        for block in self.blocks:
            if kind_of(block) is kind:
                self.changed(block.key)

    def reset(self, width: int) -> None:
        """Forget every rendering, because the width or the colours changed."""
        self.width = width
        self._rendered.clear()
        self._contents = [size.height(width) for size in self._sizes]
        self._heights = Heights(self._with_gaps(0))

    def set_content(self, key: int, lines: Sequence[Line], version: int) -> None:
        """Take over lines that were made elsewhere: those of a stream, which may grow in place."""
        i = self._index.get(key)
        if i is None:
            return
        expanded = self._folds.is_open(self.blocks[i])
        self._rendered.put(key, Rendered(version, expanded, lines, len(lines), self._clock()))
        self._set_content(i, len(lines))

    # -- where things are ------------------------------------------------------------------------------------

    def __len__(self) -> int:
        return len(self.blocks)

    @property
    def total(self) -> int:
        """Rows of the whole column."""
        return self._heights.total

    def index(self, key: int) -> int | None:
        """Where in the list a block is."""
        return self._index.get(key)

    def block(self, key: int) -> BlockT | None:
        """A block by its key."""
        i = self._index.get(key)
        return None if i is None else self.blocks[i]

    def start(self, i: int) -> int:
        """The row at which block `i` begins, with the gap above it."""
        return self._heights.prefix(i)

    def height(self, i: int) -> int:
        """Rows of block `i`, with the gap above it."""
        return self._heights[i]

    def gap(self, i: int) -> int:
        """Blank rows above block `i`: none for the first and between tool rows that follow each other."""
        return self._heights[i] - self._contents[i]

    def find(self, row: int) -> tuple[int, int]:
        """The block that covers a row and the row within it, the gap above it counted."""
        return self._heights.find(row)

    def lines(self, i: int) -> Sequence[Line]:
        """The lines of block `i`, rendered if need be; its height is exact afterwards."""
        block = self.blocks[i]
        expanded = self._folds.is_open(block)
        rendered = self._rendered.get(block.key)
        if rendered is None or rendered.expanded is not expanded or rendered.version != block.version:
            rendered = self._render_anew(block, expanded, rendered)
        self._set_content(i, len(rendered.lines))
        return rendered.lines

    def rendered_keys(self) -> list[int]:
        """The blocks whose lines are kept, those used last at the end."""
        return self._rendered.keys()

    def render_again(self, i: int) -> None:
        """Render a block although its version is the same, because time passed."""
        block = self.blocks[i]
        expanded = self._folds.is_open(block)
        old = self._rendered.get(block.key)
        if old is None or old.expanded is not expanded:
            return
        self._render_anew(block, expanded, old)

    def forget(self, i: int) -> None:
        """Render a block anew when its lines are asked for next, whatever it costs."""
        self._rendered.discard(self.blocks[i].key)

    def is_up_to_date(self, i: int) -> bool:
        """Whether the lines that block `i` has show its present version."""
        block = self.blocks[i]
        rendered = self._rendered.get(block.key)
        return rendered is not None and rendered.version == block.version

    def _render_anew(self, block: BlockT, expanded: bool, old: Rendered | None) -> Rendered:
        begun = self._clock()
        if (
            old is not None
            and old.expanded is expanded
            and old.cost > DEAR
            and begun - old.at < REST * old.cost
        ):
            self.deferred = True
            return old
        lines = self._render(block, expanded)
        ended = self._clock()
        rendered = Rendered(block.version, expanded, lines, len(lines), ended, ended - begun)
        self._rendered.put(block.key, rendered)
        return rendered

    def _estimate(self, block: BlockT) -> Measure:
        return self._measure(block, self._folds.is_open(block))

    def _set_content(self, i: int, content: int) -> None:
        if self._contents[i] == content:
            return
        was_blank = self._contents[i] == 0
        self._contents[i] = content
        self._heights[i] = self._with_gap(i)
        if was_blank or content == 0:
            self._regap_after(i)

    def _regap_after(self, i: int) -> None:
        for following in range(i + 1, len(self.blocks)):
            self._heights[following] = self._with_gap(following)
            if self._contents[following]:
                return

    def _with_gap(self, i: int) -> int:
        return next(self._with_gaps(i))

    def _with_gaps(self, start: int) -> Iterator[int]:
        """The heights of the blocks from `start` on, with the gaps above them."""
        contents, blocks = self._contents, self.blocks
        at = start - 1
        while at >= 0 and contents[at] == 0:
            at -= 1
        above = blocks[at] if at >= 0 else None
        for i in range(start, len(contents)):
            content = contents[i]
            if content == 0:
                yield 0
                continue
            block = blocks[i]
            yield content if above is None or self._is_joined(above, block) else content + 1
            above = block
