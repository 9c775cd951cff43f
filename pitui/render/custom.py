"""A message of an extension: `[its type]` and its markdown, folded when it is long."""

from __future__ import annotations

from pitui.render.chips import chips
from pitui.render.layout import note
from pitui.render.line import Line
from pitui.render.look import OPEN_ROWS, Look
from pitui.render.markdown import render_markdown
from pitui.render.output import more
from pitui.render.sanitize import visible
from pitui.session.blocks import CustomBlock

_FOLDED_ROWS = 10
_MOST_CHARACTERS = 100_000


def render_custom(block: CustomBlock, look: Look) -> list[Line]:
    """Draw the message; folded, its first ten rows."""
    kind = visible(" ".join(block.custom_type.split())) or "extension"
    lines = [note(f"[{kind}]", look.width, look.palette.accent)]
    is_open = look.expanded or not is_long(block)
    rows = look.rows(OPEN_ROWS if is_open else _FOLDED_ROWS)
    # A row takes no more characters than the markdown it came from, but for the width of its table or code.
    shown = block.text[:_MOST_CHARACTERS] if is_open else block.text[: rows * look.width * 4]
    body = render_markdown(shown, look.width, look.palette) if shown.strip() else []
    lines += body[:rows]
    hidden = len(body) - rows + block.text.count("\n", len(shown))
    lines += more(max(0, hidden), look, 0)
    lines += chips(block.images, look)
    return lines


def is_long(block: CustomBlock) -> bool:
    """Whether folding hides something, roughly: by its line breaks and its length."""
    return len(block.text) > 800 or block.text.count("\n") >= _FOLDED_ROWS
