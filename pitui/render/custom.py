"""A message of an extension: `[its type]` and its markdown, folded when it is long."""

from __future__ import annotations

from pitui.render.chips import chips
from pitui.render.layout import note
from pitui.render.line import Line
from pitui.render.look import OPEN_ROWS, Look
from pitui.render.opened import opened
from pitui.render.output import more
from pitui.render.sanitize import visible
from pitui.session.blocks import CustomBlock

_FOLDED_ROWS = 10
_MOST_CHARACTERS = 100_000


def render_custom(block: CustomBlock, look: Look) -> list[Line]:
    """Draw the message; folded, its first ten rows."""
    kind = visible(" ".join(block.custom_type.split())) or "extension"
    lines = [note(f"{look.mark(is_long(block))}[{kind}]", look.width, look.palette.accent)]
    is_open = look.expanded or not is_long(block)
    rows = look.rows(OPEN_ROWS if is_open else _FOLDED_ROWS)
    # A row takes no more characters than the markdown it came from, but for the width of its table or code.
    shown = block.text[:_MOST_CHARACTERS] if is_open else block.text[: rows * look.width * 4]
    body = opened(shown, look.width, look.palette, diagrams=look.diagrams) if shown.strip() else []
    beyond = block.text.count("\n", len(shown))
    if beyond or len(body) > rows + 1:
        body = [*body[:rows], *more(max(0, len(body) - rows) + beyond, look)]
    lines += body
    lines += chips(block.images, look, 2)
    return lines


def is_long(block: CustomBlock) -> bool:
    """Whether folding hides something, roughly: by its line breaks and its length."""
    return len(block.text) > 800 or block.text.count("\n") >= _FOLDED_ROWS
