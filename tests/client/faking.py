"""Starts the fake pi for the tests of the client."""

from __future__ import annotations

import contextlib
import json
import sys
from collections.abc import AsyncGenerator
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


async def seen_by(client: PiClient) -> list[str]:
    """What the fake pi has read before this question, which is the last of them."""
    return json.loads((await client.get_state()).session_name or "")
