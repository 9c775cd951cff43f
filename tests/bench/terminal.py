"""A terminal of 120x40 that takes times instead of drawing: a pty, and when which bytes came out of it.

It answers the questions that a terminal is asked at the start, as a modern one would.
"""

from __future__ import annotations

import contextlib
import fcntl
import os
import pty
import re
import select
import signal
import struct
import termios
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import Final, Self

COLUMNS: Final = 120
ROWS: Final = 40

_ANSWERS: Final = (
    (re.compile(rb"\x1b\[0?c"), b"\x1b[?62;22c"),
    (re.compile(rb"\x1b\[\?2026\$p"), b"\x1b[?2026;2$y"),
    (re.compile(rb"\x1b\]10;\?(?:\x07|\x1b\\)"), b"\x1b]10;rgb:dddd/dddd/dddd\x07"),
    (re.compile(rb"\x1b\]11;\?(?:\x07|\x1b\\)"), b"\x1b]11;rgb:0000/0000/0000\x07"),
)
_LONGEST_WORD: Final = 64


class TerminalError(Exception):
    """The program ended, or did not show in time what was waited for."""


class Watch:
    """Sees a word go by in the output, also when a read cuts it in two."""

    def __init__(self, word: str) -> None:
        self.word = word
        self._bytes = word.encode()
        self._tail = b""

    def sees(self, chunk: bytes) -> bool:
        """Tell whether the word is in what has come since the watch began."""
        seen = self._tail + chunk
        self._tail = seen[-_LONGEST_WORD:]
        return self._bytes in seen


class Terminal:
    """A program in a pty. All times are those of `time.monotonic`.

    `started` is when the program was started, `received` counts the bytes that it wrote.
    """

    def __init__(self, argv: Sequence[str], *, cwd: Path, env: Mapping[str, str]) -> None:
        self.received = 0
        self.last_read = b""
        self.started = time.monotonic()
        self.pid, self._fd = pty.fork()
        if self.pid == 0:
            try:
                fcntl.ioctl(0, termios.TIOCSWINSZ, _window(COLUMNS, ROWS))
                os.chdir(cwd)
                os.execvpe(argv[0], list(argv), dict(env))
            finally:
                os._exit(127)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def write(self, keys: str) -> float:
        """Press keys and give the time at which that was done."""
        data = keys.encode()
        while data:
            data = data[os.write(self._fd, data) :]
        return time.monotonic()

    def resize(self, columns: int, rows: int = ROWS) -> float:
        """Change the size of the window and give the time at which that was done."""
        fcntl.ioctl(self._fd, termios.TIOCSWINSZ, _window(columns, rows))
        return time.monotonic()

    def read(self, timeout: float) -> bytes:
        """Give what the program wrote next, or nothing after `timeout` seconds.

        Raises:
            TerminalError: The program has ended.
        """
        if not select.select([self._fd], [], [], max(0.0, timeout))[0]:
            return b""
        try:
            chunk = os.read(self._fd, 1 << 16)
        except OSError:
            chunk = b""
        if not chunk:
            raise TerminalError(f"The program ended; its last words: {_readable(self.last_read)!r}")
        self.received += len(chunk)
        self.last_read = (self.last_read + chunk)[-4096:]
        if b"\x1b" in chunk:
            self._answer(chunk)
        return chunk

    def wait_for(self, word: str, timeout: float = 120) -> float:
        """Read until a word is drawn, and give the time at which it was.

        Raises:
            TerminalError: It was not drawn within `timeout` seconds, or the program has ended.
        """
        watch = Watch(word)
        deadline = time.monotonic() + timeout
        while time.monotonic() < deadline:
            if watch.sees(self.read(deadline - time.monotonic())):
                return time.monotonic()
        raise TerminalError(f"No {word!r} in {timeout:.0f} s; last came: {_readable(self.last_read)!r}")

    def wait_for_text(self, timeout: float = 30) -> float:
        """Read until anything visible is drawn, and give the time at which it was."""
        seen = b""
        deadline = time.monotonic() + timeout
        while time.monotonic() < deadline:
            seen += self.read(deadline - time.monotonic())
            if _readable(seen):
                return time.monotonic()
        raise TerminalError(f"Nothing was drawn in {timeout:.0f} s.")

    def wait_for_picture(self, at_least: int = 0, quiet: float = 0.15, timeout: float = 30) -> float:
        """Read a new picture: more bytes than a blinking cursor needs, until nothing came for a while.

        Args:
            at_least: how many bytes the picture has.
            quiet: seconds without output that end it.
            timeout: seconds.

        Returns:
            The time of its last byte.

        Raises:
            TerminalError: There was none in time, or it did not end.
        """
        before = self.received
        last = time.monotonic()
        deadline = last + timeout
        while time.monotonic() < deadline:
            if self.read(quiet):
                last = time.monotonic()
            elif self.received - before >= at_least:
                return last
        raise TerminalError(f"No picture of {at_least} bytes that ended within {timeout:.0f} s.")

    def wait(self, seconds: float) -> None:
        """Read for so long, whatever comes."""
        deadline = time.monotonic() + seconds
        while (left := deadline - time.monotonic()) > 0:
            self.read(left)

    def close(self) -> None:
        """Hang up, and kill the program if it does not go."""
        with contextlib.suppress(OSError):
            os.close(self._fd)
        for sent in (signal.SIGTERM, signal.SIGKILL):
            with contextlib.suppress(ProcessLookupError):
                os.kill(self.pid, sent)
            deadline = time.monotonic() + 5
            while time.monotonic() < deadline:
                if os.waitpid(self.pid, os.WNOHANG)[0]:
                    return
                time.sleep(0.02)

    def _answer(self, chunk: bytes) -> None:
        for question, answer in _ANSWERS:
            for _ in question.findall(chunk):
                os.write(self._fd, answer)


_SEQUENCE: Final = re.compile(
    rb"""
    \x1b \] .*? (?: \x07 | \x1b\\ | \Z )       # OSC; each kind may be cut off at the end of what was read
    | \x1b [P_^] .*? (?: \x1b\\ | \Z )
    | \x1b \[ [0-?]* [\x20-/]* (?: [@-~] | \Z )
    | \x1b (?: . | \Z )
    """,
    re.DOTALL | re.VERBOSE,
)


def _readable(data: bytes) -> str:
    """Give the visible text in what a program wrote, without spaces around it."""
    text = _SEQUENCE.sub(b" ", data).decode(errors="ignore")
    return " ".join("".join(c for c in text if c.isprintable()).split())


def _window(columns: int, rows: int) -> bytes:
    return struct.pack("HHHH", rows, columns, 0, 0)
