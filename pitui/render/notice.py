"""A notice: what belongs to no message, such as an error, an aborted answer, or what a dialog was answered."""

from __future__ import annotations

from pitui.render.layout import wrap_words
from pitui.render.line import Line
from pitui.render.look import Look
from pitui.render.sanitize import visible
from pitui.render.wrap import NO_PREFIX, Span
from pitui.session.blocks import Level, NoticeBlock


def render_notice(block: NoticeBlock, look: Look) -> list[Line]:
    """Draw the notice, its level told by a sign as well as by the colour."""
    palette = look.palette
    sign, style = {
        Level.INFO: ("·", palette.dim),
        Level.WARNING: ("!", palette.warning),
        Level.ERROR: ("✗", palette.error),
    }[block.level]
    text = visible(block.text.replace("\r\n", "\n").strip("\n"))
    prefix, rest = NO_PREFIX.then(f"{sign} ", style), NO_PREFIX.then("  ", style)
    parts: list[list[Span]] = [[(line, style)] for line in text.split("\n")]
    if block.omitted:
        parts[-1].append((" (no longer in the model's context)", palette.dim))
    lines: list[Line] = []
    for spans in parts:
        lines += wrap_words(spans, look.prose, prefix, rest)
        prefix = rest
    return lines
