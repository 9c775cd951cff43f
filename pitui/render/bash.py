"""A `!` command of the user: one row, then the end of its output."""

from __future__ import annotations

from rich.segment import Segment

from pitui.render.layout import remark, spread
from pitui.render.line import Line
from pitui.render.look import Look
from pitui.render.output import FOLDED_ROWS, last_rows
from pitui.render.sanitize import visible
from pitui.render.tools.command import command_lines
from pitui.render.tools.row import state_glyph, took
from pitui.session.blocks import BashBlock, ToolState
from pitui.session.target import first_line


def render_bash(block: BashBlock, look: Look) -> list[Line]:
    """Draw the command (`!!` when the model does not see it), its exit code, duration and output."""
    palette = look.palette
    name = Segment("!!" if block.excluded else "!", palette.tool_name)
    left = (state_glyph(_state(block), look), Segment(" "), name)
    target = visible(first_line(block.command))
    row = spread(left, target, palette.tool_target, _figures(block, look), look.width, is_path=False)
    lines = [Line(row, 2)]
    if look.expanded:
        lines += command_lines(block.command, target, look)
    rows = look.rows(FOLDED_ROWS)
    lines += last_rows(block.output.text, rows, look, palette.dim)
    if block.truncated and block.full_output_path:
        path = visible(" ".join(block.full_output_path.split()))
        lines += remark(f"full output: {path}", look.width, palette.dim)
    return lines


def _state(block: BashBlock) -> ToolState:
    if block.running:
        return ToolState.RUNNING
    if block.cancelled:
        return ToolState.ABORTED
    return ToolState.FAILED if block.exit_code else ToolState.DONE


def _figures(block: BashBlock, look: Look) -> list[Segment]:
    dim = look.palette.dim
    figures: list[Segment] = []
    if block.excluded:
        figures.append(Segment("not in context", dim))
    if block.cancelled:
        figures.append(Segment("aborted", dim))
    elif block.exit_code:
        figures.append(Segment(f"exit {block.exit_code}", look.palette.error))
    if block.running and block.started is not None:
        figures.append(took(look.now - block.started, look))
    elif block.seconds is not None:
        figures.append(took(block.seconds, look))
    return figures
