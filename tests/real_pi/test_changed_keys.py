"""Keys that the user has changed work everywhere and are hinted at as they are."""

from __future__ import annotations

import json

import pytest

from pitui.session.phase import Phase
from pitui.ui.screens.line_prompt import LinePrompt
from pitui.ui.screens.main import MainScreen
from pitui.ui.screens.picker import Picker
from pitui.ui.screens.reader import Reader
from pitui.ui.screens.sessions import Sessions
from pitui.ui.screens.tree import TreeScreen
from pitui.ui.widgets.find_bar import FindBar
from pitui.ui.widgets.tree import LabelInput
from tests.conftest import RealPi
from tests.real_pi.lists import command
from tests.real_pi.on_screen import TOLD, OnScreen, on_screen
from tests.real_pi.stored import store

pytestmark = pytest.mark.anyio

CLEAR = "alt+k"


def change_keys(pi: RealPi, **keys: str) -> None:
    """Write pi's keybindings.json; `__` in a name stands for a dot."""
    named = {name.replace("__", "."): key for name, key in keys.items()}
    (pi.agent_dir / "keybindings.json").write_text(json.dumps(named), encoding="utf-8")


async def on_main(it: OnScreen) -> None:
    await it.until(lambda: isinstance(it.app.screen, MainScreen))


async def test_another_key_for_ctrl_c_leaves_every_field_and_list(real_pi: RealPi) -> None:
    change_keys(real_pi, app__clear=CLEAR)
    store(real_pi, 1)
    async with on_screen(real_pi, "-e", str(TOLD), size=(120, 40)) as it:
        await it.send("echo: something")
        await it.until(lambda: len(it.session.blocks) > 1 and it.session.phase is Phase.IDLE)

        await it.press("f3")
        bar = it.app.screen.query_one(FindBar)
        assert bar.display
        await it.press("ctrl+c")
        assert bar.display
        await it.press(CLEAR)
        await it.until(lambda: not bar.display)

        await it.press("f4")
        await it.until(lambda: "goes on from here" in it.text)
        await it.press("L")
        field = it.app.screen.query_one(LabelInput)
        await it.until(lambda: field.display)
        await it.press(CLEAR)
        await it.until(lambda: not field.display)
        await it.press("escape")

        for text, kind in (
            ("/model", Picker),
            ("/resume", Sessions),
            ("/name", LinePrompt),
            ("/context", Reader),
            ("/tree", TreeScreen),
        ):
            await command(it, text)
            await it.until(lambda kind=kind: isinstance(it.app.screen, kind))
            await it.press(CLEAR)
            await on_main(it)

        await it.tell(["input", "Which?", ""])
        await it.asked("Which?")
        await it.press(CLEAR)
        await it.until(lambda: "alt+k again quits" in it.text)
        assert it.editor.has_focus


async def test_hints_name_the_keys_that_are_in_force(real_pi: RealPi) -> None:
    change_keys(
        real_pi,
        app__interrupt="ctrl+q",
        app__session__toggleSort="alt+s",
        app__tree__goOn="alt+enter",
        tui__input__submit="ctrl+s",
    )
    async with on_screen(real_pi, size=(120, 40)) as it:
        await it.until(lambda: "ctrl+s sends" in it.text)
        await it.write("wait 3")
        await it.press("ctrl+s")
        await it.until(lambda: "ctrl+q stops" in it.text and "ctrl+s steers" in it.text)
        await it.until(lambda: it.session.phase is Phase.IDLE and "That took 3 seconds" in it.text)
        await it.press("f4")
        await it.until(lambda: "alt+enter goes on from here" in it.text)
        await it.press("escape", "f5")
        await it.until(lambda: isinstance(it.app.screen, Sessions) and "alt+s " in it.text)
