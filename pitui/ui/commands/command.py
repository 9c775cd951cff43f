"""What a command is, and what all groups of them have."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

from textual.app import App
from textual.screen import Screen

from pitui.session.controller import Controller
from pitui.ui.live import Live
from pitui.ui.textual_private import app_of

Command = Callable[[str], Awaitable[None]]
"""Takes what stands behind its name; runs in a worker, so it may wait for a screen."""


class CommandGroup:
    """Commands of one subject, for one screen."""

    def __init__(self, screen: Screen[Any], live: Live) -> None:
        """Serve a screen."""
        self.screen = screen
        self.live = live

    @property
    def controller(self) -> Controller:
        """The controller of the session on the screen."""
        return self.live.controller

    @property
    def app(self) -> App[Any]:
        """The app."""
        return app_of(self.screen)

    def tell(self, text: str, *, warning: bool = False) -> None:
        """Tell the user something in passing."""
        self.screen.notify(text, severity="warning" if warning else "information", markup=False)
