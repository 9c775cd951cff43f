"""All commands by name."""

from __future__ import annotations

from typing import Any

from textual.screen import Screen

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


def all_commands(screen: Screen[Any], live: Live) -> dict[str, Command]:
    """The commands of a screen, by the name in their action."""
    return {
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
