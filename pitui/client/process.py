"""pi as a child process: started in its own group, read and written through pipes, ended in bounded time."""

from __future__ import annotations

import contextlib
import os
import signal
from collections.abc import Callable
from typing import Final

import anyio
import anyio.lowlevel
import anyio.to_thread

from pitui.client.groups import group_and_descendants, group_members
from pitui.client.launch import Launch, spawn
from pitui.client.pipes import PipeReader, PipeWriter
from pitui.client.stderr import StderrTail

FLUSH_SECONDS: Final = 0.5
"""How long what is still to be written may take, once pi is to end."""

ENDING: Final[tuple[tuple[signal.Signals | None, float], ...]] = (
    (None, 3.0),
    (signal.SIGTERM, 1.0),
    (signal.SIGTERM, 1.0),
    (signal.SIGKILL, 2.0),
)
"""What is sent after stdin was closed, and the seconds given each time.

pi ends within 0.3 s of the end of its stdin, also amid a tool call, and ends its tools. If it waits for something, such
as a dialog, the first SIGTERM makes it end its tools and the second one ends it (pi 1.6.0, rpc-mode.js).
"""

GROUP_SECONDS: Final = 1.0
"""How long the rest of the group may take, each time, once what was started has ended."""

_POLL_SECONDS: Final = 0.02


class PiProcess:
    """A running pi. `run` must be running for anything to happen."""

    def __init__(self, launch: Launch, on_stderr: Callable[[str], None] | None = None) -> None:
        """Start pi in a session and process group of its own, or take over one that was started already.

        Raises:
            PiNotFound: the program or the folder is not there, or the system refused to start it.
        """
        spawned = launch.spawned or spawn(launch)
        self._popen = spawned.process
        self.stdin = PipeWriter(spawned.stdin)
        self.stdout = PipeReader(spawned.stdout)
        self._stderr = PipeReader(spawned.stderr)
        self._stderr_tail = StderrTail(on_stderr)
        self._stderr_read = anyio.Event()
        self._ended = anyio.Event()
        self._waiting = anyio.CancelScope()
        self._is_ending = False
        self._is_over = anyio.Event()

    @property
    def pid(self) -> int:
        """pi's process id, which is also the id of its group."""
        return self._popen.pid

    @property
    def has_ended(self) -> bool:
        """Whether pi has ended, or could not be ended and was given up."""
        return self._ended.is_set()

    @property
    def returncode(self) -> int | None:
        """As in `subprocess`: negative for a signal, None while pi runs or when it was given up."""
        return self._popen.returncode

    @property
    def stderr_lines(self) -> tuple[str, ...]:
        """The last lines of stderr; complete when `wait_ended` has returned."""
        return self._stderr_tail.lines

    async def run(self) -> None:
        """Write what is to be written, read stderr, wait for pi's end. Returns after it.

        Must be called in a shielded scope: only `end` ends it.
        """
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(self.stdin.run)
            tasks.start_soon(self._read_stderr)
            tasks.start_soon(self._wait)

    async def wait_ended(self) -> None:
        """Wait until pi has ended and its last words on stderr are read."""
        await self._ended.wait()
        await self._stderr_read.wait()

    async def end(self) -> None:
        """End pi and everything it started: stdin closed, then SIGTERM, then SIGKILL. Bounded, never cancelled.

        Somebody must go on reading `stdout` meanwhile, since pi cannot end while it waits for room there.
        """
        with anyio.CancelScope(shield=True):
            if not self._is_ending:
                self._is_ending = True
                await self._end()
                self._is_over.set()
            await self._is_over.wait()

    async def _end(self) -> None:
        self.stdin.finish()
        with anyio.move_on_after(FLUSH_SECONDS):
            await self.stdin.closed.wait()
        self.stdin.abandon()
        for signal_to_send, seconds in ENDING:
            if signal_to_send is not None:
                self._signal(signal_to_send)
            if await self._is_gone(seconds):
                return
        self._waiting.cancel()

    async def _is_gone(self, seconds: float) -> bool:
        """Wait for pi's end, then for the rest of its group: the real pi, if what was started only wrapped it."""
        with anyio.move_on_after(seconds):
            await self._ended.wait()
        if not self.has_ended:
            return False
        with anyio.move_on_after(GROUP_SECONDS):
            while group_members(self.pid):
                await anyio.sleep(_POLL_SECONDS)
            return True
        return False

    def _signal(self, signal_to_send: signal.Signals) -> None:
        """Signal the group; SIGKILL also to the tools, which pi can no longer end then."""
        tools = group_and_descendants(self.pid) if signal_to_send is signal.SIGKILL else []
        for target in (-self.pid, *tools):
            with contextlib.suppress(OSError):
                os.kill(target, signal_to_send)

    async def _wait(self) -> None:
        with self._waiting:
            await anyio.to_thread.run_sync(
                self._popen.wait, abandon_on_cancel=True, limiter=anyio.CapacityLimiter(1)
            )
        self._ended.set()
        self.stdout.child_ended()
        self._stderr.child_ended()
        self.stdin.abandon()

    async def _read_stderr(self) -> None:
        while chunk := await self._stderr.read():
            self._stderr_tail.feed(chunk)
            await anyio.lowlevel.checkpoint()
        self._stderr_tail.end()
        self._stderr.close()
        self._stderr_read.set()
