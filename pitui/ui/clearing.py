"""Ctrl+C: it copies what is selected, else ends a search, else leaves a pane, else clears the editor; twice quits."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from textual.screen import Screen

from pitui.ui.clipboard import copy_text
from pitui.ui.editor_actions import UNDO
from pitui.ui.focus import take_focus
from pitui.ui.preferences import keys_of
from pitui.ui.textual_private import app_of
from pitui.ui.widgets.activity import Activity
from pitui.ui.widgets.editor import Editor
from pitui.ui.widgets.hints import BETWEEN
from pitui.ui.widgets.tree import TreeRows

QUIT_SECONDS = 1.0
"""Within this time a second Ctrl+C quits, if no other key comes between them."""


class Clearing:
    """Serves a screen that has an `Editor` and an `Activity` line."""

    def __init__(self, screen: Screen[Any], now: Callable[[], float]) -> None:
        """Serve a screen; `now` is the present time in seconds."""
        self._screen = screen
        self._now = now
        self._pressed_at = -QUIT_SECONDS
        self._is_first = False

    def key_came(self) -> None:
        """A key was pressed: `clear` comes next if it is Ctrl+C."""
        if not self._is_first:
            self._pressed_at = -QUIT_SECONDS
        self._is_first = False

    def clear(self) -> bool:
        """Do what Ctrl+C does.

        Returns:
            True when it quits.
        """
        screen = self._screen
        editor = screen.query_one(Editor)
        focused = screen.focused
        if selected := screen.get_selected_text():
            copy_text(app_of(screen), selected, "the selection")
            screen.clear_selection()
            return False
        if isinstance(focused, TreeRows) and focused.view.query:
            focused.search("")
            return False
        now = self._now()
        if now - self._pressed_at < QUIT_SECONDS:
            return True
        self._pressed_at = now
        self._is_first = True
        hints = [("app.clear", "again quits")]
        if focused is editor and editor.text:
            editor.set_text("")
            hints.append((UNDO.id, "brings it back"))
        take_focus(editor)
        screen.query_one(Activity).tell(BETWEEN.join(keys_of(screen).hints(hints)), QUIT_SECONDS)
        return False
