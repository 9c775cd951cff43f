"""Going from session to session: the picker, opening one, a copy when its folder is gone, a name."""

from __future__ import annotations

import asyncio
import os
from pathlib import Path

from pitui.disk.session_file import read_session_file
from pitui.disk.session_header import read_header
from pitui.disk.trust import needs_trust
from pitui.ui.commands.command import Command, CommandGroup
from pitui.ui.ending_run import may_end_run
from pitui.ui.palette import palette_for
from pitui.ui.screens.line_prompt import LinePrompt
from pitui.ui.screens.sessions import Sessions
from pitui.ui.starting import present_session
from pitui.ui.trust_question import ask_trust, choose_trust


class SessionCommands(CommandGroup):
    """Sessions."""

    @property
    def commands(self) -> dict[str, Command]:
        """By name."""
        return {"resume": self.resume, "new": self.new, "name": self.name, "trust": self.trust}

    async def new(self, _argument: str) -> None:
        """Start a new session."""
        if await may_end_run(self.screen, self.controller):
            await self.controller.new_session()

    async def resume(self, argument: str) -> None:
        """Open another session: from the picker, or the one whose file is named."""
        if not self.live.place.is_here:
            self.tell("pi runs elsewhere: its session files cannot be read from here.", warning=True)
            return
        if argument:
            await self.open(Path(os.path.expanduser(argument)).absolute())
            return
        controller = self.controller
        present = controller.session.state.session_file
        chosen = await self.app.push_screen_wait(
            Sessions(
                self.live.place.sessions(),
                palette_for(self.app.current_theme),
                open_file=Path(present) if present else None,
                rename_open=controller.name_session,
            )
        )
        if chosen is not None and str(chosen.path) != present:
            await self.open(chosen.path)

    async def open(self, file: Path) -> None:
        """Open a session file, after its folder and its trust were settled."""
        # pi opens an empty session for a file that is not there, and gives the present one up (PI-RPC fact 16).
        await asyncio.to_thread(read_session_file, file)
        found = await present_session(self.screen, self.live, file)
        if found is None or not await may_end_run(self.screen, self.controller):
            return
        place = self.live.place
        header = read_header(found)
        cwd = Path(header.cwd) if header is not None and header.cwd else place.cwd
        elsewhere = os.path.realpath(cwd) != os.path.realpath(place.cwd)
        if elsewhere:
            choice = await ask_trust(self.screen, place, cwd)
            passing = choice.trusted if choice is not None and not choice.updates else None
            if passing is not None or self.live.has_passing_trust:
                self.live.trust_this_run(passing)
                await self.live.reopen(found)
                return
        if not self.controller.is_alive:
            await self.live.reopen(found)
            return
        replaced = await self.controller.replace_session(lambda client: client.switch_session(str(found)))
        if replaced.cancelled:
            self.tell("An extension kept pi from opening that session.", warning=True)

    async def name(self, argument: str) -> None:
        """Give the session a name; without one, ask for it."""
        name = argument
        if not name:
            present = self.controller.session.state.session_name or ""
            given = await self.app.push_screen_wait(LinePrompt("Name of the session", present))
            name = (given or "").strip()
        if name:
            await self.controller.name_session(name)
            await self.controller.refresh()

    async def trust(self, _argument: str) -> None:
        """Decide about the project's trust, and start pi again when that changes what it loads."""
        place = self.live.place
        if not place.is_here:
            self.tell("pi runs elsewhere: decide with --approve or --no-approve behind --.", warning=True)
            return
        choice = await choose_trust(self.screen, place, place.cwd, needs_trust(place.cwd, place.environment))
        if choice is None:
            return
        self.live.trust_this_run(None if choice.updates else choice.trusted)
        if self.controller.session.phase.is_busy:
            self.tell("Decided. It counts from the next start of pi: now it is working.")
            return
        await self.live.reopen()
