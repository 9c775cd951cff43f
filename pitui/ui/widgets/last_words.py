"""The last answer of a session, where the conversation will stand in a moment."""

from __future__ import annotations

from collections.abc import Sequence

from rich.segment import Segment
from textual.strip import Strip
from textual.widget import Widget

from pitui.render.line import Line

MARGIN, RIGHT = 1, 2
"""Cells beside a line, as in the conversation."""


class LastWords(Widget):
    """Shows the end of some lines in its lowest rows."""

    def __init__(self) -> None:
        """Make it empty."""
        super().__init__()
        self._lines: Sequence[Line] = ()

    @property
    def content_width(self) -> int:
        """How wide a line may be, in cells."""
        return max(2, self.size.width - MARGIN - RIGHT)

    def tell(self, lines: Sequence[Line]) -> None:
        """Show some lines."""
        self._lines = lines
        self.refresh()

    def render_line(self, y: int) -> Strip:
        """Draw one row."""
        at = len(self._lines) - self.size.height + y
        segments = [Segment(" " * MARGIN), *self._lines[at].segments] if at >= 0 else []
        return Strip(segments).adjust_cell_length(self.size.width).apply_style(self.rich_style)
