"""One line that is asked for: a name, a path, a key."""

from __future__ import annotations

from typing import ClassVar

from rich.text import Text
from textual import on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical
from textual.screen import ModalScreen
from textual.widgets import Input, Static

from pitui.render.sanitize import visible
from pitui.ui.leaving import leave_bindings


class LinePrompt(ModalScreen[str | None]):
    """Enter gives the line, Esc gives None."""

    DEFAULT_CSS = """
    LinePrompt { align: center middle; }
    LinePrompt > Vertical {
        width: 90%; max-width: 80; height: auto; padding: 0 1; background: $background;
        border: solid $surface-lighten-2;
    }
    LinePrompt Static { height: auto; }
    LinePrompt #prompt-title { text-style: bold; }
    LinePrompt #prompt-hint { color: $text-muted; }
    LinePrompt Input { height: 1; border: none; padding: 0; background: $surface; }
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        *leave_bindings("dismiss", priority=True),
    ]

    def __init__(
        self, title: str, text: str = "", *, hint: str = "enter takes it · esc leaves", hidden: bool = False
    ) -> None:
        """Ask.

        Args:
            title: what for; foreign text.
            text: to begin with.
            hint: the last line.
            hidden: whether the line is not shown while it is typed.
        """
        super().__init__()
        self._title = title
        self._text = text
        self._hint = hint
        self._hidden = hidden

    def compose(self) -> ComposeResult:
        """Title, line, hint."""
        with Vertical():
            yield Static(Text(visible(self._title)), id="prompt-title", markup=False)
            yield Input(self._text, password=self._hidden, compact=True, select_on_focus=False)
            yield Static(self._hint, id="prompt-hint", markup=False)

    @on(Input.Submitted)
    def _given(self, event: Input.Submitted) -> None:
        self.dismiss(event.value)
