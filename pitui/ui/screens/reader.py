"""Something long to read: rendered part by part, so that it opens at once; found in, and copied as its source."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence
from typing import ClassVar, NamedTuple

from rich.segment import Segment
from rich.style import Style
from rich.text import Text
from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.screen import ModalScreen
from textual.scroll_view import ScrollView
from textual.strip import Strip
from textual.widgets import Input, Static

from pitui.render.line import BLANK, Line
from pitui.render.markdown import render_markdown
from pitui.render.palette import Palette
from pitui.render.sanitize import visible
from pitui.render.wrap import wrap
from pitui.ui.clipboard import copy_text
from pitui.ui.focus import take_focus
from pitui.ui.later import Later
from pitui.ui.leaving import leave_bindings
from pitui.ui.preferences import mermaid_of
from pitui.ui.textual_private import app_of
from pitui.ui.widgets.hints import Hints
from pitui.ui.widgets.virtual_rows import virtual_rows

SLICE_SECONDS = 0.02
"""After so long the rendering lets the keys in."""

MOST_COLUMNS = 100
"""Prose is not set wider."""


class Part(NamedTuple):
    """A part of the text.

    Attributes:
        text: its source; foreign text.
        is_markdown: whether it is drawn as markdown; else as it is.
        is_heading: whether it is drawn as a heading.
    """

    text: str
    is_markdown: bool = False
    is_heading: bool = False

    def lines(self, width: int, palette: Palette, *, diagrams: bool) -> list[Line]:
        """Draw it, its diagrams too or as their source."""
        if self.is_markdown:
            return render_markdown(self.text, width, palette, diagrams=diagrams)
        style = palette.heading[1] if self.is_heading else palette.text
        return wrap([(visible(self.text.expandtabs(4)), style)], width)


class Page(ScrollView, can_focus=True):
    """The window on the lines."""

    DEFAULT_CSS = """
    Page { height: 1fr; scrollbar-size-vertical: 1; overflow-x: hidden; background: $background; }
    """

    def __init__(self, parts: Sequence[Part], palette: Palette) -> None:
        """Show nothing until the width is known."""
        super().__init__()
        self._parts = list(parts)
        self._palette = palette
        self._lines: list[Line] = []
        self._width = 0
        self._found = -1
        self._drawing: asyncio.Task[None] | None = None

    def set_palette(self, palette: Palette) -> None:
        """Draw in other colours."""
        self._palette = palette
        self._width = 0
        self.on_resize()

    def on_resize(self) -> None:
        """Draw for another width."""
        width = max(10, min(self.size.width - 1, MOST_COLUMNS))
        if width != self._width:
            self._width = width
            if self._drawing is not None:
                self._drawing.cancel()
            self._drawing = asyncio.create_task(self._draw())

    def on_unmount(self) -> None:
        """Stop drawing."""
        if self._drawing is not None:
            self._drawing.cancel()

    async def _draw(self) -> None:
        lines: list[Line] = []
        since = time.monotonic()
        for number, part in enumerate(self._parts):
            if number:
                lines.append(BLANK)
            lines += part.lines(self._width, self._palette, diagrams=mermaid_of(self) != "off")
            if time.monotonic() - since > SLICE_SECONDS:
                self._show(lines)
                await asyncio.sleep(0)
                since = time.monotonic()
        self._show(lines)

    def _show(self, lines: list[Line]) -> None:
        self._lines = list(lines)
        self.virtual_size = virtual_rows(len(lines))
        self.refresh()

    def find(self, words: str, *, again: bool = False) -> bool:
        """Go to the next line with these words, around the end; False when there is none."""
        wanted = words.casefold()
        start = self._found + 1 if again else max(self._found, 0)
        for step in range(len(self._lines)):
            at = (start + step) % len(self._lines)
            if wanted and wanted in self._lines[at].text.casefold():
                self._found = at
                self.scroll_to(0, max(0, at - self.size.height // 3), animate=False, immediate=True)
                self.refresh()
                return True
        self._found = -1
        self.refresh()
        return False

    def render_line(self, y: int) -> Strip:
        """Draw one row of the window."""
        width = self.size.width
        base = self.rich_style
        at = y + self.scroll_offset.y
        segments: Sequence[Segment] = self._lines[at].segments if at < len(self._lines) else ()
        strip = Strip(segments).adjust_cell_length(width).apply_style(base)
        return strip.apply_style(Style(reverse=True)) if at == self._found else strip


class Reader(ModalScreen[None]):
    """Esc closes it, f3 or / finds, ctrl+x copies everything."""

    DEFAULT_CSS = """
    Reader { align: center middle; }
    Reader > Vertical {
        width: 92%; max-width: 106; height: 90%; padding: 0 1; background: $background;
        border: solid $surface-lighten-2;
    }
    Reader.-slim > Vertical { width: 100%; height: 100%; border: none; }
    Reader #reader-title { height: 1; text-style: bold; }
    Reader Input { height: 1; border: none; padding: 0; background: $surface; display: none; }
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        *leave_bindings("leave", priority=True),
        Binding("f3,slash,ctrl+shift+f", "find", show=False),
        Binding("n", "again", show=False),
        Binding("ctrl+x,y", "copy", show=False),
        Binding("q", "dismiss", show=False),
        Binding("up,k", "scroll(-1)", show=False),
        Binding("down,j", "scroll(1)", show=False),
        Binding("pageup", "page(-1)", show=False),
        Binding("pagedown,space", "page(1)", show=False),
        Binding("home,g,ctrl+home", "edge(0)", show=False),
        Binding("end,G,ctrl+end", "edge(1)", show=False),
    ]

    def __init__(self, title: str, parts: Sequence[Part], palette: Palette, *, at_end: bool = False) -> None:
        """Show these parts.

        Args:
            title: what it is; foreign text.
            parts: in their order.
            palette: the styles.
            at_end: whether to begin at the end.
        """
        super().__init__()
        self._title = title
        self._parts = list(parts)
        self._at_end = at_end
        self.page = Page(parts, palette)

    def compose(self) -> ComposeResult:
        """Title, text, find line, keys."""
        with Vertical():
            yield Static(Text(visible(self._title), no_wrap=True), id="reader-title", markup=False)
            yield self.page
            yield Input(placeholder="find", compact=True)
            yield Hints(("f3 find", "esc closes", "n next", "ctrl+x copy all"), id="reader-hint")

    def on_mount(self) -> None:
        """Give the text the keys."""
        take_focus(self.page)
        if self._at_end:
            self.call_after_refresh(self._go_to_end)

    def _go_to_end(self) -> None:
        Later(self, SLICE_SECONDS, lambda: self.action_edge(1))

    def on_resize(self, event: events.Resize) -> None:
        """Take the whole of a small screen."""
        self.set_class(event.size.height < 16 or event.size.width < 60, "-slim")

    def action_leave(self) -> None:
        """End finding, else close."""
        line = self.query_one(Input)
        if line.display:
            line.display = False
            take_focus(self.page)
        else:
            self.dismiss()

    def action_find(self) -> None:
        """Ask what to find."""
        line = self.query_one(Input)
        line.display = True
        take_focus(line)

    def action_again(self) -> None:
        """Go to the next place."""
        self.page.find(self.query_one(Input).value, again=True)

    @on(Input.Changed)
    def _typed(self, event: Input.Changed) -> None:
        self.page.find(event.value)

    @on(Input.Submitted)
    def _next(self) -> None:
        self.action_again()

    def action_copy(self) -> None:
        """Copy everything as its source."""
        copy_text(app_of(self), "\n\n".join(part.text for part in self._parts), self._title)

    def action_scroll(self, rows: int) -> None:
        """Scroll by rows."""
        self.page.scroll_relative(y=rows, animate=False, immediate=True)

    def action_page(self, pages: int) -> None:
        """Scroll by windows."""
        self.page.scroll_relative(y=pages * max(1, self.page.size.height - 1), animate=False, immediate=True)

    def action_edge(self, end: int) -> None:
        """Go to the beginning (0) or the end (1)."""
        self.page.scroll_to(0, self.page.max_scroll_y if end else 0, animate=False, immediate=True)
