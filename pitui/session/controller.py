"""Joins one live pi and the session on the screen: records go in, the user's intents go out.

The one asynchronous module of this package, and the only owner of the session's state.
"""

from __future__ import annotations

import contextlib
import time
from collections.abc import Awaitable, Callable, Iterable
from functools import partial

import anyio
from anyio.abc import TaskGroup

from pitui.client import CommandFailed, Launch, PiClient, PiError, PiExited, Recorded, Records
from pitui.protocol.codec import Record
from pitui.protocol.commands import StreamingBehavior
from pitui.protocol.content import ImageContent
from pitui.protocol.events import AgentSettled, AgentStart, CompactionEnd, MessageEnd
from pitui.protocol.extension_ui import (
    ConfirmRequest,
    Dialog,
    ExtensionUIResponse,
    InputRequest,
    SelectRequest,
    SetStatusRequest,
)
from pitui.protocol.messages import AssistantMessage
from pitui.protocol.responses import ModelInfo, Replacement
from pitui.session.answering import Answering, asked_too_early
from pitui.session.blocks import Level
from pitui.session.bridge import STATUS_KEY
from pitui.session.changes import Area
from pitui.session.delivery import Delivery, Refused
from pitui.session.extension_commands import ExtensionCommands
from pitui.session.fetching import Fetching
from pitui.session.navigation import Navigator
from pitui.session.phase import Phase
from pitui.session.replay import Pace, Replay
from pitui.session.state import Session
from pitui.session.steering import Steering
from pitui.session.stored import Stored
from pitui.session.unstored import lost_prompts, unstored_prompts
from pitui.session.waiting import Waiting

LAST_LINES = 8
"""So many lines of pi's stderr are shown when it has ended."""


class Controller:
    """One session with one pi, which may be started again when it has ended.

    Attributes:
        session: what the screen shows. Only the controller changes it.
        steering: stops runs, takes messages back, and has the queue.
        navigator: moves in the session tree, and has the bridge to pi.
        stored: shows what files and streams hold, without pi.
        was_ready: whether the latest pi ever answered; before that no answer to a dialog reaches it.
        knows_commands: whether the latest pi has told its commands.
        asked_too_early: whether the latest pi has ended while an extension was asking before pi was ready.
        is_replay: whether the screen shows a recording; nothing can be sent then.
    """

    def __init__(
        self,
        *,
        on_change: Callable[[], None],
        on_refused: Callable[[Refused], None],
        recorder: Records | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """Make a controller without a pi.

        Args:
            on_change: called after anything of the session changed; must be cheap.
            on_refused: called when pi refused a text, which then belongs back in the editor.
            recorder: keeps every record of both directions.
            clock: seconds that never run backwards.
        """
        self.session = Session(clock())
        self._delivery = Delivery(self.session, clock, on_change=on_change, on_refused=on_refused)
        self._delivery.take_command = self._take_command
        self._answering = Answering(self.session, clock, on_change)
        self.steering = Steering(self.session, self._delivery, self._answering, clock, lambda: self._client)
        self.navigator = Navigator(
            self.session,
            self.steering,
            client=lambda: self._client,
            reload=self._load,
            replaced=self._replaced,
            clock=clock,
            on_change=on_change,
        )
        self.stored = Stored(self.session, clock, on_change)
        self._fetching = Fetching(
            self.session, self.stored, client=self._need_client, spawn=self._spawn, on_change=on_change
        )
        self._commands = ExtensionCommands(
            self.session,
            self._delivery,
            client=self._need_client,
            has_bridge=lambda: self.navigator.bridge.is_there,
            warn=lambda words: self.notice(words, Level.WARNING),
            show_replaced=self._show_replaced,
        )
        self._on_change = on_change
        self._recorder = recorder
        self._clock = clock
        self._client: PiClient | None = None
        self._tasks: TaskGroup | None = None
        self._shell_count = 0
        self.was_ready = self.knows_commands = False
        self.asked_too_early = False
        self.is_replay = False

    @property
    def is_alive(self) -> bool:
        """Whether there is a pi to talk to."""
        return self._client is not None and self._client.is_running

    @property
    def client(self) -> PiClient:
        """The pi to talk to.

        Raises:
            PiExited: when there is none.
        """
        return self._need_client()

    async def run(self, launch: Launch, bridge: str | None = None) -> PiExited | None:
        """Start pi, show its session, and stay until pi has ended.

        Args:
            launch: how to start pi; to go on in the same session it names the session's file.
            bridge: the file of the bridge extension, if pi loads it.

        Returns:
            How pi ended; None when `close` was called.

        Raises:
            PiNotFound: when the program cannot be started.
        """
        self.was_ready = self.knows_commands = False
        self.asked_too_early = False
        unstored = [] if self.session.exit is None else unstored_prompts(self.session.blocks)
        self.session.started(self._clock())
        self.navigator.started(bridge)
        self._fetching.started()
        self._delivery.restarted()
        self._changed()
        ended: PiExited | None = None
        async with PiClient(launch, recorder=self._recorder, on_stderr=self._take_stderr) as client:
            self._client = client
            unsubscribe = client.subscribe(self._take)
            try:
                async with anyio.create_task_group() as tasks:
                    self._tasks = tasks
                    tasks.start_soon(self._guard, partial(self._load_again, unstored))
                    tasks.start_soon(self._delivery.run, client)
                    ended = await client.wait_closed()
                    tasks.cancel_scope.cancel()
            finally:
                unsubscribe()
                self._tasks = None
                self._client = None
        asked = [] if self.was_ready or ended is None else list(self.session.dialogs)
        self.session.died(_last_words(ended), self._clock())
        if asked:
            self.notice(asked_too_early(asked), Level.WARNING)
        self.asked_too_early = bool(asked)
        self._delivery.give_up("pi has ended.")
        self._changed()
        return ended

    async def replay(self, recording: Iterable[Recorded], pace: Pace) -> None:
        """Show a recording at the pace at which it was made, long pauses shortened.

        Args:
            recording: its lines.
            pace: what the user wants instead.

        Raises:
            ProtocolError: when the file is no recording.
        """
        self.is_replay = True
        replay = Replay(self.session)
        async for recorded in pace.follow(recording):
            replay.take(recorded, self._clock())
            self._delivery.queue.pi_has(self.session.queue.steering, self.session.queue.follow_up)
            self._changed()

    async def close(self) -> None:
        """End pi in an orderly way; `run` then returns."""
        if self._client is not None:
            await self._client.close()

    # -- what the user wants ---------------------------------------------------------------------------------

    def send(
        self,
        text: str,
        lane: StreamingBehavior,
        images: tuple[ImageContent, ...] = (),
        *,
        written: str = "",
    ) -> None:
        """Send a text: a prompt when pi is idle, else a steering or follow-up message.

        The text waits in the queue until pi accepts it. What pi refuses goes to `on_refused`.

        Args:
            text: what the model gets.
            lane: where it goes while pi is working.
            images: go with it.
            written: the text as it stood in the editor, if that is another one.
        """
        message = Waiting(text, lane, images, written)
        if self.session.phase is Phase.STARTING or not self._take_command(message):
            self._delivery.put(message)

    async def stop(self) -> list[Waiting]:
        """Stop the run; dialogs are answered `cancelled` first.

        Returns:
            The messages that waited, in order: they belong back in the editor.
        """
        if self.session.phase is Phase.SUMMARISING:
            await self.navigator.stop_summary()
            return []
        return await self.steering.stop()

    async def answer(self, response: ExtensionUIResponse) -> Dialog | None:
        """Answer a dialog; an expired or unknown one is left alone.

        Returns:
            The dialog that was answered.
        """
        return await self._answering.answer(self._client, response)

    async def bash(self, command: str, *, excluded: bool) -> None:
        """Run a `!` command; its output appears as a block of its own."""
        client = self._need_client()
        self._shell_count += 1
        request_id = f"shell-{self._shell_count}"
        self.session.bash_started(request_id, command, excluded, self._clock())
        self._changed()
        try:
            result = await client.bash(command, exclude_from_context=excluded, request_id=request_id)
        except PiError:
            self.session.bash_failed(request_id, self._clock())
            raise
        self.session.bash_finished(request_id, result, self._clock())
        self._fetching.learn_soon()
        self._changed()

    async def abort_bash(self) -> None:
        """Kill the `!` commands that run."""
        await self._need_client().abort_bash()

    async def compact(self, instructions: str | None = None) -> None:
        """Compact the context; how it went is told by pi's records."""
        with contextlib.suppress(CommandFailed):
            await self._need_client().compact(instructions)

    async def name_session(self, name: str) -> None:
        """Give the session a name."""
        await self._need_client().set_session_name(name)

    async def new_session(self) -> None:
        """Replace the session by a new one."""
        await self.replace_session(PiClient.new_session)

    async def replace_session(self, ask: Callable[[PiClient], Awaitable[Replacement]]) -> Replacement:
        """Replace the session, after its dialogs were answered `cancelled`, and show the new one.

        Args:
            ask: the command that does it: `new_session`, `switch_session`, `fork`, `clone`.

        Returns:
            What pi answered; `cancelled` when an extension vetoed it and the session stayed.
        """
        client = self.client
        was_busy = self.session.phase.is_busy
        await self._answering.cancel_all(client)
        self._delivery.refuse(await self.steering.recall(), "The session was replaced.")
        with self.navigator.moving():
            replacement = await ask(client)
            if not replacement.cancelled:
                await self._show_replaced()
                if was_busy:
                    self.notice("The run in the session before was ended.")
        return replacement

    def intend(self, work: Callable[[], Awaitable[object]]) -> None:
        """Start one of the methods above in the background; a failure becomes a notice in the conversation."""
        self._spawn(work)

    def fail(self, reason: str) -> None:
        """pi could not be started."""
        self.session.died(reason, self._clock())
        self._changed()

    async def refresh_tree(self) -> None:
        """Read the tree: by `get_tree` while that can carry it, else from the entries."""
        await self._fetching.tree()

    async def refresh(self) -> None:
        """Ask pi for its state and figures: after a change that no record tells."""
        await self._fetching.refresh()

    async def available_models(self) -> list[ModelInfo]:
        """Ask pi for the models that can be used."""
        return await self._fetching.models()

    async def reload_session(self) -> None:
        """Fetch everything anew: after a replacement, a navigation or a reload no record tells what changed."""
        await self._load()

    def notice(self, text: str, level: Level = Level.INFO) -> None:
        """Put a line into the conversation."""
        self.session.notice(level, text, self._clock())
        self._changed()

    def expire_dialogs(self) -> None:
        """Close the dialogs whose time limit has passed; pi has already assumed an answer and sent nothing."""
        self._answering.expire()

    # -- what pi says ----------------------------------------------------------------------------------------

    def _take(self, record: Record) -> None:
        self.session.apply(record, self._clock())
        self._delivery.see(record)
        self._commands.see(record)
        match record:
            case AgentStart() | AgentSettled() | CompactionEnd():
                self._fetching.refresh_soon()
            case MessageEnd(message=AssistantMessage()):
                self._fetching.refresh_soon()
            case MessageEnd():
                self._fetching.learn_soon()
            case SelectRequest() | ConfirmRequest() | InputRequest() if record.timeout:
                self._spawn(partial(self._answering.watch, record.id))
            case SetStatusRequest(status_key=key) if key == STATUS_KEY:
                self._bridge_says(record)
            case _:
                pass
        self._changed()

    def _bridge_says(self, record: SetStatusRequest) -> None:
        report = self.navigator.take(record)
        if report is not None and isinstance(report.data.get("subscription"), bool):
            self.session.is_subscription = report.data["subscription"]
            self.session.changes.area(Area.STATUS)
        if report is not None and report.kind in ("model_select", "session_compact"):
            self._fetching.refresh_soon()
        elif report is not None:
            self._spawn(self.navigator.catch_up)

    def _take_stderr(self, line: str) -> None:
        kind, _, words = line.partition(": ")
        if kind in ("Warning", "Error"):
            # Only the first line is told: what pi refers to below it is missing.
            self.notice(words.removesuffix(" See:"), Level.WARNING)

    async def _load(self) -> None:
        client = self._need_client()
        state = await client.get_state()
        self.was_ready = True
        await self._delivery.capabilities.probe(client, state)
        await self._fetching.entries(state)
        self.session.commands = self.navigator.find_commands(await client.get_commands())
        self.knows_commands = True
        await self._fetching.figures()
        self._changed()
        self._delivery.wake()
        if self.navigator.warning:
            warning, self.navigator.warning = self.navigator.warning, ""
            self.notice(warning, Level.WARNING)
        self._spawn(self._fetching.rest)

    async def _load_again(self, unstored: list[Waiting]) -> None:
        """Load, and give back what the pi before was asked but had not stored when it ended."""
        await self._load()
        self._delivery.refuse(
            lost_prompts(unstored, self.session.blocks), "pi ended before it had stored this."
        )

    def _take_command(self, message: Waiting) -> bool:
        if self._tasks is None or not self._commands.knows(message.text):
            return False
        self._spawn(partial(self._commands.run, message))
        return True

    async def _show_replaced(self) -> None:
        self._replaced()
        await self._load()

    def _replaced(self) -> None:
        self.session.replaced()
        self._delivery.give_up("The session was replaced.")

    # -- plumbing --------------------------------------------------------------------------------------------

    def _need_client(self) -> PiClient:
        if self._client is None:
            raise PiExited(None)
        return self._client

    def _spawn(self, work: Callable[[], Awaitable[object]]) -> None:
        if self._tasks is not None:
            self._tasks.start_soon(self._guard, work)

    async def _guard(self, work: Callable[[], Awaitable[object]]) -> None:
        try:
            await work()
        except PiExited:
            return
        except PiError as error:
            self.notice(str(error), Level.ERROR)

    def _changed(self) -> None:
        self._on_change()


def _last_words(ended: PiExited | None) -> str:
    """How pi ended, in a sentence, and below it what it said last."""
    return "pi has ended." if ended is None else "\n".join([str(ended), *ended.stderr[-LAST_LINES:-1]])
