"""What stands below a title that was opened: set in, so that one sees where it ends."""

from __future__ import annotations

from rich.segment import Segment

from pitui.render.layout import lead_of, led
from pitui.render.line import Line
from pitui.render.markdown import render_markdown
from pitui.render.palette import Palette

_INDENT = 2


def opened(text: str, width: int, palette: Palette, *, diagrams: bool = True) -> list[Line]:
    """Render markdown set in by two cells.

    Args:
        text: foreign text.
        width: cells of a line with what it is set in by.
        palette: the styles.
        diagrams: whether mermaid is drawn.
    """
    lead = lead_of(_INDENT, width - 1)
    lines = render_markdown(text, max(2, width - len(lead)), palette, diagrams=diagrams)
    return [led(line, Segment(lead)) if lead and line.segments else line for line in lines]
