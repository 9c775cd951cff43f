"""Takes the find to its place: shows the current occurrence, opens what hides it, and says what to highlight."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from pitui.render.block import foldable
from pitui.render.line import Line
from pitui.session.blocks import Block
from pitui.ui.widgets.transcript.find import Finder
from pitui.ui.widgets.transcript.folds import Folds
from pitui.ui.widgets.transcript.hits import Hit, hits_in
from pitui.ui.widgets.transcript.layout import Layout
from pitui.ui.widgets.transcript.viewport import Viewport

Mark = tuple[int, int, bool]
"""Characters of a line from and up to, and whether they belong to the current occurrence."""


class _Found:
    """The occurrences in the lines that a block had in some state."""

    __slots__ = ("by_line", "hits", "state")

    def __init__(self, state: tuple[int, ...], hits: list[Hit]) -> None:
        self.state = state
        self.hits = hits
        self.by_line: dict[int, list[tuple[int, int, int]]] = {}
        for n, hit in enumerate(hits):
            for piece in hit:
                self.by_line.setdefault(piece.line, []).append((piece.start, piece.end, n))


class Search:
    """The find of one column."""

    def __init__(
        self, layout: Layout[Any], viewport: Viewport, folds: Folds, text_of: Callable[[Any], str]
    ) -> None:
        self._layout = layout
        self._viewport = viewport
        self._folds = folds
        self._finder = Finder(text_of)
        self._origin: tuple[int, int] | None = None
        self._found: dict[int, _Found] = {}

    @property
    def is_active(self) -> bool:
        """Whether something is looked for."""
        return bool(self._finder.needle)

    @property
    def total(self) -> int:
        """How many occurrences there are."""
        return self._finder.total

    @property
    def position(self) -> int:
        """Which of them is the current one, from 1; 0 when there is none."""
        return self._finder.position(self._layout.blocks)

    def find(self, text: str) -> int:
        """Look for a text and show its first occurrence from where the search began on.

        Returns:
            How many occurrences there are.
        """
        if not text:
            self.clear()
            return 0
        if not self.is_active:
            rows = self._viewport.rows
            self._origin = (rows[0].key, rows[0].line) if rows else None
        self._found.clear()
        total = self._finder.search(text, self._layout.blocks)
        if self._start():
            self._show()
        else:
            self._lend(frozenset())
            self._viewport.settle()
        return total

    def _start(self) -> bool:
        """Make the first occurrence from the origin on the current one, else the first of all."""
        blocks = self._layout.blocks
        key, line = self._origin or (None, 0)
        index = None if key is None else self._layout.index(key)
        if key is None or index is None or not self._finder.count_in(key):
            return self._finder.start_at(blocks, index or 0)
        hits = self._found_in(key).hits
        if len(hits) < self._finder.count_in(key):
            return self._finder.start_at(blocks, index)
        ordinal = next((n for n, hit in enumerate(hits) if hit[0].line >= line), None)
        if ordinal is None:
            return self._finder.start_at(blocks, index + 1)
        self._finder.key, self._finder.ordinal = key, ordinal
        return True

    def again(self) -> None:
        """Look for the same text after all blocks were replaced by others."""
        self._origin = None
        self._found.clear()
        self.find(self._finder.needle)

    def step(self, direction: int) -> bool:
        """Show the next occurrence (1) or the previous one (-1); returns whether there is one."""
        if not self.is_active:
            return False
        key = self._finder.key
        index = None if key is None else self._layout.index(key)
        if not self._finder.step(self._layout.blocks, -1 if index is None else index, direction):
            return False
        self._show()
        return True

    def clear(self) -> None:
        """End the find: nothing is highlighted, and what was opened for it is folded again."""
        self._finder.search("", self._layout.blocks)
        self._found.clear()
        self._origin = None
        self._lend(frozenset())
        self._viewport.settle()

    def changed(self, blocks: Iterable[Block], *, is_restructured: bool) -> None:
        """Count again in blocks that are new or have changed."""
        if not self.is_active:
            return
        if is_restructured:
            self._finder.keep(block.key for block in self._layout.blocks)
        self._finder.recount(blocks)

    def rendered(self, key: int) -> None:
        """A block's lines are there at last: show the current occurrence if it is in them."""
        if self.is_active and key == self._finder.key:
            self._show()

    def marks(self, key: int, line: int) -> tuple[Mark, ...]:
        """What to highlight on a row."""
        if not self._finder.count_in(key):
            return ()
        found = self._found_in(key)
        current = self._nearest(key, len(found.hits)) if key == self._finder.key else -1
        return tuple((start, end, n == current) for start, end, n in found.by_line.get(line, ()))

    def _show(self) -> None:
        key = self._finder.key
        index = None if key is None else self._layout.index(key)
        if key is None or index is None:
            return
        self._lend(frozenset())
        is_hidden = len(self._found_in(key).hits) < self._finder.count_in(key)
        if is_hidden and foldable(self._layout.blocks[index]):
            self._lend(frozenset({key}))
        hits = self._found_in(key).hits
        line = hits[self._nearest(key, len(hits))][0].line if hits else 0
        row = self._viewport.row_of(key, line)
        height = self._viewport.height
        self._viewport.go_to(key, line, row if row is not None and 0 < row < height - 2 else height // 3)

    def _lend(self, keys: frozenset[int]) -> None:
        for key in self._folds.lend(keys):
            self._found.pop(key, None)
            self._layout.changed(key)

    def _found_in(self, key: int) -> _Found:
        index = self._layout.index(key)
        if index is None:
            return _Found((), [])
        lines: Sequence[Line] = self._layout.lines(index)
        state = (id(lines), len(lines), self._layout.blocks[index].version)
        known = self._found.get(key)
        if known is None or known.state != state:
            known = _Found(state, hits_in(lines, self._finder.needle))
            self._found[key] = known
        return known

    def _nearest(self, key: int, seen: int) -> int:
        count = self._finder.count_in(key)
        if not count or not seen:
            return -1
        return min(self._finder.ordinal * seen // count, seen - 1)
