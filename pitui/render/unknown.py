"""What pitui does not know, by its kind and as the JSON that came, so that nothing is lost unseen."""

from __future__ import annotations

from pitui.render.layout import note
from pitui.render.line import Line
from pitui.render.look import Look
from pitui.render.output import FOLDED_ROWS, first_rows
from pitui.render.sanitize import visible
from pitui.session.blocks import UnknownBlock


def render_unknown(block: UnknownBlock, look: Look) -> list[Line]:
    """Draw the kind and the text; folded, its first five rows."""
    kind = visible(" ".join(block.kind.split())) or "unknown"
    rows = look.rows(FOLDED_ROWS)
    title = note(f"[{kind}]", look.width, look.palette.dim)
    return [title, *first_rows(block.text, rows, look, look.palette.dim)]
