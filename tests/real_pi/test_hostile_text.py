"""Hostile text of an extension through all nine methods, and what is then written to the terminal, byte by byte."""

from __future__ import annotations

import json
import shlex
import sys
import time
from collections.abc import Generator
from contextlib import contextmanager
from typing import Any

import pexpect
import pyte

from tests.conftest import RealPi
from tests.hostile import HOSTILE, MARK, NEVER
from tests.real_pi.on_screen import TOLD

PATIENCE = 30
COLUMNS, ROWS = 100, 40


class Terminal:
    """A pty with pitui in it; `written` is every byte so far."""

    def __init__(self, process: pexpect.spawn[bytes]) -> None:
        self._process = process
        self._screen = pyte.Screen(COLUMNS, ROWS)
        self._stream = pyte.ByteStream(self._screen)
        self.written = b""

    def read(self, seconds: float) -> None:
        """Take what is written in this time."""
        deadline = time.monotonic() + seconds
        while (left := deadline - time.monotonic()) > 0:
            try:
                written: bytes = self._process.read_nonblocking(65536, timeout=left)
            except pexpect.TIMEOUT:
                return
            self.written += written
            self._stream.feed(written)

    def until(self, *words: str) -> None:
        """Stay until all of these stand on the screen."""
        deadline = time.monotonic() + PATIENCE
        while not all(word in "\n".join(self._screen.display) for word in words):
            if time.monotonic() > deadline:
                check(self.written)
            assert time.monotonic() < deadline, "\n".join(
                [f"{words} did not appear in", *self._screen.display]
            )
            assert self._process.isalive(), "pitui has ended"
            self.read(0.1)

    def press(self, keys: str) -> None:
        """Press keys."""
        self._process.send(keys.encode())

    def tell(self, *calls: list[Any]) -> None:
        """Let the extension of the tests make these calls, which are pasted as one line."""
        self.press(f"\x1b[200~/ui {json.dumps(calls)}\x1b[201~")
        self.read(0.3)
        self.press("\r")


@contextmanager
def terminal(pi: RealPi) -> Generator[Terminal]:
    words = [
        "-m", "pitui", "--pi", shlex.join(pi.argv), "-C", str(pi.cwd), "-e", str(TOLD), "--", *pi.demo_args
    ]  # fmt: skip
    env = {**pi.env, "COLORTERM": "truecolor", "PITUI_RING": "off"}
    size = (ROWS, COLUMNS)
    process: pexpect.spawn[bytes] = pexpect.spawn(sys.executable, words, env=env, dimensions=size)
    shown = Terminal(process)
    try:
        shown.until("enter sends")
        yield shown
    finally:
        process.close(force=True)


def check(written: bytes) -> None:
    for code in NEVER:
        place = written.find(code)
        assert place < 0, f"{code!r} came through in {written[max(0, place - 60) : place + 60]!r}"


def test_no_text_of_an_extension_commands_the_terminal(real_pi: RealPi) -> None:
    with terminal(real_pi) as shown:
        start = len(shown.written)
        for texts in (HOSTILE[:7], HOSTILE[7:14], HOSTILE[14:]):
            for text in texts:
                shown.tell(
                    ["setStatus", "k", text],
                    ["setWidget", "above", [text, text]],
                    ["setWidget", "below", [text], {"placement": "belowEditor"}],
                    ["setTitle", f"T{HOSTILE.index(text)} {text}"],
                    ["notify", text, "warning"],
                )
                shown.until(f"T{HOSTILE.index(text)} {MARK}")
            text = " ".join(texts)
            shown.tell(
                ["select", f"S. {text}", [text, "other"]],
                ["confirm", f"C. {text}", text],
                ["input", f"I. {text}", text],
                ["editor", f"E. {text}", text],
            )
            for letter, keys in (("S", "1"), ("C", "y"), ("I", "\r"), ("E", "\x13")):
                shown.until(f"{letter}. {MARK}", "tab editor")
                shown.read(0.4)
                shown.press(keys)
            shown.until("enter sends")
            shown.read(0.5)
        shown.tell(["setEditorText", "  ".join(HOSTILE)])
        shown.read(1)
        shown.press("\x03")
        shown.tell(["fail", "".join(HOSTILE)])
        shown.read(1)
        shown.press("/notifications\r")
        shown.read(1)
        written = shown.written[start:]
    assert MARK.encode() in written
    check(written)
