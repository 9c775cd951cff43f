"""Choosing a theme: each one is seen at once while the cursor goes through the list."""

from __future__ import annotations

from pitui.config import ConfigError
from pitui.disk.files import DiskError
from pitui.ui.commands.command import Command, CommandGroup
from pitui.ui.preferences import preferences_of
from pitui.ui.screens.picker import PickerItem
from pitui.ui.screens.trying import TryingPicker
from pitui.ui.theme_choice import all_themes


class ThemeCommands(CommandGroup):
    """Themes."""

    @property
    def commands(self) -> dict[str, Command]:
        """By name."""
        return {"theme": self.theme}

    async def theme(self, argument: str) -> None:
        """Take the theme that is named, else choose one; it is kept in pitui's settings."""
        preferences = preferences_of(self.screen)
        if argument:
            if preferences.try_theme(argument):
                self._keep()
            else:
                self.tell(f"There is no theme {argument}: /theme lists them.", warning=True)
            return
        before = self.app.theme
        themes, problems = all_themes(preferences.agent)
        for problem in problems:
            self.tell(problem, warning=True)
        items = [
            PickerItem(
                theme.name,
                theme.name,
                "terminal" if theme.ansi else "dark    " if theme.dark else "light   ",
                group=group,
                mark="●" if theme.name == before else "",
            )
            for group, theme in themes
        ]
        picked = await self.app.push_screen_wait(TryingPicker("Theme", items, self._show, current=before))
        if picked is None:
            self._show(before)
        else:
            self._show(picked.value)
            self._keep()

    def _show(self, name: str) -> None:
        try:
            preferences_of(self.screen).try_theme(name)
        except DiskError as problem:
            self.tell(str(problem), warning=True)

    def _keep(self) -> None:
        preferences = preferences_of(self.screen)
        try:
            preferences.keep(theme=self.app.theme)
        except ConfigError as problem:
            self.tell(str(problem), warning=True)
