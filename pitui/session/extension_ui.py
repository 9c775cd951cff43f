"""What extensions ask and tell: dialogs with their deadlines, statuses, widgets, the title, notifications."""

from __future__ import annotations

from typing import NamedTuple, TypeVar

from pitui.protocol.codec import UIRequest
from pitui.protocol.extension_ui import (
    ConfirmRequest,
    Dialog,
    EditorRequest,
    InputRequest,
    NotifyRequest,
    SelectRequest,
    SetEditorTextRequest,
    SetStatusRequest,
    SetTitleRequest,
    SetWidgetRequest,
)
from pitui.session.blocks import Level
from pitui.session.bridge import STATUS_KEY
from pitui.session.changes import Area, ChangeSet
from pitui.session.growing import join_surrogates

_V = TypeVar("_V")

LONGEST_TIMER = 2**31 - 1
"""Milliseconds that a timer of Node.js can count; with more (or less than 1) it fires after 1 ms (Node.js, docs of
`setTimeout`)."""

MOST_NOTIFICATIONS = 200
"""So many of the latest notifications are kept."""


class PendingDialog(NamedTuple):
    """A dialog that waits for an answer.

    Attributes:
        request: what is asked.
        arrived: when the request came, in the clock of the reducer.
        deadline: when pi assumes an answer and says nothing, in the same clock; None when it waits for ever.
    """

    request: Dialog
    arrived: float
    deadline: float | None


class Notification(NamedTuple):
    """What an extension wants to be seen for a moment; `at` in the clock of the reducer."""

    level: Level
    text: str
    at: float


class ExtensionUI:
    """The reducer of the extension UI protocol.

    Attributes:
        dialogs: those that wait, oldest first.
        statuses: the text of each status key.
        widgets: the widget of each key.
        title: what the terminal's title should be, None when no extension has set it.
        editor_text: what should be in the editor, until the screen takes it and sets it to None.
        notifications: the latest ones, newest last; the screen may remove what it has shown.
    """

    def __init__(self, changes: ChangeSet) -> None:
        """Make the reducer; it notes its changes in `changes`."""
        self._changes = changes
        self.dialogs: list[PendingDialog] = []
        self.statuses: dict[str, str] = {}
        self.widgets: dict[str, SetWidgetRequest] = {}
        self.title: str | None = None
        self.editor_text: str | None = None
        self.notifications: list[Notification] = []
        self._fresh: set[tuple[str, str]] = set()

    def apply(self, request: UIRequest, now: float) -> None:
        """Any record of the protocol; a method that pitui does not know is ignored."""
        match request:
            case SelectRequest() | ConfirmRequest() | InputRequest() | EditorRequest():
                self._ask(request, now)
            case NotifyRequest():
                text = join_surrogates(request.message)
                self.notifications.append(Notification(_level(request.notify_type), text, now))
                del self.notifications[:-MOST_NOTIFICATIONS]
                self._changes.area(Area.NOTIFICATIONS)
            case SetStatusRequest() if request.status_key == STATUS_KEY:
                pass
            case SetStatusRequest():
                self._fresh.add(("status", request.status_key))
                _set(self.statuses, request.status_key, request.status_text)
                self._changes.area(Area.STATUS)
            case SetWidgetRequest():
                self._fresh.add(("widget", request.widget_key))
                _set(self.widgets, request.widget_key, None if request.widget_lines is None else request)
                self._changes.area(Area.WIDGETS)
            case SetTitleRequest():
                self._fresh.add(("title", ""))
                self.title = request.title
                self._changes.area(Area.STATUS)
            case SetEditorTextRequest():
                self.editor_text = join_surrogates(request.text)
                self._changes.area(Area.EDITOR)
            case _:
                pass

    def expire(self, now: float) -> list[PendingDialog]:
        """Take away the dialogs whose deadline has passed.

        Returns:
            Those dialogs.
        """
        expired = [
            dialog for dialog in self.dialogs if dialog.deadline is not None and dialog.deadline <= now
        ]
        for dialog in expired:
            self.close(dialog.request.id)
        return expired

    def close(self, request_id: str) -> PendingDialog | None:
        """Take away a dialog.

        Returns:
            The dialog, None when none of this id waits.
        """
        for index, dialog in enumerate(self.dialogs):
            if dialog.request.id == request_id:
                self._changes.area(Area.DIALOGS)
                return self.dialogs.pop(index)
        return None

    def clear_dialogs(self) -> None:
        """Take away all dialogs."""
        if self.dialogs:
            self.dialogs.clear()
            self._changes.area(Area.DIALOGS)

    def begin_replacement(self) -> None:
        """The session is about to be replaced or reloaded: what is set from now on may be of the new one.

        No record says where the old session ends; the new one's `session_start` handlers speak before pi answers.
        """
        self._fresh.clear()

    def finish_replacement(self) -> None:
        """The session was replaced: take away the statuses, widgets and title of before `begin_replacement`."""
        self.statuses = {key: text for key, text in self.statuses.items() if ("status", key) in self._fresh}
        self.widgets = {key: widget for key, widget in self.widgets.items() if ("widget", key) in self._fresh}
        if ("title", "") not in self._fresh:
            self.title = None
        self._changes.area(Area.STATUS | Area.WIDGETS)

    def _ask(self, request: Dialog, now: float) -> None:
        self.close(request.id)
        self.dialogs.append(PendingDialog(request, now, _deadline(request, now)))
        self._changes.area(Area.DIALOGS)


def _deadline(request: Dialog, now: float) -> float | None:
    """When pi stops waiting; a limit of 0 is none (pi 1.6.0, rpc-mode.js, `if (opts?.timeout)`)."""
    timeout = None if isinstance(request, EditorRequest) else request.timeout
    if not timeout:
        return None
    return now + (timeout if 1 <= timeout <= LONGEST_TIMER else 1) / 1000


def _level(kind: str) -> Level:
    try:
        return Level(kind)
    except ValueError:
        return Level.INFO


def _set(values: dict[str, _V], key: str, value: _V | None) -> None:
    if value is None:
        values.pop(key, None)
    else:
        values[key] = value
