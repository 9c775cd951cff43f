"""One block of the conversation as lines on the screen, whatever kind it is and whatever it holds."""

from __future__ import annotations

import logging
from typing import assert_never

from pitui.render.bash import render_bash
from pitui.render.branch import render_branch
from pitui.render.compaction import render_compaction
from pitui.render.custom import is_long, render_custom
from pitui.render.layout import clip, note
from pitui.render.line import Line
from pitui.render.look import OPEN_ROWS, Look
from pitui.render.markdown import render_markdown
from pitui.render.notice import render_notice
from pitui.render.output import head, more
from pitui.render.retry import render_retry
from pitui.render.subdued import omitted_palette
from pitui.render.thinking import can_open, render_thinking
from pitui.render.tools import render_tool
from pitui.render.unknown import render_unknown
from pitui.render.user import render_user
from pitui.session.blocks import (
    AnyBlock,
    BashBlock,
    BranchSummaryBlock,
    CompactionBlock,
    CustomBlock,
    NoticeBlock,
    RetryBlock,
    TextBlock,
    ThinkingBlock,
    ToolBlock,
    ToolState,
    UnknownBlock,
    UserBlock,
    WaitState,
)
from pitui.session.text import source_text

__all__ = ["Look", "foldable", "is_running", "render_block"]

_log = logging.getLogger(__name__)
_ROOMY = 20


def render_block(block: AnyBlock, look: Look) -> list[Line]:
    """Draw a block; never raises.

    Args:
        block: any block.
        look: the width (no line is wider), the styles, whether it is open, the time.

    Returns:
        Its lines, without a blank one before or after. A block whose drawing raises is plain text under a mark,
        and the error is logged.
    """
    try:
        lines = _render(block, look)
    except Exception:
        _log.exception("drawing a %s failed (key %d)", type(block).__name__, block.key)
        lines = _plain(block, look)
    return fitted(lines, look.width)


def fitted(lines: list[Line], width: int) -> list[Line]:
    """The lines, none wider than `width` cells."""
    if width >= _ROOMY:
        return lines
    # Below that width the ornament may leave less room than the widest character needs.
    return [_clipped(line, width) for line in lines]


def _clipped(line: Line, width: int) -> Line:
    row = clip(line.segments, width)
    return Line(row, min(line.gutter, sum(len(segment.text) for segment in row)), line.joint, line.origin)


def _render(block: AnyBlock, look: Look) -> list[Line]:
    match block:
        case UserBlock():
            return render_user(block, look)
        case TextBlock():
            palette = omitted_palette(look.palette) if block.omitted else look.palette
            return render_markdown(block.text.text, look.width, palette, diagrams=look.diagrams)
        case ThinkingBlock():
            return render_thinking(block, look)
        case ToolBlock():
            return render_tool(block, look)
        case BashBlock():
            return render_bash(block, look)
        case NoticeBlock():
            return render_notice(block, look)
        case RetryBlock():
            return render_retry(block, look)
        case CompactionBlock():
            return render_compaction(block, look)
        case BranchSummaryBlock():
            return render_branch(block, look)
        case CustomBlock():
            return render_custom(block, look)
        case UnknownBlock():
            return render_unknown(block, look)
        case _ as unreachable:
            assert_never(unreachable)


def _plain(block: AnyBlock, look: Look) -> list[Line]:
    lines = [undrawn(look)]
    try:
        shown = head(source_text(block), OPEN_ROWS, look.width, look.palette.text, 0)
    except Exception:
        _log.exception("the text of a %s cannot be had (key %d)", type(block).__name__, block.key)
        return lines
    return [*lines, *shown.lines, *more(shown.hidden, look, 0)]


def undrawn(look: Look) -> Line:
    """The mark above what is shown as plain text because drawing it raised."""
    return note("! this could not be drawn and is shown as plain text", look.width, look.palette.warning)


def foldable(block: AnyBlock) -> bool:
    """Whether the block looks different folded and open."""
    match block:
        case ThinkingBlock():
            return can_open(block)
        case ToolBlock() | BashBlock() | UnknownBlock():
            return True
        case UserBlock():
            return bool(block.skill and block.skill_text)
        case CompactionBlock():
            return block.state is WaitState.DONE and bool(block.summary)
        case BranchSummaryBlock():
            return bool(block.summary)
        case CustomBlock():
            return is_long(block)
        case _:
            return False


def is_running(block: AnyBlock) -> bool:
    """Whether the block shows time that passes, so that it must be drawn again without having changed."""
    match block:
        case ThinkingBlock():
            return block.streaming
        case ToolBlock():
            return block.state is ToolState.RUNNING or any(map(is_running, block.nested))
        case BashBlock():
            return block.running
        case RetryBlock() | CompactionBlock():
            return block.state is WaitState.RUNNING
        case _:
            return False
