"""Joins one live pi and the session on the screen: records go in, the user's intents go out.

The one asynchronous module of this package, and the only owner of the session's state.
"""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

import anyio
from anyio.abc import TaskGroup

from pitui.client import CommandFailed, Launch, PiClient, PiError, PiExited, Recorder
from pitui.protocol.codec import Record
from pitui.protocol.commands import StreamingBehavior
from pitui.protocol.content import ImageContent
from pitui.protocol.events import AgentSettled, AgentStart, CompactionEnd, MessageEnd
from pitui.protocol.extension_ui import Dialog, ExtensionUIResponse
from pitui.protocol.messages import AssistantMessage
from pitui.session.blocks import Level
from pitui.session.outbox import Outbox, Outgoing
from pitui.session.phase import Phase
from pitui.session.state import Session
from pitui.session.stopping import stop_run

TREE_LIMIT = 400
"""Above so many entries the tree is built from `get_entries`: `get_tree` nests one level an entry, and Python's
JSON parser takes about 500 of them, pi 1.6.0 itself about 5,000."""


@dataclass(frozen=True, slots=True)
class Refused:
    """A text that pi did not take, and why."""

    outgoing: Outgoing
    reason: str


class Controller:
    """One session with one pi, which may be started again when it has ended.

    Attributes:
        session: what the screen shows. Only the controller changes it.
        outbox: texts that the user sent and pi has not accepted yet, in order.
    """

    def __init__(
        self,
        *,
        on_change: Callable[[], None],
        on_refused: Callable[[Refused], None],
        recorder: Recorder | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """Make a controller without a pi.

        Args:
            on_change: called after anything of the session changed; must be cheap.
            on_refused: called when pi refused a text, which then belongs back in the editor.
            recorder: keeps every record of both directions.
            clock: seconds that never run backwards.
        """
        self.session = Session()
        self.outbox = Outbox()
        self._on_change = on_change
        self._on_refused = on_refused
        self._recorder = recorder
        self._clock = clock
        self._client: PiClient | None = None
        self._tasks: TaskGroup | None = None
        self._wake = anyio.Event()
        self._refreshing = False

    @property
    def is_alive(self) -> bool:
        """Whether there is a pi to talk to."""
        return self._client is not None and self._client.is_running

    async def run(self, launch: Launch) -> PiExited | None:
        """Start pi, show its session, and stay until pi has ended.

        Args:
            launch: how to start pi; to go on in the same session it names the session's file.

        Returns:
            How pi ended; None when `close` was called.

        Raises:
            PiNotFound: when the program cannot be started.
        """
        self.session.started(self._clock())
        self._changed()
        async with PiClient(launch, recorder=self._recorder, on_stderr=self._take_stderr) as client:
            self._client = client
            unsubscribe = client.subscribe(self._take)
            try:
                async with anyio.create_task_group() as tasks:
                    self._tasks = tasks
                    tasks.start_soon(self._guard, self._load)
                    tasks.start_soon(self._deliver)
                    ended = await client.wait_closed()
                    tasks.cancel_scope.cancel()
            finally:
                unsubscribe()
                self._tasks = None
                self._client = None
        self.session.died(str(ended), self._clock())
        for outgoing in self.outbox.take_all():
            self._on_refused(Refused(outgoing, "pi has ended."))
        self._changed()
        return ended

    async def close(self) -> None:
        """End pi in an orderly way; `run` then returns."""
        if self._client is not None:
            await self._client.close()

    # -- what the user wants ---------------------------------------------------------------------------------

    def send(self, text: str, lane: StreamingBehavior, images: tuple[ImageContent, ...] = ()) -> None:
        """Send a text: a prompt when pi is idle, else a steering or follow-up message.

        The text waits in the outbox until pi accepts it. What pi refuses goes to `on_refused`.
        """
        outgoing = Outgoing(text, lane, images)
        if self._is_extension_command(text):
            self._spawn(partial(self._run_extension_command, outgoing))
            return
        self.outbox.put(outgoing)
        self._wake.set()
        self._changed()

    async def stop(self) -> list[Outgoing]:
        """Stop the run; dialogs are answered `cancelled` first.

        Returns:
            The texts that were queued or not yet accepted, in order: they belong back in the editor.
        """
        client = self._client
        waiting = self.outbox.take_waiting()
        if client is None:
            return waiting
        self.session.stopping(self._clock())
        self._changed()
        for dialog in list(self.session.dialogs):
            await self.answer(ExtensionUIResponse(id=dialog.request.id, cancelled=True))
        returned = await stop_run(client, self.session, self._clock)
        self._changed()
        return returned + waiting

    async def answer(self, response: ExtensionUIResponse) -> Dialog | None:
        """Answer a dialog; an expired or unknown one is left alone.

        Returns:
            The dialog that was answered.
        """
        pending = self.session.close_dialog(response.id)
        if pending is None or self._client is None:
            return None
        await self._client.answer(response)
        self._changed()
        return pending.request

    async def bash(self, command: str, *, excluded: bool) -> None:
        """Run a `!` command; its output appears as a block of its own."""
        client = self._need_client()
        request_id = client.new_id()
        self.session.bash_started(request_id, command, excluded, self._clock())
        self._changed()
        result = await client.bash(command, exclude_from_context=excluded, request_id=request_id)
        self.session.bash_finished(request_id, result, self._clock())
        self._changed()

    async def call(self, action: Callable[[PiClient], object]) -> None:
        """Run a command of pi that needs no more than its call; a failure becomes a notice."""
        await self._guard(partial(self._call, action))

    async def refresh_tree(self) -> None:
        """Read the tree: by `get_tree` while that can carry it, else from the entries."""
        client = self._need_client()
        await self._add_new_entries(client)
        if len(self.session.tree) > TREE_LIMIT:
            return
        with contextlib.suppress(PiError):
            tree = await client.get_tree()
            self.session.load_tree(tree)
            self._changed()

    async def reload_session(self) -> None:
        """Fetch everything anew: after a replacement, a navigation or a reload no record tells what changed."""
        await self._load()

    def notice(self, text: str, level: Level = Level.INFO) -> None:
        """Put a line into the conversation."""
        self.session.notice(level, text, self._clock())
        self._changed()

    def expire_dialogs(self) -> None:
        """Close the dialogs whose time limit has passed; pi has already assumed an answer and sent nothing."""
        if self.session.expire_dialogs(self._clock()):
            self._changed()

    # -- what pi says ----------------------------------------------------------------------------------------

    def _take(self, record: Record) -> None:
        self.session.apply(record, self._clock())
        match record:
            case AgentStart() | AgentSettled() | CompactionEnd():
                self._wake.set()
                self._refresh_soon()
            case MessageEnd(message=AssistantMessage()):
                self._refresh_soon()
            case _:
                pass
        self._changed()

    def _take_stderr(self, line: str) -> None:
        if line.startswith(("Warning:", "Error:")):
            self.notice(line, Level.WARNING)

    async def _load(self) -> None:
        client = self._need_client()
        state = await client.get_state()
        entries = await client.get_entries()
        self.session.load(entries, state)
        self.session.commands = await client.get_commands()
        self.session.stats = await client.get_session_stats()
        self._changed()
        self._wake.set()
        await self.refresh_tree()

    def _refresh_soon(self) -> None:
        if not self._refreshing:
            self._refreshing = True
            self._spawn(self._refresh)

    async def _refresh(self) -> None:
        self._refreshing = False
        client = self._need_client()
        self.session.update_state(await client.get_state())
        self.session.update_stats(await client.get_session_stats())
        if self.session.phase is Phase.IDLE:
            await self._add_new_entries(client)
        self._changed()

    async def _add_new_entries(self, client: PiClient) -> None:
        since = self.session.tree.last_id
        self.session.add_entries(await client.get_entries(since))
        self._changed()

    # -- delivering ------------------------------------------------------------------------------------------

    async def _deliver(self) -> None:
        """Send what is in the outbox, one after the other: pi loses a prompt sent before the last was answered."""
        while True:
            while self.session.phase in (Phase.STARTING, Phase.COMPACTING) or not self.outbox:
                self._wake = anyio.Event()
                await self._wake.wait()
            outgoing = self.outbox.begin()
            try:
                await self._prompt(outgoing)
            except CommandFailed as error:
                self.session.refused(error.error, self._clock())
                self._on_refused(Refused(outgoing, error.error))
            except PiExited:
                return
            finally:
                self.outbox.finish(outgoing)
                self._changed()

    async def _prompt(self, outgoing: Outgoing) -> None:
        client = self._need_client()
        self.session.sending(self._clock())
        self._changed()
        result = await client.prompt(
            outgoing.text, images=outgoing.images, streaming_behavior=outgoing.lane
        )
        disposition = result.disposition
        if disposition is None and self.session.phase is Phase.SENDING:
            state = await client.get_state()
            disposition = "started" if state.is_streaming else "handled"
        self.session.accepted(disposition, self._clock())

    def _is_extension_command(self, text: str) -> bool:
        name = text[1:].split(maxsplit=1)[0] if text.startswith("/") and text[1:].strip() else ""
        return any(c.name == name and c.source == "extension" for c in self.session.commands)

    async def _run_extension_command(self, outgoing: Outgoing) -> None:
        try:
            await self._need_client().run_command(outgoing.text)
        except CommandFailed as error:
            self._on_refused(Refused(outgoing, error.error))

    # -- plumbing --------------------------------------------------------------------------------------------

    def _need_client(self) -> PiClient:
        if self._client is None:
            raise PiExited.before_start()
        return self._client

    async def _call(self, action: Callable[[PiClient], object]) -> None:
        outcome = action(self._need_client())
        if hasattr(outcome, "__await__"):
            await outcome
        await self._refresh()

    def _spawn(self, work: Callable[[], object]) -> None:
        if self._tasks is not None:
            self._tasks.start_soon(self._guard, work)

    async def _guard(self, work: Callable[[], object]) -> None:
        try:
            await work()
        except PiExited:
            return
        except PiError as error:
            self.notice(str(error), Level.ERROR)

    def _changed(self) -> None:
        self._on_change()
