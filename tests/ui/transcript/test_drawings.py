"""Formulas and diagrams in a running app: drawn when the preferences say so, found and copied by their source."""

from __future__ import annotations

import pytest

from pitui.ui.colours import draw_anew
from pitui.ui.widgets.transcript.streams import LONG
from tests.ui.transcript.app import Preferred, showing
from tests.ui.transcript.columns import answer, lines_of, notice

pytestmark = pytest.mark.anyio

FENCE = "```mermaid\nflowchart LR\n  A --> B\n```\n"
DRAWN = "  │ A ├───▶│ B │"
SOURCE = "    A --> B"


async def test_a_diagram_is_drawn_while_the_answer_goes_on() -> None:
    block = answer(1, "", streaming=True)
    async with showing(block) as driver:
        driver.session.grow(block, FENCE[:-5])
        await driver.frame()
        assert SOURCE in driver.rows()
        driver.session.grow(block, "\n```\nand")
        await driver.frame()
        assert DRAWN in driver.rows()
        assert block.streaming


@pytest.mark.parametrize("before", ["", lines_of(LONG // 6)])
async def test_final_draws_with_the_end_of_the_answer(monkeypatch: pytest.MonkeyPatch, before: str) -> None:
    monkeypatch.setattr(Preferred, "mermaid", "final")
    block = answer(1, before + "\n\n", streaming=True)
    async with showing(block) as driver:
        driver.session.grow(block, FENCE + "\nand so on")
        await driver.frame()
        await driver.settled()
        assert SOURCE in driver.rows()
        block.streaming = False
        driver.session.touch(block)
        await driver.frame()
        await driver.settled()
        assert DRAWN in driver.rows()
        assert driver.rows()[-1 if before else 4] == "and so on"


async def test_a_change_of_what_is_preferred_is_followed(monkeypatch: pytest.MonkeyPatch) -> None:
    block = answer(1, FENCE, streaming=True)
    async with showing(answer(2, FENCE), block) as driver:
        assert driver.rows().count(DRAWN) == 2
        monkeypatch.setattr(Preferred, "mermaid", "off")
        draw_anew(driver.app)
        await driver.frame()
        assert driver.rows().count(SOURCE) == 2
        monkeypatch.setattr(Preferred, "mermaid", "final")
        draw_anew(driver.app)
        await driver.frame()
        assert (driver.rows().count(DRAWN), driver.rows().count(SOURCE)) == (1, 1)


async def test_find_goes_to_what_is_drawn_by_its_source() -> None:
    filler = [notice(n, f"filler {n}") for n in range(10, 60)]
    blocks = [answer(1, "so $\\frac{a}{b}$ it is"), *filler, answer(2, f"see\n\n{FENCE}")]
    async with showing(*blocks) as driver:
        transcript = driver.transcript
        assert transcript.find("\\frac") == 1
        assert driver.rows()[0] == "so a/b it is"
        assert transcript.find("flowchart") == 1
        assert DRAWN in driver.rows()


async def test_copies_are_the_source() -> None:
    source = "so $x^2$ and\n\n$$\\frac{a}{b}$$\n\n" + FENCE
    async with showing(answer(1, source)) as driver:
        assert driver.rows()[0] == "so x² and"
        await driver.press("up", "y")
        assert driver.app.clipboard == source
        await driver.press("c")
        assert driver.app.clipboard == "flowchart LR\n  A --> B"


async def test_a_formula_can_be_selected_as_it_is_seen() -> None:
    async with showing(answer(1, "so $x^2$ it is")) as driver:
        driver.transcript.select(1, 0, 3, 5)
        await driver.pilot.pause()
        assert driver.app.screen.get_selected_text() == "x²"
