"""A controller with a real pi that has the bridge, on a session file of the test's own."""

from __future__ import annotations

import contextlib
import json
from collections.abc import AsyncGenerator
from pathlib import Path

import anyio

from pitui.client import Launch
from pitui.protocol.json_object import JsonObject
from pitui.runtime.bridge import BRIDGE_EXTENSION
from tests.conftest import RealPi
from tests.real_pi.controlled import Controlled

MOVES = Path(__file__).with_name("moves.ts")
"""The extension that moves the session by itself."""


@contextlib.asynccontextmanager
async def bridged(pi: RealPi, *args: str, speed: int = 0) -> AsyncGenerator[Controlled]:
    """Start pi with the scripted model and the bridge behind a controller; end it in the end."""
    bridge = str(BRIDGE_EXTENSION)
    env = {**pi.env, "PITUI_DEMO_SPEED": str(speed)}
    launch = Launch((*pi.argv, "--mode", "rpc", "-e", bridge, *pi.demo_args, *args), pi.cwd, env)
    it = Controlled()
    async with anyio.create_task_group() as tasks:
        tasks.start_soon(it.controller.run, launch, bridge)
        try:
            await it.idle()
            await it.until(lambda: bool(it.controller.session.commands))
            yield it
        finally:
            await it.controller.close()


async def ask(it: Controlled, *prompts: str) -> None:
    """Send prompts one after the other, and stay until each is done and stored."""
    for prompt in prompts:
        stored = len(it.controller.session.tree)
        it.controller.send(prompt, "steer")
        await it.until(lambda stored=stored: len(it.controller.session.tree) > stored)
        await it.idle()
        await it.controller.refresh_tree()


def user_entries(it: Controlled) -> list[str]:
    """The ids of the user's messages in all branches, as they were stored."""
    return [
        row.id for row in sorted(it.controller.session.tree.rows(), key=lambda r: r.at) if row.kind == "user"
    ]


def stored(file: str | Path | None) -> list[JsonObject]:
    """The lines of a session file."""
    assert file is not None
    return [json.loads(line) for line in Path(file).read_text(encoding="utf-8").splitlines()]
