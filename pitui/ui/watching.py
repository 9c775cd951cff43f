"""The screen when nothing can be sent: a session file, a stream of records or a recording is only looked at."""

from __future__ import annotations

from typing import Any

from textual.events import Key
from textual.screen import Screen

from pitui.ui.focus import take_focus
from pitui.ui.lean_output import LeanDriver
from pitui.ui.live import Live
from pitui.ui.textual_private import app_of, driver_of
from pitui.ui.widgets.activity import Activity
from pitui.ui.widgets.transcript import Transcript

TOLD_SECONDS = 2.0


class Watching:
    """Keys that mean something else than with a pi."""

    def __init__(self, screen: Screen[Any], live: Live) -> None:
        """Serve the screen that shows what `live` has."""
        self._screen = screen
        self._live = live

    def begin(self) -> None:
        """Hide what a text is written in; the conversation has the keys."""
        if self._live.plan.is_watched:
            self._live.on_stream = self._hold_terminal
            self._screen.add_class("-view")
            take_focus(self._screen.query_one(Transcript))

    def key(self, event: Key) -> bool:
        """Take a key that nobody wanted.

        Returns:
            Whether it was one to be taken.
        """
        if not self._live.plan.is_watched or not event.is_printable:
            return False
        if event.key in self._screen.active_bindings:
            return False
        if event.key == "space" and self._is_replaying:
            self._live.pace.pause()
            self._live.tell_pace()
        else:
            self._screen.query_one(Activity).tell("Read only: nothing can be sent here.", TOLD_SECONDS)
        return True

    def escape(self) -> bool:
        """Show the rest of a recording at once.

        Returns:
            False when there is none.
        """
        if not self._is_replaying or self._live.pace.is_whole:
            return False
        self._live.pace.show_rest()
        self._live.tell_pace()
        return True

    def _hold_terminal(self) -> None:
        """What writes into the pipe is on the same terminal."""
        driver = driver_of(app_of(self._screen))
        if isinstance(driver, LeanDriver):
            driver.hold()

    @property
    def _is_replaying(self) -> bool:
        return self._live.plan.replay is not None and not self._live.pace.is_over
