"""How high a block will be, guessed from its text, so that nothing has to be rendered before it is seen."""

from __future__ import annotations

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


def estimate(block: AnyBlock, width: int, expanded: bool) -> int:
    """Guess a block's height.

    Args:
        block: the block.
        width: cells for its text.
        expanded: whether it is shown whole.

    Returns:
        Rows, without a gap above; 0 for a text that is still empty.
    """
    match block:
        case TextBlock():
            return _rows(block.text.text, width)
        case UserBlock():
            return _rows(block.text, width)
        case CustomBlock() | NoticeBlock() | UnknownBlock():
            return max(1, _rows(block.text, width))
        case ThinkingBlock():
            return _rows(block.text.text, width) + 1 if expanded else 1
        case BashBlock() | ToolBlock():
            return OPEN_TOOL if expanded else FOLDED_TOOL
        case _:
            return 1


def _rows(text: str, width: int) -> int:
    if not text:
        return 0
    return text.count("\n") + len(text) // max(1, width) + 1
