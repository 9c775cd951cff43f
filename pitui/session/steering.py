"""What the user does to a run that is under way and to the messages that wait for it."""

from __future__ import annotations

from collections.abc import Callable

from pitui.client import PiClient
from pitui.protocol.commands import QueueMode, StreamingBehavior
from pitui.session.answering import Answering
from pitui.session.delivery import Delivery
from pitui.session.queue_edit import MessageQueue
from pitui.session.state import Session
from pitui.session.stopping import stop_run
from pitui.session.waiting import Waiting


class Steering:
    """Stops runs and takes messages back; changes of single messages go to `queue` directly, then `changed`.

    Attributes:
        delivery: the way to pi.
    """

    def __init__(
        self,
        session: Session,
        delivery: Delivery,
        answering: Answering,
        clock: Callable[[], float],
        client: Callable[[], PiClient | None],
    ) -> None:
        """Steer a session.

        Args:
            session: what is on the screen.
            delivery: the way to pi.
            answering: cancels the dialogs of a run that is stopped.
            clock: the time in the session's clock.
            client: the running pi, None when there is none.
        """
        self.delivery = delivery
        self._session = session
        self._answering = answering
        self._clock = clock
        self._client = client

    @property
    def queue(self) -> MessageQueue:
        """The messages that wait."""
        return self.delivery.queue

    @property
    def modes(self) -> dict[StreamingBehavior, str]:
        """How pi delivers the messages of each lane: `all` or `one-at-a-time`."""
        return {"steer": self._session.state.steering_mode, "followUp": self._session.state.follow_up_mode}

    def changed(self) -> None:
        """The user has changed a message of the queue: pi is told when it can be."""
        self.delivery.used()

    async def stop(self) -> list[Waiting]:
        """Stop the run; dialogs are answered `cancelled` first.

        Returns:
            The messages that waited, in order: they belong back in the editor.
        """
        with self.delivery.paused():
            await self._stop()
            return self.queue.take_back()

    async def stop_and_send(self, message: Waiting) -> None:
        """Stop the run and begin another one with this message; what waits goes on waiting behind it."""
        with self.delivery.paused():
            self.delivery.put(message, first=True)
            await self._stop()

    async def recall(self) -> list[Waiting]:
        """Take everything out of the queue that can still be called back, in order; the run goes on."""
        client = self._client()
        return self.queue.take_back() if client is None else await self.delivery.recall(client)

    async def set_mode(self, lane: StreamingBehavior, mode: QueueMode) -> None:
        """Say how pi delivers the messages of a lane."""
        client = self._client()
        if client is None:
            return
        if lane == "steer":
            await client.set_steering_mode(mode)
        else:
            await client.set_follow_up_mode(mode)
        self._session.update_state(await client.get_state())
        self.delivery.changed()

    async def _stop(self) -> None:
        client = self._client()
        if client is None:
            return
        self._session.stopping(self._clock())
        self.delivery.changed()
        await self._answering.cancel_all(client)
        await stop_run(client, self._session, self.delivery, self._clock)
