"""What runs beside pi's RPC on the terminal itself: pi's own screen, and reading without pi."""

from __future__ import annotations

import shlex
import subprocess
import sys
from pathlib import Path

import pexpect
import pyte
import pytest

from tests.conftest import RealPi
from tests.real_pi.stored import store
from tests.real_pi.terminal import PATIENCE, READY, on_terminal

PIS_OWN = "%/"
"""Stands in the bottom line of pi's own screen."""

CTRL_D = "\x04"


def test_pis_own_screen_comes_and_goes_and_what_happened_there_is_here(real_pi: RealPi) -> None:
    with on_terminal(real_pi) as terminal:
        terminal.until(READY)
        terminal.type("echo: before\r")
        terminal.until("ECHO")
        terminal.until(READY)
        terminal.type("/pi\r")
        terminal.until(PIS_OWN)
        terminal.type("echo: inside")
        terminal.until("echo: inside")
        terminal.type("\r")
        terminal.until('"echo: inside"')
        terminal.type("/quit")
        terminal.until("/quit")
        terminal.type("\r")
        terminal.until(PIS_OWN, absent=True)
        terminal.until(READY)
        terminal.until("echo: inside")
        terminal.type(CTRL_D)
        assert terminal.rest() == 0


class Viewing:
    """`pitui --view` on a terminal, without any pi."""

    def __init__(self, words: str, home: Path) -> None:
        self.screen = pyte.Screen(100, 30)
        self._stream = pyte.ByteStream(self.screen)
        self.child: pexpect.spawn[bytes] = pexpect.spawn(
            "/bin/sh",
            ["-c", words],
            env={"PATH": "/usr/bin:/bin", "HOME": str(home), "TERM": "xterm-256color", "LANG": "C.UTF-8"},
            dimensions=(30, 100),
            timeout=PATIENCE,
        )

    def until(self, words: str) -> None:
        while words not in "\n".join(self.screen.display):
            self._stream.feed(self.child.read_nonblocking(1 << 16, timeout=PATIENCE))


PITUI = f"{sys.executable} -m pitui"


@pytest.fixture
def home(tmp_path: Path) -> Path:
    home = tmp_path / "home"
    home.mkdir(exist_ok=True)
    return home


def test_a_session_file_is_read_without_pi_and_without_a_trace(real_pi: RealPi, home: Path) -> None:
    file = store(real_pi, 1, ["the question", "the answer"], name="Kept")
    before = (file.read_bytes(), file.stat().st_mtime_ns)
    times = file.stat().st_atime_ns
    viewing = Viewing(f"{PITUI} --view {file}", home)
    viewing.until("the answer")
    viewing.until("Kept")
    viewing.until("read only")
    viewing.child.send(CTRL_D)
    viewing.child.expect(pexpect.EOF)
    assert (file.stat().st_atime_ns, file.stat().st_mtime_ns) == (times, before[1])
    assert file.read_bytes() == before[0]
    assert not [path for path in home.rglob("*") if path.is_file()]


def test_the_demo_needs_no_folder_of_the_users(real_pi: RealPi, home: Path) -> None:
    gone = home / "gone"
    gone.mkdir()
    command = shlex.join(real_pi.argv)
    words = f"cd {gone} && rmdir {gone} && exec {PITUI} --demo --pi {shlex.quote(command)}"
    viewing = Viewing(words, home)
    viewing.until(READY)
    viewing.child.send(CTRL_D)
    viewing.child.expect(pexpect.EOF)


def test_a_stream_is_shown_as_it_comes_and_keys_still_work(real_pi: RealPi, home: Path) -> None:
    records = subprocess.run(
        [*real_pi.argv, "--mode", "json", *real_pi.demo_args, "echo: streamed"],
        cwd=real_pi.cwd,
        env={**real_pi.env, "PITUI_DEMO_SPEED": "0"},
        capture_output=True,
        check=True,
        stdin=subprocess.DEVNULL,
    ).stdout
    kept = home.parent / "records.jsonl"
    kept.write_bytes(records)
    viewing = Viewing(f"(cat {kept}; sleep 30) | {PITUI} --view -", home)
    viewing.until("ECHO")
    viewing.until(real_pi.cwd.name)
    viewing.child.send(CTRL_D)
    viewing.child.expect(pexpect.EOF)


def test_a_stream_that_breaks_off_says_so(real_pi: RealPi, home: Path) -> None:
    kept = home.parent / "records.jsonl"
    kept.write_text(
        '{"type":"session","version":3,"id":"x","cwd":"/nowhere"}\n{"type":"agent_start"}\n{"type":"tu'
    )
    viewing = Viewing(f"cat {kept} | {PITUI} --view -", home)
    viewing.until("before the run did")
    viewing.child.close(force=True)
