"""What extensions ask and tell: dialogs with their deadlines, statuses, widgets, the title, notifications."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeVar

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
from pitui.session.changes import Area, ChangeSet
from pitui.session.growing import join_surrogates

_V = TypeVar("_V")

MOST_NOTIFICATIONS = 200
"""So many of the latest notifications are kept."""


@dataclass(frozen=True, slots=True)
class PendingDialog:
    """A dialog that waits for an answer.

    Attributes:
        request: what is asked.
        arrived: when the request came, in the clock of the reducer.
        deadline: when pi assumes an answer and says nothing, in the same clock; None when it waits for ever.
    """

    request: Dialog
    arrived: float
    deadline: float | None


@dataclass(frozen=True, slots=True)
class Notification:
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
            case SetStatusRequest():
                _set(self.statuses, request.status_key, request.status_text)
                self._changes.area(Area.STATUS)
            case SetWidgetRequest():
                _set(self.widgets, request.widget_key, None if request.widget_lines is None else request)
                self._changes.area(Area.WIDGETS)
            case SetTitleRequest():
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

    def clear(self) -> None:
        """Take away everything that extensions of the former session have put on the screen."""
        self.clear_dialogs()
        self.statuses.clear()
        self.widgets.clear()
        self.title = None
        self._changes.area(Area.STATUS | Area.WIDGETS)

    def _ask(self, request: Dialog, now: float) -> None:
        timeout = None if isinstance(request, EditorRequest) else request.timeout
        deadline = None if timeout is None else now + timeout / 1000
        self.close(request.id)
        self.dialogs.append(PendingDialog(request, now, deadline))
        self._changes.area(Area.DIALOGS)


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
