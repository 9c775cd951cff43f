"""Any other tool: its name, its arguments as a person reads them, its output."""

from __future__ import annotations

from itertools import islice

from rich.segment import Segment
from rich.style import Style

from pitui.protocol.content import images_of
from pitui.render.ansi import expand_tabs
from pitui.render.chips import chips
from pitui.render.layout import indented, note
from pitui.render.line import Line
from pitui.render.look import OPEN_ROWS, Look
from pitui.render.output import FOLDED_ROWS, earlier, tail
from pitui.render.sanitize import visible
from pitui.render.tools.nested import nested_lines
from pitui.render.tools.row import call_row
from pitui.session.arguments import readable
from pitui.session.blocks import ToolBlock, ToolState
from pitui.session.text import output_text

_LINE_CAP = 2_000


def render_generic(block: ToolBlock, look: Look) -> list[Line]:
    """Draw a call of a tool that has no form of its own: an extension's, an MCP server's, or one to come."""
    lines = [call_row(block, look)]
    if look.expanded:
        lines += argument_lines(block, look)
    lines += nested_lines(block.nested, look)
    return [*lines, *output_lines(block, look)]


def argument_lines(block: ToolBlock, look: Look) -> list[Line]:
    """The arguments, one line each, longer ones indented below their key."""
    lines: list[Line] = []
    style = look.palette.text
    rows = look.rows(OPEN_ROWS)
    arguments = block.arguments or block.arguments_text
    for text in islice(readable(arguments), rows + 1) if arguments else ():
        lines += indented([Segment(visible(expand_tabs(text[:_LINE_CAP])), style)], look.width, 4)
    if len(lines) > rows:
        return [*lines[:rows], note("… more of the arguments", look.width, look.palette.dim, 4)]
    return lines


def output_lines(block: ToolBlock, look: Look) -> list[Line]:
    """The end of the output, and its images."""
    failed = block.state in (ToolState.FAILED, ToolState.DENIED)
    style: Style = look.palette.error if failed else look.palette.dim
    rows = look.rows(FOLDED_ROWS)
    shown = tail(output_text(block.output), rows, look.width, style)
    return [*earlier(shown.hidden, look), *shown.lines, *chips(images_of(block.output), look, 2)]
