"""Sharing a session as pi does: as a secret gist, by GitHub's own program, after the user has said so."""

from __future__ import annotations

import asyncio
import shutil
import tempfile
from pathlib import Path

from pitui.ui.clipboard import copy_text
from pitui.ui.commands.command import Command, CommandGroup
from pitui.ui.screens.picker import Picker, PickerItem

VIEWER = "https://pi.dev/session/"
"""Shows a shared session (pi 0.82.1 and 1.6.0, config.js); `PI_SHARE_VIEWER_URL` names another."""

SECONDS = 60.0
"""So long GitHub may take."""


class CannotShare(Exception):
    """It could not be shared; the text says why."""


class SharingCommands(CommandGroup):
    """Sharing."""

    @property
    def commands(self) -> dict[str, Command]:
        """By name."""
        return {"share": self.share}

    async def share(self, _argument: str) -> None:
        """Put the session where others can read it, and copy the address."""
        if not self.live.place.is_here:
            self.tell("pi runs elsewhere: /export writes the session there.", warning=True)
            return
        program = shutil.which("gh", path=self.live.place.environment.get("PATH"))
        if program is None:
            self.tell(
                "Sharing needs GitHub's program gh (cli.github.com). /export writes a file.", warning=True
            )
            return
        if not await self._is_wanted():
            return
        try:
            with tempfile.TemporaryDirectory(prefix="pitui-") as folder:
                file = str(Path(folder, "session.html"))
                await self.controller.client.export_html(file)
                gist = (await self._run(program, "gist", "create", "--public=false", file)).strip()
        except CannotShare as problem:
            self.tell(str(problem), warning=True)
            return
        viewer = self.live.place.environment.get("PI_SHARE_VIEWER_URL") or VIEWER
        address = f"{viewer}#{gist.rsplit('/', 1)[-1]}"
        self.tell(f"Shared: {address}\nThe gist: {gist}")
        copy_text(self.app, address, "the address")

    async def _is_wanted(self) -> bool:
        about = "All of it: prompts, answers, files that were read, output of tools"
        items = [
            PickerItem(False, "Leave it"),
            PickerItem(True, "Share it: whoever has the address can read the whole session", about=about),
        ]
        picked = await self.app.push_screen_wait(Picker("Share this session as a secret gist?", items))
        return picked is not None and picked.value is True

    async def _run(self, *command: str) -> str:
        process = await asyncio.create_subprocess_exec(
            *command,
            stdin=asyncio.subprocess.DEVNULL,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
            env=dict(self.live.place.environment),
        )
        try:
            out, err = await asyncio.wait_for(process.communicate(), SECONDS)
        except TimeoutError:
            process.kill()
            await process.wait()
            raise CannotShare(f"gh did not answer within {SECONDS:.0f} seconds.") from None
        if process.returncode != 0:
            words = err.decode("utf-8", "replace").strip() or "it gave no reason"
            raise CannotShare(f"gh could not share it: {words}")
        return out.decode("utf-8", "replace")
