"""Hands the user's texts to pi one after the other, when pi can take them, and gives back what it refuses."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import anyio

from pitui.client import CommandFailed, PiClient, PiExited
from pitui.session.outbox import Outbox, Outgoing
from pitui.session.phase import Phase
from pitui.session.state import Session


@dataclass(frozen=True, slots=True)
class Refused:
    """A text that pi did not take, and why."""

    outgoing: Outgoing
    reason: str


class Delivery:
    """The way from the outbox to pi.

    Attributes:
        outbox: what pi has not accepted yet.
    """

    def __init__(
        self,
        session: Session,
        clock: Callable[[], float],
        *,
        on_change: Callable[[], None],
        on_refused: Callable[[Refused], None],
    ) -> None:
        """Deliver for a session; `on_refused` gets each text that goes back to the user."""
        self.outbox = Outbox()
        self._session = session
        self._clock = clock
        self._on_change = on_change
        self._on_refused = on_refused
        self._woken = anyio.Event()

    def put(self, outgoing: Outgoing) -> None:
        """Send a text as soon as its turn comes."""
        self.outbox.put(outgoing)
        self.wake()
        self._on_change()

    def wake(self) -> None:
        """Look again whether pi can take something: the phase or the outbox changed."""
        self._woken.set()

    def refuse(self, outgoing: Outgoing, reason: str) -> None:
        """Give a text back to the user."""
        self._on_refused(Refused(outgoing, reason))
        self._on_change()

    def give_up(self, reason: str) -> None:
        """Give everything back: pi has ended."""
        for outgoing in self.outbox.take_all():
            self.refuse(outgoing, reason)

    async def run(self, client: PiClient) -> None:
        """Deliver until pi ends or the task is cancelled.

        One text after the other: pi loses a prompt that comes before the last one was answered (0.82.1, 1.6.0).
        """
        while True:
            while not self.outbox or self._session.phase in (Phase.STARTING, Phase.COMPACTING):
                self._woken = anyio.Event()
                await self._woken.wait()
            outgoing = self.outbox.begin()
            self._on_change()
            try:
                await self._prompt(client, outgoing)
            except CommandFailed as error:
                self.outbox.finish(outgoing)
                self._session.refused(error.error, self._clock())
                self.refuse(outgoing, error.error)
            except PiExited:
                return
            self.outbox.finish(outgoing)
            self._on_change()

    async def _prompt(self, client: PiClient, outgoing: Outgoing) -> None:
        self._session.sending(self._clock())
        self._on_change()
        result = await client.prompt(outgoing.text, images=outgoing.images, streaming_behavior=outgoing.lane)
        self._session.accepted(result.disposition, self._clock())
        if result.disposition is None and self._session.phase is Phase.SENDING:
            self._session.update_state(await client.get_state())
