"""The picker: typing filters, keys choose, and foreign text stays text."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from operator import attrgetter
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from textual.app import App
from textual.pilot import Pilot
from textual.widgets import Input

from pitui.ui.matching import match
from pitui.ui.screens.picker import Picked, Picker, PickerItem, PickerKey

pytestmark = pytest.mark.anyio

ITEMS = [
    PickerItem("a", "Alpha one", "10k", group="x", about="about alpha"),
    PickerItem("b", "Beta [red]two[/]\x1b[31m", "200k", group="x"),
    PickerItem("c", "Gamma three", "3k", group="y", also="hidden"),
]


class PickerApp(App[None]):
    def __init__(self, picker: Picker) -> None:
        super().__init__()
        self.picker = picker
        self.picked: list[Picked | None] = []

    def on_mount(self) -> None:
        self.push_screen(self.picker, self.picked.append)


@asynccontextmanager
async def picking(
    picker: Picker, size: tuple[int, int] = (80, 24)
) -> AsyncGenerator[tuple[PickerApp, Pilot[None]]]:
    app = PickerApp(picker)
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        yield app, pilot


def text_of(app: App[Any]) -> str:
    strips = attrgetter("_compositor")(app.screen).render_strips()
    return "\n".join("".join(segment.text for segment in strip) for strip in strips)


async def test_enter_takes_what_the_query_leaves() -> None:
    async with picking(Picker("Take one", ITEMS)) as (app, pilot):
        await pilot.press(*"thr", "enter")
        assert app.picked == [Picked("c")]


async def test_the_present_one_is_under_the_cursor_and_arrows_go_around() -> None:
    async with picking(Picker("Take one", ITEMS, current="c")) as (app, pilot):
        await pilot.press("down", "enter")
        assert app.picked == [Picked("a")]


async def test_another_key_chooses_in_another_way() -> None:
    async with picking(Picker("Take", ITEMS, keys=[PickerKey("ctrl+s", "save", "saves")])) as (app, pilot):
        assert "ctrl+s saves" in text_of(app)
        await pilot.press("down", "ctrl+s")
        assert app.picked == [Picked("b", "save")]


async def test_escape_takes_nothing_and_enter_on_nothing_stays() -> None:
    async with picking(Picker("Take", ITEMS)) as (app, pilot):
        await pilot.press(*"zzz", "enter")
        assert app.picked == []
        assert "Nothing fits" in text_of(app)
        await pilot.press("escape")
        assert app.picked == [None]


async def test_it_finds_by_words_that_are_not_shown_and_by_group() -> None:
    async with picking(Picker("Take", ITEMS)) as (app, pilot):
        await pilot.press(*"hidden", "enter")
        assert app.picked == [Picked("c")]


@pytest.mark.parametrize("size", [(120, 40), (80, 24), (40, 10), (12, 5)])
async def test_foreign_text_is_shown_and_not_obeyed_at_every_size(size: tuple[int, int]) -> None:
    async with picking(Picker("Take [b]one", ITEMS), size) as (app, _):
        shown = text_of(app)
        assert "\x1b" not in shown
        if size[0] >= 40:
            assert "Take [b]one" in shown
            assert "Beta [red]two[/]␛[31m" in shown


async def test_items_that_come_later_keep_the_cursor_on_its_value() -> None:
    picker = Picker("Take", ITEMS)
    async with picking(picker) as (app, pilot):
        await pilot.press("down")
        picker.show([PickerItem("z", "Zeta"), *ITEMS])
        await pilot.press("enter")
        assert app.picked == [Picked("b")]


async def test_the_line_below_tells_about_the_item_under_the_cursor() -> None:
    picker = Picker("Take", ITEMS)
    async with picking(picker) as (app, pilot):
        assert "about alpha" in text_of(app)
        await pilot.press("down")
        assert "about alpha" not in text_of(app)
        assert not picker.query_one(Input).value


def test_a_beginning_of_a_word_goes_before_a_part_and_a_part_before_scattered_letters() -> None:
    costs = [match("son", text) for text in ("claude sonnet", "parson", "s o n")]
    assert None not in costs
    assert costs == sorted(costs, key=lambda cost: cost or 0)
    assert len(set(costs)) == 3
    assert match("nothere", "claude sonnet") is None


@given(st.text(max_size=30))
def test_every_text_fits_itself_and_the_empty_query_fits_everything(text: str) -> None:
    assert match("", text) == 0
    assert match(text, text) is not None
