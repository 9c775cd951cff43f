"""How high a block will be, guessed from its text, so that nothing has to be rendered before it is seen."""

from __future__ import annotations

from typing import NamedTuple

from pitui.session.blocks import (
    AnyBlock,
    BashBlock,
    CustomBlock,
    NoticeBlock,
    TextBlock,
    ThinkingBlock,
    ToolBlock,
    UnknownBlock,
    UserBlock,
)

FOLDED_TOOL = 4
"""A tool row with a short tail of output."""
OPEN_TOOL = 40


class Size(NamedTuple):
    """About how much room a block needs: so many rows, and so many characters that are to be wrapped."""

    rows: int
    characters: int = 0

    def height(self, width: int) -> int:
        """Rows at a width in cells."""
        return self.rows + self.characters // width


def estimate(block: AnyBlock, expanded: bool) -> Size:
    """Guess how much room a block needs, without a gap above; none for a text that is still empty.

    Args:
        block: the block.
        expanded: whether it is shown whole.
    """
    match block:
        case TextBlock():
            return _size(block.text.text)
        case UserBlock() | CustomBlock() | NoticeBlock() | UnknownBlock():
            return _size(block.text or " ")
        case ThinkingBlock():
            return _size("\n" + block.text.text) if expanded else Size(1)
        case BashBlock() | ToolBlock():
            return Size(OPEN_TOOL if expanded else FOLDED_TOOL)
        case _:
            return Size(1)


def _size(text: str) -> Size:
    return Size(text.count("\n") + 1, len(text)) if text else Size(0)
