"""pi trying again after an error: a countdown while it waits, a mark of what came of it."""

from __future__ import annotations

import math

from pitui.render.format import whole_duration
from pitui.render.line import Line
from pitui.render.look import Look
from pitui.render.sanitize import visible
from pitui.render.wrap import NO_PREFIX, wrap
from pitui.session.blocks import RetryBlock, WaitState


def render_retry(block: RetryBlock, look: Look) -> list[Line]:
    """Draw the attempt, its number and the error that made it necessary."""
    palette = look.palette
    which = f"{block.attempt} of {block.max_attempts}" if block.max_attempts else str(block.attempt)
    match block.state:
        case WaitState.RUNNING:
            left = block.until - look.now
            when = f"in {whole_duration(math.ceil(left))}" if 0 < left < math.inf else "now"
            sign, style, words = look.spinner, palette.warning, f"retry {which} {when}"
        case WaitState.DONE:
            sign, style, words = "✓", palette.dim, f"retry {which} worked"
        case WaitState.FAILED:
            sign, style, words = "✗", palette.error, f"retry {which} failed"
        case WaitState.ABORTED:
            sign, style, words = "■", palette.dim, f"retry {which} cancelled"
    error = visible(" ".join(block.error.split()))
    if block.state is WaitState.DONE:
        spans = [(words, style), (f" (after: {error})" if error else "", palette.dim)]
    else:
        spans = [(f"{words}: " if error else words, style), (error, palette.dim)]
    return wrap(spans, look.prose, NO_PREFIX.then(f"{sign} ", style), NO_PREFIX.then("  ", style))
