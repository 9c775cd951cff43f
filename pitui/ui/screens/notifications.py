"""What extensions have notified, newest first, in full."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from rich.style import Style
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.screen import ModalScreen
from textual.widgets import Static

from pitui.render.format import whole_duration
from pitui.render.wrap import Span
from pitui.session.blocks import Level
from pitui.session.state import Notification
from pitui.ui.foreign import styled_spans
from pitui.ui.widgets.dialogs.lines import Lines

_SIGNS = {Level.INFO: "·", Level.WARNING: "! warning", Level.ERROR: "✗ error"}


class Notifications(ModalScreen[None]):
    """A list to read; Esc closes it."""

    DEFAULT_CSS = """
    Notifications { align: center middle; }
    Notifications > Vertical {
        width: 90%; max-width: 104; height: 80%; padding: 0 1; background: $background;
        border: solid $surface-lighten-2;
    }
    Notifications #notifications-title { height: 1; text-style: bold; }
    Notifications Lines { height: 1fr; }
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q,enter", "dismiss", show=False),
        Binding("up,k", "scroll(-1)", show=False),
        Binding("down,j", "scroll(1)", show=False),
        Binding("pageup", "page(-1)", show=False),
        Binding("pagedown", "page(1)", show=False),
    ]

    def __init__(self, notifications: Sequence[Notification], now: float) -> None:
        """Show these notifications, as old as they are at `now` in their own clock."""
        super().__init__()
        self._spans = _spans(notifications, now)

    def compose(self) -> ComposeResult:
        """Title and text."""
        with Vertical():
            yield Static("Notifications of extensions  (esc closes)", id="notifications-title", markup=False)
            yield Lines()

    def on_mount(self) -> None:
        """Show the text."""
        self.query_one(Lines).tell(self._spans)

    def on_resize(self) -> None:
        """Wrap for the new width."""
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


def _spans(notifications: Sequence[Notification], now: float) -> list[Span]:
    if not notifications:
        return [("Nothing yet: what extensions notify is kept here.", Style(dim=True))]
    spans: list[Span] = []
    for notification in reversed(notifications):
        if spans:
            spans.append(("\n\n", Style()))
        age = whole_duration(max(0.0, now - notification.at))
        spans.append((f"{_SIGNS[notification.level]}  {age} ago\n", Style(dim=True)))
        spans += styled_spans([notification.text])
    return spans
