"""Looking into pi: its tools, what the model sees, its changes, the latest records; and reading its files anew."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any, cast

from pitui import __version__
from pitui.disk.files import reason
from pitui.protocol.json_object import JsonObject
from pitui.render.format import count
from pitui.render.palette import Palette
from pitui.ui.commands.command import Command, CommandGroup
from pitui.ui.palette import palette_for
from pitui.ui.preferences import preferences_of
from pitui.ui.screens.picker import PickerItem, PickerKey
from pitui.ui.screens.reader import Part, Reader
from pitui.ui.screens.staying import StayingPicker

_VERSION_HEADING = re.compile(r"^(?=## \[)", re.MULTILINE)


class InspectingCommands(CommandGroup):
    """What pi has and knows."""

    @property
    def commands(self) -> dict[str, Command]:
        """By name."""
        return {
            "tools": self.tools,
            "context": self.context,
            "changelog": self.changelog,
            "debug": self.debug,
            "reload": self.reload,
        }

    # -- tools -----------------------------------------------------------------------------------------------

    async def tools(self, _argument: str) -> None:
        """See all tools, and switch them on and off; it counts from the next prompt on."""
        found = await self.controller.navigator.ask("tools")
        self._was = _names(found)
        await self.app.push_screen_wait(
            StayingPicker(
                "Tools that the model has",
                _tool_items(found),
                self._switch,
                keys=[PickerKey("ctrl+d", "restore", "default")],
                enter="enter switches",
            )
        )

    async def _switch(self, name: str, way: str) -> Sequence[PickerItem]:
        ask = self.controller.navigator.ask
        if way:
            return _tool_items(await ask("tools", set=self._was))
        active = _names(await ask("tools"))
        wanted = [other for other in active if other != name] if name in active else [*active, name]
        return _tool_items(await ask("tools", set=wanted))

    # -- what the model sees ---------------------------------------------------------------------------------

    async def context(self, _argument: str) -> None:
        """Show what the model knows besides the conversation: system prompt, context files, skills, tools."""
        navigator = self.controller.navigator
        found = await navigator.ask("context")
        tools = await navigator.ask("tools")
        await self.app.push_screen_wait(
            Reader("What the model sees", self._context_parts(found, _names(tools)), self._palette())
        )

    def _context_parts(self, found: JsonObject, tools: Sequence[str]) -> list[Part]:
        prompt = str(found.get("prompt") or "")
        files = [str(file) for file in cast("list[Any]", found.get("files") or [])]
        skills = [cast("JsonObject", skill) for skill in cast("list[Any]", found.get("skills") or [])]
        stats = self.controller.session.stats
        usage = stats.context_usage if stats is not None else None
        facts = [f"pi {found.get('version')} in {found.get('cwd')}"]
        facts.append("The project is trusted." if found.get("trusted") else "The project is not trusted.")
        if usage is not None and usage.context_window:
            tokens = "an unknown number" if usage.tokens is None else count(usage.tokens)
            facts.append(f"The context holds {tokens} of {count(usage.context_window)} tokens.")
        return [
            Part("\n".join(facts)),
            Part("Context files", is_heading=True),
            Part("\n".join(files) or "None: AGENTS.md or CLAUDE.md in the project would be one."),
            Part("Skills", is_heading=True),
            Part("\n".join(_skill(skill) for skill in skills) or "None."),
            Part("Active tools", is_heading=True),
            Part(", ".join(tools) or "None."),
            Part(f"System prompt, about {count(len(prompt) // 4)} tokens", is_heading=True),
            Part(prompt or "None."),
        ]

    # -- what changed in pi ----------------------------------------------------------------------------------

    async def changelog(self, _argument: str) -> None:
        """Show what has changed in pi, the newest first."""
        if not self.live.place.is_here:
            self.tell("pi runs elsewhere: its changelog cannot be read from here.", warning=True)
            return
        found = await self.controller.navigator.ask("context")
        file = Path(str(found.get("packageDir"))) / "CHANGELOG.md"
        try:
            text = await asyncio.to_thread(file.read_text, encoding="utf-8")
        except OSError as problem:
            self.tell(f"{file} cannot be read: {reason(problem)}.", warning=True)
            return
        parts = [Part(section.strip(), is_markdown=True) for section in _VERSION_HEADING.split(text)]
        title = f"What has changed in pi (this is {found.get('version')})"
        await self.app.push_screen_wait(Reader(title, [part for part in parts if part.text], self._palette()))

    # -- records ---------------------------------------------------------------------------------------------

    async def debug(self, _argument: str) -> None:
        """Show the latest records of both directions, for a bug report."""
        version = self.controller.navigator.bridge.version or "of an unknown version"
        size = self.app.size
        head = f"pitui {__version__}, pi {version}, {size.width}x{size.height}, theme {self.app.theme}"
        parts = [
            Part(head),
            Part(
                "<- from pi, -> to pi. Long texts are cut, keys are hidden; look through it before you pass it on."
            ),
            Part("\n".join(self.live.latest.lines()) or "No record yet."),
        ]
        await self.app.push_screen_wait(Reader("The latest records", parts, self._palette(), at_end=True))

    # -- reading anew ----------------------------------------------------------------------------------------

    async def reload(self, _argument: str) -> None:
        """Let pi read extensions, skills, templates, context files and settings anew, and read pitui's own."""
        if self.controller.session.phase.is_busy:
            self.tell("pi is working: stop it with esc, then /reload.", warning=True)
            return
        preferences = preferences_of(self.screen)
        preferences.begin()
        if preferences.problems:
            self.tell("\n".join(preferences.problems), warning=True)
        if self.controller.is_alive:
            await self.controller.navigator.ask("reload")
            self.tell("Read anew: extensions, skills, templates, context files, settings, keys, themes.")

    def _palette(self) -> Palette:
        return palette_for(self.app.current_theme)


def _names(found: JsonObject) -> list[str]:
    return [str(name) for name in cast("list[Any]", found.get("active") or [])]


def _tool_items(found: JsonObject) -> list[PickerItem]:
    active = _names(found)
    tools = [cast("JsonObject", tool) for tool in cast("list[Any]", found.get("tools") or [])]
    return [
        PickerItem(
            str(tool.get("name")),
            str(tool.get("name")),
            "on " if tool.get("name") in active else "off",
            mark="●" if tool.get("name") in active else "",
            about=" ".join(str(tool.get("description") or "").split()),
            also=str(tool.get("description") or "")[:200],
        )
        for tool in tools
    ]


def _skill(skill: JsonObject) -> str:
    description = " ".join(str(skill.get("description") or "").split())
    return f"{skill.get('name')}: {description}\n  {skill.get('path')}"
