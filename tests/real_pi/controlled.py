"""A controller with a real pi, as the screen has one, and a place for what comes back into the editor."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncGenerator, Callable

import anyio

from pitui.client import Launch
from pitui.session.blocks import UserBlock
from pitui.session.controller import Controller
from pitui.session.delivery import Refused
from pitui.session.phase import Phase
from pitui.session.steering import Steering
from pitui.session.waiting import Waiting
from tests.conftest import RealPi
from tests.real_pi.live_session import PATIENCE


class Controlled:
    """A controller and what it gave back."""

    def __init__(self) -> None:
        """Make a controller without a pi."""
        self.returned: list[str] = []
        self.reasons: list[str] = []
        self._woken = anyio.Event()
        self.controller = Controller(on_change=self._wake, on_refused=self._refused)

    def _wake(self) -> None:
        self._woken.set()

    def _refused(self, refused: Refused) -> None:
        self.returned += [message.draft for message in refused.messages]
        self.reasons.append(refused.reason)

    @property
    def steering(self) -> Steering:
        """The controller's hand on the queue."""
        return self.controller.steering

    @property
    def phase(self) -> Phase:
        """What pi is doing."""
        return self.controller.session.phase

    @property
    def delivered(self) -> list[str]:
        """The user's messages in the conversation, in order."""
        return [block.text for block in self.controller.session.blocks if isinstance(block, UserBlock)]

    @property
    def waiting(self) -> list[str]:
        """What the queue shows."""
        return [message.text for message in self.steering.queue.shown]

    def find(self, text: str) -> Waiting:
        """The waiting message with this text."""
        return next(message for message in self.steering.queue.shown if message.text == text)

    async def until(self, condition: Callable[[], bool]) -> None:
        """Stay until a change made a condition true."""
        with anyio.fail_after(PATIENCE):
            while not condition():
                self._woken = anyio.Event()
                await self._woken.wait()

    async def idle(self) -> None:
        """Stay until nothing waits and nothing is under way."""
        await self.until(lambda: self.phase is Phase.IDLE and not self.waiting)


@contextlib.asynccontextmanager
async def controlled(pi: RealPi, *args: str, speed: int = 0) -> AsyncGenerator[Controlled]:
    """Start pi with the scripted model behind a controller."""
    env = {**pi.env, "PITUI_DEMO_SPEED": str(speed)}
    launch = Launch((*pi.argv, "--mode", "rpc", *pi.demo_args, *args), pi.cwd, env)
    it = Controlled()
    async with anyio.create_task_group() as tasks:
        tasks.start_soon(it.controller.run, launch)
        try:
            await it.until(lambda: it.phase is Phase.IDLE)
            yield it
        finally:
            await it.controller.close()
