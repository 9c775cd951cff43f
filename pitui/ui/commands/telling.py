"""The session in figures, and the switches of what pi does by itself."""

from __future__ import annotations

import contextlib
from collections.abc import Awaitable, Callable
from typing import Any, cast

from pitui.client import CommandFailed
from pitui.disk.files import DiskError
from pitui.disk.settings import read_settings
from pitui.render.format import count, money, plural
from pitui.session.session_facts import use_by_model
from pitui.ui.commands.command import Command, CommandGroup
from pitui.ui.screens.facts import Fact, Facts


class TellingCommands(CommandGroup):
    """Figures and switches."""

    @property
    def commands(self) -> dict[str, Command]:
        """By name."""
        return {
            "session": self.session,
            "autocompact": self.auto_compact,
            "autoretry": self.auto_retry,
            "compact": self.compact,
        }

    async def session(self, _argument: str) -> None:
        """Show everything that is known about the session in figures."""
        client = self.controller.client
        with contextlib.suppress(CommandFailed):
            await self.controller.refresh()
        entries = await client.get_entries()
        state, stats = self.controller.session.state, self.controller.session.stats
        facts: list[Fact] = [
            ("name", state.session_name or "none: /name gives one"),
            ("id", state.session_id),
            ("file", state.session_file or "none: it is kept in memory only"),
            ("folder", str(self.live.place.cwd)),
        ]
        if stats is not None:
            facts += [
                ("Messages", ""),
                ("of you", f"{stats.user_messages:,}"),
                ("of the model", f"{stats.assistant_messages:,}"),
                ("tool calls", f"{stats.tool_calls:,}"),
                ("entries in the file", f"{len(entries.entries):,}"),
                ("Tokens and cost", ""),
                ("input", f"{stats.tokens.input:,}"),
                ("output", f"{stats.tokens.output:,}"),
                ("read from the cache", f"{stats.tokens.cache_read:,}"),
                ("written to the cache", f"{stats.tokens.cache_write:,}"),
                ("total", f"{stats.tokens.total:,}"),
                ("cost", f"${stats.cost:.4f}"),
            ]
            usage = stats.context_usage
            if usage is not None and usage.context_window:
                filled = (
                    "not known before the next answer"
                    if usage.tokens is None or usage.percent is None
                    else f"{usage.tokens:,} of {usage.context_window:,} tokens, {usage.percent:.1f}%, as pi estimates"
                )
                facts.append(("context", filled))
        facts.append(
            ("compacts by itself", "on" if state.auto_compaction_enabled else "off: /autocompact on")
        )
        models = use_by_model(entries.entries)
        if models:
            facts.append(("By model, all branches", ""))
        for use in models:
            cached = f", cache {count(use.cache_read)} read {count(use.cache_write)} written"
            facts.append(
                (
                    use.name,
                    f"{money(use.cost)} in {plural(use.requests, 'request')}: ↑{count(use.input)} ↓{count(use.output)}"
                    + (cached if use.cache_read or use.cache_write else ""),
                )
            )
        self.app.push_screen(Facts("The session", facts))

    async def compact(self, argument: str) -> None:
        """Compact the context; how it goes is shown in the conversation."""
        with contextlib.suppress(CommandFailed):
            await self.controller.client.compact(argument or None)

    async def auto_compact(self, argument: str) -> None:
        """Switch whether pi compacts by itself."""
        client, state = self.controller.client, self.controller.session.state
        await self._switch(
            argument, "Compacting by itself", state.auto_compaction_enabled, client.set_auto_compaction
        )

    async def auto_retry(self, argument: str) -> None:
        """Switch whether pi tries again by itself after a failure of the provider."""
        await self._switch(
            argument, "Trying again by itself", self._retries(), self.controller.client.set_auto_retry
        )

    async def _switch(
        self, argument: str, what: str, present: bool, change: Callable[[bool], Awaitable[object]]
    ) -> None:
        if argument not in ("", "on", "off"):
            self.tell("Give on or off, or nothing to switch over.", warning=True)
            return
        wanted = not present if not argument else argument == "on"
        await change(wanted)
        await self.controller.refresh()
        self.tell(f"{what} is {'on' if wanted else 'off'}.")

    def _retries(self) -> bool:
        """Whether pi tries again; `get_state` does not tell, its settings do (default: on)."""
        if not self.live.place.is_here:
            return True
        try:
            retry: Any = read_settings(self.live.place.agent).get("retry")
        except DiskError:
            return True
        return not isinstance(retry, dict) or cast("dict[str, Any]", retry).get("enabled") is not False
