"""The app: themes, the palette of commands, signals. It wires and does nothing else."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Awaitable, Callable, Iterable

from textual.app import App, SystemCommand
from textual.screen import Screen

from pitui.session.state import Session
from pitui.ui.actions import ACTIONS
from pitui.ui.plan import Plan
from pitui.ui.screens.main import MainScreen
from pitui.ui.themes import THEMES


class PituiApp(App[None]):
    """pitui on the terminal."""

    TITLE = "pitui"
    CSS_PATH = "app.tcss"
    COMMAND_PALETTE_BINDING = "f1"

    def __init__(self, plan: Plan) -> None:
        """Make the app for a plan of the command line."""
        super().__init__()
        self._main = MainScreen(plan)
        for theme in THEMES:
            self.register_theme(theme)
        self.theme = THEMES[0].name

    @property
    def failure(self) -> str | None:
        """Why pi never started, for stderr after the app has ended."""
        return self._main.live.failure

    @property
    def session(self) -> Session:
        """The session on the screen."""
        return self._main.controller.session

    def get_default_screen(self) -> Screen[None]:
        """The screen of the session."""
        return self._main

    def on_mount(self) -> None:
        """Leave the terminal as it was on TERM and HUP."""
        loop = asyncio.get_running_loop()
        for number in (signal.SIGTERM, signal.SIGHUP):
            loop.add_signal_handler(number, self._quit_on_signal)

    def get_system_commands(self, screen: Screen[object]) -> Iterable[SystemCommand]:
        """Every action, with its keys, for the palette."""
        for action in ACTIONS:
            if action.id == "pitui.help":
                continue
            keys = ", ".join(self.get_key_display(b) for b in [action.binding()]) if action.keys else ""
            slash = f"/{action.slash}" if action.slash else ""
            yield SystemCommand(
                action.title, "  ".join(part for part in (keys, slash) if part), self._runner(action.call)
            )

    def _runner(self, call: str) -> Callable[[], Awaitable[bool]]:
        return lambda: self.run_action(call, self.screen)

    def _quit_on_signal(self) -> None:
        self.run_worker(self._quit())

    async def _quit(self) -> None:
        await self._main.action_quit()
