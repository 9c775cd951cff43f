"""One live pi over RPC: commands as methods, records to subscribers, an orderly end."""

from __future__ import annotations

import contextlib
import logging
import time
from collections.abc import Callable, Sequence
from types import TracebackType
from typing import Final, Self

import anyio
import anyio.lowlevel
from anyio.abc import TaskGroup, TaskStatus

from pitui.client.commands import CommandMethods, fit, fit_or_default
from pitui.client.errors import PiError, PiExited, ProtocolError
from pitui.client.framing import LineSplitter
from pitui.client.process import Launch, PiProcess
from pitui.client.prompts import PromptLine
from pitui.client.recorder import Recorder
from pitui.client.requests import Requests
from pitui.client.runs import Run, RunWatch
from pitui.protocol import commands
from pitui.protocol.codec import Record, Undecodable, decode_line, encode_command
from pitui.protocol.commands import Command, StreamingBehavior
from pitui.protocol.content import ImageContent
from pitui.protocol.events import UnknownRecord
from pitui.protocol.extension_ui import ExtensionUIResponse
from pitui.protocol.responses import PromptResult, QueueContents, Replacement, Response

_SLICE_SECONDS: Final = 0.005
"""How long records are decoded in one go before others have their turn."""

_END_OF_STDOUT_SECONDS: Final = 1.0
"""How long pi may live on after it has closed its stdout."""

_log = logging.getLogger(__name__)


class PiClient(CommandMethods):
    """A running pi, as an async context manager: entering starts it, leaving ends it in bounded time.

    Enter and leave in the same task; call the methods from any task of the same event loop.
    """

    def __init__(
        self,
        launch: Launch,
        *,
        recorder: Recorder | None = None,
        on_stderr: Callable[[str], None] | None = None,
    ) -> None:
        """Prepare a pi that `__aenter__` starts.

        Args:
            launch: how to start it.
            recorder: keeps every line of both directions; stays open at the end.
            on_stderr: called with each line that pi writes to stderr; foreign text.
        """
        self._launch = launch
        self._recorder = recorder
        self._on_stderr = on_stderr
        self._requests = Requests()
        self._prompts = PromptLine()
        self._runs = RunWatch()
        self._subscribers: dict[object, Callable[[Record], None]] = {}
        self._process: PiProcess | None = None
        self._tasks: TaskGroup | None = None
        self._is_closing = False
        self._exit: PiExited | None = None
        self._closed = anyio.Event()

    async def __aenter__(self) -> Self:
        """Start pi and return at once; commands wait in its stdin until it is ready.

        Raises:
            PiNotFound: pi could not be started.
        """
        self._process = PiProcess(self._launch, self._on_stderr)
        self._tasks = anyio.create_task_group()
        await self._tasks.__aenter__()
        with anyio.CancelScope(shield=True):
            await self._tasks.start(self._run, self._process)
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()
        if self._tasks is not None:
            await self._tasks.__aexit__(None, None, None)

    @property
    def is_running(self) -> bool:
        """Whether pi was started and has not ended."""
        return self._process is not None and not self._process.has_ended

    @property
    def pid(self) -> int:
        """The process id of pi, also of its process group."""
        return self._running().pid

    def subscribe(self, callback: Callable[[Record], None]) -> Callable[[], None]:
        """Have `callback` called with every record that is no response, in the order of the wire.

        A response wakes its waiter after the records before it were handed out, and the waiter runs up to its
        next `await` before the records after it are. What a callback raises is logged.

        Returns:
            A function that ends the subscription.
        """
        token = object()
        self._subscribers[token] = callback

        def unsubscribe() -> None:
            self._subscribers.pop(token, None)

        return unsubscribe

    async def request(self, command: Command, request_id: str | None = None) -> Response:
        """Send a command, in the order of the calls, and wait for the answer that says it succeeded.

        When the waiting is cancelled, the command stays sent and its answer is dropped.
        """
        return await self._request(command, request_id)

    async def prompt(
        self,
        message: str,
        *,
        images: Sequence[ImageContent] = (),
        streaming_behavior: StreamingBehavior | None = None,
    ) -> PromptResult:
        """Hand a prompt to pi; returns when pi has accepted it, not when it has worked on it (`wait_settled`).

        Prompts go out one by one: each waits for the answer to the one before.

        Args:
            message: the text; an extension command belongs into `run_command`.
            images: go with the text.
            streaming_behavior: where the text goes if pi is working; None: pi refuses it then.
        """
        command = commands.Prompt(
            message=message, images=list(images) or None, streaming_behavior=streaming_behavior
        )
        response = await self._request(command, in_line=self._prompts.prompt, on_answer=self._prompt_answered)
        return fit_or_default(response, PromptResult)

    async def run_command(self, message: str) -> PromptResult:
        """Run an extension command, such as `/name arguments`, at once, also while a prompt is in flight.

        pi answers when the command has ended; it may open dialogs until then.
        """
        response = await self._request(commands.Prompt(message=message), on_answer=self._accepted)
        return fit_or_default(response, PromptResult)

    async def abort(self) -> None:
        """Stop the run; returns when it has stopped.

        Before the answer to a prompt in flight it would do nothing: it waits for that, and goes ahead of other prompts.
        """
        await self._request(commands.Abort(), in_line=self._prompts.ahead)

    async def clear_queue(self) -> QueueContents:
        """Take everything out of both queues, also the prompt in flight if it gets there: sent when `abort` would be.

        `CommandFailed` before pi 0.84.4, which cannot.
        """
        return fit(await self._request(commands.ClearQueue(), in_line=self._prompts.ahead), QueueContents)

    async def new_session(self, parent_session: str | None = None) -> Replacement:
        """Begin a new session, with the file `parent_session` as its parent."""
        return await self._replace(commands.NewSession(parent_session=parent_session))

    async def switch_session(self, path: str) -> Replacement:
        """Open a session file. pi makes a new session of a path that does not exist."""
        return await self._replace(commands.SwitchSession(session_path=path))

    async def fork(self, entry_id: str) -> Replacement:
        """Begin a new session with what stands before a user message; the answer has its text."""
        return await self._replace(commands.Fork(entry_id=entry_id))

    async def clone(self) -> Replacement:
        """Begin a new session with a copy of the current branch."""
        return await self._replace(commands.Clone())

    async def answer(self, response: ExtensionUIResponse) -> None:
        """Answer a dialog of an extension; pi ignores an answer that comes too late."""
        if self._exit is not None:
            raise self._exit.again()
        self._send(response)

    async def wait_settled(self) -> None:
        """Wait until no run is under way: at once if there is none, else to `agent_settled`.

        pi before 0.99 does not say whether an accepted prompt starts a run; it is asked with `get_state` then.

        Raises:
            PiExited: pi has ended or ends meanwhile.
        """
        while True:
            if self._exit is not None:
                raise self._exit.again()
            match self._runs.state:
                case Run.NONE:
                    return
                case Run.UNDER_WAY:
                    await self._runs.change()
                case Run.UNSURE:
                    version = self._runs.version
                    state = await self.get_state()
                    if self._runs.version == version:
                        self._runs.set(Run.UNDER_WAY if state.is_streaming else Run.NONE)

    async def wait_closed(self) -> PiExited:
        """Wait for pi's end; returns how it ended, after everything that it said was handed out."""
        await self._closed.wait()
        assert self._exit is not None
        return self._exit

    async def close(self) -> None:
        """End pi in bounded time, as leaving the context does; whoever waits for an answer gets `PiExited`."""
        self._is_closing = True
        if self._process is None:
            return
        with anyio.CancelScope(shield=True):
            await self._process.end()
            await self._closed.wait()

    def _running(self) -> PiProcess:
        if self._process is None:
            raise RuntimeError("pi is not started yet; enter the client with 'async with' first")
        return self._process

    async def _request(
        self,
        command: Command,
        request_id: str | None = None,
        *,
        in_line: Callable[[Callable[[], None]], None] | None = None,
        on_answer: Callable[[Response | PiError], None] | None = None,
    ) -> Response:
        self._running()
        name = str(getattr(command, "type", ""))
        request_id, pending = self._requests.open(name, request_id, on_answer)
        identified = command.model_copy(update={"id": request_id})

        def send() -> None:
            self._send(identified)

        if in_line is None:
            send()
        else:
            in_line(send)
        try:
            return await pending.wait()
        except anyio.get_cancelled_exc_class():
            if self._prompts.withdraw(send):
                self._requests.discard(request_id)
            raise

    async def _replace(self, command: Command) -> Replacement:
        def on_answer(answer: Response | PiError) -> None:
            if isinstance(answer, Response) and answer.success:
                self._runs.replaced()

        return fit_or_default(await self._request(command, on_answer=on_answer), Replacement)

    def _accepted(self, answer: Response | PiError) -> None:
        if isinstance(answer, Response) and answer.success:
            with contextlib.suppress(ProtocolError):  # the waiter meets it too
                self._runs.accepted(fit_or_default(answer, PromptResult))

    def _prompt_answered(self, answer: Response | PiError) -> None:
        self._accepted(answer)
        self._prompts.answered()

    def _send(self, record: Command | ExtensionUIResponse) -> None:
        if self._exit is not None:
            return
        line = encode_command(record)
        if self._recorder is not None:
            self._recorder.record("out", line)
        self._running().stdin.write(line)

    async def _run(self, process: PiProcess, *, task_status: TaskStatus[None]) -> None:
        """Keep pi going until it has ended. Shielded, since only the end of pi may end it."""
        with anyio.CancelScope(shield=True):
            async with anyio.create_task_group() as tasks:
                tasks.start_soon(process.run)
                task_status.started()
                await self._read(process)
                await self._wait_ended(process)
                self._exit = PiExited(process.returncode, process.stderr_lines)
                self._requests.close(self._exit)
                self._runs.set(Run.NONE)
                self._closed.set()
                process.stdout.close()
                await process.end()

    async def _wait_ended(self, process: PiProcess) -> None:
        """After the last of stdout: pi ends at the same moment, or is ended if it only closed its stdout."""
        with anyio.move_on_after(_END_OF_STDOUT_SECONDS):
            await process.wait_ended()
            return
        await process.end()
        await process.wait_ended()

    async def _read(self, process: PiProcess) -> None:
        splitter = LineSplitter()
        slice_end = 0.0
        while chunk := await process.stdout.read():
            for line in () if self._is_closing else splitter.feed(chunk):
                if self._take(line) or time.monotonic() >= slice_end:
                    await anyio.lowlevel.checkpoint()
                    slice_end = time.monotonic() + _SLICE_SECONDS
            if time.monotonic() >= slice_end:
                await anyio.lowlevel.checkpoint()
                slice_end = time.monotonic() + _SLICE_SECONDS

    def _take(self, line: bytes) -> bool:
        """Take one line of pi; True when somebody waited for it and should run now."""
        if not line or line.isspace():
            return False
        if self._recorder is not None:
            self._recorder.record("in", line)
        match record := decode_line(line):
            case Response():
                return self._answer(record.id, record)
            case Undecodable(response_id=str() as request_id):
                return self._answer(request_id, record)
            case UnknownRecord(type="response"):
                request_id = (record.model_extra or {}).get("id")
                reason = "it has other fields than a response."
                return self._answer(request_id, Undecodable(reason=reason, start="", size=len(line)))
            case _:
                self._runs.see(record)
                self._hand_out(record)
                return False

    def _answer(self, request_id: str | int | None, answer: Response | Undecodable) -> bool:
        if self._requests.answer(request_id, answer):
            return True
        _log.warning("pi answered a request that nobody waits for (id %r): %.500s", request_id, answer)
        return False

    def _hand_out(self, record: Record) -> None:
        for callback in tuple(self._subscribers.values()):
            try:
                callback(record)
            except Exception:
                _log.exception("A subscriber failed on a %s record", record.type)
