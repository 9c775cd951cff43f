"""Finds the command for a name, runs it in the background, and tells when it fails."""

from __future__ import annotations

from typing import Any

from textual.screen import Screen

from pitui.client import PiError
from pitui.disk.files import DiskError
from pitui.session.models import is_usable
from pitui.ui.commands.command import Command
from pitui.ui.commands.files import FileCommands
from pitui.ui.commands.inspecting import InspectingCommands
from pitui.ui.commands.models import ModelCommands
from pitui.ui.commands.outside import OutsideCommands
from pitui.ui.commands.palette import PaletteCommands
from pitui.ui.commands.rpc import RpcCommands
from pitui.ui.commands.scope import ScopeCommands
from pitui.ui.commands.sessions import SessionCommands
from pitui.ui.commands.settings import SettingsCommands
from pitui.ui.commands.sharing import SharingCommands
from pitui.ui.commands.telling import TellingCommands
from pitui.ui.commands.themes import ThemeCommands
from pitui.ui.live import Live

_WITHOUT_PI = ("palette", "hotkeys", "settings", "theme", "debug")
"""What is there without a pi, too."""


class Commands:
    """The commands of one screen, by the name in their action, `screen.command('NAME')`."""

    def __init__(self, screen: Screen[Any], live: Live) -> None:
        """Serve a screen."""
        self._screen = screen
        self._live = live
        self._has_asked = False
        self._commands: dict[str, Command] = {
            **SessionCommands(screen, live).commands,
            **FileCommands(screen, live).commands,
            **ModelCommands(screen, live).commands,
            **TellingCommands(screen, live).commands,
            **OutsideCommands(screen, live).commands,
            **InspectingCommands(screen, live).commands,
            **PaletteCommands(screen, live).commands,
            **RpcCommands(screen, live).commands,
            **SharingCommands(screen, live).commands,
            **ScopeCommands(screen, live).commands,
            **SettingsCommands(screen, live).commands,
            **ThemeCommands(screen, live).commands,
        }

    def run(self, name: str, argument: str = "") -> None:
        """Run a command in the background.

        Args:
            name: of the command.
            argument: what stands behind a slash command.
        """
        if self._live.controller.is_replay and name not in _WITHOUT_PI:
            self._screen.notify(
                "There is no pi here: this only shows what was.", severity="warning", markup=False
            )
            return
        self._screen.run_worker(self._run(self._commands[name], argument), exit_on_error=True)

    def look_at_model(self) -> None:
        """When pi is ready and has no model to talk to, say once how to get one."""
        controller = self._live.controller
        model = controller.session.state.model
        if self._has_asked or not controller.was_ready or model is None or is_usable(model):
            return
        self._has_asked = True
        self.run("start")

    def __contains__(self, name: str) -> bool:
        return name in self._commands

    async def _run(self, command: Command, argument: str) -> None:
        try:
            await command(argument)
        except (PiError, DiskError) as error:
            self._screen.notify(str(error), severity="error", markup=False)
