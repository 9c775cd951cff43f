"""Selecting with the mouse: over blocks, while text streams, and what copying gives."""

from __future__ import annotations

import anyio
import pytest
from hypothesis import given
from hypothesis import strategies as st
from textual import events
from textual.geometry import Offset
from textual.selection import Selection

from pitui.session.blocks import AnyBlock
from pitui.ui.widgets.transcript.selection import point, selected_text, span_of, unpoint
from tests.ui.transcript.app import Driver, showing
from tests.ui.transcript.columns import Column, answer, lines_of, notice, tool, user

LONG = "a sentence that is so long that it has to be wrapped a few times before it comes to its end"


async def drag(driver: Driver, start: tuple[int, int], end: tuple[int, int]) -> str | None:
    """Drag with the mouse over cells of the screen; returns the selected text."""
    await driver.pilot.mouse_down(offset=start)
    await driver.pilot.hover(offset=end)
    await driver.pilot.mouse_up(offset=end)
    await driver.pilot.pause()
    return driver.app.screen.get_selected_text()


def place(driver: Driver, text: str) -> tuple[int, int]:
    """Where a text stands on the screen."""
    for y, row in enumerate(driver.rows()):
        if (x := row.find(text)) >= 0:
            return x + 1, y
    raise AssertionError(f"{text!r} is not seen")


@pytest.mark.anyio
async def test_a_soft_wrap_is_no_line_end() -> None:
    async with showing(answer(1, LONG), size=(40, 12)) as driver:
        x, y = place(driver, "its end")
        assert y > 1
        selected = await drag(driver, (1, 0), (x + 6, y))
        assert selected == LONG


@pytest.mark.anyio
async def test_over_blocks_without_bars_and_indents() -> None:
    blocks = [user(1, "the question"), tool(2, "the output"), answer(3, "the answer")]
    async with showing(*blocks) as driver:
        x, y = place(driver, "answer")
        selected = await drag(driver, (0, 0), (x + 5, y))
        assert selected is not None
        lines = selected.split("\n")
        assert lines[0] == "the question"
        assert "the output" in lines
        assert lines[-1] == "the answer"
        assert all(line == line.strip() for line in lines)


@pytest.mark.anyio
async def test_a_message_in_the_middle_gives_its_source() -> None:
    blocks = [notice(1, "above"), answer(2, "some **bold** text"), notice(3, "below")]
    async with showing(*blocks) as driver:
        selected = await drag(driver, (0, 0), (20, place(driver, "below")[1]))
        assert selected is not None
        assert "some **bold** text" in selected


@pytest.mark.anyio
async def test_stays_on_its_text_while_more_streams_in() -> None:
    block = answer(9_000, "the word is here", streaming=True)
    async with showing(*[notice(n, f"text {n}") for n in range(1, 30)], block) as driver:
        x, y = place(driver, "word")
        assert await drag(driver, (x, y), (x + 3, y)) == "word"
        for n in range(10):
            driver.session.grow(block, f"\n\nmore {n}")
            await driver.frame()
        assert driver.app.screen.get_selected_text() == "word"


@pytest.mark.anyio
async def test_goes_over_what_was_never_rendered() -> None:
    blocks: list[AnyBlock] = [answer(key, f"message {key}") for key in range(1, 301)]
    async with showing(*blocks) as driver:
        transcript = driver.transcript
        driver.app.screen.selections = {
            transcript: Selection(Offset(0, point(1, 0)), Offset(len("message 300"), point(300, 0)))
        }
        selected = driver.app.screen.get_selected_text()
        assert selected == "\n\n".join(f"message {key}" for key in range(1, 301))
        assert driver.rows()[-1] == "message 300"


@pytest.mark.anyio
async def test_a_drag_is_no_click() -> None:
    async with showing(tool(1, lines_of(30)), answer(2, "after")) as driver:
        await drag(driver, (4, 0), (9, 0))
        assert not driver.transcript.is_open(1)


@pytest.mark.anyio
async def test_two_clicks_select_a_word_and_three_a_block() -> None:
    async with showing(answer(1, "the file src/main.py is open"), answer(2, "other")) as driver:
        x, y = place(driver, "main")
        await driver.pilot.click(offset=(x, y), times=2)
        await driver.pilot.pause()
        assert driver.app.screen.get_selected_text() == "src/main.py"
        await driver.pilot.click(offset=(x, y), times=3)
        await driver.pilot.pause()
        assert driver.app.screen.get_selected_text() == "the file src/main.py is open"


@pytest.mark.anyio
async def test_dragging_the_scrollbar_scrolls_and_selects_nothing() -> None:
    async with showing(*[notice(n, f"text {n}") for n in range(1, 60)]) as driver:
        await driver.pilot.mouse_down(offset=(59, 11))
        await driver.pilot.hover(offset=(59, 0))
        await driver.pilot.mouse_up(offset=(59, 0))
        await driver.pilot.pause()
        assert "text 1" in driver.rows()[0]
        assert driver.app.screen.get_selected_text() is None


@given(st.integers(0, 10**9), st.integers(-1, 10**6))
def test_a_point_holds_block_and_line(key: int, line: int) -> None:
    assert unpoint(point(key, line)) == (key, line)
    assert point(key, line) < point(key, line + 1) < point(key + 1, -1)


TEXTS = st.lists(st.text("ab ", min_size=1, max_size=50).map(str.strip).filter(bool), min_size=1, max_size=6)


@given(TEXTS, st.integers(4, 30), st.data())
def test_a_selection_is_a_part_of_the_source(texts: list[str], width: int, data: st.DataObject) -> None:
    column = Column(width=width, height=5)
    column.show([notice(key, text) for key, text in enumerate(texts)])
    key = data.draw(st.integers(0, len(texts) - 1))
    start = data.draw(st.integers(0, len(texts[key])))
    end = data.draw(st.integers(start, len(texts[key])))
    selection = Selection(
        Offset(start % width, point(key, start // width)), Offset(end % width, point(key, end // width))
    )
    span = span_of(selection, column.layout)
    assert span is not None
    assert selected_text(span, column.layout) == texts[key][start:end]


@given(TEXTS, st.integers(4, 30))
def test_everything_selected_is_everything(texts: list[str], width: int) -> None:
    column = Column(width=width, height=5)
    column.show([notice(key, text) for key, text in enumerate(texts)])
    span = span_of(Selection(None, None), column.layout)
    assert span is not None
    assert selected_text(span, column.layout) == "\n\n".join(texts)


def test_a_selection_whose_block_is_gone_selects_nothing() -> None:
    column = Column()
    column.show([notice(1, "one"), notice(2, "two")])
    column.show([notice(2, "two")])
    assert span_of(Selection(Offset(0, point(1, 0)), Offset(2, point(2, 0))), column.layout) is None


@pytest.mark.anyio
async def test_keys_copy_a_message_and_one_code_block_after_the_other() -> None:
    source = "See **this**:\n\n```python\none = 1\n```\n\n- and\n\n  ```\n  two\n  ```\n"
    async with showing(user(1, "prompt"), answer(2, source), tool(3, "output")) as driver:
        await driver.press("j", "k", "y")
        assert driver.app.clipboard == source
        copied: list[str] = []
        for _ in range(3):
            await driver.press("c")
            copied.append(driver.app.clipboard)
        assert copied == ["one = 1", "two", "one = 1"]


@pytest.mark.anyio
async def test_the_last_answer_is_all_its_text_and_nothing_else() -> None:
    first, second, later = answer(2, "first part"), answer(4, "second part"), tool(5, "out")
    for block in (first, second):
        block.entry_id = "e1"
    async with showing(user(1, "prompt"), answer(0, "earlier"), first, second, later) as driver:
        assert driver.transcript.last_answer_text() == "first part\n\nsecond part"


@pytest.mark.anyio
async def test_a_drag_to_the_edge_scrolls_on() -> None:
    async with showing(*[notice(n, f"text {n}") for n in range(1, 60)]) as driver:
        await driver.pilot.mouse_down(offset=(10, 6))
        await driver.pilot.hover(offset=(10, 4))
        driver.app.post_message(events.MouseMove(None, 10, 0, 0, -4, 1, False, False, False, 10, 0))
        with anyio.fail_after(10):
            while not any("text 40" in row for row in driver.rows()):
                await driver.pilot.pause()
        await driver.pilot.mouse_up(offset=(10, 0))
        selected = driver.app.screen.get_selected_text()
        assert selected is not None
        assert len(selected.split()) > 20


@pytest.mark.anyio
async def test_text_stays_under_a_held_button_while_more_comes() -> None:
    async with showing(*[notice(n, f"text {n}") for n in range(1, 30)]) as driver:
        before = driver.rows()
        x, y = place(driver, "text 27")
        await driver.pilot.mouse_down(offset=(x - 1, y))
        driver.session.append(notice(30, "text 30"), notice(31, "text 31"))
        await driver.frame()
        assert driver.rows()[:-1] == before[:-1]
        assert "2 new" in driver.rows()[-1]
        await driver.pilot.hover(offset=(x + 6, y))
        await driver.pilot.mouse_up(offset=(x + 6, y))
        await driver.pilot.pause()
        assert driver.app.screen.get_selected_text() == "text 27"
        driver.session.append(notice(32, "text 32"))
        await driver.frame()
        assert driver.rows()[:-1] == before[:-1]


@pytest.mark.anyio
@pytest.mark.parametrize("elsewhere", [False, True])
async def test_a_button_that_selects_nothing_holds_only_while_it_is_down(elsewhere: bool) -> None:
    async with showing(*[notice(n, f"text {n}") for n in range(1, 30)]) as driver:
        x, y = place(driver, "text 27")
        await driver.pilot.mouse_down(offset=(x, y))
        driver.session.append(notice(30, "text 30"))
        await driver.frame()
        assert not any("text 30" in row for row in driver.rows())
        if elsewhere:
            driver.transcript.post_message(events.Leave(driver.transcript))
        else:
            await driver.pilot.mouse_up(offset=(x, y))
        await driver.pilot.pause()
        assert any("text 30" in row for row in driver.rows())
        driver.session.append(notice(31, "text 31"))
        await driver.frame()
        assert any("text 31" in row for row in driver.rows())


@pytest.mark.anyio
async def test_a_table_a_list_and_code_give_their_source() -> None:
    source = "top\n\n| a | long name |\n|---|---|\n| **x** | y |\n\n- one\n  - two\n\n"
    async with showing(answer(1, f"{source}```\n\ttab\n```"), size=(40, 20)) as driver:
        x, y = place(driver, "tab")
        assert await drag(driver, (1, 0), (x + 2, y)) == f"{source}\ttab"
        assert await drag(driver, (1, 2), (20, 2)) == "a long name"
