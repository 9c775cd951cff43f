"""A session fed by a real pi, as a controller feeds it."""

from __future__ import annotations

import contextlib
import time
from collections.abc import AsyncGenerator, Callable

import anyio

from pitui.client import Launch, PiClient
from pitui.protocol.codec import Record
from pitui.protocol.commands import StreamingBehavior
from pitui.session.phase import Phase
from pitui.session.state import Session
from tests.conftest import RealPi
from tests.session.comparing import comparables

PATIENCE = 60
"""Seconds after which a condition that does not come about is a failure."""


class LiveSession:
    """A session, its pi, and every record that pi sent."""

    def __init__(self, client: PiClient) -> None:
        """Follow a client."""
        self.client = client
        self.session = Session()
        self.records: list[Record] = []
        self._woken = anyio.Event()
        client.subscribe(self._take)

    def _take(self, record: Record) -> None:
        self.records.append(record)
        self.session.apply(record, time.monotonic())
        self._woken.set()

    async def load(self) -> None:
        """Fetch everything."""
        self.session.load(await self.client.get_entries(), await self.client.get_state())

    async def prompt(self, text: str, lane: StreamingBehavior | None = None) -> None:
        """Send a prompt and see it accepted."""
        self.session.sending(time.monotonic())
        result = await self.client.prompt(text, streaming_behavior=lane)
        self.session.accepted(result.disposition, time.monotonic())
        if self.session.phase is Phase.SENDING:
            self.session.update_state(await self.client.get_state())

    async def ask(self, text: str) -> None:
        """Send a prompt and stay until the run has settled and its entries are known."""
        await self.prompt(text)
        await self.settled()

    async def settled(self) -> None:
        """Stay until nothing is under way, then learn the entries."""
        await self.until(lambda: self.session.phase is Phase.IDLE)
        await self.catch_up()

    async def catch_up(self) -> None:
        """Learn the new entries."""
        self.session.add_entries(await self.client.get_entries(self.session.tree.last_id))

    async def bash(self, command: str, request_id: str, *, excluded: bool = False) -> None:
        """Run a `!` command."""
        self.session.bash_started(request_id, command, excluded, time.monotonic())
        result = await self.client.bash(command, exclude_from_context=excluded, request_id=request_id)
        self.session.bash_finished(request_id, result, time.monotonic())

    async def until(self, condition: Callable[[], bool]) -> None:
        """Stay until records made a condition true."""
        with anyio.fail_after(PATIENCE):
            while not condition():
                self._woken = anyio.Event()
                await self._woken.wait()

    async def loaded(self) -> Session:
        """The same session as a fresh start would show it."""
        fresh = Session()
        fresh.load(await self.client.get_entries(), await self.client.get_state())
        return fresh

    async def assert_equals_loaded(self) -> Session:
        """What the records gave is what the entries give."""
        loaded = await self.loaded()
        assert comparables(self.session.blocks) == comparables(loaded.blocks)
        assert self.session.tree.rows() == loaded.tree.rows()
        return loaded


@contextlib.asynccontextmanager
async def live_session(pi: RealPi, *args: str, speed: int = 0) -> AsyncGenerator[LiveSession]:
    """Start pi with the scripted model, as fast as it goes or at so many tokens a second."""
    env = {**pi.env, "PITUI_DEMO_SPEED": str(speed)}
    launch = Launch((*pi.argv, "--mode", "rpc", *pi.demo_args, *args), pi.cwd, env)
    async with PiClient(launch) as client:
        live = LiveSession(client)
        await live.load()
        yield live
