"""One tool call whole, for the tools pane: in pieces, each drawn when it is seen. Nothing here raises."""

from __future__ import annotations

import logging
from collections.abc import Sequence

from rich.style import Style

from pitui.render.block import fitted, undrawn
from pitui.render.line import Line
from pitui.render.look import Look
from pitui.render.output import head
from pitui.render.tools import render_row, tool_parts
from pitui.render.tools.parts import Small
from pitui.render.tools.pieces import Piece, TextPiece, text_pieces
from pitui.session.blocks import ToolBlock
from pitui.session.text import source_text

_log = logging.getLogger(__name__)


def call_pieces(call: ToolBlock, look: Look, before: Sequence[Piece] = ()) -> list[Piece]:
    """A call as the pieces that show all of it.

    Args:
        call: the call.
        look: open and whole.
        before: the pieces that were shown of the same call until now.
    """
    try:
        return [piece for part in tool_parts(call, look) for piece in part.pieces(look, before)]
    except Exception:
        _log.exception("reading a call of %s failed (key %d)", call.name, call.key)
        text = source_text(call)
        return [Small(_mark, ""), *text_pieces(text, TextPiece("", look.palette.text), len(text))]


def piece_lines(piece: Piece, look: Look) -> list[Line]:
    """Draw a piece; one whose drawing raises is plain text under a mark, and the error is logged."""
    try:
        lines = list(piece.lines(look))
    except Exception:
        _log.exception("drawing a piece of a call failed")
        lines = [undrawn(look), *head(piece.source, 1_000, look.width, look.palette.text, 0).lines]
    return fitted(lines, look.width)


def row_line(call: ToolBlock, look: Look) -> Line:
    """The row of a call; only its name when drawing it raises."""
    try:
        return fitted([render_row(call, look)], look.width)[0]
    except Exception:
        _log.exception("drawing the row of a call of %s failed (key %d)", call.name, call.key)
        row = TextPiece(call.name, Style(), indent=0).lines(look)[0]
        return fitted([row], look.width)[0]


def _mark(look: Look) -> list[Line]:
    return [undrawn(look)]
