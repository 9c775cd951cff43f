"""The wire to one pi: its process, lines in and out, answers to whom they belong, everything else handed on."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from typing import Final

import anyio
import anyio.lowlevel
from anyio.abc import TaskGroup, TaskStatus

from pitui.client.errors import PiExited
from pitui.client.framing import LineSplitter
from pitui.client.launch import Launch
from pitui.client.process import PiProcess
from pitui.client.recorder import Records
from pitui.client.requests import Requests
from pitui.protocol.codec import Record, Undecodable, decode_line, encode_command
from pitui.protocol.commands import Command
from pitui.protocol.events import UnknownRecord
from pitui.protocol.extension_ui import ExtensionUIResponse
from pitui.protocol.responses import Response

_SLICE_SECONDS: Final = 0.003
_REST_SECONDS: Final = 0.003
"""How long records are decoded in one go, and how long others have their turn then: a key takes several turns of the
event loop until it is seen, so that one turn for others would let it wait for several slices."""

_GATHER_SECONDS: Final = 0.016
_FEW_BYTES: Final = 16_384
"""After so few bytes nothing is read for so long, if nobody waits for an answer: waking up for each record of an
answer that streams costs more than decoding it, and no screen is drawn more often."""

_END_OF_STDOUT_SECONDS: Final = 1.0
"""How long pi may live on after it has closed its stdout."""

_log = logging.getLogger(__name__)


class Connection:
    """Starts pi and keeps it going until it ends or is ended.

    Attributes:
        exited: how pi ended, once it has.
    """

    def __init__(
        self,
        launch: Launch,
        *,
        recorder: Records | None,
        on_stderr: Callable[[str], None] | None,
        on_record: Callable[[Record], None],
        on_exit: Callable[[], None],
    ) -> None:
        """Prepare a connection that `open` makes.

        Args:
            launch: how to start pi.
            recorder: keeps every line of both directions.
            on_stderr: called with each line of stderr.
            on_record: called with each record that is no response; must not raise.
            on_exit: called when pi has ended, after everybody who waits for an answer was woken.
        """
        self._launch = launch
        self._recorder = recorder
        self._on_stderr = on_stderr
        self._on_record = on_record
        self._on_exit = on_exit
        self._requests = Requests()
        self.exited: PiExited | None = None
        self._process: PiProcess | None = None
        self._tasks: TaskGroup | None = None
        self._is_closing = False
        self._is_wanted = anyio.Event()
        self._closed = anyio.Event()

    @property
    def process(self) -> PiProcess:
        """The process. Raises RuntimeError before `open`."""
        return self._check_started()

    @property
    def requests(self) -> Requests:
        """The commands under way. Raises RuntimeError before `open`."""
        self._check_started()
        return self._requests

    @property
    def is_running(self) -> bool:
        """Whether pi was started and has not ended."""
        return self._process is not None and not self._process.has_ended

    async def open(self) -> None:
        """Start pi. Raises `PiNotFound` when it cannot be started."""
        self._process = PiProcess(self._launch, self._on_stderr)
        self._tasks = anyio.create_task_group()
        await self._tasks.__aenter__()
        with anyio.CancelScope(shield=True):
            await self._tasks.start(self._run, self._process)

    def hear(self) -> None:
        """Begin to read: whoever wants the records is there, so that the first of them has somebody to go to."""
        self._is_wanted.set()

    async def leave(self) -> None:
        """End pi; to be called in the task that called `open`."""
        await self.close()
        if self._tasks is not None:
            await self._tasks.__aexit__(None, None, None)

    async def close(self) -> None:
        """End pi in bounded time; no record is handed on any more."""
        self._is_closing = True
        self.hear()
        if self._process is None:
            return
        with anyio.CancelScope(shield=True):
            await self._process.end()
            await self._closed.wait()

    async def wait_closed(self) -> PiExited:
        """Wait until pi has ended and everything that it said was handed on."""
        self.hear()
        await self._closed.wait()
        assert self.exited is not None
        return self.exited

    def send(self, record: Command | ExtensionUIResponse) -> None:
        """Send a line, in the order of the calls; lost when pi has ended."""
        self.hear()
        if self.exited is not None:
            return
        line = encode_command(record)
        if self._recorder is not None:
            self._recorder.record("out", line)
        self.process.stdin.write(line)

    def _check_started(self) -> PiProcess:
        if self._process is None:
            raise RuntimeError("pi is not started yet; enter the client with 'async with' first")
        return self._process

    async def _run(self, process: PiProcess, *, task_status: TaskStatus[None]) -> None:
        """Keep pi going until it has ended. Shielded, since only the end of pi may end it."""
        with anyio.CancelScope(shield=True):
            async with anyio.create_task_group() as tasks:
                tasks.start_soon(process.run)
                task_status.started()
                try:
                    await self._read(process)
                except Exception:
                    _log.exception("pi is ended, since reading from it failed")
                await self._wait_ended(process)
                self.exited = PiExited(process.returncode, process.stderr_lines)
                self._requests.close(self.exited)
                self._on_exit()
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
        await self._is_wanted.wait()
        splitter = LineSplitter()
        slice_end = time.monotonic() + _SLICE_SECONDS
        while chunk := await process.stdout.read():
            for line in () if self._is_closing else splitter.feed(chunk):
                if self._take(line):
                    await anyio.lowlevel.checkpoint()
                slice_end = await _rest_if_due(slice_end)
            if len(chunk) > _FEW_BYTES:
                slice_end = await _rest_if_due(slice_end)
                continue
            if not self._requests.is_waiting:
                await anyio.sleep(_GATHER_SECONDS)
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
                self._on_record(record)
                return False

    def _answer(self, request_id: str | int | None, answer: Response | Undecodable) -> bool:
        if self._requests.answer(request_id, answer):
            return True
        _log.warning("pi answered a request that nobody waits for (id %r): %.500s", request_id, answer)
        return False


async def _rest_if_due(slice_end: float) -> float:
    """Let others have their turn when a slice has ended; returns when the present or the next slice ends."""
    if time.monotonic() < slice_end:
        return slice_end
    await anyio.sleep(_REST_SECONDS)
    return time.monotonic() + _SLICE_SECONDS
