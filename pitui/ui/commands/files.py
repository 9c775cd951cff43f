"""Sessions out to files and in from them."""

from __future__ import annotations

import asyncio
import os
from datetime import UTC, datetime

from pitui.disk.session_edit import import_session, write_branch
from pitui.disk.session_file import read_session_file
from pitui.ui.commands.command import Command, CommandGroup
from pitui.ui.commands.sessions import SessionCommands
from pitui.ui.screens.line_prompt import LinePrompt
from pitui.ui.starting import present_session


class FileCommands(CommandGroup):
    """Export and import."""

    @property
    def commands(self) -> dict[str, Command]:
        """By name."""
        return {"export": self.export, "import": self.import_}

    async def export(self, argument: str) -> None:
        """Write the session as HTML or the branch as JSONL: `html`, `jsonl` or a file name; HTML without one."""
        stamp = datetime.now(UTC).isoformat(timespec="seconds").replace(":", "-").removesuffix("+00-00")
        if argument.casefold() in ("", "html", "jsonl"):
            argument = f"pi-session-{stamp}.{argument.casefold() or 'html'}"
        # A relative name is meant from the session's folder, as in pi.
        target = self.live.place.cwd / os.path.expanduser(argument)
        if os.path.lexists(target):
            self.tell(f"{target} is there already: give another name.", warning=True)
            return
        if target.suffix == ".jsonl":
            session = self.controller.session
            entries = [entry.wire() for entry in session.tree.path()]
            await asyncio.to_thread(
                write_branch, target, session.state.session_id, self.live.place.cwd, entries
            )
            written = str(target)
        else:
            written = await self.controller.client.export_html(str(target))
        self.tell(f"Exported to {written}")

    async def import_(self, argument: str) -> None:
        """Copy a session file to those of this project, and open it."""
        if not self.live.place.is_here:
            self.tell("pi runs elsewhere: no file can be put there from here.", warning=True)
            return
        name = argument or await self.app.push_screen_wait(LinePrompt("Session file to import"))
        if not name:
            return
        source = self.live.place.cwd / os.path.expanduser(name)
        await asyncio.to_thread(read_session_file, source)
        target = await present_session(self.screen, self.live, source)
        if target == source:
            target = await asyncio.to_thread(import_session, source, self.live.place.sessions().own_folder)
        if target is not None:
            await SessionCommands(self.screen, self.live).open(target)
