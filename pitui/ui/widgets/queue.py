"""What waits: messages on their way to pi, and pi's steering and follow-up queues, a row each, to be changed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from rich.text import Text
from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.message import Message
from textual.timer import Timer
from textual.widgets import Static

from pitui.protocol.content import ImageContent
from pitui.session.draft import Markers
from pitui.session.steering import Steering
from pitui.session.waiting import Waiting
from pitui.ui.focus import take_focus
from pitui.ui.preferences import keys_of
from pitui.ui.widgets.editor.area import MarkedArea
from pitui.ui.widgets.editor.kill_ring import KillRing
from pitui.ui.widgets.queue_text import head_line, row_line

MOST_ROWS = 6
"""More waiting messages scroll; on a small screen at most a quarter of its height is taken."""


EMPTY = "the queue is empty"

EMPTY_SECONDS = 0.7
"""So long a queue that has emptied under the user's hands still takes their keys: they were meant for it."""


class QueueEditor(MarkedArea):
    """Changes one message where it stands."""

    DEFAULT_CSS = """
    QueueEditor { height: auto; max-height: 8; border: none; padding: 0; display: none; }
    """

    @dataclass
    class Done(Message):
        """The user is done with the change, and wants it or not."""

        wanted: bool

    def on_key(self, event: events.Key) -> None:
        """Enter keeps the change, Esc does not."""
        match event.key:
            case "enter" | "escape":
                self.post_message(self.Done(event.key == "enter"))
            case "shift+enter" | "ctrl+j" | "alt+enter":
                self.put("\n")
            case _:
                return
        event.prevent_default()
        event.stop()


class QueueRows(Vertical, can_focus=True):
    """Hidden when nothing waits."""

    DEFAULT_CSS = """
    QueueRows {
        height: auto;
        padding: 0 1;
        display: none;
        Static { height: auto; }
        #queue-head { height: 1; color: $text-muted; }
        &:focus #queue-head, &:focus-within #queue-head { color: $accent; }
    }
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up,k", "move(-1)", show=False),
        Binding("down,j", "move(1)", show=False),
        Binding("enter,e", "edit", show=False),
        Binding("d,delete,backspace", "remove", show=False),
        Binding("shift+up,K", "reorder(-1)", show=False),
        Binding("shift+down,J", "reorder(1)", show=False),
        Binding("s", "switch_lane", show=False),
        Binding("escape", "leave", show=False),
    ]

    OWN_KEYS: ClassVar[frozenset[str]] = frozenset(
        (
            *("up", "k", "down", "j", "enter", "e", "d", "delete", "backspace", "s"),
            *("shift+up", "K", "upper_k", "shift+k", "shift+down", "J", "upper_j", "shift+j"),
        )
    )

    class Left(Message):
        """The user is done here."""

    @dataclass
    class Returned(Message):
        """A changed text that cannot be sent any more belongs into the editor."""

        text: str
        reason: str

    def __init__(self, steering: Steering, markers: Markers, kills: KillRing) -> None:
        """Show and change what waits.

        Args:
            steering: has the queue.
            markers: of the editor, from which the messages come.
            kills: of the editor.
        """
        super().__init__()
        self._steering = steering
        self._markers = markers
        self._kills = kills
        self._rows: list[Waiting] = []
        self._selected: Waiting | None = None
        self._edited: Waiting | None = None
        self._first = 0
        self._drawn: dict[str, list[Text]] = {}
        self._emptied: Timer | None = None

    def compose(self) -> ComposeResult:
        """Head, rows, and the editor between them."""
        yield Static(id="queue-head", markup=False)
        yield Static(id="queue-before", markup=False)
        yield QueueEditor(self._markers, self._kills, id="queue-editor")
        yield Static(id="queue-after", markup=False)

    def take(self) -> None:
        """Show what waits now."""
        before = self._rows
        self._rows = self._steering.queue.shown
        if self._selected not in self._rows:
            at = before.index(self._selected) if self._selected in before else 0
            self._selected = self._rows[min(at, len(self._rows) - 1)] if self._rows else None
        if self._rows:
            self._stop_waiting()
        elif self.screen.focused is self and self._emptied is None:
            self._wait_empty()
        self.display = bool(self._rows) or self._edited is not None or self._emptied is not None
        if self.display:
            self._draw()

    def on_focus(self) -> None:
        """Mark the selected row."""
        self.call_later(self._draw)

    def on_blur(self) -> None:
        """Mark none."""
        if self._emptied is not None:
            self._stop_waiting()
            self.display = bool(self._rows)
        self.call_later(self._draw)

    def on_resize(self) -> None:
        """Fit the rows."""
        self._draw()

    def on_click(self, event: events.Click) -> None:
        """Select the row under the mouse."""
        index = self._first + event.y - 1
        if self._edited is None and 0 <= index < len(self._rows):
            self._selected = self._rows[index]
            take_focus(self)
            self._draw()

    # -- emptied ---------------------------------------------------------------------------------------------

    def _wait_empty(self) -> None:
        self._stop_waiting()
        self._emptied = self.set_timer(EMPTY_SECONDS, self.action_leave)

    def _stop_waiting(self) -> None:
        if self._emptied is not None:
            self._emptied.stop()
            self._emptied = None

    def on_key(self, event: events.Key) -> None:
        """Swallow keys for a queue that has just emptied; a text goes to the editor."""
        if self._emptied is None or self.screen.focused is not self:
            return
        own = event.key in self.OWN_KEYS
        if event.key == "escape":
            self.action_leave()
        elif own:
            self._wait_empty()
        else:
            self.action_leave()
            return
        event.stop()

    # -- keys ------------------------------------------------------------------------------------------------

    def action_move(self, rows: int) -> None:
        """Select another row; below the last one is the editor."""
        if self._selected is None:
            return
        at = self._rows.index(self._selected) + rows if self._selected in self._rows else 0
        if at >= len(self._rows):
            self.post_message(self.Left())
            return
        self._selected = self._rows[max(0, at)]
        self._draw()

    def action_edit(self) -> None:
        """Change the selected message in place."""
        message = self._changeable()
        if message is None:
            return
        self._steering.queue.hold(message, True)
        self._steering.changed()
        self._edited = message
        area = self.query_one(QueueEditor)
        area.load_text(_editable(message, self._markers))
        area.display = True
        area.move_cursor(area.document.end)
        take_focus(area)
        self._draw()

    def action_remove(self) -> None:
        """Take the selected message away."""
        if message := self._changeable():
            self._steering.queue.remove(message)
            self._steering.changed()

    def action_reorder(self, steps: int) -> None:
        """Move the selected message in its lane."""
        if message := self._changeable():
            self._steering.queue.move(message, steps)
            self._steering.changed()

    def action_switch_lane(self) -> None:
        """Move the selected message to the other lane."""
        if message := self._changeable():
            self._steering.queue.switch_lane(message)
            self._steering.changed()

    def action_leave(self) -> None:
        """Back to the editor."""
        self._stop_waiting()
        self.display = bool(self._rows) or self._edited is not None
        if self.screen.focused is self:
            self.post_message(self.Left())

    @on(QueueEditor.Done)
    def _done(self, event: QueueEditor.Done) -> None:
        event.stop()
        message, self._edited = self._edited, None
        area = self.query_one(QueueEditor)
        area.display = False
        take_focus(self)
        if message is None:
            return
        queue = self._steering.queue
        reason = queue.refusal(message)
        written = area.text.strip()
        content = self._markers.expand(written)
        queue.hold(message, False)
        if reason is not None and event.wanted:
            self.post_message(self.Returned(written, reason))
        elif event.wanted:
            queue.edit(message, content.text, written, content.images)
        self._steering.changed()
        self.take()

    def _changeable(self) -> Waiting | None:
        """The selected message; None when it cannot be changed any more, which the user is told."""
        message = self._selected
        reason = None if message is None else self._steering.queue.refusal(message)
        if reason is not None:
            self.notify(reason, severity="warning", markup=False)
        return message if reason is None else None

    # -- drawing ---------------------------------------------------------------------------------------------

    def _draw(self) -> None:
        if not self.is_mounted:
            return
        self._rows = self._steering.queue.shown
        width = self.content_size.width
        focused = self.has_focus or self._edited is not None
        head = head_line(self._steering, len(self._rows), width, keys_of(self), has_focus=focused)
        self.query_one("#queue-head", Static).update(head if self._rows else EMPTY, layout=False)
        room = max(1, min(MOST_ROWS, self.screen.size.height // 4))
        at = self._rows.index(self._selected) if self._selected in self._rows else 0
        self._first = max(0, min(self._first, at), at - room + 1)
        self._first = min(self._first, max(0, len(self._rows) - room))
        shown = self._rows[self._first : self._first + room]
        split = shown.index(self._edited) if self._edited in shown else len(shown)
        self._put("#queue-before", shown[:split], width, focused)
        self._put("#queue-after", shown[split + 1 :], width, focused)

    def _put(self, name: str, messages: Sequence[Waiting], width: int, focused: bool) -> None:
        part = self.query_one(name, Static)
        part.display = bool(messages)
        lines = [
            row_line(self._steering, message, width, is_selected=focused and message is self._selected)
            for message in messages
        ]
        before = self._drawn.get(name, [])
        if lines != before:
            self._drawn[name] = lines
            part.update(Text("\n").join(lines), layout=len(lines) != len(before))


def _editable(message: Waiting, markers: Markers) -> str:
    """A message as it is changed: with its pastes and images as markers."""
    written = message.written
    if written and markers.expand(written).images == message.images:
        return written
    images: tuple[ImageContent, ...] = message.images
    return markers.restore(message.text, images)
