"""Which command waits for which response: ids given out, responses matched, everybody woken when pi ends."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count

import anyio

from pitui.client.errors import CommandFailed, PiError, PiExited, ProtocolError
from pitui.protocol.codec import Undecodable
from pitui.protocol.responses import Response


class Pending:
    """One command that waits for its response."""

    def __init__(self, command: str, on_answer: Callable[[Response | PiError], None] | None) -> None:
        self.command = command
        self._on_answer = on_answer
        self._answer: Response | PiError | None = None
        self._answered = anyio.Event()

    def answer(self, answer: Response | PiError) -> None:
        """Wake the waiter, after the listener given at the start has run."""
        self._answer = answer
        if self._on_answer is not None:
            self._on_answer(answer)
        self._answered.set()

    async def wait(self) -> Response:
        """Wait for the answer.

        Raises:
            PiError: pi refused the command, has ended, or its answer cannot be read.
        """
        await self._answered.wait()
        match self._answer:
            case Response(success=True) as response:
                return response
            case Response() as response:
                raise CommandFailed(self.command, response.error or "it gave no reason")
            case PiError() as error:
                raise error
            case None:
                raise AssertionError("woken without an answer")


class Requests:
    """The commands under way, by id."""

    def __init__(self) -> None:
        self._pending: dict[str, Pending] = {}
        self._ids = count(1)
        self._closed: PiExited | None = None

    @property
    def is_waiting(self) -> bool:
        """Whether any command has no response yet."""
        return bool(self._pending)

    def open(
        self,
        command: str,
        request_id: str | None = None,
        on_answer: Callable[[Response | PiError], None] | None = None,
    ) -> tuple[str, Pending]:
        """Begin to wait for the response to a command that is about to be sent.

        Args:
            command: its type on the wire.
            request_id: an id of the caller's own, which no other open command may have; None: a new one.
            on_answer: called with the response, or with the error in its place, before the waiter wakes, whether or
                not somebody still waits.

        Returns:
            The id to send, and what to wait for.

        Raises:
            PiExited: pi has ended.
            ValueError: the id is in use.
        """
        if self._closed is not None:
            raise self._closed.again()
        if request_id is None:
            request_id = f"pitui-{next(self._ids)}"
        if request_id in self._pending:
            raise ValueError(f"The request id {request_id!r} is in use; choose another one.")
        pending = Pending(command, on_answer)
        self._pending[request_id] = pending
        return request_id, pending

    def discard(self, request_id: str) -> None:
        """Forget a command that was never sent."""
        self._pending.pop(request_id, None)

    def answer(self, request_id: str | int | None, answer: Response | Undecodable) -> bool:
        """Give an answer to whoever waits for it; False when it is nobody's."""
        pending = self._pending.pop(request_id, None) if isinstance(request_id, str) else None
        if pending is None:
            return False
        if isinstance(answer, Undecodable):
            text = f"pi's answer to {pending.command} of {answer.size} bytes cannot be read: {answer.reason}"
            pending.answer(ProtocolError(text))
        else:
            pending.answer(answer)
        return True

    def close(self, error: PiExited) -> None:
        """Wake everybody with `error`, and refuse all that come later."""
        self._closed = error
        pending, self._pending = self._pending, {}
        for one in pending.values():
            one.answer(error.again())
