"""The widget in a running app: follow, scroll, fold, resize, and painting no more than what changed."""

from __future__ import annotations

import random

import pytest
from textual import events

from pitui.protocol.content import TextContent
from pitui.render.block import render_block
from pitui.render.look import Look
from pitui.session.blocks import AnyBlock, Level, NoticeBlock, ThinkingBlock, ToolBlock, ToolState
from pitui.session.growing import GrowingText
from pitui.ui.widgets.transcript import Transcript
from tests.ui.transcript.app import Driver, showing
from tests.ui.transcript.columns import answer, lines_of, notice, tool, user

pytestmark = pytest.mark.anyio


def conversation(turns: int) -> list[AnyBlock]:
    """Prompts, thoughts, calls and answers of different heights."""
    blocks: list[AnyBlock] = []
    for n in range(turns):
        key = n * 100
        blocks += [
            user(key + 1, f"prompt {n}"),
            ThinkingBlock(key=key + 2, text=GrowingText(lines_of(5, "thought")), seconds=3),
            tool(key + 3, lines_of(n % 9, f"output {n}")),
            tool(key + 4, f"short {n}"),
            answer(key + 5, "\n\n".join(f"paragraph {m} of answer {n}" for m in range(n % 5 + 1))),
        ]
    return blocks


def from_scratch(driver: Driver) -> list[str]:
    """What is to be seen when everything is rendered anew and cut out below the same first row."""
    transcript = driver.transcript
    everything: list[tuple[tuple[int, int], str]] = []
    above: AnyBlock | None = None
    for block in driver.session.blocks:
        expanded = transcript.is_open(block.key)
        lines = render_block(block, Look(transcript.column.width, transcript.palette, expanded))
        if not lines:
            continue
        if above is not None and not (isinstance(block, ToolBlock) and isinstance(above, ToolBlock)):
            everything.append(((block.key, -1), ""))
        everything += [((block.key, n), line.text.rstrip()) for n, line in enumerate(lines)]
        above = block
    first = transcript.viewport.rows[0]
    top = [place for place, _ in everything].index((first.key, first.line))
    seen = [text for _, text in everything[top : top + transcript.size.height]]
    return seen + [""] * (transcript.size.height - len(seen))


async def test_opens_at_the_end_and_follows() -> None:
    async with showing(*conversation(20)) as driver:
        assert driver.rows() == from_scratch(driver)
        driver.session.append(notice(9_000, "the last line"))
        await driver.frame()
        assert driver.rows()[-1].endswith("the last line")


async def test_a_short_conversation_begins_at_the_top() -> None:
    async with showing(notice(1, "all there is")) as driver:
        assert "all there is" in driver.rows()[0]
        assert driver.rows()[1:] == [""] * 11


async def test_an_empty_conversation_is_empty() -> None:
    async with showing() as driver:
        assert driver.rows() == [""] * 12
        await driver.press("pageup", "home", "j", "enter", "y", "end")
        assert driver.rows() == [""] * 12


async def test_streaming_gives_the_same_rows_as_rendering_at_once() -> None:
    text = "# Title\n\nSome *words* and `code`.\n\n- one\n- two\n\n```python\nprint(1)\n```\n\nThe end.\n"
    block = answer(1, "", streaming=True)
    async with showing(block, size=(60, 30)) as driver:
        for n in range(0, len(text), 7):
            driver.session.grow(block, text[n : n + 7])
            await driver.frame()
        block.streaming = False
        driver.session.touch(block)
        await driver.frame()
        assert driver.rows() == from_scratch(driver)


@pytest.mark.parametrize("words", [5, 4_000])
@pytest.mark.parametrize("order", ["at once", "ended first", "taken back first"])
async def test_an_answer_that_pi_took_back_is_dim_whenever_that_is_told(order: str, words: int) -> None:
    block = answer(1, "", streaming=True)
    async with showing(block, size=(60, 12)) as driver:
        driver.session.grow(block, "word " * words)
        await driver.frame()
        for change in ("streaming", "omitted") if order == "ended first" else ("omitted", "streaming"):
            setattr(block, change, change == "omitted")
            if order != "at once" or change == "streaming":
                driver.session.touch(block)
                await driver.frame()
        await driver.settled()
        drawn = [s for row in driver.transcript.viewport.rows for s in row.content.segments if s.text.strip()]
        assert drawn
        assert {s.style and s.style.color for s in drawn} == {driver.transcript.palette.dim.color}


@pytest.mark.parametrize("seed", range(6))
async def test_scrolled_up_no_row_moves(seed: int) -> None:
    chance = random.Random(seed)
    async with showing(*conversation(20)) as driver:
        driver.transcript.scroll_rows(-chance.randrange(20, 150))
        driver.session.append(answer(9_000, "", streaming=True))
        streaming = driver.session.blocks[-1]
        assert streaming.key == 9_000
        for step in range(25):
            before = driver.rows()
            seen = {row.key for row in driver.transcript.viewport.rows}
            first = driver.transcript.viewport.rows[0].key
            index = next(i for i, block in enumerate(driver.session.blocks) if block.key == first)
            match chance.randrange(5):
                case 0:
                    driver.session.insert(
                        chance.randrange(1, max(2, index - 1)), notice(10_000 + step, "above")
                    )
                case 1:
                    driver.session.append(notice(20_000 + step, "below"))
                case 2:
                    calls = [
                        b for b in driver.session.blocks if isinstance(b, ToolBlock) and b.key not in seen
                    ]
                    block = chance.choice(calls)
                    block.output = [TextContent(text=lines_of(chance.randrange(9)))]
                    driver.session.touch(block)
                case 3:
                    others = [b for b in driver.session.blocks if b.key not in seen]
                    driver.transcript.toggle(chance.choice(others).key)
                case _:
                    assert isinstance(streaming, type(answer(0, "")))
                    driver.session.grow(streaming, chance.choice(("more ", "words\n\n", "- item\n")))
            await driver.frame()
            assert driver.rows()[:-1] == before[:-1]
            assert driver.rows()[:-1] == from_scratch(driver)[:-1]


async def test_the_mark_counts_what_is_new_and_goes_at_the_end() -> None:
    async with showing(*conversation(20)) as driver:
        await driver.press("pageup")
        driver.session.append(notice(9_000, "one"), notice(9_001, "two"))
        await driver.frame()
        assert driver.rows()[-1].endswith("↓ 2 new")
        await driver.press("end")
        assert driver.rows()[-1].endswith("two")
        following = [
            (m.is_following, m.new_count)
            for m in driver.app.messages
            if isinstance(m, Transcript.FollowChanged)
        ]
        assert following[-1] == (True, 0)
        assert (False, 2) in following


async def test_a_click_on_the_mark_goes_to_the_end() -> None:
    async with showing(*conversation(20)) as driver:
        await driver.press("pageup")
        driver.session.append(notice(9_000, "new"))
        await driver.frame()
        await driver.pilot.click(offset=(55, 11))
        await driver.pilot.pause()
        assert driver.transcript.viewport.follow


async def test_page_up_and_down_come_back() -> None:
    async with showing(*conversation(20)) as driver:
        await driver.press("pageup", "pageup", "pageup")
        before = driver.rows()
        await driver.press("pageup", "pagedown")
        assert driver.rows() == before
        assert driver.rows() == from_scratch(driver)


async def test_home_and_end() -> None:
    async with showing(*conversation(20)) as driver:
        await driver.press("home")
        assert "prompt 0" in driver.rows()[0]
        await driver.press("end")
        assert driver.transcript.viewport.follow


async def test_from_prompt_to_prompt() -> None:
    async with showing(*conversation(20)) as driver:
        await driver.press("home")
        driver.transcript.move("next_prompt")
        assert "prompt 1" in driver.rows()[0]
        driver.transcript.move("next_prompt")
        driver.transcript.move("next_prompt")
        assert "prompt 3" in driver.rows()[0]
        driver.transcript.move("previous_prompt")
        assert "prompt 2" in driver.rows()[0]
        driver.transcript.scroll_rows(2)
        driver.transcript.move("previous_prompt")
        assert "prompt 2" in driver.rows()[0]


async def test_a_click_on_a_head_folds_and_its_row_stays() -> None:
    blocks = [*conversation(6), tool(9_000, lines_of(40, "out")), answer(9_001, "after")]
    async with showing(*blocks, size=(60, 20)) as driver:
        driver.transcript.reveal(9_000)
        row = driver.transcript.viewport.row_of(9_000, 0)
        assert row is not None
        await driver.pilot.click(offset=(5, row))
        await driver.pilot.pause()
        assert driver.transcript.viewport.row_of(9_000, 0) == row
        assert any("out 5" in text for text in driver.rows())
        assert driver.rows() == from_scratch(driver)
        assert [m.key for m in driver.app.messages if isinstance(m, Transcript.BlockSelected)] == [9_000]


async def test_all_thinking_and_all_output_fold_together_and_one_block_by_itself() -> None:
    async with showing(*conversation(4), size=(60, 60)) as driver:
        assert not any("thought 3" in row for row in driver.rows())
        assert driver.transcript.toggle_thinking()
        assert any("thought 3" in row for row in driver.rows())
        key = driver.session.blocks[1].key
        driver.transcript.toggle(key)
        assert not driver.transcript.is_open(key)
        assert driver.transcript.is_open(driver.session.blocks[6].key)
        assert not driver.transcript.toggle_thinking()
        assert driver.transcript.toggle_tools()
        assert driver.rows() == from_scratch(driver)


async def test_the_block_cursor_folds_what_it_is_on() -> None:
    async with showing(*conversation(20)) as driver:
        await driver.press("home", "j", "j")
        assert driver.transcript.cursor.key == 2
        await driver.press("enter")
        assert driver.transcript.is_open(2)
        assert driver.transcript.cursor.key == 2


async def test_the_block_cursor_reaches_every_block() -> None:
    async with showing(*conversation(5)) as driver:
        await driver.press("home", "j")
        reached = [driver.transcript.cursor.key]
        for _ in range(200):
            await driver.press("j")
            if driver.transcript.cursor.key != reached[-1]:
                reached.append(driver.transcript.cursor.key)
        assert reached == [block.key for block in driver.session.blocks]


async def test_the_wheel_scrolls() -> None:
    async with showing(*conversation(20)) as driver:
        before = driver.rows()
        await driver.wheel(events.MouseScrollUp)
        await driver.wheel(events.MouseScrollUp)
        assert driver.rows() == from_scratch(driver)
        assert not driver.transcript.viewport.follow
        await driver.wheel(events.MouseScrollDown)
        await driver.wheel(events.MouseScrollDown)
        assert driver.transcript.viewport.follow
        assert driver.rows() == before


async def test_resizing_keeps_the_place() -> None:
    async with showing(*conversation(30), size=(60, 12)) as driver:
        driver.go_to(driver.session.blocks[52].key)
        first = driver.transcript.viewport.rows[0].key
        for width, height in ((100, 30), (30, 8), (60, 12)):
            await driver.pilot.resize_terminal(width, height)
            await driver.pilot.pause()
            assert driver.rows() == from_scratch(driver)
        assert driver.transcript.viewport.rows[0].key == first
        assert driver.transcript.viewport.rows[0].line == 0


async def test_following_survives_a_resize() -> None:
    async with showing(*conversation(30)) as driver:
        await driver.pilot.resize_terminal(90, 30)
        await driver.pilot.pause()
        assert driver.transcript.viewport.follow
        assert driver.rows() == from_scratch(driver)


async def test_a_size_of_nothing_is_survived() -> None:
    async with showing(*conversation(3)) as driver:
        await driver.pilot.resize_terminal(1, 1)
        await driver.pilot.resize_terminal(3, 2)
        driver.session.append(notice(9_000, "new"))
        await driver.frame()
        await driver.pilot.resize_terminal(60, 12)
        await driver.pilot.pause()
        assert driver.rows() == from_scratch(driver)


@pytest.mark.parametrize("marked", ["cursor", "hit"])
async def test_what_is_marked_is_drawn_at_any_size(marked: str) -> None:
    async with showing(*conversation(3)) as driver:
        driver.transcript.focus()
        driver.transcript.reveal(driver.session.blocks[-1].key)
        if marked == "hit":
            assert driver.transcript.find("a")
        for width, height in ((1, 1), (2, 1), (1, 5), (3, 2), (4, 1)):
            await driver.pilot.resize_terminal(width, height)
            driver.session.append(notice(9_000 + width, "new"))
            await driver.frame()
        await driver.pilot.resize_terminal(60, 12)
        await driver.pilot.pause()
        assert len(driver.rows()) == 12


async def test_an_error_is_shown_as_it_is() -> None:
    async with showing(NoticeBlock(key=1, level=Level.ERROR, text="[red]no markup[/red] \x1b[31m")) as driver:
        assert "[red]no markup[/red]" in driver.rows()[0]
        assert "\x1b" not in "".join(driver.rows())


async def test_a_running_call_is_in_sight_and_then_ends() -> None:
    running = tool(1, "working", ToolState.RUNNING)
    running.started = 0
    async with showing(running) as driver:
        running.state = ToolState.DONE
        running.seconds = 2
        driver.session.touch(running)
        await driver.frame()
        assert driver.rows() == from_scratch(driver)


async def test_reading_the_session_again_moves_nothing_and_is_no_news() -> None:
    async with showing(*conversation(20)) as driver:
        await driver.press("pageup", "pageup")
        before = driver.rows()
        driver.session.blocks[:] = conversation(20)
        for block in driver.session.blocks:
            block.version = 1
        driver.session.changes.structure(0)
        await driver.frame()
        assert driver.rows() == before
        assert driver.transcript.viewport.unseen == 0
