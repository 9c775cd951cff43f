"""What the terminal really gets, and what is left behind when pitui ends."""

from __future__ import annotations

import os
import signal
import time
from pathlib import Path

import pytest

from tests.bench.sessions import LAST_WORD, write_session
from tests.conftest import RealPi
from tests.real_pi.terminal import PATIENCE, READY, Terminal, on_terminal, processes_of

ALTERNATE_SCREEN_OFF = b"\x1b[?1049l"
CURSOR_ON = b"\x1b[?25h"


def pid_of_pi(terminal: Terminal) -> int:
    """The child of pitui; pi gives its process another name than the one it was started by."""
    for pid in processes_of(terminal.pi):
        parent = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[1]
        if int(parent) == terminal.child.pid:
            return pid
    raise AssertionError("pitui has no child.")


def until_stopped(terminal: Terminal) -> None:
    """Wait until pitui has been stopped by a signal."""
    end = time.monotonic() + PATIENCE
    while Path(f"/proc/{terminal.child.pid}/stat").read_text().rpartition(")")[2].split()[0] != "T":
        assert time.monotonic() < end, "pitui does not stop."
        os.sched_yield()


def until_gone(pi: RealPi) -> list[int]:
    """Wait until no process of a test is left; returns those that do not go."""
    end = time.monotonic() + PATIENCE
    while (left := processes_of(pi)) and time.monotonic() < end:
        os.sched_yield()
    return left


def work(terminal: Terminal) -> None:
    """Have pi work on a bash command that takes a while."""
    terminal.until(READY)
    terminal.type("long\r")
    terminal.until("esc stops")
    terminal.until("bash")


def test_ctrl_d_leaves_the_terminal_as_it_was(real_pi: RealPi) -> None:
    with on_terminal(real_pi) as terminal:
        terminal.until(READY)
        terminal.type("\x04")
        assert terminal.rest() == 0
        assert ALTERNATE_SCREEN_OFF in terminal.raw
        assert CURSOR_ON in terminal.raw.rpartition(ALTERNATE_SCREEN_OFF)[2] + terminal.raw[-200:]
        assert until_gone(real_pi) == []


def test_keys_count_from_the_first_picture_on(real_pi: RealPi) -> None:
    with on_terminal(real_pi) as terminal:
        terminal.until("❯")
        terminal.type("echo: firsT\x7ft words\r")
        terminal.until('ECHO "echo: first words"')
        terminal.until(READY)


def test_the_last_answer_is_read_before_the_rest_is_there(real_pi: RealPi, tmp_path: Path) -> None:
    file = tmp_path / "long.jsonl"
    write_session(file, 2000, real_pi.cwd)
    with on_terminal(real_pi, "--session", str(file)) as terminal:
        terminal.until(LAST_WORD)
        terminal.until("watcher says")
        assert terminal.raw.index(LAST_WORD.encode()) < terminal.raw.index(b"watcher says")
        terminal.until(READY)
        assert LAST_WORD in terminal.text
        terminal.type("\x1b[1;5H")
        terminal.until("gauge at station 0 ")


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_a_signal_at_the_first_picture_leaves_nothing_behind(real_pi: RealPi, number: int) -> None:
    with on_terminal(real_pi) as terminal:
        terminal.until("❯")
        terminal.child.kill(number)
        terminal.rest()
        assert ALTERNATE_SCREEN_OFF in terminal.raw
        assert until_gone(real_pi) == []


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_a_signal_in_the_midst_of_a_run_leaves_nothing_behind(real_pi: RealPi, number: int) -> None:
    with on_terminal(real_pi) as terminal:
        work(terminal)
        terminal.child.kill(number)
        terminal.rest()
        assert ALTERNATE_SCREEN_OFF in terminal.raw
        assert until_gone(real_pi) == []


def test_the_whole_screen_is_there_again_after_suspending(real_pi: RealPi) -> None:
    with on_terminal(real_pi) as terminal:
        terminal.until(READY)
        terminal.type("echo: before\r")
        terminal.until('ECHO "echo: before"')
        terminal.until(READY)
        terminal.until("0.0%", absent=True)
        terminal.type("a draft")
        terminal.until("a draft")
        before = terminal.text
        terminal.type("\x1a")
        until_stopped(terminal)
        terminal.drop()
        terminal.child.kill(signal.SIGCONT)
        terminal.until("a draft")
        terminal.until(READY)
        assert terminal.text == before


def test_a_terminal_that_takes_nothing_more_does_not_keep_pitui(real_pi: RealPi) -> None:
    with on_terminal(real_pi) as terminal:
        terminal.until(READY)
        terminal.type("big 64\r")
        terminal.until("esc stops")
        terminal.fill()
        terminal.child.kill(signal.SIGTERM)
        assert until_gone(real_pi) == []


@pytest.mark.parametrize("is_full", [False, True])
def test_nothing_outlives_its_terminal(real_pi: RealPi, tmp_path: Path, is_full: bool) -> None:
    with on_terminal(real_pi, "--demo", env={"TMPDIR": str(tmp_path)}) as terminal:
        terminal.until(READY)
        assert list(tmp_path.glob("pitui-demo-*"))
        terminal.type("big 64\r")
        terminal.until("esc stops")
        if is_full:
            terminal.fill()
        terminal.go_away()
        assert until_gone(real_pi) == []
        assert not list(tmp_path.glob("pitui-demo-*"))


def test_pi_does_not_outlive_a_killed_pitui(real_pi: RealPi) -> None:
    with on_terminal(real_pi) as terminal:
        terminal.until(READY)
        terminal.child.kill(signal.SIGKILL)
        assert until_gone(real_pi) == []


def test_a_killed_pi_is_started_again_on_its_session_and_the_draft_stays(real_pi: RealPi) -> None:
    with on_terminal(real_pi) as terminal:
        work(terminal)
        terminal.type("a draft")
        terminal.until("a draft")
        os.kill(pid_of_pi(terminal), signal.SIGKILL)
        terminal.until("pi has ended")
        assert "SIGKILL" in terminal.text
        assert "a draft" in terminal.text
        terminal.type("\x12")
        terminal.until("pi has ended", absent=True)
        terminal.until(READY)
        terminal.until("long")
        assert "a draft" in terminal.text


@pytest.mark.parametrize(("columns", "rows"), [(80, 24), (40, 10)])
def test_small_terminals_hold_a_conversation(real_pi: RealPi, columns: int, rows: int) -> None:
    with on_terminal(real_pi, columns=columns, rows=rows) as terminal:
        terminal.until("❯")
        terminal.type("echo: small\r")
        terminal.until('ECHO "echo: small"')


def test_resizing_while_text_streams_loses_nothing(real_pi: RealPi) -> None:
    with on_terminal(real_pi) as terminal:
        terminal.until(READY)
        terminal.type("big 8\r")
        terminal.until("esc stops")
        for step in range(30):
            terminal.resize(60 + 5 * (step % 13), 15 + step % 20)
        terminal.resize(100, 30)
        terminal.until(READY)
        terminal.type("echo: after\r")
        terminal.until('ECHO "echo: after"')


def test_a_character_is_jumped_to_by_the_bytes_of_a_plain_terminal(real_pi: RealPi) -> None:
    with on_terminal(real_pi) as terminal:
        terminal.until(READY)
        terminal.type("in a boat\x01")
        terminal.type("\x1d")
        terminal.until("jump ahead to which character? esc cancels")
        terminal.type("b")
        terminal.until(READY)
        terminal.type("red ")
        terminal.until("in a red boat")
        terminal.type("\x1b\x1d")
        terminal.until("jump back to which character?")
        terminal.type("a")
        terminal.until(READY)
        terminal.type("\x1b[93;5u")
        terminal.until("jump ahead")
        terminal.type("\x1b")
        terminal.until(READY)
        terminal.type("not ")
        terminal.until("in not a red boat")
