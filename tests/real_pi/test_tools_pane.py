"""The tools pane over a real pi, on both versions."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TypeVar

import pytest
from textual.widget import Widget

from pitui.session.blocks import ToolBlock, ToolState
from pitui.session.phase import Phase
from pitui.ui.widgets.calls.rows import CallRows
from pitui.ui.widgets.calls.view import CallView
from pitui.ui.widgets.transcript import Transcript
from tests.conftest import RealPi
from tests.real_pi.on_screen import OnScreen, on_screen

pytestmark = pytest.mark.anyio

W = TypeVar("W", bound=Widget)


def the(screen: OnScreen, kind: type[W]) -> W:
    return screen.app.screen.query_one(kind)


def calls(screen: OnScreen) -> list[ToolBlock]:
    return [block for block in screen.session.blocks if isinstance(block, ToolBlock)]


def selected(screen: OnScreen) -> ToolBlock:
    row = the(screen, CallRows).current
    assert row is not None
    return row.call


def shown(screen: OnScreen) -> list[str]:
    view = the(screen, CallView)
    return [strip.text[1:-1].rstrip() for strip in view.render_lines(view.size.region)]


async def idle(screen: OnScreen) -> None:
    await screen.until(lambda: screen.session.phase is Phase.IDLE and calls(screen))


async def test_parallel_calls_run_side_by_side_and_the_running_one_is_followed(real_pi: RealPi) -> None:
    async with on_screen(real_pi, size=(120, 40)) as screen:
        await screen.send("parallel")
        await screen.until(
            lambda: (
                [call.state for call in calls(screen)]
                == [ToolState.RUNNING, ToolState.RUNNING, ToolState.DONE]
            )
        )
        await screen.until(lambda: selected(screen) is calls(screen)[1])
        await screen.until(lambda: any(row.startswith("  middle") for row in shown(screen)))
        await screen.until(lambda: calls(screen)[1].state is ToolState.DONE)
        await screen.until(lambda: selected(screen) is calls(screen)[0])
        await idle(screen)
        assert selected(screen) is calls(screen)[2]


async def test_live_output_is_followed_and_found(real_pi: RealPi) -> None:
    async with on_screen(real_pi, size=(120, 40)) as screen:
        await screen.send("lines 60")
        await screen.until(lambda: "  line 40" in shown(screen))
        await idle(screen)
        await screen.until(lambda: shown(screen)[-1] == "  line 60")
        await screen.press("f2", "slash")
        await screen.write("line 3")
        view = the(screen, CallView)
        await screen.until(lambda: view.search.total == len(["3"]) + len(range(30, 40)))
        await screen.press("enter")
        assert any("line 3" in row for row in shown(screen))
        await screen.press("escape", "escape")
        assert screen.editor.has_focus


async def test_selecting_moves_the_conversation_and_the_other_way_round(real_pi: RealPi) -> None:
    async with on_screen(real_pi, size=(120, 30)) as screen:
        await screen.send("fix the flaky test")
        await idle(screen)
        transcript, rows = the(screen, Transcript), the(screen, CallRows)
        await screen.press("f2")
        assert rows.has_focus
        await screen.press("home")
        await screen.until(lambda: transcript.cursor.key == calls(screen)[0].key)
        assert transcript.viewport.row_of(calls(screen)[0].key, 0) is not None
        transcript.cursor.key = calls(screen)[0].key
        transcript.focus()
        await screen.press("j")
        await screen.until(lambda: selected(screen).key == transcript.cursor.key)


async def test_an_edit_is_shown_with_its_diff_and_copied(real_pi: RealPi) -> None:
    async with on_screen(real_pi, size=(80, 24)) as screen:
        await screen.send("fix the flaky test")
        await idle(screen)
        await screen.press("f2")
        index = next(n for n, call in enumerate(calls(screen)) if call.name == "edit")
        await screen.press("home", *["down"] * index)
        await screen.until(lambda: any("+" in row for row in shown(screen)[1:]))
        await screen.press("y")
        assert screen.app.clipboard == calls(screen)[index].details["diff"]
        await screen.press("escape")
        assert screen.editor.has_focus


@pytest.mark.parametrize("pi_version", ["1.6.0"])  # codemode came with pi 0.99
async def test_calls_inside_of_a_call_stand_indented_below_it(real_pi: RealPi) -> None:
    extension = Path(__file__).with_name("nested.ts")
    args = ("-e", str(extension), "--provider", "nested", "--model", "nested-1", "--tools", "+codemode")
    async with on_screen(replace(real_pi, demo_args=args), size=(120, 30)) as screen:
        await screen.send("run the script")
        await idle(screen)
        rows = the(screen, CallRows)
        await screen.until(lambda: rows.count == 1 + len(calls(screen)[0].nested))
        await screen.until(lambda: any("   ✓ bash  echo inside" in row for row in screen.rows))
        assert any("   ✗ read  no-such-file" in row for row in screen.rows)
        await screen.press("f2", "home", "down")
        await screen.until(lambda: selected(screen).parent == calls(screen)[0].call_id)
        assert the(screen, Transcript).cursor.key == calls(screen)[0].key
        await screen.until(lambda: "  inside" in shown(screen))


@pytest.mark.parametrize("size", [(80, 24), (40, 10)])
async def test_over_the_conversation_f2_opens_and_esc_goes_back(
    real_pi: RealPi, size: tuple[int, int]
) -> None:
    async with on_screen(real_pi, size=size) as screen:
        await screen.send("lines 5")
        await idle(screen)
        assert not screen.app.screen.has_class("-side")
        await screen.press("f2")
        await screen.until(lambda: any("bash" in row for row in screen.rows))
        await screen.press("tab")
        await screen.until(lambda: the(screen, CallView).has_focus)
        await screen.press("end")
        await screen.until(lambda: any("line 5" in row for row in shown(screen)))
        await screen.press("escape")
        await screen.until(lambda: screen.editor.has_focus)
        assert not screen.app.screen.has_class("-side")
        await screen.press("f2", "f2")
        await screen.until(lambda: screen.editor.has_focus)
        assert not screen.app.screen.has_class("-side")
