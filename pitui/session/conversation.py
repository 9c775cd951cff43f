"""The list of blocks and what is known about their places: the one place where blocks come, move and go."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import count

from pitui.session.blocks import AnyBlock, ToolBlock
from pitui.session.changes import ChangeSet


class Conversation:
    """Blocks in the order they are shown.

    Attributes:
        blocks: the blocks; changed only through this class.
        changes: every change is noted here.
        tools: the tool call of each id, the latest when a model gives an id twice; nested calls too.
        open_tools: those of them that have not ended.
    """

    def __init__(self, keys: count[int] | None = None, changes: ChangeSet | None = None) -> None:
        """Make an empty conversation.

        Args:
            keys: where keys come from; shared by conversations whose blocks will be merged.
            changes: where to note changes.
        """
        self.blocks: list[AnyBlock] = []
        self.changes = changes if changes is not None else ChangeSet()
        self.tools: dict[str, ToolBlock] = {}
        self.open_tools: dict[int, ToolBlock] = {}
        self.keys = keys if keys is not None else count(1)
        self._index: dict[int, int] = {}
        self._indexed = 0

    def new_key(self) -> int:
        """A key for a block that is about to be made."""
        return next(self.keys)

    def append(self, block: AnyBlock) -> None:
        """Show a block below all others."""
        if self._indexed == len(self.blocks):
            self._index[block.key] = self._indexed
            self._indexed += 1
        self.changes.structure(len(self.blocks))
        self.blocks.append(block)

    def insert(self, index: int, block: AnyBlock) -> None:
        """Show a block at a place."""
        self.blocks.insert(index, block)
        self._shifted(index)

    def remove(self, block: AnyBlock) -> None:
        """Show a block no longer; one that is not shown is ignored."""
        index = self.index(block.key)
        if index is None:
            return
        del self.blocks[index]
        del self._index[block.key]
        if isinstance(block, ToolBlock):
            self.open_tools.pop(block.key, None)
            if self.tools.get(block.call_id) is block:
                self._forget_tool(block.call_id)
        self._shifted(index)

    def move(self, block: AnyBlock, index: int) -> None:
        """Show a block at another place; `index` counts while the block is still where it was."""
        present = self.index(block.key)
        if present is None or present == index:
            return
        del self.blocks[present]
        self.blocks.insert(index - (index > present), block)
        self._shifted(min(present, index))

    def replace_all(self, blocks: Iterable[AnyBlock]) -> None:
        """Show other blocks."""
        self.blocks[:] = blocks
        self.tools.clear()
        self.open_tools.clear()
        for block in self.blocks:
            if isinstance(block, ToolBlock):
                self.know_tool(block)
        self._index.clear()
        self._shifted(0)

    def know_tool(self, tool: ToolBlock) -> None:
        """Take note of a tool call, shown by itself or nested, and of the calls that it made."""
        self.tools[tool.call_id] = tool
        if not tool.state.has_ended:
            self.open_tools[tool.key] = tool
        for nested in tool.nested:
            self.know_tool(nested)

    def tool_ended(self, tool: ToolBlock) -> None:
        """Nothing more comes of a tool call."""
        self.open_tools.pop(tool.key, None)

    def touch(self, block: AnyBlock) -> None:
        """What a block shows changed."""
        block.version += 1
        self.changes.block(block.key)

    def index(self, key: int) -> int | None:
        """Where the block with this key is, None when there is none."""
        if self._indexed < len(self.blocks):
            for index in range(self._indexed, len(self.blocks)):
                self._index[self.blocks[index].key] = index
            self._indexed = len(self.blocks)
        return self._index.get(key)

    def block(self, key: int) -> AnyBlock | None:
        """The block with this key, None when there is none."""
        index = self.index(key)
        return None if index is None else self.blocks[index]

    def _forget_tool(self, call_id: str) -> None:
        """The latest call of this id is gone; an earlier one is then the latest."""
        del self.tools[call_id]
        for block in reversed(self.blocks):
            if isinstance(block, ToolBlock) and block.call_id == call_id:
                self.tools[call_id] = block
                return

    def _shifted(self, index: int) -> None:
        self._indexed = min(self._indexed, index)
        self.changes.structure(index)
