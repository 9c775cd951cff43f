"""Keys that come while another screen opens."""

from __future__ import annotations

from pathlib import Path

import pytest
from textual.events import Key
from textual.widgets import Input

from pitui.ui.app import PituiApp
from pitui.ui.plan import Plan
from pitui.ui.screens.picker import Picker, PickerItem, PickerRows
from tests.ui.test_watching import watched

pytestmark = pytest.mark.anyio


@pytest.fixture
def plan(tmp_path: Path) -> Plan:
    file = tmp_path / "session.jsonl"
    file.write_text('{"type":"session","id":"s","version":3}\n')
    return Plan(cwd=tmp_path, view=file)


def picker() -> Picker:
    return Picker("Which?", [PickerItem(n, f"item {n}") for n in range(100)])


def press(app: PituiApp, *keys: str) -> None:
    for key in keys:
        app.post_message(Key(key, key if len(key) == 1 else None))


async def test_keys_wait_for_a_screen_that_is_empty_yet(plan: Plan) -> None:
    async with watched(plan) as it:
        await it.until(lambda: "read only" in it.text)
        opening = picker()
        it.app.push_screen(opening)
        assert not opening.is_mounted
        press(it.app, "9", "8", "pagedown", "pageup")
        await it.until(lambda: opening.is_mounted and opening.query_one(Input).value == "98")


async def test_what_a_key_does_is_not_done_on_a_screen_that_is_empty_yet(plan: Plan) -> None:
    async with watched(plan) as it:
        await it.until(lambda: "read only" in it.text)
        opening = picker()
        it.app.push_screen(opening)
        for action in ("page(1)", "move(1)"):
            assert await it.app.run_action(action, opening)
        await it.until(lambda: opening.is_mounted)
        rows = opening.query_one(PickerRows)
        await it.until(lambda: rows.items)
        assert rows.cursor == 0
        assert await it.app.run_action("move(1)", opening)
        assert rows.cursor == 1
