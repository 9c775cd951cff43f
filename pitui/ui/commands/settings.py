"""pitui's own settings and pi's, on one list: choosing one changes it where it belongs."""

from __future__ import annotations

from collections.abc import Sequence

from pitui.client import PiError
from pitui.config import RING_WAYS, ConfigError
from pitui.disk.files import DiskError, read_object
from pitui.disk.settings import change_settings, project_settings_file, read_settings, settings_file
from pitui.protocol.commands import QueueMode
from pitui.protocol.json_object import JsonObject
from pitui.ui.colours import draw_anew
from pitui.ui.commands.command import Command, CommandGroup
from pitui.ui.commands.themes import ThemeCommands
from pitui.ui.pi_settings import BY_PATH, PI_SETTINGS, Owner, PiSetting, Value, shown_value
from pitui.ui.place import folder_label
from pitui.ui.preferences import Preferences, preferences_of
from pitui.ui.screens.line_prompt import LinePrompt
from pitui.ui.screens.picker import Picker, PickerItem, PickerKey
from pitui.ui.screens.staying import StayingPicker

RESET = PickerKey("ctrl+d", "reset", "default")
"""Takes a setting out of its file."""

MOST_VALUES = 3
"""A setting with more values than that has them on a list of its own."""


class SettingsCommands(CommandGroup):
    """The settings."""

    @property
    def commands(self) -> dict[str, Command]:
        """By name."""
        return {"settings": self.settings}

    @property
    def preferences(self) -> Preferences:
        """What is in force."""
        return preferences_of(self.screen)

    async def settings(self, argument: str) -> None:
        """Show all settings; with a name, the cursor is on that one."""
        self._to_reload = False
        await self.app.push_screen_wait(
            StayingPicker(
                "Settings", self.items(), self._change, keys=[RESET], current=argument, enter="enter changes"
            )
        )
        if self._to_reload:
            await self._reload()

    def items(self) -> list[PickerItem]:
        """Every setting with its value; the value of an item is the name of the setting."""
        preferences = self.preferences
        file = folder_label(preferences.file) if preferences.file else "nowhere: only for this run"
        own = [
            PickerItem(
                "theme",
                "Theme",
                self.app.theme,
                group="pitui",
                about=f"{file}; without it, pi's own theme is followed",
                also="colours colors dark light",
            ),
            PickerItem(
                "motion",
                "Motion",
                shown_value(preferences.config.motion),
                group="pitui",
                about="Whether the spinner turns and the cursor blinks",
                also="animation reduced",
            ),
            PickerItem(
                "ring",
                "Ring",
                preferences.config.ring,
                group="pitui",
                about="How a waiting dialog or a finished run calls back to a terminal without the focus",
                also="bell notification sound osc",
            ),
            PickerItem(
                "keys",
                "Keys",
                f"{len(preferences.keys.changed())} changed",
                group="pitui",
                about=f"[keys] in {file}, or pi's keybindings.json; enter lists all keys",
                also="hotkeys keybindings",
            ),
        ]
        user, project = self._files()
        width = max(len(shown_value(value)) for value in self._values(user).values())
        return own + [
            self._item(setting, self._values(user)[setting.path], project, width)
            for setting in PI_SETTINGS
            if self.live.place.is_here or setting.owner is Owner.COMMAND
        ]

    def _item(self, setting: PiSetting, value: Value, project: JsonObject, width: int) -> PickerItem:
        facts = [setting.about] if setting.about else []
        over = setting.read(project)
        if over is not None:
            facts.append(f"in this project, .pi/settings.json says {shown_value(over)}")
        facts.append("pi, from its next start" if setting.has_restart else setting.owner.value)
        if setting.is_new:
            facts.append("pi 0.82.1 does not have it")
        facts.append(setting.path)
        return PickerItem(
            setting.path,
            setting.title,
            f"{'*' if over is not None else ' '}{shown_value(value):>{width}}",
            group="pi",
            about=" · ".join(facts),
            also=setting.path,
        )

    def _values(self, user: JsonObject) -> dict[str, Value]:
        found: dict[str, Value] = {}
        for setting in PI_SETTINGS:
            value = setting.read(user)
            found[setting.path] = setting.default if value is None else value
        state = self.controller.session.state
        if self.controller.is_alive:
            found["steeringMode"] = str(state.steering_mode)
            found["followUpMode"] = str(state.follow_up_mode)
            found["compaction.enabled"] = state.auto_compaction_enabled
        return found

    def _files(self) -> tuple[JsonObject, JsonObject]:
        """The settings of the user and of the project."""
        if not self.live.place.is_here:
            return {}, {}
        try:
            return (
                read_settings(self.live.place.agent),
                read_object(project_settings_file(self.live.place.cwd)),
            )
        except DiskError as problem:
            self.tell(str(problem), warning=True)
            return {}, {}

    # -- changing --------------------------------------------------------------------------------------------

    async def _change(self, name: str, way: str) -> Sequence[PickerItem]:
        try:
            match name:
                case "theme" if way == RESET.id:
                    self.preferences.keep(theme=None)
                    self.preferences.begin()
                case "theme":
                    await ThemeCommands(self.screen, self.live).theme("")
                case "motion":
                    self.preferences.keep(
                        motion=True if way == RESET.id else not self.preferences.config.motion
                    )
                case "ring":
                    following = RING_WAYS.index(self.preferences.config.ring) + 1
                    self.preferences.keep(
                        ring="auto" if way == RESET.id else RING_WAYS[following % len(RING_WAYS)]
                    )
                case "keys":
                    await self.app.run_action("screen.command('hotkeys')", self.screen)
                case _:
                    await self._change_pi(BY_PATH[name], way)
        except (PiError, DiskError, ConfigError, ValueError) as problem:
            self.tell(str(problem), warning=True)
        return self.items()

    async def _change_pi(self, setting: PiSetting, way: str) -> None:
        present = self._values(self._files()[0])[setting.path]
        if way == RESET.id:
            value: Value = setting.default if setting.owner is Owner.COMMAND else None
        else:
            chosen = await self._ask(setting, present)
            if chosen is None:
                return
            value = setting.parse(chosen) if isinstance(chosen, str) and not setting.values else chosen
        if setting.owner is Owner.COMMAND:
            await self._command(setting.path, value)
            return
        change_settings(settings_file(self.live.place.agent), setting.changes(value))
        if setting.owner is Owner.SCREEN:
            self.preferences.read()
            draw_anew(self.app)
        elif not setting.has_restart:
            self._to_reload = True

    async def _ask(self, setting: PiSetting, present: Value) -> Value:
        """The new value; None when the user left."""
        values = setting.values
        if not values:
            text = "" if present is None else str(present)
            return await self.app.push_screen_wait(LinePrompt(f"{setting.title} ({setting.path})", text))
        if len(values) <= MOST_VALUES:
            at = values.index(present) if present in values else -1
            return values[(at + 1) % len(values)]
        items = [
            PickerItem(value, shown_value(value), mark="●" if value == present else "") for value in values
        ]
        picked = await self.app.push_screen_wait(Picker(setting.title, items, current=present))
        return None if picked is None else picked.value

    async def _command(self, name: str, value: Value) -> None:
        """The four that pi's RPC has a command for; pi stores them itself."""
        client = self.controller.client
        mode: QueueMode = "all" if value == "all" else "one-at-a-time"
        match name:
            case "steeringMode":
                await client.set_steering_mode(mode)
            case "followUpMode":
                await client.set_follow_up_mode(mode)
            case "compaction.enabled":
                await client.set_auto_compaction(value is True)
            case _:
                await client.set_auto_retry(value is True)
        await self.controller.refresh()

    async def _reload(self) -> None:
        controller = self.controller
        if not controller.is_alive:
            return
        if controller.session.phase.is_busy:
            self.tell("Stored. pi follows it after /reload: now it is working.")
            return
        await controller.navigator.ask("reload")
        self.tell("Stored, and pi has read its settings again.")
