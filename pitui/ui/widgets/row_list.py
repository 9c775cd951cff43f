"""A list of one-line rows with a cursor that draws only what is visible, however long it is."""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass
from typing import ClassVar

from rich.segment import Segment
from rich.style import Style
from rich.text import Text
from textual import events
from textual.binding import Binding, BindingType
from textual.geometry import Region, Spacing
from textual.message import Message
from textual.scroll_view import ScrollView
from textual.strip import Strip

from pitui.ui.textual_private import app_of
from pitui.ui.widgets.virtual_rows import virtual_rows


class RowList(ScrollView, can_focus=True):
    """Rows by index: a subclass says how many there are and how each one reads."""

    DEFAULT_CSS = """
    RowList {
        height: 1fr;
        overflow-x: hidden;
        scrollbar-size-vertical: 1;
        scrollbar-background: $background;
        scrollbar-background-hover: $background;
        scrollbar-background-active: $background;
        scrollbar-color: $surface-lighten-3;
        scrollbar-color-hover: $accent;
        scrollbar-color-active: $accent;
    }
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up,k", "move(-1)", show=False),
        Binding("down,j", "move(1)", show=False),
        Binding("pageup", "page(-1)", show=False),
        Binding("pagedown", "page(1)", show=False),
        Binding("home", "edge(0)", show=False),
        Binding("end", "edge(-1)", show=False),
        Binding("enter", "choose", show=False),
    ]

    @dataclass
    class Highlighted(Message):
        """The cursor stands on another row."""

        rows: RowList
        index: int

        @property
        def control(self) -> RowList:
            """The list."""
            return self.rows

    @dataclass
    class Chosen(Message):
        """Enter or a click on the row under the cursor."""

        rows: RowList
        index: int

        @property
        def control(self) -> RowList:
            """The list."""
            return self.rows

    def __init__(self, *, id: str | None = None, empty: str) -> None:
        """Make an empty list.

        Args:
            id: the widget's id.
            empty: what an empty list says, which is what to do next.
        """
        super().__init__(id=id)
        self.cursor = 0
        self._count = 0
        self._empty = empty
        self._is_to_scroll = False

    @abstractmethod
    def row(self, index: int, width: int) -> Text:
        """How a row reads, at most `width` cells of it; foreign text already made visible."""

    @property
    def is_active(self) -> bool:
        """Whether the keys move its cursor, which then stands out."""
        return self.has_focus

    @property
    def count(self) -> int:
        """How many rows there are."""
        return self._count

    def set_count(self, count: int) -> None:
        """The rows changed: there are `count` of them now. The cursor stays as far as it can."""
        self._count = count
        self.cursor = max(0, min(self.cursor, count - 1))
        self.virtual_size = virtual_rows(count)
        self.refresh()

    def move_to(self, index: int, *, tell: bool = True) -> None:
        """Put the cursor on a row and bring it into view."""
        if not self._count:
            return
        index = max(0, min(index, self._count - 1))
        self._is_to_scroll = not self.size.height  # out of sight there is no height by which to scroll
        moved = index != self.cursor
        self.cursor = index
        around = Spacing(*(min(3, self.size.height // 4), 0) * 2)
        self.scroll_to_region(Region(0, index, 1, 1), spacing=around, animate=False, immediate=True)
        self.refresh()
        if moved and tell:
            self.post_message(self.Highlighted(self, index))

    def render_line(self, y: int) -> Strip:
        """Draw one row of the window."""
        if self._is_to_scroll:
            self._is_to_scroll = False
            self.call_later(self._into_view)
        width = self.scrollable_content_region.width
        base = self.rich_style
        index = y + self.scroll_offset.y
        if index >= self._count:
            words = self._empty if y == 0 and not self._count else ""
            return Strip([Segment(words[:width], base + Style(dim=True))]).adjust_cell_length(width, base)
        row = self.row(index, width)
        row.truncate(width, overflow="ellipsis")
        segments = list(row.render(app_of(self).console))
        strip = Strip([segment for segment in segments if segment.text]).adjust_cell_length(width)
        active = self.is_active
        style = base + Style(reverse=active, bold=not active) if index == self.cursor else base
        return strip.apply_style(style)

    def _into_view(self) -> None:
        self.scroll_to(y=min(self.scroll_y, self.max_scroll_y), animate=False, immediate=True)
        self.move_to(self.cursor, tell=False)

    def on_click(self, event: events.Click) -> None:
        """Move the cursor to the row under the mouse and choose it."""
        index = event.y + self.scroll_offset.y
        if index < self._count:
            self.move_to(index)
            self.post_message(self.Chosen(self, index))

    def action_move(self, rows: int) -> None:
        """Move the cursor by rows."""
        self.move_to(self.cursor + rows)

    def action_page(self, pages: int) -> None:
        """Move the cursor by windows."""
        self.move_to(self.cursor + pages * max(1, self.size.height - 1))

    def action_edge(self, index: int) -> None:
        """Move the cursor to the first row (0) or the last (-1)."""
        self.move_to(index % self._count if self._count else 0)

    def action_choose(self) -> None:
        """Choose the row under the cursor."""
        if self._count:
            self.post_message(self.Chosen(self, self.cursor))
