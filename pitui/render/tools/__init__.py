"""How each tool's calls look, by the name of the tool."""

from __future__ import annotations

from collections.abc import Callable

from pitui.render.line import Line
from pitui.render.look import Look
from pitui.render.tools.codemode import codemode_parts
from pitui.render.tools.edit import edit_parts
from pitui.render.tools.files import read_parts, write_parts
from pitui.render.tools.generic import generic_parts
from pitui.render.tools.parts import Part
from pitui.render.tools.search import search_parts
from pitui.render.tools.shell import shell_parts
from pitui.session.blocks import ToolBlock

TOOLS: dict[str, Callable[[ToolBlock, Look], list[Part]]] = {
    "bash": shell_parts,
    "powershell": shell_parts,
    "read": read_parts,
    "edit": edit_parts,
    "write": write_parts,
    "grep": search_parts,
    "find": search_parts,
    "ls": search_parts,
    "codemode": codemode_parts,
}


def tool_parts(block: ToolBlock, look: Look) -> list[Part]:
    """What a call shows, the row first, in the form of its tool, or in the form of any tool if it has none."""
    return TOOLS.get(block.name, generic_parts)(block, look)


def render_tool(block: ToolBlock, look: Look) -> list[Line]:
    """Draw a call."""
    return [line for part in tool_parts(block, look) for line in part.lines(look)]


def render_row(block: ToolBlock, look: Look) -> Line:
    """Draw the row of a call only."""
    return tool_parts(block, look)[0].lines(look)[0]
