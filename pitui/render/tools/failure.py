"""What a call said when it failed: shown even when the call is folded."""

from __future__ import annotations

from pitui.render.line import Line
from pitui.render.look import Look
from pitui.render.output import head, more
from pitui.session.blocks import ToolBlock, ToolState
from pitui.session.text import output_text

_FOLDED_ROWS = 10
_BAD = (ToolState.FAILED, ToolState.DENIED, ToolState.ABORTED)


def failure_lines(block: ToolBlock, look: Look) -> list[Line]:
    """The text of a call that failed, was denied or aborted; nothing for any other."""
    if block.state not in _BAD:
        return []
    style = look.palette.error if block.state is ToolState.FAILED else look.palette.dim
    rows = look.rows(_FOLDED_ROWS)
    shown = head(output_text(block.output), rows, look.width, style, words=True)
    return [*shown.lines, *more(shown.hidden, look)]
