"""Shows each notification of an extension for a moment, louder by its level."""

from __future__ import annotations

from typing import Any, Literal

from textual.screen import Screen

from pitui.session.blocks import Level
from pitui.session.state import Notification
from pitui.ui.foreign import plain

MOST_AT_ONCE = 3
MOST_CHARACTERS, MOST_LINES = 400, 6
_SECONDS = {Level.INFO: 5.0, Level.WARNING: 8.0, Level.ERROR: 12.0}
_SEVERITY: dict[Level, Literal["information", "warning", "error"]] = {
    Level.INFO: "information",
    Level.WARNING: "warning",
    Level.ERROR: "error",
}
_TITLE = {Level.INFO: "", Level.WARNING: "Warning", Level.ERROR: "Error"}


class Toasts:
    """Shows what has come since it last looked."""

    def __init__(self, screen: Screen[Any]) -> None:
        """Show on a screen."""
        self._screen = screen
        self._last: Notification | None = None

    def take(self, notifications: list[Notification]) -> None:
        """Show the new ones of the list, whose newest is last."""
        fresh: list[Notification] = []
        for notification in reversed(notifications):
            if notification is self._last:
                break
            fresh.append(notification)
        if not fresh:
            return
        self._last = fresh[0]
        for notification in reversed(fresh[:MOST_AT_ONCE]):
            level = notification.level
            self._screen.notify(
                _short(plain(notification.text), max(1, min(MOST_LINES, self._screen.size.height // 5))),
                title=_TITLE[level],
                severity=_SEVERITY[level],
                timeout=_SECONDS[level],
                markup=False,
            )
        if len(fresh) > MOST_AT_ONCE:
            more = f"{len(fresh) - MOST_AT_ONCE} more: /notifications shows them."
            self._screen.notify(more, markup=False)


def _short(text: str, most_lines: int) -> str:
    """As much of a text as a toast can hold."""
    lines = text.strip("\n").split("\n")
    most = MOST_CHARACTERS * most_lines // MOST_LINES
    shown = "\n".join(lines[:most_lines])
    if len(lines) <= most_lines and len(shown) <= most:
        return shown
    return f"{shown[:most].rstrip()}…\n/notifications shows all of it."
