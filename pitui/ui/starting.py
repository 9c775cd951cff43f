"""What is to be settled before pi starts: which session, whether its folder is there, whether it is trusted."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Awaitable, Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

from textual.screen import Screen

from pitui.disk.files import DiskError
from pitui.disk.session_end import read_session_end
from pitui.disk.session_file import read_session_file
from pitui.disk.session_header import read_header
from pitui.ui.live import Live
from pitui.ui.palette import palette_for
from pitui.ui.place import folder_label
from pitui.ui.plan import TRUST_OPTIONS, option_value, without_session
from pitui.ui.stored import stored_state
from pitui.ui.stored_source import stored_source
from pitui.ui.textual_private import app_of
from pitui.ui.trust_question import ask_trust


class Starting:
    """Prepares the plan of one screen."""

    def __init__(self, screen: Screen[Any], live: Live, painted: Callable[[], Awaitable[None]]) -> None:
        """Prepare a plan.

        Args:
            screen: questions come over it.
            live: whose plan it is.
            painted: waits until what has changed stands on the terminal.
        """
        self._screen = screen
        self._live = live
        self._painted = painted

    async def prepare(self) -> bool:
        """Settle what is open and show the session from its file; call it from a worker of the app.

        Returns:
            False when the user left instead.
        """
        live = self._live
        if live.plan.replay is not None or live.plan.view is not None:
            return True
        if live.plan.resume and not await self._choose():
            return False
        if not live.place.is_here:
            return True
        file = option_value(live.plan.pi_args, "--session")
        if file is not None and not await self._check_folder(Path(file)):
            return False
        await self._decide_trust()
        await self._show_stored()
        return True

    async def show_end(self) -> None:
        """Show the end of a long session, if nothing is shown yet; it needs no screen."""
        live = self._live
        source, file = await asyncio.to_thread(stored_source, live.plan, live.place)
        if source is None or live.controller.session.blocks:
            return
        end = await asyncio.to_thread(read_session_end, source)
        if end is not None:
            live.controller.stored.show(end.entries, stored_state(end, file), pi_follows=True)

    async def _choose(self) -> bool:
        from pitui.ui.screens.sessions import Sessions

        app = app_of(self._screen)
        chosen = await app.push_screen_wait(
            Sessions(self._live.place.sessions(), palette_for(app.current_theme))
        )
        if chosen is not None:
            self._open(chosen.path)
        return chosen is not None

    def _open(self, file: Path) -> None:
        plan = self._live.plan
        self._live.plan = replace(
            plan, pi_args=(*without_session(plan.pi_args), "--session", str(file)), resume=False
        )

    async def _check_folder(self, file: Path) -> bool:
        checked = await present_session(self._screen, self._live, file)
        if checked is not None:
            self._open(checked)
        return checked is not None

    async def _decide_trust(self) -> None:
        plan = self._live.plan
        if any(word in TRUST_OPTIONS for word in plan.pi_args):
            return
        file = option_value(plan.pi_args, "--session")
        header = read_header(Path(file)) if file else None
        cwd = Path(header.cwd) if header is not None and header.cwd else plan.cwd
        choice = await ask_trust(self._screen, self._live.place, cwd)
        if choice is not None and not choice.updates:
            self._live.trust_this_run(choice.trusted)

    async def _show_stored(self) -> None:
        """Paint what the session's file holds at once; what pi says later goes over it."""
        live = self._live
        await self.show_end()
        await self._painted()
        source, file = await asyncio.to_thread(stored_source, live.plan, live.place)
        if source is None:
            return
        try:
            stored = await asyncio.to_thread(read_session_file, source)
        except DiskError:
            return
        live.controller.stored.show(stored.entries, stored_state(stored, file), pi_follows=True)


async def present_session(screen: Screen[Any], live: Live, file: Path) -> Path | None:
    """See that the folder of a session is there, and offer to go on with a copy here when it is gone.

    Call it from a worker of the app.

    Args:
        screen: under the question.
        live: tells where the present session is.
        file: of the session.

    Returns:
        The session to open: the file itself or the copy; None when the user left it.
    """
    header = read_header(file)
    if header is None or not header.cwd or os.path.isdir(header.cwd):
        return file
    from pitui.disk.session_edit import copy_session
    from pitui.ui.screens.picker import Picker, PickerItem

    here = live.place.cwd
    items = [
        PickerItem(
            True, f"Go on with a copy in {folder_label(here)}", about="The session itself stays as it is."
        ),
        PickerItem(False, "Leave it"),
    ]
    title = f"The folder of this session is gone: {header.cwd}"
    picked = await app_of(screen).push_screen_wait(Picker(title, items))
    if picked is None or not picked.value:
        return None
    try:
        return await asyncio.to_thread(copy_session, file, live.place.sessions().own_folder, here)
    except DiskError as error:
        screen.notify(str(error), severity="error", markup=False)
        return None
