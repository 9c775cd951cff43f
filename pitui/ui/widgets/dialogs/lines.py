"""A window on lines that may be more than it is high: wrapped for the width, scrolled by the card or the wheel."""

from __future__ import annotations

from collections.abc import Sequence

from rich.segment import Segment
from textual.scroll_view import ScrollView
from textual.strip import Strip

from pitui.render.line import Line
from pitui.render.wrap import Span, wrap
from pitui.ui.widgets.virtual_rows import virtual_rows


class Lines(ScrollView, can_focus=False):
    """Styled text, wrapped; foreign text in it has already been made visible."""

    DEFAULT_CSS = """
    Lines { height: auto; scrollbar-size-vertical: 1; overflow-x: hidden; background: $background; }
    """

    def __init__(self, *, id: str | None = None) -> None:
        """Make it empty."""
        super().__init__(id=id)
        self._spans: Sequence[Span] = ()
        self._lines: list[Line] = []
        self._width = 0

    def tell(self, spans: Sequence[Span]) -> None:
        """Show another text, from its beginning."""
        self._spans = spans
        self._width = 0
        self.scroll_to(0, 0, animate=False, immediate=True)

    def rows_wanted(self, width: int) -> int:
        """How many rows the text takes at this width."""
        if width != self._width and (self._spans or self._lines):
            self._width = width
            self._lines = wrap(self._spans, max(1, width)) if self._spans else []
            self.virtual_size = virtual_rows(len(self._lines))
            self.refresh()
        return len(self._lines)

    def set_rows(self, rows: int) -> None:
        """Take so many rows of the screen."""
        if rows or self.display:
            self.styles.height = rows
            self.display = rows > 0

    def render_line(self, y: int) -> Strip:
        """Draw one row of the window."""
        width = self.size.width
        base = self.rich_style
        index = y + self.scroll_offset.y
        segments: Sequence[Segment] = self._lines[index].segments if index < len(self._lines) else ()
        return Strip(segments).adjust_cell_length(width).apply_style(base)
