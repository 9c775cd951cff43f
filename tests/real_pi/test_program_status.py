"""What a terminal that understands the program's status (OSC 7501) is told of a real pi, byte by byte."""

from __future__ import annotations

import base64
import json

import pytest

from pitui.ui.status_channel import CLEAR, QUERY
from tests.conftest import RealPi
from tests.real_pi.on_screen import TOLD
from tests.real_pi.terminal import READY, Terminal, on_terminal
from tests.real_pi.test_written_bytes import tell

ANSWER = "\x1b]7501;?\x1b\\"
BEGINS = b"\x1b]7501;state="


def told(state: str, message: str = "", *, kind: str = "") -> bytes:
    """How a state is written."""
    of_kind = f":kind={kind}" if kind else ""
    words = f":msg={base64.b64encode(message.encode()).decode()}" if message else ""
    return f"\x1b]7501;state={state}:app=pitui{of_kind}{words}\x1b\\".encode()


def understood(terminal: Terminal) -> None:
    """Wait for the question and answer it."""
    terminal.until_sent(QUERY.encode())
    terminal.type(ANSWER)
    terminal.until_sent(told("idle"))


def test_a_terminal_that_understands_is_told_what_pi_does(real_pi: RealPi) -> None:
    with on_terminal(real_pi, "-e", str(TOLD), "--name", "the tide") as terminal:
        understood(terminal)
        terminal.until(READY)
        terminal.type("echo: something secret\r")
        terminal.until_sent(told("working", "the tide"))
        terminal.until_sent(told("done", "the tide"))
        terminal.until(READY)
        terminal.type("fail\r")
        terminal.until_sent(told("working", "the tide"))
        terminal.until_sent(told("error", "400 invalid request: the scripted model was asked to fail"))
        terminal.until(READY)
        terminal.type("long\r")
        terminal.until_sent(told("working", "the tide"))
        terminal.until("bash")
        terminal.type("\x1b")
        terminal.until_sent(told("idle"))
        terminal.until(READY)
        tell(terminal, ["confirm", "Really?", "All of it."])
        terminal.until_sent(told("blocked", "Really?", kind="permission"))
        terminal.until("tab to the prompt")
        terminal.type("y")
        terminal.until_sent(told("idle"))
        tell(terminal, ["select", "Which?\x1b[31m", ["a", "b"]])
        terminal.until_sent(told("blocked", "Which?␛[31m", kind="question"))
        terminal.until("tab to the prompt")
        terminal.type("1")
        terminal.until_sent(told("idle"))
        assert BEGINS not in terminal.raw
        terminal.type("\x04")
        terminal.rest()
        assert CLEAR.encode() in terminal.raw
        assert BEGINS not in terminal.raw.partition(CLEAR.encode())[2]


def test_a_compaction_and_a_new_session_are_told(real_pi: RealPi) -> None:
    (real_pi.agent_dir / "settings.json").write_text(json.dumps({"compaction": {"keepRecentTokens": 100}}))
    with on_terminal(real_pi) as terminal:
        understood(terminal)
        for text in ("tool nosuch\r", "tool nosuch again\r"):
            terminal.until(READY)
            terminal.type(text)
            terminal.until_sent(told("working"))
            terminal.until_sent(told("done"))
        terminal.until(READY)
        terminal.type("/compact\r")
        terminal.until_sent(told("working", "Compacting context"))
        terminal.until_sent(told("done"))
        terminal.until(READY)
        terminal.type("/new\r")
        terminal.until_sent(told("idle"))


def test_who_does_not_answer_is_told_nothing(real_pi: RealPi) -> None:
    with on_terminal(real_pi) as terminal:
        terminal.until(READY)
        terminal.type("echo: something\r")
        terminal.until('ECHO "echo: something"')
        terminal.until(READY)
        terminal.type("\x04")
        terminal.rest()
        assert terminal.raw.count(QUERY.encode()) == 1
        assert BEGINS not in terminal.raw


@pytest.mark.parametrize("wish", ["0", "1"])
def test_the_variable_goes_before_the_question(real_pi: RealPi, wish: str) -> None:
    with on_terminal(real_pi, env={"PI_PROGRAM_STATUS": wish}) as terminal:
        terminal.until(READY)
        terminal.type("echo: something\r")
        terminal.until('ECHO "echo: something"')
        terminal.until(READY)
        terminal.type("\x04")
        terminal.rest()
        assert QUERY.encode() not in terminal.raw
        assert (told("done") in terminal.raw) is (wish == "1")
        assert (BEGINS in terminal.raw) is (wish == "1")


def test_an_answer_is_no_text_and_is_asked_for_again_after_another_program(real_pi: RealPi) -> None:
    with on_terminal(real_pi, env={"VISUAL": "true"}) as terminal:
        understood(terminal)
        terminal.until(READY)
        terminal.type("be")
        terminal.type(ANSWER)
        terminal.type("fore")
        terminal.until("before")
        terminal.type("\x07")
        terminal.until_sent(CLEAR.encode())
        understood(terminal)
        terminal.until("❯ before")
