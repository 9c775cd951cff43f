"""What the user prefers: pitui's own settings, and pi's where they are about the screen; applied to the app.

pi's own TUI has settings that pi's RPC mode has no use for. pitui follows them, so that a user of pi finds what they
are used to (PI-RPC section 8).
"""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path
from typing import Any, Protocol, cast, runtime_checkable

from textual import constants
from textual.app import App
from textual.dom import DOMNode

from pitui.config import Config, ConfigError, change_config, read_config
from pitui.disk.files import DiskError, read_object
from pitui.disk.keybindings import read_keybindings
from pitui.disk.settings import change_settings, project_settings_file, read_settings, settings_file
from pitui.disk.trust import decision
from pitui.protocol.json_object import JsonObject
from pitui.ui.keys import Keys, keys_in_force
from pitui.ui.pi_settings import BY_PATH
from pitui.ui.session_place import SessionPlace
from pitui.ui.textual_private import app_of
from pitui.ui.theme_choice import choose_theme, theme_called
from pitui.ui.themes import with_quiet_lines

MERMAID = "streaming"
"""Where nothing is preferred: a diagram is drawn as soon as it is complete, and not only with the whole message."""


class Preferences:
    """The preferences of one run.

    Attributes:
        config: pitui's own settings.
        file: where they are; None keeps changes for this run only.
        pi: pi's settings, those of a trusted project over the user's; empty when pi runs elsewhere.
        keys: the keys of all actions.
        problems: what is wrong in any of the files, a sentence each.
    """

    def __init__(
        self, app: App[Any], place: SessionPlace, *, file: Path | None = None, theme: str | None = None
    ) -> None:
        """Prepare; nothing is read yet.

        Args:
            app: it is told what is preferred.
            place: where pi's files are.
            file: of pitui's settings.
            theme: the name of the theme for this run, before all settings.
        """
        self.config = Config()
        self.file = file
        self.pi: JsonObject = {}
        self.keys: Keys = keys_in_force()
        self.problems: list[str] = []
        self._app = app
        self._place = place
        self._theme = theme

    @property
    def agent(self) -> Path | None:
        """pi's agent folder, None when it cannot be read from here."""
        return self._place.agent if self._place.is_here else None

    @property
    def shows_thinking(self) -> bool:
        """Whether thoughts are open in the beginning: pi's `hideThinkingBlock` says `false`."""
        return self.pi.get("hideThinkingBlock") is False

    @property
    def external_editor(self) -> str | None:
        """pi's `externalEditor`, a command."""
        wanted = self.pi.get("externalEditor")
        return wanted if isinstance(wanted, str) and wanted.strip() else None

    @property
    def double_escape(self) -> str:
        """pi's `doubleEscapeAction`: `tree`, `fork` or `none`."""
        wanted = self.pi.get("doubleEscapeAction")
        return wanted if wanted in ("fork", "none") else "tree"

    @property
    def wants_progress(self) -> bool:
        """pi's `terminal.showTerminalProgress`."""
        return BY_PATH["terminal.showTerminalProgress"].read(self.pi) is True

    @property
    def tells_of_caches(self) -> bool:
        """pi's `showCacheMissNotices`."""
        return BY_PATH["showCacheMissNotices"].read(self.pi) is True

    @property
    def image_columns(self) -> int:
        """pi's `terminal.imageWidthCells`, 0 when its `terminal.showImages` says `false`."""
        shown, width = BY_PATH["terminal.showImages"], BY_PATH["terminal.imageWidthCells"]
        if shown.read(self.pi) is False:
            return 0
        wanted = width.read(self.pi)
        # As pi 1.6.0 does, core/settings-manager.ts: what is no number is the default, and 1 is the least.
        return max(1, wanted) if type(wanted) is int else int(width.default or 0)

    @property
    def mermaid(self) -> str:
        """pi's `markdown.mermaid`: `streaming`, `final` or `off`."""
        wanted = BY_PATH["markdown.mermaid"].read(self.pi)
        return wanted if wanted in ("final", "off") else MERMAID

    @property
    def tree_filter(self) -> str:
        """pi's `treeFilterMode`, "" without one."""
        return str(self.pi.get("treeFilterMode") or "")

    @property
    def skips_summary(self) -> bool:
        """pi's `branchSummary.skipPrompt`: a branch is left without asking for a summary."""
        wanted = self.pi.get("branchSummary")
        return isinstance(wanted, dict) and cast("JsonObject", wanted).get("skipPrompt") is True

    def begin(self) -> None:
        """Read everything and apply it, the theme too."""
        self.read()
        choice = choose_theme(
            self._theme or self.config.theme,
            self.pi.get("theme"),
            self.agent,
            os.environ,
            no_color=self._app.no_color,
        )
        if choice.problem is not None:
            self.problems.append(choice.problem)
        self._app.register_theme(with_quiet_lines(choice.theme))
        self._app.theme = choice.theme.name

    def read(self) -> None:
        """Read the files again and apply what they say, all but the theme."""
        self.problems = []
        try:
            self.config = Config() if self.file is None else read_config(self.file)
        except ConfigError as problem:
            self.problems.append(str(problem))
        of_pi: dict[str, tuple[str, ...]] = {}
        if (agent := self.agent) is not None:
            try:
                self.pi = self._settings_of_pi(agent)
                of_pi = read_keybindings(agent)
            except DiskError as problem:
                self.problems.append(str(problem))
        self.keys = keys_in_force(of_pi, self.config.keys)
        self.problems += self.keys.problems
        self._app.set_keymap(self.keys.changed())
        self._app.animation_level = constants.TEXTUAL_ANIMATIONS if self.config.motion else "none"

    def try_theme(self, name: str) -> bool:
        """Show a theme without keeping it; False when there is none of this name.

        Raises:
            DiskError: when its file cannot be used.
        """
        theme = theme_called(name, self.agent)
        if theme is None:
            return False
        self._app.register_theme(with_quiet_lines(theme))
        self._app.theme = theme.name
        return True

    def keep_shown_thinking(self, shown: bool) -> None:
        """Keep in pi's settings, as pi's own screen does, whether thoughts are open.

        Raises:
            DiskError: when the file cannot be changed.
        """
        if (agent := self.agent) is not None:
            change_settings(settings_file(agent), {"hideThinkingBlock": not shown})
            self.pi = {**self.pi, "hideThinkingBlock": not shown}

    def keep(self, **changes: object) -> None:
        """Change pitui's own settings, in their file if there is one, and apply them.

        Raises:
            ConfigError: when the file cannot be changed.
        """
        if self.file is None:
            self.config = replace(self.config, **changes)
        else:
            self.config = change_config(self.file, **changes)
        self._app.animation_level = constants.TEXTUAL_ANIMATIONS if self.config.motion else "none"

    def _settings_of_pi(self, agent: Path) -> JsonObject:
        settings = read_settings(agent)
        cwd = self._place.cwd
        if decision(agent, cwd) is True:
            settings |= read_object(project_settings_file(cwd))
        return settings


@runtime_checkable
class HasPreferences(Protocol):
    """An app with preferences."""

    preferences: Preferences


def preferences_of(node: DOMNode) -> Preferences:
    """The preferences of the app of a widget or screen."""
    return cast("HasPreferences", app_of(node)).preferences


def keys_of(node: DOMNode) -> Keys:
    """The keys that are in force in the app of a widget or screen."""
    app = app_of(node)
    return app.preferences.keys if isinstance(app, HasPreferences) else keys_in_force()


def mermaid_of(node: DOMNode) -> str:
    """When diagrams are drawn, `streaming`, `final` or `off`: as the app of a widget prefers it, if it prefers."""
    app = app_of(node)
    return app.preferences.mermaid if isinstance(app, HasPreferences) else MERMAID
