"""The one line of an `input`."""

from __future__ import annotations

from textual import events
from textual.widgets import Input

from pitui.render.sanitize import visible
from pitui.ui.widgets.dialogs.control import Given


class LineInput(Input):
    """One line; what is pasted becomes one line too, and no word of it is dropped."""

    DEFAULT_CSS = """
    LineInput { border: none; height: 1; padding: 0; background: $surface; }
    LineInput:focus { border: none; }
    """

    hint = "enter answers"

    def __init__(self, placeholder: str | None) -> None:
        """Make an empty line with a placeholder; foreign text."""
        super().__init__(placeholder=" ".join(visible(placeholder or "").split()), compact=True)
        self.on_purpose = False

    @property
    def written(self) -> str:
        """The line."""
        return self.value

    def write(self, text: str) -> None:
        """Put the line back."""
        self.value = text
        self.cursor_position = len(text)

    def choice(self, character: str) -> None:
        """Every character is text."""

    def filter_by(self, text: str) -> bool:
        """There is nothing to look for."""
        return False

    def rows_wanted(self, width: int) -> int:
        """Always one row."""
        return 1

    def step_back(self) -> bool:
        """There is nothing to undo."""
        return False

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Answer with the line."""
        event.stop()
        self.post_message(Given(event.value))

    def _on_paste(self, event: events.Paste) -> None:
        event.prevent_default()
        if not self.on_purpose and not self.value:
            return
        line = visible(" ".join(part for part in event.text.splitlines() if part.strip()).replace("\t", " "))
        event.stop()
        self.replace(line, *self.selection)
