"""pitui as a person starts it: a process on a terminal of its own."""

from __future__ import annotations

import fcntl
import os
import select
import shlex
import struct
import sys
import termios
import time
from collections.abc import Callable, Generator, Mapping
from contextlib import contextmanager
from operator import attrgetter
from pathlib import Path

import pexpect
import pyte

from tests.conftest import RealPi

PATIENCE = 60
"""Seconds after which what does not come about is a failure."""

FILL_SECONDS = 0.5
"""A terminal that has not taken anything for so long is full."""

READY = "enter sends"
"""Stands on the screen when pi is ready and idle."""


class Terminal:
    """A terminal with pitui on it; what it was sent is kept both as bytes and as a screen."""

    def __init__(
        self, pi: RealPi, columns: int, rows: int, args: tuple[str, ...], env: Mapping[str, str]
    ) -> None:
        self.pi = pi
        self.raw = b""
        self.screen = pyte.Screen(columns, rows)
        self._stream = pyte.ByteStream(self.screen)
        own = ["-m", "pitui", "--pi", shlex.join(pi.argv), *args, "--", *pi.demo_args]
        self.child: pexpect.spawn[bytes] = pexpect.spawn(
            sys.executable,
            own,
            cwd=str(pi.cwd),
            env={**pi.env, "COLORTERM": "truecolor", **env},
            dimensions=(rows, columns),
            timeout=PATIENCE,
        )

    @property
    def text(self) -> str:
        """What stands on the screen."""
        return "\n".join(line.rstrip() for line in self.screen.display)

    def until(self, words: str, *, absent: bool = False, times: int = 1) -> None:
        """Read until some words stand on the screen so many times, or do not any more."""
        self.read_until(lambda: (self.text.count(words) >= times) is not absent, repr(words))

    def until_sent(self, data: bytes) -> None:
        """Read until the terminal was sent some bytes, which are then forgotten with all before them."""
        self.read_until(lambda: data in self.raw, repr(data))
        self.raw = self.raw.partition(data)[2]

    def read_until(self, condition: Callable[[], bool], what: str) -> None:
        """Read until something is so; `what` names it in a failure."""
        end = time.monotonic() + PATIENCE
        while not condition():
            try:
                data = self.child.read_nonblocking(1 << 16, timeout=max(0.0, end - time.monotonic()))
            except (pexpect.TIMEOUT, pexpect.EOF) as error:
                raise AssertionError(f"{what} did not come about; the screen:\n{self.text}") from error
            self._take(data)

    def type(self, keys: str) -> None:
        """Press keys."""
        self.child.send(keys)

    def resize(self, columns: int, rows: int) -> None:
        """Give the terminal another size."""
        self.screen.resize(rows, columns)
        fcntl.ioctl(self.child.fileno(), termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))

    def drop(self) -> None:
        """Read what is there and forget it: the screen is empty."""
        while self._unread():
            self._take(self.child.read_nonblocking(1 << 16, timeout=0))
        self.screen.reset()

    def go_away(self) -> None:
        """Close the terminal's window."""
        attrgetter("ptyproc.fileobj")(self.child).close()

    def fill(self) -> None:
        """Stop reading, until the terminal holds all that it can."""
        end = time.monotonic() + PATIENCE
        before = -1
        while (waiting := self._unread()) != before or waiting == 0:
            assert time.monotonic() < end, "The terminal does not fill."
            before = waiting
            select.select([], [], [], FILL_SECONDS)

    def _unread(self) -> int:
        return struct.unpack("i", fcntl.ioctl(self.child.fileno(), termios.FIONREAD, b"\0" * 4))[0]

    def rest(self) -> int | None:
        """Read until pitui has ended; returns its exit status, None when a signal ended it."""
        while True:
            try:
                self._take(self.child.read_nonblocking(1 << 16, timeout=PATIENCE))
            except pexpect.EOF:
                break
        self.child.wait()
        return self.child.exitstatus

    def _take(self, data: bytes) -> None:
        self.raw += data
        self._stream.feed(data)


@contextmanager
def on_terminal(
    pi: RealPi, *args: str, columns: int = 100, rows: int = 30, env: Mapping[str, str] | None = None
) -> Generator[Terminal]:
    """Start pitui on a terminal, and end it if it is still there at the end."""
    terminal = Terminal(pi, columns, rows, args, env or {})
    try:
        yield terminal
    finally:
        terminal.child.close(force=True)


def processes_of(pi: RealPi) -> list[int]:
    """The processes that have the agent folder of a test in their environment: pitui, pi, its tools."""
    mark = f"PI_CODING_AGENT_DIR={pi.agent_dir}".encode()
    found: list[int] = []
    for folder in Path("/proc").iterdir():
        if folder.name.isdigit() and int(folder.name) != os.getpid():
            try:
                words = (folder / "environ").read_bytes().split(b"\0")
                state = (folder / "stat").read_text().rpartition(")")[2].split()[0]
            except OSError:
                continue
            if mark in words and state != "Z":
                found.append(int(folder.name))
    return found
