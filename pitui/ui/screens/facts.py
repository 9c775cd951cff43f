"""A page of facts to read: headings, and names with their values."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from rich.style import Style
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.screen import ModalScreen
from textual.widgets import Static

from pitui.render.sanitize import visible
from pitui.render.wrap import Span
from pitui.ui.leaving import leave_bindings
from pitui.ui.widgets.dialogs.lines import Lines

Fact = tuple[str, str]
"""A name and its value; a heading has the value "". Both may be foreign text."""


class Facts(ModalScreen[None]):
    """Esc closes it."""

    DEFAULT_CSS = """
    Facts { align: center middle; }
    Facts > Vertical {
        width: 90%; max-width: 104; height: 80%; padding: 0 1; background: $background;
        border: solid $surface-lighten-2;
    }
    Facts.-slim > Vertical { width: 100%; height: 100%; border: none; }
    Facts #facts-title { height: 1; text-style: bold; }
    Facts Lines { height: 1fr; }
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        *leave_bindings("dismiss", "q", "enter", priority=True),
        Binding("up,k", "scroll(-1)", show=False),
        Binding("down,j", "scroll(1)", show=False),
        Binding("pageup", "page(-1)", show=False),
        Binding("pagedown,space", "page(1)", show=False),
    ]

    def __init__(self, title: str, facts: Sequence[Fact]) -> None:
        """Show these facts."""
        super().__init__()
        self._title = title
        self._facts = list(facts)

    def compose(self) -> ComposeResult:
        """Title and text."""
        with Vertical():
            yield Static(f"{visible(self._title)}  (esc closes)", id="facts-title", markup=False)
            yield Lines()

    def on_mount(self) -> None:
        """Show the text."""
        self.query_one(Lines).tell(_spans(self._facts))

    def on_resize(self) -> None:
        """Wrap for the new width."""
        self.set_class(self.size.height < 16 or self.size.width < 60, "-slim")
        self.call_after_refresh(self._wrap)

    def _wrap(self) -> None:
        lines = self.query_one(Lines)
        lines.rows_wanted(max(1, lines.size.width - 1))

    def action_scroll(self, rows: int) -> None:
        """Scroll by rows."""
        self.query_one(Lines).scroll_relative(y=rows, animate=False, immediate=True)

    def action_page(self, pages: int) -> None:
        """Scroll by windows."""
        lines = self.query_one(Lines)
        lines.scroll_relative(y=pages * max(1, lines.size.height - 1), animate=False, immediate=True)


def _spans(facts: Sequence[Fact]) -> list[Span]:
    widest = max((len(visible(name)) for name, value in facts if value), default=0)
    spans: list[Span] = []
    for name, value in facts:
        if spans:
            spans.append(("\n", Style()))
        if value:
            spans.append((f"{visible(name):<{min(widest, 24)}}  ", Style(dim=True)))
            spans.append((visible(value), Style()))
        else:
            spans += [("\n", Style())] if spans else []
            spans.append((visible(name), Style(bold=True)))
    return spans
