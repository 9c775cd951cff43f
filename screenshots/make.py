"""Make the screenshots of the README from the running program: `python screenshots/make.py`.

Each one is the demo, real pi with its scripted model, driven by keys, at 120x40 and at 80x24.
"""

from __future__ import annotations

import asyncio
import re
import sys
import time
from collections.abc import Awaitable, Callable
from pathlib import Path

from textual.pilot import Pilot

from pitui.runtime.demo import demo_project
from pitui.session.blocks import AnyBlock, ToolBlock, ToolState
from pitui.session.phase import Phase
from pitui.session.state import Session
from pitui.ui.app import PituiApp
from pitui.ui.plan import Plan
from pitui.ui.widgets.editor import Editor

FOLDER = Path(__file__).parent
SIZES = ((120, 40), (80, 24))
DEADLINE_SECONDS = 120
POLL_SECONDS = 0.05
SETTLE_SECONDS = 0.6
"""Time for the last frame and for toasts that belong to the picture."""


class Stage:
    """The running program and the keys to drive it."""

    def __init__(self, app: PituiApp, pilot: Pilot[None], folder: Path) -> None:
        """Take the stage; pictures go to `folder`."""
        self.app = app
        self.pilot = pilot
        self.folder = folder

    @property
    def session(self) -> Session:
        """The session on the screen."""
        return self.app.session

    async def until(self, condition: Callable[[], object]) -> None:
        """Wait for a condition.

        Raises:
            TimeoutError: when it does not come true in two minutes.
        """
        end = time.monotonic() + DEADLINE_SECONDS
        while not condition():
            if time.monotonic() > end:
                raise TimeoutError("The scene did not come about.")
            await asyncio.sleep(POLL_SECONDS)

    async def idle(self) -> None:
        """Wait until pi has nothing more to do."""
        await self.until(lambda: self.session.phase is Phase.IDLE and not self.session.dialogs)

    async def enter(self, text: str, key: str = "enter") -> None:
        """Write a text into the editor and send it."""
        editor = self.app.screen.query_one(Editor)
        editor.focus()
        editor.insert(text)
        await self.pilot.press(key)

    async def ask(self, text: str) -> None:
        """Send a prompt and wait until the run has settled."""
        shown = len(self.session.blocks)
        await self.enter(text)
        await self.until(lambda: len(self.session.blocks) > shown)
        await self.idle()

    async def shoot(self, name: str) -> None:
        """Save what is on the screen."""
        await asyncio.sleep(SETTLE_SECONDS)
        svg = self.app.export_screenshot(title="pitui")
        width, height = self.app.size
        (self.folder / f"{name}-{width}x{height}.svg").write_text(_stable(svg), encoding="utf-8")


async def work(stage: Stage) -> None:
    """A run with a correction steered in and a follow-up behind it, then its end, the tree and the tools."""
    await stage.enter("Fix the flaky test")
    await stage.until(lambda: len(stage.session.blocks) > 6)
    await stage.enter("use a fake clock, please")
    await stage.enter("then commit it", "alt+enter")
    await stage.until(lambda: stage.session.queue.follow_up)
    await stage.shoot("steering")
    await stage.idle()
    await stage.shoot("conversation")
    await stage.pilot.press("f4")
    await stage.shoot("tree")
    await stage.pilot.press("escape")


async def markdown(stage: Stage) -> None:
    """What answers look like."""
    await stage.ask("markdown")
    await stage.shoot("markdown")
    await stage.ask("code")
    await stage.shoot("code")
    await stage.ask("table")
    await stage.shoot("table")


async def trouble(stage: Stage) -> None:
    """Retries, errors, truncation, an aborted run, `!` commands, foreign control characters."""
    await stage.ask("retry 1")
    await stage.ask("fail")
    await stage.ask("length")
    await stage.shoot("trouble")
    await stage.ask("parallel")
    await stage.ask("tool nosuch")
    await stage.ask("error")
    await stage.shoot("tools")
    await stage.enter("sleep 30")
    await stage.until(lambda: any(_runs(block) for block in stage.session.blocks))
    await stage.pilot.press("escape")
    await stage.idle()
    await stage.ask("!ls -l")
    await stage.ask("unicode")
    await stage.shoot("unicode")


async def dialogs(stage: Stage) -> None:
    """What extensions ask and show."""
    await stage.enter("/demo-status")
    await stage.enter("/demo-widget")
    await stage.enter("/demo-select")
    await stage.until(lambda: stage.session.dialogs)
    await stage.shoot("dialog")
    await stage.pilot.press("escape")
    await stage.until(lambda: not stage.session.dialogs)


SCENES: dict[str, Callable[[Stage], Awaitable[None]]] = {
    "work": work,
    "markdown": markdown,
    "trouble": trouble,
    "dialogs": dialogs,
}


async def play(name: str, size: tuple[int, int], folder: Path) -> None:
    """Play one scene on a demo of its own."""
    with demo_project() as demo:
        app = PituiApp(Plan(cwd=demo.cwd, env=demo.env, pi_args=demo.pi_args))
        async with app.run_test(size=size) as pilot:
            stage = Stage(app, pilot, folder)
            await stage.until(lambda: stage.session.phase is Phase.IDLE and stage.session.commands)
            await SCENES[name](stage)
            await app.run_action("screen.quit")


async def main(names: list[str]) -> None:
    """Play the named scenes, or all."""
    for name in names or list(SCENES):
        for size in SIZES:
            await play(name, size, FOLDER)


def _runs(block: AnyBlock) -> bool:
    return isinstance(block, ToolBlock) and block.state is ToolState.RUNNING


def _stable(svg: str) -> str:
    """A picture that does not change when nothing in it does: without Rich's random ids and the throw-away folder."""
    svg = re.sub(r"terminal-\d+", "terminal", svg)
    return re.sub(r"pitui-demo-\w+", "pitui-demo", svg)


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1:]))
