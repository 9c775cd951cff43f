"""The block that keys act on: which one it is, and how it moves through the column."""

from __future__ import annotations

from pitui.session.blocks import AnyBlock, TextBlock, ThinkingBlock, UserBlock
from pitui.ui.widgets.transcript.layout import Layout
from pitui.ui.widgets.transcript.viewport import Viewport

STEP = 5
"""Rows by which a block that is higher than the window is read on."""


class Cursor:
    """Moves from block to block; `key` is the current one, None before anything was chosen."""

    def __init__(self, layout: Layout[AnyBlock], viewport: Viewport) -> None:
        self._layout = layout
        self._viewport = viewport
        self.key: int | None = None

    @property
    def block(self) -> AnyBlock | None:
        """The current block."""
        return None if self.key is None else self._layout.block(self.key)

    def down(self) -> None:
        """Go to the next block; a block that ends below the window is read on first."""
        index = self._index()
        if index is None:
            return self._start()
        bottom = self._viewport.top + self._viewport.height
        end = self._layout.start(index) + self._layout.height(index)
        if end > bottom and self._layout.height(index) > self._viewport.height:
            return self._viewport.move(min(STEP, end - bottom))
        self._go(range(index + 1, len(self._layout)))
        return None

    def up(self) -> None:
        """Go to the previous block; a block that begins above the window is read back first."""
        index = self._index()
        if index is None:
            return self._start()
        start = self._layout.start(index)
        if start < self._viewport.top and self._layout.height(index) > self._viewport.height:
            return self._viewport.move(-min(STEP, self._viewport.top - start))
        self._go(range(index - 1, -1, -1))
        return None

    def to_prompt(self, direction: int) -> None:
        """Go to the next message of the user (1), or the previous one (-1); past the last one is the end."""
        viewport, layout = self._viewport, self._layout
        if not viewport.rows:
            return
        first = viewport.rows[0]
        index = layout.index(first.key) or 0
        if direction < 0:
            found = _first(layout.blocks, range(index - (first.line <= 0), -1, -1))
            if found is not None:
                self.key = layout.blocks[found].key
            viewport.go_to(layout.blocks[found or 0].key, 0)
            return
        found = _first(layout.blocks, range(index + (first.line >= 0), len(layout)))
        if found is None:
            viewport.go_to_end()
            return
        self.key = layout.blocks[found].key
        viewport.go_to(self.key, 0)

    def reveal(self, key: int) -> None:
        """Make a block the current one and bring its head into the window, if it is not there."""
        if self._layout.index(key) is None:
            return
        self.key = key
        if self._viewport.row_of(key, 0) is None:
            self._viewport.go_to(key, 0, self._viewport.height // 4)

    def _index(self) -> int | None:
        if self.key is None or self.key not in self._viewport.visible_keys():
            return None
        return self._layout.index(self.key)

    def _start(self) -> None:
        keys = self._viewport.visible_keys()
        if keys:
            self.key = keys[-1] if self._viewport.follow else keys[0]

    def _go(self, way: range) -> None:
        layout, viewport = self._layout, self._viewport
        for i in way:
            lines = layout.lines(i)
            if not lines:
                continue
            self.key = layout.blocks[i].key
            if viewport.row_of(self.key, 0) is None or viewport.row_of(self.key, len(lines) - 1) is None:
                fits = len(lines) < viewport.height
                forward = way.step > 0
                at_bottom = forward and fits
                viewport.go_to(
                    self.key, len(lines) - 1 if at_bottom else 0, viewport.height - 1 if at_bottom else 0
                )
            return
        if way.step > 0:
            viewport.go_to_end()


def _first(blocks: list[AnyBlock], way: range) -> int | None:
    return next((i for i in way if isinstance(blocks[i], UserBlock)), None)


def last_answer(blocks: list[AnyBlock]) -> str:
    """The source of the last message of the model that has text; "" when there is none."""
    texts: list[str] = []
    entry: str | None = None
    for block in reversed(blocks):
        if texts and (block.entry_id != entry or not isinstance(block, TextBlock | ThinkingBlock)):
            break
        if isinstance(block, TextBlock) and block.text.text.strip():
            texts.append(block.text.text)
            entry = block.entry_id
    return "\n\n".join(reversed(texts))
