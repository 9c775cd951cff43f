"""What a person presses on a plain terminal, as the bytes it sends, over a real pi; and what the terminal gets."""

from __future__ import annotations

import base64
import json
import re

import pytest

from tests.conftest import RealPi
from tests.real_pi.terminal import READY, Terminal, on_terminal

ESC, PAGE_UP, CTRL_HOME, CTRL_END = "\x1b", "\x1b[5~", "\x1b[1;5H", "\x1b[1;5F"
CTRL_UP, CTRL_DOWN, F3, ALT_ENTER = "\x1b[1;5A", "\x1b[1;5B", "\x1bOR", "\x1b\r"
WHEEL_UP, WHEEL_DOWN = "\x1b[<64;20;10M", "\x1b[<65;20;10M"

END = "[image: a gauge]"
"""Stands at the end of the scripted answer to `markdown`."""

PROGRESS, NO_PROGRESS = b"\x1b]9;4;3\a", b"\x1b]9;4;0\a"


def conversation(terminal: Terminal) -> str:
    """The rows above the editor and its hints, without the scrollbar."""
    return "\n".join(row[:98].rstrip() for row in terminal.text.split("\n")[1:-5])


def ask(terminal: Terminal, text: str, answer: str) -> None:
    """Ask, and stay until the answer is there and pi is idle."""
    terminal.type(f"{text}\r")
    terminal.until(answer)
    terminal.until(READY)


def test_lines_are_broken_sent_steered_and_followed_up(real_pi: RealPi) -> None:
    with on_terminal(real_pi) as terminal:
        terminal.until(READY)
        terminal.type("echo: one\ntwo\x1b[13;2uthree\\\rfour\r")
        terminal.until('ECHO "echo: one\\ntwo\\nthree\\nfour"')
        terminal.until(READY)
        terminal.type("wait 4\r")
        terminal.until("working")
        terminal.type("be quick\r")
        terminal.until("steer")
        terminal.type(f"then rest{ALT_ENTER}")
        terminal.until("follow-up")
        terminal.until("That took 4 seconds")
        terminal.until("┃ be quick")
        terminal.until("┃ then rest")
        terminal.until(READY)
        assert conversation(terminal).index("be quick") < conversation(terminal).index("then rest")


def test_the_conversation_is_scrolled_and_gone_through(real_pi: RealPi) -> None:
    with on_terminal(real_pi) as terminal:
        terminal.until(READY)
        ask(terminal, "echo: the very first", 'ECHO "echo: the very first"')
        ask(terminal, "table", "│")
        ask(terminal, "markdown", END)
        end = conversation(terminal)
        for away, back in ((PAGE_UP, CTRL_END), (WHEEL_UP, WHEEL_DOWN)):
            terminal.type(away)
            terminal.read_until(lambda: conversation(terminal) != end, "scrolling")
            terminal.type(back)
            terminal.read_until(lambda: conversation(terminal) == end, "coming back")
        terminal.type(CTRL_HOME)
        terminal.until("┃ echo: the very first")
        terminal.type(CTRL_END)
        terminal.until("┃ echo: the very first", absent=True)
        terminal.type(CTRL_UP)
        terminal.until("┃ markdown")
        terminal.type(CTRL_UP)
        terminal.until("┃ table")
        terminal.type(CTRL_DOWN)
        terminal.until("┃ table", absent=True)
        terminal.type(f"{F3}very first")
        terminal.until("1 of 2")
        terminal.until("┃ echo: the very first")
        terminal.type("\r")
        terminal.until("2 of 2")
        terminal.type(ESC)
        terminal.until("2 of 2", absent=True)


def test_who_has_scrolled_up_stays_while_the_answer_grows(real_pi: RealPi) -> None:
    with on_terminal(real_pi) as terminal:
        terminal.until(READY)
        ask(terminal, "markdown", END)
        terminal.type("wait 2\r")
        terminal.until("working")
        terminal.type(CTRL_HOME)
        terminal.until("┃ markdown")
        terminal.until(READY)
        terminal.until("↓ 1 new")
        assert conversation(terminal).split("\n")[0].strip() == "┃ markdown"


def test_the_last_answer_goes_to_the_terminals_clipboard(real_pi: RealPi) -> None:
    with on_terminal(real_pi) as terminal:
        terminal.until(READY)
        ask(terminal, "echo: *copied*", "ECHO")
        for keys in ("\x18", "/copy\r"):
            terminal.type(keys)
            copied = base64.b64encode(b'ECHO "echo: *copied*"')
            terminal.until_sent(b"\x1b]52;c;" + copied + b"\x07")
            terminal.until("Copied the last answer")


def test_ctrl_c_clears_then_quits(real_pi: RealPi) -> None:
    with on_terminal(real_pi) as terminal:
        terminal.until(READY)
        terminal.type("a draft")
        terminal.until("❯ a draft")
        terminal.type("\x03")
        terminal.until("❯ a draft", absent=True)
        terminal.until("ctrl+c again quits")
        terminal.type("\x1f")
        terminal.until("❯ a draft")
        terminal.type("\x03")
        terminal.until("ctrl+c again quits")
        terminal.type("\x03")
        assert terminal.rest() == 0


@pytest.mark.parametrize("wanted", [True, False])
def test_the_tab_shows_that_pi_works_if_that_is_wanted(real_pi: RealPi, wanted: bool) -> None:
    settings = {"terminal": {"showTerminalProgress": wanted}}
    (real_pi.agent_dir / "settings.json").write_text(json.dumps(settings))
    with on_terminal(real_pi) as terminal:
        terminal.until(READY)
        ask(terminal, "wait 1", "That took 1 second")
        assert (PROGRESS in terminal.raw) is wanted
        assert (NO_PROGRESS in terminal.raw.partition(PROGRESS)[2]) is wanted


def test_no_color_is_obeyed(real_pi: RealPi) -> None:
    with on_terminal(real_pi, env={"NO_COLOR": "1"}) as terminal:
        terminal.until(READY)
        ask(terminal, "table", "│")
        codes = {
            code for found in re.findall(rb"\x1b\[([\d;]*)m", terminal.raw) for code in found.split(b";")
        }
        colours = {b"38", b"48", *(str(code).encode() for code in (*range(31, 38), *range(41, 48)))}
        assert not codes & colours
