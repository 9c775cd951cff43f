"""Make the screenshots of the README from the running program: `python screenshots/make.py`.

Each one is the demo, real pi with its scripted model, driven by keys.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from pathlib import Path

from textual.pilot import Pilot

from pitui.runtime.demo import demo_project
from pitui.session.phase import Phase
from pitui.ui.app import PituiApp
from pitui.ui.plan import Plan

FOLDER = Path(__file__).parent
DEADLINE_SECONDS = 120
POLL_SECONDS = 0.05

Scene = Callable[["Stage"], "asyncio.Future[None]"]


class Stage:
    """The running program and the keys to drive it."""

    def __init__(self, app: PituiApp, pilot: Pilot[None]) -> None:
        """Take the stage."""
        self.app = app
        self.pilot = pilot

    async def until(self, condition: Callable[[], bool]) -> None:
        """Wait for a condition.

        Raises:
            TimeoutError: when it does not come true in two minutes.
        """
        end = time.monotonic() + DEADLINE_SECONDS
        while not condition():
            if time.monotonic() > end:
                raise TimeoutError("The scene did not come about.")
            await asyncio.sleep(POLL_SECONDS)

    async def phase(self, phase: Phase) -> None:
        """Wait for a phase of the run."""
        await self.until(lambda: self.app.session.phase is phase)

    async def enter(self, text: str, key: str = "enter") -> None:
        """Type a text and send it."""
        await self.pilot.press(*(_KEY_NAMES.get(c, c) for c in text))
        await self.pilot.press(key)

    def shoot(self, name: str) -> None:
        """Save what is on the screen now."""
        self.app.save_screenshot(f"{name}.svg", str(FOLDER))


_KEY_NAMES = {" ": "space", ".": "full_stop", ",": "comma", "/": "slash", "?": "question_mark", "-": "minus"}


async def main() -> None:
    """Play the scenes at two sizes."""
    for width, height in ((120, 40), (80, 24)):
        await play(width, height)


async def play(width: int, height: int) -> None:
    """Play all scenes at one size."""
    size = f"{width}x{height}"
    with demo_project() as demo:
        app = PituiApp(Plan(cwd=demo.cwd, env=demo.env, pi_args=demo.pi_args))
        async with app.run_test(size=(width, height)) as pilot:
            stage = Stage(app, pilot)
            await stage.phase(Phase.IDLE)
            await stage.enter("Fix the flaky test")
            await stage.phase(Phase.WORKING)
            await stage.until(lambda: len(app.session.blocks) > 4)
            await stage.enter("use a fake clock, please")
            await stage.enter("then commit", "alt+enter")
            await stage.until(lambda: bool(app.session.queue.follow_up))
            await pilot.pause()
            stage.shoot(f"working-{size}")
            await stage.phase(Phase.IDLE)
            await pilot.pause()
            stage.shoot(f"conversation-{size}")
            await pilot.press("f4")
            await pilot.pause(0.5)
            stage.shoot(f"tree-{size}")
            await pilot.press("escape")


if __name__ == "__main__":
    asyncio.run(main())
