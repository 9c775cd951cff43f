"""The small editor of an `editor` dialog: prefilled, many lines."""

from __future__ import annotations

from typing import ClassVar

from textual import events
from textual.binding import Binding, BindingType
from textual.widgets import TextArea

from pitui.render.sanitize import visible
from pitui.ui.external_editor import edit_outside
from pitui.ui.textual_private import app_of
from pitui.ui.widgets.dialogs.control import Given

MOST_ROWS = 16
"""It grows up to so many rows, then scrolls."""


class TextEditor(TextArea):
    """Ctrl+S or Alt+Enter answers with the text.

    Control characters of a prefill are shown by signs. An answer that was not touched is the prefill itself; one
    that was edited is what is seen.
    """

    DEFAULT_CSS = """
    TextEditor { border: none; height: auto; min-height: 1; padding: 0; background: $surface; }
    TextEditor:focus { border: none; }
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+s,alt+enter", "give", show=False),
        Binding("ctrl+g", "edit_outside", show=False),
    ]

    hint = "ctrl+s answers · ctrl+g external editor"

    def __init__(self, prefill: str | None) -> None:
        """Make it with a text; foreign text."""
        self._prefill = prefill or ""
        self._seen = visible(self._prefill.replace("\r\n", "\n"))
        super().__init__(
            self._seen, soft_wrap=True, show_line_numbers=False, compact=True, highlight_cursor_line=False
        )
        self.on_purpose = False
        self.move_cursor(self.document.end)

    @property
    def written(self) -> str:
        """The text, unless it is the one that was there."""
        return "" if self.text == self._seen else self.text

    def write(self, text: str) -> None:
        """Put the text back."""
        self.replace(text, (0, 0), self.document.end)
        self.move_cursor(self.document.end)

    def choice(self, character: str) -> None:
        """Every character is text."""

    def filter_by(self, text: str) -> bool:
        """There is nothing to look for."""
        return False

    def rows_wanted(self, width: int) -> int:
        """All wrapped lines, within limits."""
        return min(MOST_ROWS, max(3, self.wrapped_document.height))

    def step_back(self) -> bool:
        """There is nothing to undo by Esc."""
        return False

    def action_give(self) -> None:
        """Answer with the text."""
        self.post_message(Given(self._prefill if self.text == self._seen else self.text))

    def action_edit_outside(self) -> None:
        """Edit the text in the user's own editor."""
        edited = edit_outside(app_of(self), self.text)
        if edited is not None:
            self.replace(visible(edited.replace("\r\n", "\n")), (0, 0), self.document.end)

    async def _on_paste(self, event: events.Paste) -> None:
        event.prevent_default()
        if self.on_purpose or self.written:
            await super()._on_paste(events.Paste(visible(event.text.replace("\r\n", "\n"))))
            event.stop()
