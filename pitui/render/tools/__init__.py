"""How each tool's calls look, by the name of the tool."""

from __future__ import annotations

from collections.abc import Callable

from pitui.render.line import Line
from pitui.render.look import Look
from pitui.render.tools.codemode import render_codemode
from pitui.render.tools.edit import render_edit
from pitui.render.tools.files import render_read, render_write
from pitui.render.tools.generic import render_generic
from pitui.render.tools.search import render_search
from pitui.render.tools.shell import render_shell
from pitui.session.blocks import ToolBlock

TOOLS: dict[str, Callable[[ToolBlock, Look], list[Line]]] = {
    "bash": render_shell,
    "powershell": render_shell,
    "read": render_read,
    "edit": render_edit,
    "write": render_write,
    "grep": render_search,
    "find": render_search,
    "ls": render_search,
    "codemode": render_codemode,
}


def render_tool(block: ToolBlock, look: Look) -> list[Line]:
    """Draw a call in the form of its tool, or in the form of any tool when it has none of its own."""
    return TOOLS.get(block.name, render_generic)(block, look)
