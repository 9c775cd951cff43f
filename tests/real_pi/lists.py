"""Lists and pages over the screen, and pi's settings: what the tests of commands have in common."""

from __future__ import annotations

import json
from typing import Any

from pitui.ui.screens.main import MainScreen
from pitui.ui.screens.picker import Picker, PickerRows
from pitui.ui.screens.reader import Reader
from tests.conftest import RealPi
from tests.real_pi.on_screen import OnScreen

SIZES = [(120, 40), (80, 24), (40, 10)]


def titles(it: OnScreen) -> list[str]:
    """The titles in the list on the screen."""
    return [item.title for item in it.app.screen.query_one(PickerRows).items]


def figures(it: OnScreen) -> str:
    """The figures of the item under the cursor."""
    rows = it.app.screen.query_one(PickerRows)
    return rows.items[rows.cursor].figures.strip(" *")


async def command(it: OnScreen, text: str) -> None:
    """Enter a command, which may open a screen over the editor at once."""
    it.editor.focus()
    it.editor.load_text(text)
    await it.press("enter")


async def listed(it: OnScreen) -> None:
    await it.until(lambda: isinstance(it.app.screen, Picker) and it.app.screen.query_one(PickerRows).items)


async def on_main(it: OnScreen) -> None:
    await it.until(lambda: isinstance(it.app.screen, MainScreen))


async def reading(it: OnScreen, words: str) -> None:
    await it.until(lambda: isinstance(it.app.screen, Reader) and words in it.text)


def settings_of(pi: RealPi) -> dict[str, Any]:
    return json.loads((pi.agent_dir / "settings.json").read_text(encoding="utf-8"))
