"""A stream of real pi through a pipe, while pi has the same terminal as pitui."""

from __future__ import annotations

import shlex
import sys
import termios
import time
from collections.abc import Callable
from pathlib import Path

import pexpect
import pyte

from tests.conftest import RealPi

PATIENCE = 60
F2 = "\x1bOQ"


def test_pitui_has_the_keys_also_after_pi_has_ended_and_set_the_terminal_as_it_found_it(
    real_pi: RealPi, tmp_path: Path
) -> None:
    ended = tmp_path / "ended"
    pi = shlex.join([*real_pi.argv, *real_pi.demo_args, "--mode", "json", "echo: hi"])
    view = shlex.join([sys.executable, "-m", "pitui", "--view", "-"])
    screen = pyte.Screen(100, 30)
    stream = pyte.ByteStream(screen)
    child: pexpect.spawn[bytes] = pexpect.spawn(
        "sh",
        ["-c", f"{{ {pi}; : > {shlex.quote(str(ended))}; }} | {view}"],
        cwd=str(real_pi.cwd),
        env={**real_pi.env},
        dimensions=(30, 100),
    )

    def until(condition: Callable[[], bool]) -> None:
        end = time.monotonic() + PATIENCE
        while not condition():
            assert time.monotonic() < end, "\n".join(screen.display)
            try:
                stream.feed(child.read_nonblocking(1 << 16, timeout=0.1))
            except pexpect.TIMEOUT:
                continue

    def shows(words: str) -> bool:
        return any(words in line for line in screen.display)

    def is_raw() -> bool:
        return not termios.tcgetattr(child.fileno())[3] & (termios.ICANON | termios.ECHO)

    try:
        until(lambda: shows('ECHO "echo: hi"') and ended.exists() and is_raw())
        child.send(F2)
        until(lambda: shows("❯ Tools"))
        child.send("\x1b")
        until(lambda: not shows("❯ Tools"))
        child.send("\x04")
        child.expect(pexpect.EOF, timeout=PATIENCE)
    finally:
        child.close(force=True)
    assert child.exitstatus == 0
