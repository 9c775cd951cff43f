"""All calls of a session as rows, nested ones below the call that made them; a change costs what follows it."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from pitui.session.blocks import AnyBlock, ToolBlock, ToolState
from pitui.session.changes import ChangeSet

_DEEPEST = 12


class CallRow(NamedTuple):
    """One row: the call, how deep it is nested, and the key of the conversation's block that shows it."""

    call: ToolBlock
    depth: int
    block_key: int


class Taken(NamedTuple):
    """What a change did: rows from `first` on are others (None: no row came or went), rows `touched` read anew."""

    first: int | None
    touched: frozenset[int]


class Listing:
    """The rows.

    Attributes:
        rows: all of them, in the order of the conversation.
    """

    def __init__(self) -> None:
        self.rows: list[CallRow] = []
        self._indices: list[int] = []
        self._starts: list[int] = []
        self._row_of: dict[int, int] = {}
        self._position_of: dict[int, int] = {}
        self._open: dict[int, ToolBlock] = {}

    def row_of(self, key: int) -> int | None:
        """Where the row of a call is."""
        return self._row_of.get(key)

    @property
    def current(self) -> int:
        """The row of the call that runs, the last one of several; else the one being prepared, else the last."""
        for wanted in (ToolState.RUNNING, ToolState.PREPARING):
            open_rows = [self._row_of[key] for key, call in self._open.items() if call.state is wanted]
            if open_rows:
                return max(open_rows)
        return self._starts[-1] if self._starts else 0

    def take(self, blocks: Sequence[AnyBlock], changes: ChangeSet) -> Taken:
        """Bring the rows up to date.

        Args:
            blocks: the session's blocks.
            changes: what changed about them since the last call.
        """
        first: int | None = None
        if changes.restructured_from is not None:
            first = self._reread(blocks, changes.restructured_from)
        grown = [
            position
            for key in changes.blocks
            if (position := self._position_of.get(key)) is not None and not self._is_complete(position)
        ]
        if grown:
            again = self._indices[min(grown)]
            row = self._starts[min(grown)]
            self._reread(blocks, again)
            first = row if first is None else min(first, row)
        touched = {row for key in changes.blocks if (row := self._row_of.get(key)) is not None}
        for key in changes.blocks & self._position_of.keys():
            self._note_state(self.rows[self._row_of[key]].call)
        return Taken(first, frozenset(touched))

    def _reread(self, blocks: Sequence[AnyBlock], index: int) -> int | None:
        """Make the rows of the blocks from `index` on anew; returns the first row that is another call's."""
        position = bisect_left(self._indices, index)
        row = self._starts[position] if position < len(self._starts) else len(self.rows)
        before = self.rows[row:]
        for call, _, _ in before:
            del self._row_of[call.key]
            self._position_of.pop(call.key, None)
            self._open.pop(call.key, None)
        del self._indices[position:], self._starts[position:], self.rows[row:]
        for i in range(index, len(blocks)):
            block = blocks[i]
            if isinstance(block, ToolBlock):
                self._add(i, block)
        after = self.rows[row:]
        if before == after:
            return None
        same = 0
        for old, new in zip(before, after, strict=False):
            if old != new:
                break
            same += 1
        return row + same

    def _add(self, index: int, call: ToolBlock) -> None:
        self._position_of[call.key] = len(self._indices)
        self._indices.append(index)
        self._starts.append(len(self.rows))
        for row in _flat(call, 0, call.key):
            self._row_of[row.call.key] = len(self.rows)
            self.rows.append(row)
        self._note_state(call)

    def _is_complete(self, position: int) -> bool:
        start = self._starts[position]
        stop = self._starts[position + 1] if position + 1 < len(self._starts) else len(self.rows)
        return stop - start == sum(1 for _ in _flat(self.rows[start].call, 0, 0))

    def _note_state(self, call: ToolBlock) -> None:
        if call.state in (ToolState.RUNNING, ToolState.PREPARING):
            self._open[call.key] = call
        else:
            self._open.pop(call.key, None)


def _flat(call: ToolBlock, depth: int, block_key: int) -> Iterator[CallRow]:
    yield CallRow(call, depth, block_key)
    if depth < _DEEPEST:
        for inner in call.nested:
            yield from _flat(inner, depth + 1, block_key)
