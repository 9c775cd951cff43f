"""One live pi over RPC: commands as methods, records to subscribers, an orderly end."""

from __future__ import annotations

import contextlib
import logging
from collections.abc import Callable, Sequence
from types import TracebackType
from typing import Self

import anyio

from pitui.client.commands import CommandMethods, fit, fit_or_default
from pitui.client.connection import Connection
from pitui.client.errors import PiError, PiExited, ProtocolError
from pitui.client.launch import Launch
from pitui.client.prompts import PromptLine
from pitui.client.recorder import Records
from pitui.client.runs import Run, RunWatch
from pitui.protocol import commands
from pitui.protocol.codec import Record
from pitui.protocol.commands import Command, StreamingBehavior
from pitui.protocol.content import ImageContent
from pitui.protocol.extension_ui import ExtensionUIResponse
from pitui.protocol.responses import PromptResult, QueueContents, Replacement, Response

_log = logging.getLogger(__name__)


class PiClient(CommandMethods):
    """A running pi, as an async context manager: entering starts it, leaving ends it in bounded time.

    Enter and leave in the same task; call the methods from any task of the same event loop.
    """

    def __init__(
        self,
        launch: Launch,
        *,
        recorder: Records | None = None,
        on_stderr: Callable[[str], None] | None = None,
    ) -> None:
        """Prepare a pi that `__aenter__` starts.

        Args:
            launch: how to start it.
            recorder: keeps every line of both directions; stays open at the end.
            on_stderr: called with each line that pi writes to stderr; foreign text.
        """
        self._connection = Connection(
            launch,
            recorder=recorder,
            on_stderr=on_stderr,
            on_record=self._hand_out,
            on_exit=lambda: self._runs.set(Run.NONE),
        )
        self._prompts = PromptLine()
        self._runs = RunWatch()
        self._subscribers: dict[object, Callable[[Record], None]] = {}

    async def __aenter__(self) -> Self:
        """Start pi and return at once; commands wait in its stdin until it is ready.

        What pi says waits for the first subscriber or command.

        Raises:
            PiNotFound: pi could not be started.
        """
        await self._connection.open()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self._connection.leave()

    @property
    def is_running(self) -> bool:
        """Whether pi was started and has not ended."""
        return self._connection.is_running

    @property
    def pid(self) -> int:
        """The process id of pi, also of its process group."""
        return self._connection.process.pid

    def subscribe(self, callback: Callable[[Record], None]) -> Callable[[], None]:
        """Have `callback` called with every record that is no response, in the order of the wire.

        A response wakes its waiter after the records before it were handed out, and the waiter runs up to its
        next `await` before the records after it are. What a callback raises is logged.

        Returns:
            A function that ends the subscription.
        """
        token = object()
        self._subscribers[token] = callback
        self._connection.hear()

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
        if self._connection.exited is not None:
            raise self._connection.exited.again()
        self._connection.send(response)

    async def wait_settled(self) -> None:
        """Wait until no run is under way: at once if there is none, else to `agent_settled`.

        pi before 0.99 does not say whether an accepted prompt starts a run; it is asked with `get_state` then.

        Raises:
            PiExited: pi has ended or ends meanwhile.
        """
        while True:
            if self._connection.exited is not None:
                raise self._connection.exited.again()
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
        return await self._connection.wait_closed()

    async def close(self) -> None:
        """End pi in bounded time, as leaving the context does; whoever waits for an answer gets `PiExited`."""
        await self._connection.close()

    async def _request(
        self,
        command: Command,
        request_id: str | None = None,
        *,
        in_line: Callable[[Callable[[], None]], None] | None = None,
        on_answer: Callable[[Response | PiError], None] | None = None,
    ) -> Response:
        connection = self._connection
        name = str(getattr(command, "type", ""))
        request_id, pending = connection.requests.open(name, request_id, on_answer)
        identified = command.model_copy(update={"id": request_id})

        def send() -> None:
            connection.send(identified)

        if in_line is None:
            send()
        else:
            in_line(send)
        try:
            return await pending.wait()
        except anyio.get_cancelled_exc_class():
            if self._prompts.withdraw(send):
                connection.requests.discard(request_id)
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

    def _hand_out(self, record: Record) -> None:
        self._runs.see(record)
        for callback in tuple(self._subscribers.values()):
            try:
                callback(record)
            except Exception:
                _log.exception("A subscriber failed on a %s record", record.type)
