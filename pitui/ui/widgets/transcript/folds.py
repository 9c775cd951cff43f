"""Which blocks are open: a default for thoughts, one for tool output, and above them each block's own choice."""

from __future__ import annotations

from collections.abc import Set
from enum import Enum, auto

from pitui.session.blocks import BashBlock, Block, ThinkingBlock, ToolBlock


class Kind(Enum):
    """What folds together."""

    THINKING = auto()
    TOOLS = auto()
    """Tool calls and `!` commands."""
    OTHER = auto()


def kind_of(block: Block) -> Kind:
    """What a block folds with."""
    match block:
        case ThinkingBlock():
            return Kind.THINKING
        case ToolBlock() | BashBlock():
            return Kind.TOOLS
        case _:
            return Kind.OTHER


class Folds:
    """The fold state of every block; all are folded until someone opens them."""

    def __init__(self) -> None:
        self._open: set[Kind] = set()
        self._own: dict[Kind, dict[int, bool]] = {kind: {} for kind in Kind}
        self._lent: Set[int] = frozenset()

    def is_open(self, block: Block) -> bool:
        """Whether a block is shown whole."""
        if block.key in self._lent:
            return True
        kind = kind_of(block)
        return self._own[kind].get(block.key, kind in self._open)

    def toggle(self, block: Block) -> None:
        """Open a folded block or fold an open one, for itself."""
        is_open = self.is_open(block)
        self._lent -= {block.key}
        self._own[kind_of(block)][block.key] = not is_open

    def toggle_all(self, kind: Kind) -> bool:
        """Open or fold all blocks of a kind, also those that had their own choice.

        Returns:
            Whether they are open now.
        """
        self._own[kind].clear()
        self._open ^= {kind}
        return kind in self._open

    def lend(self, keys: Set[int]) -> Set[int]:
        """Open blocks for as long as a search points into them, and give back those that were opened so before.

        Returns:
            The blocks that this opens or folds.
        """
        changed = self._lent ^ keys
        self._lent = frozenset(keys)
        return changed
