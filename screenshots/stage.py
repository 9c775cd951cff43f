"""The running program with real pi behind it, driven by keys, and the camera in front of it."""

from __future__ import annotations

import asyncio
import inspect
import json
import os
import re
import time
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from textual.pilot import Pilot

from pitui.runtime.demo import DEMO_EXTENSION, DemoPlan, demo_project
from pitui.session.blocks import AnyBlock, ToolBlock, ToolState
from pitui.session.phase import Phase
from pitui.session.state import Session
from pitui.ui.app import PituiApp
from pitui.ui.plan import Plan
from pitui.ui.widgets.dialogs import DialogCard
from pitui.ui.widgets.editor import Editor
from pitui.ui.widgets.transcript import Transcript

MODEL_EXTENSION = Path(__file__).with_name("model.ts")
DEADLINE_SECONDS = 60
POLL_SECONDS = 0.02
SETTLE_SECONDS = 0.3
"""Time for the last frame."""

TERMINAL = {"TERM": "xterm-256color", "COLORTERM": "truecolor", "LANG": "C.UTF-8", "TZ": "UTC"}

CELL_WIDTH = 12.2
"""Of a picture, in its units."""

BlockT = TypeVar("BlockT")


@dataclass(frozen=True)
class Scene:
    """What is played, and on which stage.

    Attributes:
        play: drives the program.
        answers: of the model, in order (see `answer`); without any it is the demo's, which knows its own stories.
        speed: tokens a second, 0 as fast as it goes.
        tools: that pi has.
        prepare: puts files into the project and into pi's agent folder.
    """

    play: Callable[[Stage], Awaitable[None]]
    answers: tuple[Mapping[str, Any], ...] = ()
    speed: int = 0
    tools: str = "read,bash,edit,write,grep,find,ls,codemode,tide_table"
    prepare: Callable[[Path, Path], None] | None = None


def say(text: str) -> dict[str, Any]:
    """A text of an answer."""
    return {"type": "text", "text": text}


def think(text: str, *, redacted: bool = False) -> dict[str, Any]:
    """A thought of an answer."""
    return {"type": "thinking", "thinking": text, **({"redacted": True} if redacted else {})}


def call(name: str, **arguments: Any) -> dict[str, Any]:
    """A tool call of an answer."""
    return {"type": "toolCall", "name": name, "arguments": arguments}


def answer(*blocks: dict[str, Any], seconds: float = 0) -> dict[str, Any]:
    """One answer of the model, `seconds` after it was asked."""
    return {"blocks": blocks, "seconds": seconds}


@dataclass(frozen=True)
class Stage:
    """The program on the screen; pictures go to `folder`."""

    app: PituiApp
    pilot: Pilot[None]
    folder: Path

    @property
    def session(self) -> Session:
        """The session on the screen."""
        return self.app.session

    @property
    def transcript(self) -> Transcript:
        """The conversation."""
        return self.app.screen.query_one(Transcript)

    def blocks(self, kind: type[BlockT]) -> list[BlockT]:
        """The blocks of a kind, in order."""
        return [block for block in self.session.blocks if isinstance(block, kind)]

    async def until(self, condition: Callable[[], object]) -> None:
        """Wait for a condition.

        Raises:
            TimeoutError: when it does not come true in a minute.
        """
        end = time.monotonic() + DEADLINE_SECONDS
        while not condition():
            if time.monotonic() > end:
                raise TimeoutError(f"This did not come about: {inspect.getsource(condition).strip()}")
            await asyncio.sleep(POLL_SECONDS)

    async def idle(self) -> None:
        """Wait until pi has nothing more to do."""
        await self.until(lambda: self.session.phase is Phase.IDLE and not self.session.dialogs)

    async def press(self, *keys: str) -> None:
        """Press keys."""
        await self.pilot.press(*keys)

    async def enter(self, text: str, key: str = "enter") -> None:
        """Write a text into the editor and send it."""
        editor = self.app.screen.query_one(Editor)
        editor.focus()
        editor.insert(text)
        await self.press(key)

    async def ask(self, text: str) -> None:
        """Send a prompt and wait until the run has settled."""
        shown = len(self.session.blocks)
        await self.enter(text)
        await self.until(lambda: len(self.session.blocks) > shown)
        await self.idle()

    async def running(self, *, calls: int = 1) -> None:
        """Wait until so many calls run at once and have printed something."""
        await self.until(lambda: sum(map(_prints, self.session.blocks)) >= calls)

    async def asked(self) -> None:
        """Wait for a dialog that takes keys."""
        card = self.app.screen.query_one(DialogCard)
        await self.until(lambda: self.session.dialogs and card.has_keys)

    async def stop(self) -> None:
        """Stop the run."""
        await self.press("escape")
        await self.idle()

    async def toggle(self, *blocks: AnyBlock) -> None:
        """Fold or unfold blocks."""
        for block in blocks:
            self.transcript.toggle(block.key)
        await self.pilot.pause()

    async def shoot(self, name: str) -> None:
        """Save what is on the screen."""
        await asyncio.sleep(SETTLE_SECONDS)
        svg = self.app.export_screenshot(title="pitui")
        width, height = self.app.size
        (self.folder / f"{name}-{width}x{height}.svg").write_text(_stable(svg), encoding="utf-8")


async def play(scene: Scene, size: tuple[int, int], folder: Path) -> None:
    """Play a scene on a demo project of its own."""
    os.environ.update(TERMINAL)
    os.environ.pop("NO_COLOR", None)
    with demo_project() as demo:
        if scene.prepare is not None:
            scene.prepare(demo.cwd, Path(demo.env["PI_CODING_AGENT_DIR"]))
        app = PituiApp(_plan(scene, demo))
        async with app.run_test(size=size, notifications=True) as pilot:
            stage = Stage(app, pilot, folder)
            await stage.until(lambda: stage.session.phase is Phase.IDLE and stage.session.commands)
            await scene.play(stage)
            await app.run_action("screen.quit")


def _plan(scene: Scene, demo: DemoPlan) -> Plan:
    if not scene.answers:
        return Plan(cwd=demo.cwd, env=demo.env, pi_args=demo.pi_args)
    script = demo.cwd.parent / "answers.json"
    script.write_text(json.dumps({"speed": scene.speed, "answers": scene.answers}), encoding="utf-8")
    model = ("-e", str(MODEL_EXTENSION), "--provider", "scene", "--model", "scene-1", "--tools", scene.tools)
    return Plan(
        cwd=demo.cwd,
        env={**demo.env, "SCENE_ANSWERS": str(script)},
        pi_args=("-e", str(DEMO_EXTENSION), *model),
    )


def _prints(block: AnyBlock) -> bool:
    return isinstance(block, ToolBlock) and block.state is ToolState.RUNNING and bool(block.output)


def _stable(svg: str) -> str:
    """A picture that changes only when something in it does: without random ids and names of temporary files."""
    svg = re.sub(r"terminal-\d+", "terminal", svg)
    svg = re.sub(r"(pi-bash-)\w{16}", r"\g<1>0123456789abcdef", svg)
    svg = re.sub(r'x="([\d.]+)"( y="20"[^>]*>[^<]*pitui-demo)(-\w+)', _to_the_right, svg)
    return re.sub(r"pitui-demo-\w+", "pitui-demo", svg)


def _to_the_right(text: re.Match[str]) -> str:
    """The header ends at the right edge, also when what it says is shorter."""
    return f'x="{float(text[1]) + len(text[3]) * CELL_WIDTH:.1f}"{text[2]}'
