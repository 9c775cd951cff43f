"""The app: preferences, signals, the first screens. It wires and does nothing else."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from collections.abc import Mapping
from importlib import import_module
from operator import attrgetter
from typing import TYPE_CHECKING, Any

from rich.console import RenderableType
from textual import events
from textual.actions import ActionParseResult
from textual.app import App
from textual.dom import DOMNode
from textual.driver import Driver
from textual.drivers.linux_driver import LinuxDriver
from textual.notifications import SeverityLevel
from textual.screen import Screen
from textual.signal import Signal
from textual.widget import Widget

from pitui.render.sanitize import visible
from pitui.ui.colours import Colours
from pitui.ui.early import EarlyStart
from pitui.ui.ending import Ending
from pitui.ui.key_order import KeyOrder
from pitui.ui.lean_output import LeanDriver
from pitui.ui.plan import Plan
from pitui.ui.preferences import Preferences
from pitui.ui.screens.opening import Opening
from pitui.ui.session_place import SessionPlace
from pitui.ui.textual_private import drop_covered, lay_out_once

if TYPE_CHECKING:
    from pitui.session.state import Session
    from pitui.ui.screens.main import MainScreen

_MAIN = "pitui.ui.screens.main"
"""All that the screen of a session needs is loaded with this module, behind the first picture."""


LOW = 16
"""Rows below which there is room for one toast only."""


class PituiApp(App[None], inherit_bindings=False):
    """pitui on the terminal; Textual's own keys, Ctrl+Q among them, would quit past the draft and past pi."""

    TITLE = "pitui"
    CSS_PATH = "app.tcss"
    ENABLE_COMMAND_PALETTE = False

    def __init__(self, plan: Plan, early: EarlyStart | None = None) -> None:
        """Make the app for a plan of the command line, and the pi that was perhaps started for it already."""
        super().__init__(ansi_color=True if "NO_COLOR" in os.environ else None)
        lay_out_once()
        self.ending = Ending()
        self._plan = plan
        self._early = early
        self._place = SessionPlace(plan)
        self._main: MainScreen | None = None
        self.preferences = Preferences(self, self._place, file=plan.config_file, theme=plan.theme)
        self.preferences.begin()
        self._colours = Colours(self)
        self._order = KeyOrder(self, self._route)

    async def on_event(self, event: events.Event) -> None:
        """Let each key do what it does before the next one is looked at."""
        if isinstance(event, (events.Key, events.Paste)) and not event.is_forwarded:
            if isinstance(self.screen, Opening):
                self.screen.typed(event)
            await self._order.take(event)
        else:
            await super().on_event(event)

    async def _route(self, event: events.Event) -> None:
        if isinstance(event, events.Key) and self._main is not None:
            self._main.key_came(event)
        await super().on_event(event)

    async def run_action(
        self,
        action: str | ActionParseResult,
        default_namespace: DOMNode | None = None,
        namespaces: Mapping[str, DOMNode] | None = None,
    ) -> bool:
        """Do what a key is bound to, but not on a screen that has come under a key on its way and is empty yet."""
        if isinstance(default_namespace, Widget) and not default_namespace.is_mounted:
            return True
        return await super().run_action(action, default_namespace, namespaces)

    def get_driver_class(self) -> type[Driver]:
        """Write fewer bytes where Textual's driver is the one for a terminal."""
        found = super().get_driver_class()
        return LeanDriver if found is LinuxDriver else found

    @property
    def failure(self) -> str | None:
        """Why pi never started, for stderr after the app has ended."""
        return self._main and self._main.live.failure

    @property
    def session(self) -> Session:
        """The session on the screen."""
        return self._main_screen().controller.session

    def get_default_screen(self) -> Screen[None]:
        """The screen of the session; its frame only, as long as the rest is not loaded."""
        if _MAIN in sys.modules:
            return self._main_screen()
        self._order.hold()
        return Opening(self._plan, self._place, on_painted=self._furnish)

    async def _furnish(self) -> None:
        await asyncio.to_thread(import_module, _MAIN)
        frame, main = self.screen, self._main_screen()
        await main.show_end()
        await self.push_screen(main)
        await drop_covered(self, frame)
        await self._order.release()

    def _main_screen(self) -> MainScreen:
        from pitui.ui.screens.main import MainScreen

        if self._main is None:
            self._main = MainScreen(self._plan, self._place, self._early)
        return self._main

    def on_mount(self) -> None:
        """Leave the terminal as it was on TERM and HUP."""
        loop = asyncio.get_running_loop()
        for number in (signal.SIGTERM, signal.SIGHUP):
            loop.add_signal_handler(number, self._quit_on_signal)
        resumed: Signal[App[Any]] = attrgetter("app_resume_signal")(self)
        resumed.subscribe(self, self._draw_anew)
        self._colours.follow()
        if self.preferences.problems:
            self.notify(
                "\n".join(map(visible, self.preferences.problems)),
                severity="warning",
                timeout=15,
                markup=False,
            )

    def notify(
        self,
        message: str,
        *,
        title: str = "",
        severity: SeverityLevel = "information",
        timeout: float | None = None,
        markup: bool = True,
    ) -> None:
        """Show words for a moment; on a low screen, where several would have no room, instead of those before."""
        if self.size.height < LOW:
            self.call_later(self.clear_notifications)
        super().notify(message, title=title, severity=severity, timeout=timeout, markup=markup)

    def exit(self, result: None = None, return_code: int = 0, message: RenderableType | None = None) -> None:
        """End the app, whether the terminal takes its last bytes or not."""
        if not self.is_headless:
            self.ending.begin()
        super().exit(result, return_code, message)

    def _draw_anew(self, _app: App[Any]) -> None:
        """The terminal was another's and is empty now; Textual 8.2 draws nothing after SIGCONT."""
        self.refresh(layout=True)

    def _quit_on_signal(self) -> None:
        self.run_worker(self._quit())

    async def _quit(self) -> None:
        if self._main is not None:
            await self._main.action_quit()
        else:
            self.exit()
