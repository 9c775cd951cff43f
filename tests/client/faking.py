"""Starts the fake pi for the tests of the client."""

from __future__ import annotations

import contextlib
import json
import subprocess
import sys
from collections.abc import AsyncGenerator, Callable
from pathlib import Path

import anyio
from anyio.abc import TaskGroup

from pitui.client import Launch, PiClient

_FAKE = str(Path(__file__).with_name("fake_pi.py"))

PATIENCE = 20
"""Seconds after which something that must happen is taken for not happening."""


def fake(mode: str = "", *args: str) -> Launch:
    """How to start the fake pi in one of its modes."""
    return Launch((sys.executable, _FAKE, mode, *args), Path.cwd())


@contextlib.asynccontextmanager
async def background() -> AsyncGenerator[TaskGroup]:
    """Tasks that are cancelled at the end."""
    async with anyio.create_task_group() as tasks:
        yield tasks
        tasks.cancel_scope.cancel()


def is_alive(pid: int) -> bool:
    """Whether a process runs; one that only waits to be reaped does not."""
    state = subprocess.run(["ps", "-o", "stat=", "-p", str(pid)], capture_output=True, text=True, check=False)
    return state.stdout.strip() not in ("",) and not state.stdout.strip().startswith("Z")


async def until(condition: Callable[[], bool]) -> None:
    """Wait for a condition that nothing announces."""
    with anyio.fail_after(PATIENCE):
        while not condition():
            await anyio.sleep(0.01)


async def seen_by(client: PiClient) -> list[str]:
    """What the fake pi has read before this question, which is the last of them."""
    return json.loads((await client.get_state()).session_name or "")
