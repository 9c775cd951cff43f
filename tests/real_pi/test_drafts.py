"""What is written and what waits is there again after pitui was gone."""

from __future__ import annotations

import shlex
from pathlib import Path

import pytest
from textual.events import Paste

from pitui.session.phase import Phase
from pitui.ui.app import PituiApp
from pitui.ui.plan import Plan
from tests.conftest import RealPi
from tests.real_pi.on_screen import OnScreen

pytestmark = pytest.mark.anyio

LONG = "\n".join(f"line {n}" for n in range(200))


def app(pi: RealPi, state: Path) -> PituiApp:
    """pitui with a state folder."""
    return PituiApp(
        Plan(
            cwd=pi.cwd,
            pi_option=shlex.join(pi.argv),
            pi_args=pi.demo_args,
            env={**pi.env, "PITUI_DEMO_SPEED": "0"},
            state=state,
        )
    )


async def test_the_queue_and_the_draft_come_back(real_pi: RealPi, tmp_path: Path) -> None:
    state = tmp_path / "state"
    first = app(real_pi, state)
    async with first.run_test(size=(100, 30)) as pilot:
        screen = OnScreen(first, pilot)
        await screen.ready()
        await screen.send("wait 30")
        await screen.until(lambda: screen.session.phase is Phase.WORKING)
        await screen.send("queued")
        screen.editor.post_message(Paste(LONG))
        await pilot.pause()
        await screen.write(" a thought")
        saved = state / "drafts"
        await screen.until(lambda: any("thought" in file.read_text() for file in saved.glob("*.json")))
        await first.run_action("screen.quit")
    file = next(saved.glob("*.json"))
    file.rename(file.with_name(file.name.partition("-")[0] + "-1.json"))  # as if another process had left it
    second = app(real_pi, state)
    async with second.run_test(size=(100, 30)) as pilot:
        screen = OnScreen(second, pilot)
        await screen.ready()
        assert screen.editor.text == "queued\n\n[paste 1: 200 lines] a thought"
        assert LONG in screen.editor.markers.expand(screen.editor.text).text
        screen.editor.set_text("")
        await screen.press("up")
        assert screen.editor.text == "queued"
        await second.run_action("screen.quit")
