"""A thought: one dim line that says how long it took, or the whole of it, dim and italic."""

from __future__ import annotations

from pitui.render.format import whole_duration
from pitui.render.layout import note
from pitui.render.line import Line
from pitui.render.look import Look
from pitui.render.opened import opened
from pitui.render.subdued import thinking_palette
from pitui.session.blocks import ThinkingBlock


def render_thinking(block: ThinkingBlock, look: Look) -> list[Line]:
    """Draw the thought; what a provider redacted says so and cannot be opened."""
    lines = [note(_title(block, look), look.width, look.palette.thinking)]
    if look.expanded and can_open(block):
        lines += opened(block.text.text, look.width, thinking_palette(look.palette), diagrams=look.diagrams)
    return lines


def can_open(block: ThinkingBlock) -> bool:
    """Whether there is something to read."""
    return bool(block.text)


def _title(block: ThinkingBlock, look: Look) -> str:
    mark = look.mark(can_open(block))
    if block.streaming:
        since = f" {whole_duration(look.now - block.started)}" if block.started is not None else ""
        return f"{mark}thinking…{since}"
    took = f"thought for {whole_duration(block.seconds)}" if block.seconds is not None else "thought"
    if block.redacted:
        return f"{mark}{took} (redacted by the provider)"
    return f"{mark}{took}"
