"""The editor at the bottom: it sends, breaks lines, and asks for history at its edges."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from textual import events
from textual.message import Message

from pitui.protocol.commands import StreamingBehavior
from pitui.protocol.content import ImageContent
from pitui.session.draft import Markers, guard
from pitui.ui.widgets.editor.area import MarkedArea
from pitui.ui.widgets.editor.kill_ring import KillRing


class Editor(MarkedArea):
    """A text area that grows with its text; Enter sends and Alt+Enter sends a follow-up.

    Attributes:
        take_key: gets each key first; True when it has done what the key is for.
        as_default: gives the default key of what a key does here.
        send: gets each text that the user sends, before the next key is looked at; True when it may leave the editor.
        take_paste: gets each paste first; True when it has done what is to be done with it.
    """

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

    @dataclass(frozen=True)
    class Submitted:
        """A text that the user sends.

        Attributes:
            text: what the model gets.
            lane: where it goes while pi is working.
            images: go with it.
            written: the text as it stands in the editor.
        """

        text: str
        lane: StreamingBehavior
        images: tuple[ImageContent, ...] = ()
        written: str = ""

    @dataclass
    class AtEdge(Message):
        """Up on the first line (-1), or Down on the last one (1)."""

        direction: Literal[-1, 1]

    def __init__(
        self, *, markers: Markers | None = None, kills: KillRing | None = None, id: str | None = None
    ) -> None:
        """Make an empty editor."""
        super().__init__(
            markers or Markers(),
            kills or KillRing(),
            id=id,
            placeholder="Ask pi, or type / for commands, @ for files, ! for the shell",
        )
        self.take_key: Callable[[str], bool] = lambda _: False
        self.as_default: Callable[[str], str] = lambda key: key
        self.send: Callable[[Editor.Submitted], bool] = lambda _: False
        self.take_paste: Callable[[str], bool] = lambda _: False

    @property
    def is_shell(self) -> bool:
        """Whether the text is a shell command."""
        return self.text.startswith("!")

    def on_key(self, event: events.Key) -> None:
        """Send on Enter, break the line on Shift+Enter, Ctrl+J and `\\` Enter."""
        if not self.take_key(event.key) and not self._take_key(self.as_default(event.key)):
            return
        event.prevent_default()
        event.stop()

    def _take_key(self, key: str) -> bool:
        match key:
            case "enter" if not self._continues_line():
                self.submit("steer")
            case "alt+enter":
                self.submit("followUp")
            case "enter":
                self.action_delete_left()
                self.put("\n")
            case "shift+enter" | "ctrl+j":
                self.put("\n")
            case "up" if self.navigator.is_first_wrapped_line(self.cursor_location):
                self.post_message(self.AtEdge(-1))
            case "down" if self.navigator.is_last_wrapped_line(self.cursor_location):
                self.post_message(self.AtEdge(1))
            case _:
                return False
        return True

    def on_paste(self, event: events.Paste) -> None:
        """Hand a paste to whoever wants it, else insert it."""
        if self.take_paste(event.text):
            event.prevent_default()
            event.stop()

    def action_submit(self, lane: StreamingBehavior) -> None:
        """Send what is written, if anything is."""
        self.submit(lane)

    def action_new_line(self) -> None:
        """Break the line."""
        self.put("\n")

    def submit(self, lane: StreamingBehavior) -> None:
        """Send what is written, if anything is."""
        content = self.markers.expand(self.text)
        if content.text or content.images:
            submitted = self.Submitted(content.text, lane, content.images, self.text)
            if self.send(submitted) and self.text == submitted.written:
                self.set_text("")

    def give_back(self, text: str) -> None:
        """Put a text back in front of the draft, which is kept below it."""
        draft = self.text
        self.set_text(f"{text}\n\n{draft}" if draft.strip() else text)

    def set_text(self, text: str) -> None:
        """Put a text in place of the present one, which undo brings back."""
        self.history.checkpoint()
        self.replace(guard(text), (0, 0), self.document.end)
        self.history.checkpoint()
        self.move_cursor(self.document.end)

    def _continues_line(self) -> bool:
        row, column = self.cursor_location
        return self.document.get_line(row)[:column].endswith("\\")
