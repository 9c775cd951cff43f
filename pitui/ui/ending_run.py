"""Asks before another session ends the run of the present one, as a slip of a finger would otherwise do.

pi ends the run of a session that is left (pi 0.82.1 and 1.6.0); its own TUI does so without a word.
"""

from __future__ import annotations

from typing import Any

from textual.screen import Screen

from pitui.session.controller import Controller
from pitui.session.phase import Phase
from pitui.ui.textual_private import app_of

_RUNS = (Phase.WORKING, Phase.RETRY_WAIT, Phase.COMPACTING, Phase.SUMMARISING)
"""A command of an extension, which is only sent, is no run."""

TITLE = "pi is working, and leaving the session ends its run"
END, STAY = "End the run and go", "Stay here"


async def may_end_run(screen: Screen[Any], controller: Controller) -> bool:
    """Whether the session may be left, which is asked only while pi works; to be called in a worker."""
    if controller.session.phase not in _RUNS:
        return True
    from pitui.ui.screens.picker import Picker, PickerItem

    items = [
        PickerItem(True, END, about="What it has done so far stays in its session; what waits comes back"),
        PickerItem(False, STAY),
    ]
    picked = await app_of(screen).push_screen_wait(Picker(TITLE, items))
    return picked is not None and picked.value is True
