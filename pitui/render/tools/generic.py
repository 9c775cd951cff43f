"""Any other tool: its name, its arguments as a person reads them, its output."""

from __future__ import annotations

from pitui.protocol.content import images_of
from pitui.render.look import Look
from pitui.render.tools.nested import nested
from pitui.render.tools.parts import Arguments, Output, Part, images, row
from pitui.session.blocks import ToolBlock, ToolState
from pitui.session.text import output_text


def generic_parts(block: ToolBlock, look: Look) -> list[Part]:
    """A call of a tool that has no form of its own: an extension's, an MCP server's, or one to come."""
    parts: list[Part] = [row(block)]
    if look.expanded:
        parts.append(Arguments(block.arguments or block.arguments_text))
    style = look.palette.error if block.state is ToolState.FAILED else look.palette.dim
    output = Output(output_text(block.output), style, is_first=block.state.has_ended, words=True)
    return [*parts, *nested(block.nested), output, *images(images_of(block.output))]
