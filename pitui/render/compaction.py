"""The mark of a compaction: what stands above it left the model's context, but stays readable."""

from __future__ import annotations

from rich.segment import Segment

from pitui.render.format import count
from pitui.render.layout import cut_end, row_width
from pitui.render.line import Line
from pitui.render.look import Look
from pitui.render.opened import opened
from pitui.render.sanitize import visible
from pitui.render.wrap import NO_PREFIX, wrap
from pitui.session.blocks import CompactionBlock, WaitState

_PREFIX = "Compaction failed: "
"""Stands before most of pi's reasons (0.82.1 and 1.6.0)."""

_REASONS = {"threshold": ", automatic", "overflow": ", the context was full"}


def render_compaction(block: CompactionBlock, look: Look) -> list[Line]:
    """Draw the mark, and below it the summary when it is open."""
    palette = look.palette
    reason = _REASONS.get(block.reason, "")
    error = visible(" ".join(block.error.split())).removeprefix(_PREFIX)
    because = f": {error}" if error else ""
    match block.state:
        case WaitState.RUNNING:
            return _told(look.spinner, f"compacting{reason}…", look)
        case WaitState.FAILED:
            return wrap(
                [(f"compaction failed{because}", palette.error)],
                look.prose,
                NO_PREFIX.then("✗ ", palette.error),
                NO_PREFIX.then("  ", palette.error),
            )
        case WaitState.ABORTED:
            return _told("■", f"compaction cancelled{because}", look)
        case WaitState.DONE:
            mark = look.mark(bool(block.summary))
            lines = [rule(f"{mark}compacted{_figures(block)}{reason}", look)]
            if look.expanded and block.summary:
                lines += opened(block.summary, look.width, palette, diagrams=look.diagrams)
            return lines


def rule(text: str, look: Look) -> Line:
    """`── text ──────`: a mark across the prose, never copied."""
    style = look.palette.rule
    title = f" {cut_end(text, look.prose - 6)} " if look.prose > 8 else ""
    start = Segment("─" * min(2, look.prose), style)
    room = look.prose - row_width((start, Segment(title)))
    row = tuple(s for s in (start, Segment(title, look.palette.dim), Segment("─" * room, style)) if s.text)
    return Line(row, sum(len(s.text) for s in row))


def _figures(block: CompactionBlock) -> str:
    if block.tokens_before is None:
        return ""
    after = f" → {count(block.tokens_after)}" if block.tokens_after is not None else ""
    return f": {count(block.tokens_before)} tokens{after}"


def _told(sign: str, text: str, look: Look) -> list[Line]:
    dim = look.palette.dim
    return wrap([(text, dim)], look.prose, NO_PREFIX.then(f"{sign} ", dim), NO_PREFIX.then("  ", dim))
