"""Asks whether a project is trusted, before pi could load anything of it: pi's RPC mode does not ask."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from textual.screen import Screen

from pitui.disk.files import DiskError
from pitui.disk.trust import TrustChoice, remember, trust_choices, undecided
from pitui.ui.place import folder_label
from pitui.ui.session_place import SessionPlace
from pitui.ui.textual_private import app_of

TITLE = "Trust the project folder {folder}?"


async def ask_trust(screen: Screen[Any], place: SessionPlace, cwd: Path) -> TrustChoice | None:
    """Ask, if pi would ask: the folder holds something that needs trust, and nothing is decided.

    Call it from a worker of the app. What is to be remembered is written.

    Args:
        screen: under the question.
        place: tells where pi keeps its decisions.
        cwd: the project.

    Returns:
        What was chosen; None when there was nothing to ask, or the user left it open: pi then loads nothing of it.
    """
    if not place.is_here:
        return None
    try:
        found = undecided(place.agent, cwd, place.environment)
    except DiskError as error:
        screen.notify(str(error), severity="warning", markup=False)
        return None
    return await choose_trust(screen, place, cwd, found) if found else None


async def choose_trust(
    screen: Screen[Any], place: SessionPlace, cwd: Path, found: list[Path]
) -> TrustChoice | None:
    """Let the user decide about a project, whatever was decided before, and remember it.

    Args:
        screen: under the question.
        place: tells where pi keeps its decisions.
        cwd: the project.
        found: what needs trust in it.

    Returns:
        What was chosen, None when the user left.
    """
    from pitui.ui.screens.picker import Picker, PickerItem

    names = ", ".join(_inside(path, cwd) for path in found)
    about = (
        f"When trusted, pi loads {names} and runs extensions of the project."
        if names
        else "It holds nothing yet that needs trust."
    )
    items = [PickerItem(choice, choice.label, about=about) for choice in trust_choices(cwd)]
    picked = await app_of(screen).push_screen_wait(
        Picker(
            TITLE.format(folder=folder_label(cwd)),
            items,
            placeholder="the project's extensions could run any code",
        )
    )
    if picked is None:
        return None
    choice: TrustChoice = picked.value
    try:
        remember(place.agent, choice.updates)
    except DiskError as error:
        screen.notify(str(error), severity="error", markup=False)
    return choice


def _inside(path: Path, cwd: Path) -> str:
    return str(path.relative_to(cwd)) if path.is_relative_to(cwd) else folder_label(path)
