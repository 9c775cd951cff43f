"""Hands the user's messages to pi one after the other, when pi can take them, and gives back what it refuses."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Generator
from typing import NamedTuple

import anyio

from pitui.client import CommandFailed, PiClient, PiError, PiExited, ProtocolError
from pitui.protocol.codec import Record
from pitui.protocol.content import text_of
from pitui.protocol.events import AgentSettled, MessageStart, QueueUpdate
from pitui.protocol.messages import UserMessage
from pitui.session.blocks import Level
from pitui.session.capabilities import Capabilities
from pitui.session.changes import Area
from pitui.session.flux import Flux
from pitui.session.phase import Phase
from pitui.session.queue_edit import Clear, MessageQueue, Send
from pitui.session.queue_in_pi import Moment
from pitui.session.state import Session
from pitui.session.waiting import Waiting

RECALL_SECONDS = 3.0
"""So long after the user has written or changed a message, all stay here that pi < 0.84.4 would not give back."""


class Refused(NamedTuple):
    """Messages that go back to the user.

    Attributes:
        messages: in order.
        reason: why.
        is_told: whether the conversation says why.
    """

    messages: tuple[Waiting, ...]
    reason: str
    is_told: bool = False


class Delivery:
    """The way from the editor to pi.

    Attributes:
        queue: every message that waits, here or in pi.
        capabilities: of the running pi.
        flux: whether pi is just taking messages out of its queue.
        take_command: takes over a message that is a command of an extension, which waits for no prompt.
    """

    def __init__(
        self,
        session: Session,
        clock: Callable[[], float],
        *,
        on_change: Callable[[], None],
        on_refused: Callable[[Refused], None],
    ) -> None:
        """Deliver for a session; `on_refused` gets what goes back to the user."""
        self.queue = MessageQueue()
        self.capabilities = Capabilities()
        self.flux = Flux()
        self.take_command: Callable[[Waiting], bool] = lambda _: False
        self._session = session
        self._clock = clock
        self._on_change = on_change
        self._on_refused = on_refused
        self._woken = anyio.Event()
        self._taking_back = anyio.Lock()
        self._closed = 0
        self._used_at = 0.0

    def restarted(self) -> None:
        """Another pi is started: nothing is known of it."""
        self.capabilities = Capabilities()
        self.flux = Flux()
        self.wake()

    @property
    def moment(self) -> Moment:
        """What pi can take now."""
        match self._session.phase:
            case Phase.STARTING | Phase.COMPACTING | Phase.STOPPING | Phase.DEAD:
                return Moment.CLOSED
            case _ if self._closed:
                return Moment.CLOSED
            case Phase.IDLE:
                return Moment.IDLE
            case _:
                return Moment.TOOLS if self.flux.in_tools else Moment.WORKING

    @property
    def why_closed(self) -> str:
        """Until when pi takes nothing."""
        match self._session.phase:
            case Phase.STARTING:
                return "pi is starting"
            case Phase.COMPACTING:
                return "the context is being compacted"
            case Phase.STOPPING:
                return "the run is being stopped"
            case Phase.DEAD:
                return "pi has ended"
            case _:
                return "pi is moving in the tree"

    @contextlib.contextmanager
    def hold(self) -> Generator[None]:
        """Keep everything here meanwhile: pi moves in the tree, or its session is replaced."""
        self._closed += 1
        self.changed()
        try:
            yield
        finally:
            self._closed -= 1
            self.changed()

    def put(self, message: Waiting, *, first: bool = False) -> None:
        """Send a message as soon as its turn comes."""
        self.queue.add(message, first=first)
        self.used()

    def used(self) -> None:
        """The user has written or changed a message."""
        self.queue.in_use = True
        self._used_at = self._clock()
        self.changed()

    def wake(self) -> None:
        """Look again whether pi can take something."""
        self.queue.can_clear = self.capabilities.clear_queue
        self.queue.all_at_once = {
            "steer": self._session.state.steering_mode == "all",
            "followUp": self._session.state.follow_up_mode == "all",
        }
        self._woken.set()

    def see(self, record: Record) -> None:
        """Take in a record, after the session has."""
        self.flux.see(record)
        match record:
            case QueueUpdate():
                self.queue.pi_has(record.steering, record.follow_up)
            case MessageStart(message=UserMessage() as message):
                self.queue.user_message(text_of(message.content))
            case AgentSettled():
                self.queue.settled()
            case _:
                pass
        self._tell_too_late()
        self.wake()

    def refuse(self, messages: list[Waiting], reason: str, *, is_told: bool = False) -> None:
        """Give messages back to the user, who is told why unless the conversation says it already."""
        if messages:
            self._on_refused(Refused(tuple(messages), reason, is_told))
            self.changed()

    def give_up(self, reason: str) -> None:
        """Give everything back: pi has ended, or its queue went with its session."""
        self.refuse(self.queue.give_up(), reason)

    async def run(self, client: PiClient) -> None:
        """Deliver until pi ends or the task is cancelled.

        One message after the other: pi loses a prompt that comes before the last one was answered (0.82.1, 1.6.0).
        """
        while True:
            match self.queue.next(self.moment):
                case None:
                    await self._wait()
                case Clear() if self.flux.is_open:
                    await self.flux.over()
                case Clear():
                    await self.take_from_pi(client)
                case Send(message) if self.take_command(message):
                    self.queue.remove(message)
                case Send(message):
                    try:
                        await self._send(client, message)
                    except PiExited:
                        return

    async def _wait(self) -> None:
        """Wait until something has changed, or the user has left the messages alone for a while."""
        self._woken = anyio.Event()
        left = self._used_at + RECALL_SECONDS - self._clock() if self.queue.in_use else None
        with anyio.move_on_after(None if left is None else max(0.0, left)) as scope:
            await self._woken.wait()
        if scope.cancelled_caught:
            self.queue.in_use = False

    async def take_from_pi(self, client: PiClient, *, stops: bool = False) -> None:
        """Bring pi's queue here, as far as pi gives it back.

        Args:
            client: the running pi.
            stops: the run is stopped after this, which settles what is in doubt.
        """
        async with self._taking_back:
            if self.capabilities.clear_queue is False:
                return
            self.queue.clearing()
            try:
                contents = await client.clear_queue()
            except PiError as error:
                self.queue.not_cleared()
                if not isinstance(error, PiExited):
                    self.capabilities.clear_queue = False
                    self.changed()
                return
            self.capabilities.clear_queue = True
            in_flux = self.flux.is_open
            self.queue.cleared(contents.steering, contents.follow_up, in_flux=in_flux)
            if in_flux and not stops:
                await self.flux.over()
                self.queue.out_of_flux()
            self._tell_too_late()
            self.changed()

    async def recall(self, client: PiClient) -> list[Waiting]:
        """Take everything out of the queue that can still be called back, in order."""
        with self.paused():
            await self.take_from_pi(client)
            return self.queue.take_back()

    @contextlib.contextmanager
    def paused(self) -> Generator[None]:
        """Hand nothing over meanwhile: the queue is being taken back."""
        was_paused, self.queue.paused = self.queue.paused, True
        try:
            yield
        finally:
            self.queue.paused = was_paused
            self.changed()

    async def _send(self, client: PiClient, message: Waiting) -> None:
        session = self._session
        self.queue.sending(message, self.moment)
        session.sending(self._clock())
        self.changed()
        try:
            result = await client.prompt(message.text, images=message.images, streaming_behavior=message.lane)
        except PiExited:
            raise
        except PiError as error:
            reason = error.error if isinstance(error, CommandFailed) else str(error)
            session.refused(reason, self._clock())
            refused = self.queue.refused()
            self.refuse([refused] if refused else [], reason, is_told=True)
        else:
            self.queue.accepted(result.disposition)
            session.accepted(result.disposition, self._clock())
            self._tell_too_late()
            if result.disposition is None and session.phase is Phase.SENDING:
                with contextlib.suppress(CommandFailed, ProtocolError):
                    session.update_state(await client.get_state())
        self.changed()

    def _tell_too_late(self) -> None:
        late, self.queue.too_late = self.queue.too_late, []
        for message in late:
            if message.removed:
                text = f"pi had taken this message up before it was removed: {message.sent}"
                self._session.notice(Level.WARNING, text, self._clock())
            elif message.is_changed:
                self.refuse([message], "pi had taken this message up before it was changed.")

    def changed(self) -> None:
        """The queue changed: it is shown anew, and what can be done is done."""
        self._session.changes.area(Area.QUEUE)
        self.wake()
        self._on_change()
