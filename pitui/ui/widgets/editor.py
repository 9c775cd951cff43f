"""The editor: where the user's words stand until pi has them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from textual import events
from textual.binding import Binding, BindingType
from textual.message import Message
from textual.widgets import TextArea

from pitui.protocol.commands import StreamingBehavior


class Editor(TextArea, inherit_bindings=False):
    """A text area that grows with its text; Enter sends and Alt+Enter sends a follow-up."""

    DEFAULT_CSS = """
    Editor {
        height: auto;
        min-height: 1;
        max-height: 33vh;
        width: 1fr;
        border: none;
        padding: 0;
        background: $background;
        &:focus { border: none; }
    }
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "cursor_up", show=False),
        Binding("down", "cursor_down", show=False),
        Binding("left,ctrl+b", "cursor_left", show=False),
        Binding("right,ctrl+f", "cursor_right", show=False),
        Binding("alt+left,ctrl+left,alt+b", "cursor_word_left", show=False),
        Binding("alt+right,ctrl+right,alt+f", "cursor_word_right", show=False),
        Binding("home,ctrl+a", "cursor_line_start", show=False),
        Binding("end,ctrl+e", "cursor_line_end", show=False),
        Binding("shift+left", "cursor_left(True)", show=False),
        Binding("shift+right", "cursor_right(True)", show=False),
        Binding("shift+up", "cursor_up(True)", show=False),
        Binding("shift+down", "cursor_down(True)", show=False),
        Binding("shift+home", "cursor_line_start(True)", show=False),
        Binding("shift+end", "cursor_line_end(True)", show=False),
        Binding("backspace", "delete_left", show=False),
        Binding("delete", "delete_right", show=False),
        Binding("ctrl+w,alt+backspace", "delete_word_left", show=False),
        Binding("alt+d,alt+delete", "delete_word_right", show=False),
        Binding("ctrl+u", "delete_to_start_of_line", show=False),
        Binding("ctrl+k", "delete_to_end_of_line", show=False),
        Binding("ctrl+y", "paste", show=False),
        Binding("ctrl+underscore,ctrl+minus", "undo", show=False),
        Binding("alt+underscore", "redo", show=False),
    ]

    @dataclass
    class Submitted(Message):
        """The user sent the text."""

        text: str
        lane: StreamingBehavior

    def __init__(self, *, id: str | None = None) -> None:
        """Make an empty editor."""
        super().__init__(
            id=id,
            soft_wrap=True,
            show_line_numbers=False,
            highlight_cursor_line=False,
            compact=True,
            placeholder="Ask pi, or type / for commands",
        )

    def on_key(self, event: events.Key) -> None:
        """Send on Enter, break the line on Shift+Enter, Ctrl+J and `\\` Enter."""
        match event.key:
            case "enter" if not self._continues_line():
                self._submit("steer")
            case "alt+enter":
                self._submit("followUp")
            case "enter":
                self.action_delete_left()
                self.insert("\n")
            case "shift+enter" | "ctrl+j":
                self.insert("\n")
            case _:
                return
        event.prevent_default()
        event.stop()

    def give_back(self, text: str) -> None:
        """Put a text back in front of the draft, which is kept below it."""
        draft = self.text
        self.load_text(f"{text}\n\n{draft}" if draft.strip() else text)
        self.move_cursor(self.document.end)

    def _submit(self, lane: StreamingBehavior) -> None:
        if text := self.text.strip():
            self.post_message(self.Submitted(text, lane))

    def _continues_line(self) -> bool:
        row, column = self.cursor_location
        return self.document.get_line(row)[:column].endswith("\\")
