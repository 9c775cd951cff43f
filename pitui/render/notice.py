"""A notice: what belongs to no message, such as an error, an aborted answer, or what a dialog was answered."""

from __future__ import annotations

from pitui.render.ansi import expand_tabs
from pitui.render.line import Line
from pitui.render.look import Look
from pitui.render.sanitize import visible
from pitui.render.wrap import NO_PREFIX, wrap
from pitui.session.blocks import Level, NoticeBlock


def render_notice(block: NoticeBlock, look: Look) -> list[Line]:
    """Draw the notice, its level told by a sign as well as by the colour."""
    palette = look.palette
    sign, style = {
        Level.INFO: ("·", palette.dim),
        Level.WARNING: ("!", palette.warning),
        Level.ERROR: ("✗", palette.error),
    }[block.level]
    text = visible(expand_tabs(block.text.replace("\r\n", "\n").strip("\n")))
    first = NO_PREFIX.then(f"{sign} ", style)
    spans = [(text, style)]
    if block.omitted:
        spans.append((" (no longer in the model's context)", palette.dim))
    return wrap(spans, look.prose, first, NO_PREFIX.then("  ", style))
