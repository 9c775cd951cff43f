"""The one row of a tool call: how it stands, its name, what it acts on, its figures at the right edge."""

from __future__ import annotations

from collections.abc import Sequence

from rich.segment import Segment

from pitui.render.format import duration
from pitui.render.layout import Row, spread
from pitui.render.line import Line
from pitui.render.look import Look
from pitui.render.sanitize import visible
from pitui.session.blocks import ToolBlock, ToolState
from pitui.session.target import is_path_target, tool_target

_NAME_WIDTH = 24


def state_glyph(state: ToolState, look: Look) -> Segment:
    """One cell that tells the state without colour: spinner, ✓, ✗, ⊘ (denied), ■ (aborted), … (preparing)."""
    palette = look.palette
    match state:
        case ToolState.PREPARING:
            return Segment("…", palette.dim)
        case ToolState.RUNNING:
            return Segment(look.spinner, palette.accent)
        case ToolState.DONE:
            return Segment("✓", palette.success)
        case ToolState.FAILED:
            return Segment("✗", palette.error)
        case ToolState.DENIED:
            return Segment("⊘", palette.warning)
        case ToolState.ABORTED:
            return Segment("■", palette.warning)


def call_row(
    block: ToolBlock, look: Look, figures: Sequence[Segment] = (), target: str | None = None
) -> Line:
    """The row of a call.

    Args:
        block: the call.
        look: the width and the styles.
        figures: what stands before the duration at the right edge, the most important last.
        target: what it acts on, made visible; None for `tool_target`.
    """
    shown = visible(tool_target(block)) if target is None else target
    right = [*figures, *_ending(block, look)]
    style = look.palette.tool_target
    is_path = is_path_target(block.name)
    return Line(spread(_left(block, look), shown, style, right, look.width, is_path=is_path), 2)


def took(seconds: float, look: Look) -> Segment:
    """A duration for the right edge: `9.9s` and ` 10s` are equally wide, so that what is beside it keeps still."""
    return Segment(f"{duration(seconds):>4}", look.palette.dim)


def _left(block: ToolBlock, look: Look) -> Row:
    name = visible(" ".join(block.name.split())) or "tool"
    return state_glyph(block.state, look), Segment(" "), Segment(name[:_NAME_WIDTH], look.palette.tool_name)


def _ending(block: ToolBlock, look: Look) -> list[Segment]:
    dim = look.palette.dim
    if block.state is ToolState.DENIED:
        return [Segment("denied", dim)]
    figures = [Segment("aborted", dim)] if block.state is ToolState.ABORTED else []
    seconds = block.seconds
    if seconds is None and block.state is ToolState.RUNNING and block.started is not None:
        seconds = look.now - block.started
    if seconds is not None:
        figures.append(took(seconds, look))
    return figures
