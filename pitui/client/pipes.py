"""Non-blocking pipes to a child: nothing is read before it is wanted, so a full pipe makes pi wait."""

from __future__ import annotations

import os
from collections import deque
from typing import Final

import anyio

from pitui.client.launch import PIPE_BYTES

_CHUNK: Final = 256 * 1024
_AFTER_END: Final = 2 * PIPE_BYTES


class PipeReader:
    """Our end of the child's stdout or stderr."""

    def __init__(self, fd: int) -> None:
        os.set_blocking(fd, False)
        self._fd = fd
        self._child_ended = False
        self._left = _AFTER_END
        self._waiting = anyio.CancelScope()

    async def read(self) -> bytes:
        """The next bytes; `b""` at the end of the file, or once the child has ended and the pipe is empty.

        A grandchild may hold the pipe open for longer than the child lives; that is not waited for.
        """
        while True:
            try:
                chunk = os.read(self._fd, _CHUNK)
            except BlockingIOError:
                if self._child_ended:
                    return b""
                with anyio.CancelScope() as self._waiting:
                    await anyio.wait_readable(self._fd)
                continue
            if self._child_ended:
                self._left -= len(chunk)
                return chunk if self._left > 0 else b""
            return chunk

    def child_ended(self) -> None:
        """No more than what is in the pipe by now is worth reading."""
        self._child_ended = True
        self._waiting.cancel()

    def close(self) -> None:
        """Close the pipe; nobody may be reading."""
        os.close(self._fd)


class PipeWriter:
    """Our end of the child's stdin: lines go out whole and in the order of `write`."""

    def __init__(self, fd: int) -> None:
        os.set_blocking(fd, False)
        self._fd = fd
        self._lines: deque[bytes] = deque()
        self._more = anyio.Event()
        self._closing = False
        self._scope = anyio.CancelScope()
        self.closed = anyio.Event()

    def write(self, line: bytes) -> None:
        """Put `line` behind those that wait; after `finish` and when the child reads no more, it is lost."""
        if not self._closing:
            self._lines.append(line)
            self._more.set()

    def finish(self) -> None:
        """Close the pipe when everything is written; `closed` is set then."""
        self._closing = True
        self._more.set()

    def abandon(self) -> None:
        """Close the pipe now, whatever is still to be written."""
        self._closing = True
        self._scope.cancel()

    async def run(self) -> None:
        """Write until `finish` or `abandon`, or until nobody reads; then close the pipe."""
        try:
            with self._scope:
                await self._write_all()
        except (BrokenPipeError, ConnectionError):
            self._closing = True
        finally:
            self._lines.clear()
            os.close(self._fd)
            self.closed.set()

    async def _write_all(self) -> None:
        while True:
            while self._lines:
                await self._write(memoryview(self._lines[0]))
                self._lines.popleft()
            if self._closing:
                return
            self._more = anyio.Event()
            await self._more.wait()

    async def _write(self, rest: memoryview) -> None:
        while rest:
            try:
                rest = rest[os.write(self._fd, rest) :]
            except BlockingIOError:
                await anyio.wait_writable(self._fd)
