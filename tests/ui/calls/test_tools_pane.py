"""The tools pane in a running app: what it follows, shows, finds and copies."""

from __future__ import annotations

from operator import attrgetter
from pathlib import Path

import pytest

from pitui.protocol.content import ContentBlock
from pitui.session.blocks import AnyBlock, ToolState
from pitui.ui.widgets.tools_pane import ToolsPane
from tests.render.test_pictures import plain
from tests.ui.calls.app import call, pane, running
from tests.ui.transcript.columns import answer, lines_of

pytestmark = pytest.mark.anyio


async def test_every_call_has_its_row_with_state_target_and_duration() -> None:
    blocks: list[AnyBlock] = [
        answer(1, "Let me see."),
        call(2, "read", arguments={"path": "a/file.py"}, seconds=0.04),
        call(3, state=ToolState.FAILED, seconds=3.1, output="no\n\nCommand exited with code 2"),
        answer(4, "And now:"),
        call(5, state=ToolState.DENIED),
    ]
    async with pane(*blocks) as driver:
        read, failed, denied = driver.listed
        assert read.startswith("✓ read  a/file.py ")
        assert read.endswith(" 0.0s")
        assert failed.startswith("✗ bash  command 3 ")
        assert failed.endswith("exit 2 3.1s")
        assert denied.startswith("⊘ bash  command 5 ")


async def test_nested_calls_stand_indented_below_the_call_that_made_them() -> None:
    inner = call(3, "read", arguments={"path": "x.py"}, nested=[call(4, arguments={"command": "deep"})])
    async with pane(call(2, "codemode", arguments={"code": "go()"}, nested=[inner]), call(9)) as driver:
        assert driver.listed[0].startswith("✓ codemode  go()")
        assert driver.listed[1].startswith("  ✓ read  x.py")
        assert driver.listed[2].startswith("    ✓ bash  deep")
        assert driver.listed[3].startswith("✓ bash  command 9")


async def test_a_nested_call_that_begins_later_comes_below_its_parent() -> None:
    script = running(2, name="codemode", arguments={"code": "go()"})
    async with pane(script, call(9)) as driver:
        script.nested.append(running(3, name="read", arguments={"path": "late.py"}))
        driver.calls.touch(script, script.nested[0])
        await driver.frame()
        assert driver.listed[1].startswith("  • read  late.py")
        assert driver.listed[2].startswith("✓ bash  command 9")


async def test_it_follows_the_running_call_until_the_user_moves_and_again_from_the_last_row() -> None:
    async with pane(*(call(n) for n in range(1, 6))) as driver:
        assert driver.selected == 5
        sixth = running(6)
        driver.calls.append(sixth)
        await driver.frame()
        assert driver.selected == 6
        await driver.press("up", "up")
        driver.calls.append(running(7))
        await driver.frame()
        assert driver.selected == 4
        await driver.press("end")
        driver.calls.append(running(8))
        await driver.frame()
        assert driver.selected == 8


async def test_of_parallel_calls_it_follows_one_that_still_runs() -> None:
    calls = [running(n) for n in range(1, 4)]
    async with pane(*calls) as driver:
        assert driver.selected == 3
        assert [row[0] for row in driver.listed] == ["•"] * 3
        driver.calls.end(calls[2])
        await driver.frame()
        assert driver.selected == 2
        assert [row[0] for row in driver.listed] == ["•", "•", "✓"]


async def test_moving_tells_which_block_the_conversation_is_to_show() -> None:
    script = call(2, "codemode", arguments={"code": "go()"}, nested=[call(3)])
    async with pane(call(1), script, call(9)) as driver:
        await driver.press("up", "up", "up")
        told = [event.key for event in driver.app.heard if isinstance(event, ToolsPane.Selected)]
        assert told == [2, 2, 1]


async def test_following_moves_nothing_in_the_conversation() -> None:
    async with pane(call(1)) as driver:
        driver.calls.append(running(2))
        await driver.frame()
        driver.pane.select(1)
        await driver.pilot.pause()
        assert driver.selected == 1
        assert driver.shown[0].startswith("✓ bash  command 1")
        assert driver.app.heard == []


async def test_the_call_is_shown_whole() -> None:
    command = "printf a\nprintf b"
    block = call(1, arguments={"command": command, "label": "odd"}, output=lines_of(1_000, "line"))
    async with pane(block) as driver:
        assert driver.shown[0].startswith("✓ bash  printf a …")
        assert driver.shown[1:4] == ["  $ printf a", "    printf b", "    label: odd"]
        assert driver.shown[4] == "  line 0"
        await driver.press("tab", "end")
        assert driver.shown[-1] == "  line 999"


async def test_a_hundred_thousand_lines_open_scroll_find_and_resize_by_what_is_seen() -> None:
    text = lines_of(100_000, "number")
    async with pane(call(1, output=text)) as driver:
        column = driver.view.column
        assert len(column.rendered_keys()) <= 3
        assert column.total == 100_001
        await driver.press("tab", "pagedown")
        assert driver.shown[0].startswith("  number ")
        assert driver.view.find("number 99999") == (1, 1)
        assert any(row == "  number 99999" for row in driver.shown)
        assert driver.view.find("7777")[1] == text.count("7777")
        await driver.pilot.resize_terminal(50, 30)
        await driver.pilot.pause()
        assert len(column.rendered_keys()) <= 12


async def test_find_goes_through_the_call_and_tells_where_it_is() -> None:
    async with pane(call(1, output=lines_of(500, "row") + "\nneedle\n" + lines_of(500, "more"))) as driver:
        await driver.press("slash", *"needle")
        assert driver.view.find("needle") == (1, 1)
        assert "  needle" in driver.shown
        await driver.press("backspace", "backspace", "backspace", "backspace", "backspace", "backspace")
        await driver.press(*"row 49")
        assert driver.view.search.total == 11
        await driver.press("enter", "enter", "shift+enter")
        assert driver.view.search.position == 2
        await driver.press("escape")
        assert not driver.pane.find_line.display
        assert driver.view.has_focus
        await driver.press("f3")
        assert driver.pane.find_line.display
        await driver.press("escape", "escape")
        assert isinstance(driver.app.heard[-1], ToolsPane.Left)


async def test_find_begins_with_what_is_seen() -> None:
    async with pane(call(1, output=lines_of(400, "row"))) as driver:
        await driver.press("tab", *["pagedown"] * 4)
        first = int(driver.shown[0].split()[-1])
        await driver.press("slash", *"row")
        assert driver.view.search.position == first + 1
        assert driver.view.search.total == 400


async def test_what_is_found_is_highlighted_and_counted_again_when_another_call_is_shown() -> None:
    async with pane(call(1, output="needle needle"), call(2, output="a needle")) as driver:
        await driver.press("slash", *"needle")
        assert driver.view.search.total == 1
        match = driver.view.palette.match
        lines = driver.view.render_lines(driver.view.size.region)
        found = [
            part.text for line in lines for part in line if part.style and part.style.bgcolor == match.bgcolor
        ]
        assert found == ["needle"]
        driver.pane.select(1)
        await driver.pilot.pause()
        assert driver.view.search.total == 2


async def test_live_output_follows_at_the_end_and_stands_still_when_scrolled_up() -> None:
    block = running(1, output=lines_of(300, "live"))
    async with pane(block) as driver:
        assert driver.shown[-1] == "  live 299"
        driver.calls.output(block, lines_of(350, "live"))
        await driver.frame()
        assert driver.shown[-1] == "  live 349"
        await driver.press("tab", "pageup", "pageup")
        seen = driver.shown
        driver.calls.output(block, lines_of(900, "live"))
        await driver.frame()
        assert driver.shown == seen


async def test_output_that_loses_its_start_stands_still_where_it_is_read() -> None:
    lines = [f"live {n}" for n in range(3_000)]
    block = running(1, output="\n".join(lines[:2_000]))
    async with pane(block) as driver:
        await driver.press("tab", *["pageup"] * 4)
        seen = driver.shown
        for start in (150, 320, 700):
            driver.calls.output(block, "\n".join(lines[start : start + 2_000]))
            await driver.frame()
            assert driver.shown == seen


async def test_unchanged_parts_of_a_growing_output_are_not_drawn_again() -> None:
    block = running(1, output=lines_of(1_050, "live"))
    async with pane(block) as driver:
        before = {chunk.key: chunk.version for chunk in driver.view.column.blocks}
        driver.calls.output(block, lines_of(1_060, "live"))
        await driver.frame()
        after = {chunk.key: chunk.version for chunk in driver.view.column.blocks}
        kept = [key for key, version in before.items() if after.get(key) == version]
        assert len(kept) == len(before) - len(["row", "command", "last lines"])
        assert driver.shown[-1] == "  live 1059"


async def test_durations_tick_while_seen_and_stand_when_nothing_runs() -> None:
    now = 5.0
    block = running(1)
    async with pane(block, clock=lambda: now) as driver:
        assert driver.listed[0].endswith("5.0s")
        assert driver.pane.rows.running.is_ticking
        assert driver.view.running.is_ticking
        now = 8.0
        await driver.until(lambda: driver.shown[0].endswith("8.0s"))
        driver.calls.end(block, 9.0)
        await driver.frame()
        assert driver.listed[0].endswith("9.0s")
        await driver.until(lambda: not driver.pane.rows.running.is_ticking)
        await driver.until(lambda: not driver.view.running.is_ticking)


async def test_nothing_ticks_while_the_pane_is_hidden() -> None:
    async with pane(running(1)) as driver:
        driver.pane.display = False
        await driver.until(lambda: not driver.pane.rows.running.is_ticking)
        await driver.until(lambda: not driver.view.running.is_ticking)
        driver.calls.append(running(2, output="later"))
        await driver.frame()
        driver.pane.display = True
        await driver.until(lambda: "  later" in driver.shown)
        assert driver.listed[1].startswith("• bash  command 2")
        assert driver.view.running.is_ticking


async def test_copying_gives_the_source(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("TMUX", raising=False)
    diff = "-1 old\n+1 new"
    edit = call(2, "edit", arguments={"path": "a.py"}, details={"diff": diff})
    long = "x" * 300
    async with pane(call(1, output=f"\x1b[31m{long}\x1b[0m\nend"), edit) as driver:
        await driver.press("y")
        assert driver.app.clipboard == diff
        await driver.press("up", "y")
        assert driver.app.clipboard == f"{long}\nend"
        await driver.press("c")
        assert driver.app.clipboard == "command 1"
        view = driver.view
        output = view.column.blocks[-1]
        view.select(output.key, 0, 2, 300, len(view.column.lines(len(view.column) - 1)) - 1)
        selection = view.text_selection
        assert selection is not None
        selected = view.get_selection(selection)
        assert selected is not None
        assert selected[0] == f"{long}\nend"


@pytest.mark.parametrize("size", [(60, 9), (40, 6), (20, 4)])
async def test_where_there_is_no_room_one_of_the_two_is_shown(size: tuple[int, int]) -> None:
    async with pane(call(1, output="the output"), size=size) as driver:
        assert driver.pane.rows.display
        assert not driver.view.display
        await driver.press("tab")
        assert driver.view.has_focus
        assert not driver.pane.rows.display
        assert driver.shown[0].startswith("✓ bash")
        await driver.press("tab")
        assert driver.pane.rows.has_focus
        assert driver.listed[0].startswith("✓ bash")


async def test_without_calls_every_key_does_nothing() -> None:
    async with pane() as driver:
        await driver.press(
            "up", "end", "enter", "pagedown", "y", "c", "n", "escape", "tab", "tab", "slash", "x"
        )
        assert driver.pane.rows.current is None


async def test_what_the_row_has_no_room_for_stands_below_it() -> None:
    path = "a/very/long/path/to/some/file/in/some/folder/of/the/project.py"
    read = call(1, "read", arguments={"path": path, "colour": "red"}, output="text")
    async with pane(read, call(2, "read", arguments={"path": "a.py"}, output="text")) as driver:
        assert driver.shown[:2] == ["✓ read  a.py", "   1 text"]
        await driver.press("up")
        assert "…" in driver.shown[0]
        assert driver.shown[1].strip() + driver.shown[2].strip() == path
        assert driver.shown[3] == "    colour: red"


async def test_another_session_is_followed_from_its_last_call() -> None:
    async with pane(call(1), call(2), call(3)) as driver:
        await driver.press("home")
        driver.calls.blocks.clear()
        driver.calls.changes.structure(0)
        await driver.frame()
        assert driver.pane.rows.current is None
        assert not any(driver.shown)
        driver.calls.append(call(11), call(12))
        await driver.frame()
        assert driver.selected == 12
        assert driver.shown[0].startswith("✓ bash  command 12")


async def test_dragging_the_mouse_selects_the_source() -> None:
    words = "one line that is so long that it does not stand on a single row of the pane"
    async with pane(call(1, output=f"{words}\nend")) as driver:
        view = driver.view
        await driver.pilot.mouse_down(view, offset=(3, 1))
        await driver.pilot.hover(view, offset=(5, 3))
        await driver.pilot.mouse_up(view, offset=(5, 3))
        await driver.until(lambda: bool(driver.app.screen.get_selected_text()))
        selected = driver.app.screen.get_selected_text() or ""
        assert selected.startswith(f"{words}\nen")


async def test_what_came_while_the_pane_was_hidden_is_in_sight_when_it_comes_back() -> None:
    async with pane(call(1), size=(40, 8)) as driver:
        rows = driver.pane.rows
        driver.pane.display = False
        await driver.until(lambda: not rows.size.height)
        driver.calls.append(*(call(n) for n in range(2, 31)))
        await driver.frame()
        driver.pane.display = True
        await driver.until(lambda: rows.size.height > 0 and rows.scroll_offset.y > 0)
        assert driver.listed[-1].startswith("✓ bash  command 30")
        assert all(driver.listed)


async def test_o_opens_the_images_of_the_call_and_leaving_takes_them_away(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    for name in ("DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(name, raising=False)
    images: list[ContentBlock] = [plain(8, 8), plain(9, 9)]
    with_images = call(1)
    with_images.output = images
    async with pane(with_images, call(2)) as driver:
        await driver.press("o")
        await driver.press("up", "o", "o", "o")
        words = [note.message for note in attrgetter("_notifications")(driver.app)]
        assert words[0] == "There is no image in this call."
        assert [word.partition(" is in ")[0] for word in words[1:]] == [
            "Image 1 of 2",
            "Image 2 of 2",
            "Image 1 of 2",
        ]
        files = [Path(word.partition(" is in ")[2].removesuffix(" until pitui ends.")) for word in words[1:]]
        assert [file.exists() for file in files] == [True, True, True]
    assert not any(file.exists() for file in files)
