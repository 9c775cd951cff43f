"""What a call said when it failed: shown even when the call is folded."""

from __future__ import annotations

from pitui.render.look import Look
from pitui.render.tools.parts import Output, Part
from pitui.session.blocks import ToolBlock, ToolState
from pitui.session.text import output_text

_FOLDED_ROWS = 10
_BAD = (ToolState.FAILED, ToolState.DENIED, ToolState.ABORTED)


def outcome(block: ToolBlock, look: Look) -> list[Part]:
    """The text of a call that failed, was denied or aborted; of any other one only in the tools pane."""
    if block.state in _BAD:
        style = look.palette.error if block.state is ToolState.FAILED else look.palette.dim
    elif look.whole:
        style = look.palette.dim
    else:
        return []
    return [Output(output_text(block.output), style, is_first=True, folded=_FOLDED_ROWS, words=True)]
