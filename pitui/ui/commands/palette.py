"""The palette and the list of keys: what is chosen there is done."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import AsyncIterator

from pitui.client import PiError
from pitui.disk.summaries import SessionSummary, list_sessions
from pitui.protocol.responses import ModelInfo
from pitui.session.models import Models
from pitui.ui.actions import BY_ID
from pitui.ui.commands.command import Command, CommandGroup
from pitui.ui.commands.sessions import SessionCommands
from pitui.ui.commands.settings import SettingsCommands
from pitui.ui.commands.themes import ThemeCommands
from pitui.ui.editor_actions import EDITOR_ACTIONS, FOLLOW_UP, NEW_LINE, SUBMIT
from pitui.ui.everything import (
    Thing,
    action_items,
    command_items,
    key_items,
    model_items,
    needs_argument,
    session_items,
    setting_items,
    theme_items,
)
from pitui.ui.focus import take_focus
from pitui.ui.preferences import preferences_of
from pitui.ui.screens.palette import Palette
from pitui.ui.screens.picker import Picker, PickerItem
from pitui.ui.theme_choice import all_themes
from pitui.ui.widgets.editor import Editor
from pitui.ui.widgets.editor.area import MarkedArea

MOST_SESSIONS = 200
"""So many of the latest sessions are in the palette; the list of sessions has all."""


class PaletteCommands(CommandGroup):
    """Everything, and all keys."""

    @property
    def commands(self) -> dict[str, Command]:
        """By name."""
        return {"palette": self.palette, "hotkeys": self.hotkeys}

    async def palette(self, argument: str) -> None:
        """Show everything; what stands behind the name is looked for."""
        controller = self.controller
        items = [
            *action_items(preferences_of(self.screen).keys),
            *command_items(controller.session.commands),
            *setting_items(SettingsCommands(self.screen, self.live).items()),
        ]
        picked = await self.app.push_screen_wait(Palette(items, self._more, query=argument))
        if picked is not None:
            await self._do(picked.value)

    async def hotkeys(self, argument: str) -> None:
        """Show all keys, and what is to be settled about them."""
        items = key_items(preferences_of(self.screen).keys, columns=self.app.size.width)
        picked = await self.app.push_screen_wait(Picker("Keys", items, query=argument, enter="enter does it"))
        if picked is not None:
            await self._do(picked.value)

    async def _more(self) -> AsyncIterator[list[PickerItem]]:
        present = self.controller.session.state
        if self.controller.is_alive:
            try:
                models = await Models(self.controller).available()
            except PiError:
                models = []
            yield model_items(models, present.model)
        if self.live.place.is_here:
            sessions = await asyncio.to_thread(self._sessions)
            yield session_items(sessions, present.session_file)
        themes, _ = await asyncio.to_thread(all_themes, preferences_of(self.screen).agent)
        yield theme_items([theme.name for _, theme in themes], self.app.theme)

    def _sessions(self) -> list[SessionSummary]:
        places = self.live.place.sessions()
        slices = list_sessions(places.folders(everywhere=False))
        found = itertools.chain.from_iterable(part.sessions for part in slices)
        return [session for session in itertools.islice(found, MOST_SESSIONS) if places.is_own(session.cwd)]

    async def _do(self, thing: Thing) -> None:
        match thing.kind:
            case "action" if needs_argument(BY_ID[thing.name]):
                self._write(f"/{BY_ID[thing.name].slash} ")
            case "action":
                await self.app.run_action(BY_ID[thing.name].call, self.screen)
            case "editor":
                await self._edit(thing.name)
            case "command":
                self._write(f"/{thing.name} ")
            case "model":
                await self._take_model(thing.name)
            case "session":
                await SessionCommands(self.screen, self.live).resume(thing.name)
            case "theme":
                await ThemeCommands(self.screen, self.live).theme(thing.name)
            case "setting":
                await SettingsCommands(self.screen, self.live).settings(thing.name)
            case "nothing":
                pass

    async def _edit(self, name: str) -> None:
        """Do in the editor what a key does there; in the one of the queue, if that has the keys."""
        action = next(action for action in EDITOR_ACTIONS if action.id == name)
        area = self.screen.focused
        if not isinstance(area, MarkedArea) or action in (SUBMIT, FOLLOW_UP, NEW_LINE):
            area = self.screen.query_one(Editor)
        take_focus(area)
        await area.run_action(action.call)

    async def _take_model(self, name: str) -> None:
        models = Models(self.controller)
        for model in await models.available():
            if _full_name(model) == name:
                await models.choose(model)
                self.tell(f"Model: {name}")

    def _write(self, text: str) -> None:
        """Begin a command in the editor; a draft there stays behind it."""
        editor = self.screen.query_one(Editor)
        if editor.text.strip():
            self.tell(f"There is a draft in the editor: send or clear it, then {text.strip()}.")
            return
        editor.set_text(text)
        take_focus(editor)


def _full_name(model: ModelInfo) -> str:
    return f"{model.provider}/{model.id}"
