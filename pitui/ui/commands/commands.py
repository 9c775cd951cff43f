"""Finds the command for a name, runs it in the background, and tells when it fails."""

from __future__ import annotations

from functools import cached_property
from typing import Any

from textual.screen import Screen

from pitui.client import PiError
from pitui.disk.files import DiskError
from pitui.session.models import is_usable
from pitui.session.phase import Phase
from pitui.ui.commands.command import Command
from pitui.ui.live import Live

_WITHOUT_PI = ("palette", "hotkeys", "settings", "theme", "debug")
"""What is there without a pi, too."""

_WITHOUT_STATE = (*_WITHOUT_PI, "resume", "trust", "start")
"""What a pi that is still starting keeps nobody from."""


class Commands:
    """The commands of one screen, by the name in their action, `screen.command('NAME')`."""

    def __init__(self, screen: Screen[Any], live: Live) -> None:
        """Serve a screen."""
        self._screen = screen
        self._live = live
        self._has_asked = False
        self._held: list[tuple[str, str]] = []

    @property
    def waiting(self) -> str:
        """What waits until pi has told its state and its commands, "" for nothing."""
        return f"{' '.join(name for name, _ in self._held)} waits for pi" if self._held else ""

    def take(self) -> None:
        """Run what has waited, once pi is ready or has ended."""
        if self._held and not self._is_starting:
            held, self._held = self._held, []
            for name, argument in held:
                self.run(name, argument)

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
        if self._is_starting and name not in _WITHOUT_STATE:
            self._held.append((name, argument))
            return
        self._screen.run_worker(self._run(self._table[name], argument), exit_on_error=True)

    @property
    def _is_starting(self) -> bool:
        """Whether a pi is on its way that has not told its state and its commands yet."""
        controller = self._live.controller
        is_dead = controller.session.phase is Phase.DEAD
        starts = self._live.is_coming or (not controller.knows_commands and not is_dead)
        return starts and not controller.is_replay

    def look_at_model(self) -> None:
        """When pi is ready and has no model to talk to, say once how to get one."""
        controller = self._live.controller
        model = controller.session.state.model
        if self._has_asked or not controller.was_ready or model is None or is_usable(model):
            return
        self._has_asked = True
        self.run("start")

    @cached_property
    def _table(self) -> dict[str, Command]:
        """All of them; their screens take 25 ms to load, which a start need not wait for."""
        from pitui.ui.commands.table import all_commands

        return all_commands(self._screen, self._live)

    def __contains__(self, name: str) -> bool:
        return name in self._table

    async def _run(self, command: Command, argument: str) -> None:
        try:
            await command(argument)
        except (PiError, DiskError) as error:
            self._screen.notify(str(error), severity="error", markup=False)
