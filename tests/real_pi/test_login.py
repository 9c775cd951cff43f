"""Logging in and out with an API key, in pi's own words on the terminal: there and back again.

A provider that wants an account is followed as far as to its question; behind it an account would be needed.
"""

from __future__ import annotations

import json
from typing import Any

from tests.conftest import RealPi
from tests.real_pi.terminal import READY, Terminal, on_terminal

KEY = "gsk_not-a-real-key"
PIS_OWN = "%/"
"""Stands in the bottom line of pi's own screen."""

MODEL = "gpt-oss-120b"
"""One of the models of the provider, which both versions have."""

CTRL_C, CTRL_L, ESC = "\x03", "\x0c", "\x1b"


def credentials(pi: RealPi) -> dict[str, Any]:
    file = pi.agent_dir / "auth.json"
    return json.loads(file.read_text(encoding="utf-8")) if file.exists() else {}


def leave_pis_own(terminal: Terminal) -> None:
    """Back to pitui, which starts pi again."""
    terminal.type("/quit\r")
    terminal.until("starting pi")


def log_in(terminal: Terminal) -> None:
    """`/login groq`, by the way of this version of pi."""
    terminal.type("/login groq\r")
    if terminal.pi.version == "1.6.0":
        terminal.until("Enter Groq API key")
        terminal.type(f"{KEY}\r")
        terminal.until("Saved API key for Groq")
        terminal.until("Enter comes back to pitui")
        terminal.type("\r")
        terminal.until("models now")
    else:
        terminal.until("type /login groq there")
        terminal.until(PIS_OWN)
        terminal.type("/login groq")
        terminal.until("/login groq", times=2)
        terminal.type("\r")
        terminal.until("Enter Groq API key")
        terminal.type(f"{KEY}\r")
        terminal.until("Saved API key for Groq")
        leave_pis_own(terminal)
    terminal.until(READY)


def log_out(terminal: Terminal) -> None:
    """`/logout`, by the way of this version of pi."""
    if terminal.pi.version == "1.6.0":
        terminal.type("/logout\r")
        terminal.until("Log out of")
        terminal.until("stored")
        terminal.type("\r")
        terminal.until("Removed stored API key for Groq")
        terminal.type("\r")
        terminal.until("pi has 1 model now")
    else:
        terminal.type("/logout\r")
        terminal.until(PIS_OWN)
        terminal.type("/logout")
        terminal.until("/logout", times=2)
        terminal.type("\r")
        terminal.until("Groq")
        terminal.type("\r")
        terminal.until("Removed stored API key for Groq")
        leave_pis_own(terminal)
    terminal.until(READY)


def models(terminal: Terminal, name: str, *, absent: bool = False) -> None:
    """Look for a model in the picker."""
    terminal.type(CTRL_L)
    terminal.until("demo-1 ")
    terminal.until("enter chooses")
    terminal.until(name, absent=absent)
    terminal.type(ESC)
    terminal.until("enter chooses", absent=True)


def test_a_key_is_stored_its_models_can_be_used_and_it_is_removed_again(real_pi: RealPi) -> None:
    with on_terminal(real_pi) as terminal:
        terminal.until(READY)
        terminal.type("echo: before\r")
        terminal.until('ECHO "echo: before"')
        terminal.until(READY)
        models(terminal, MODEL, absent=True)
        log_in(terminal)
        assert credentials(real_pi)["groq"]["key"] == KEY
        assert KEY not in terminal.text
        terminal.until('ECHO "echo: before"')
        models(terminal, MODEL)
        terminal.type(f"/model {MODEL}\r")
        terminal.until(f"{MODEL} ·")
        terminal.type("/model demo-1\r")
        terminal.until("demo-1 ·")
        log_out(terminal)
        assert "groq" not in credentials(real_pi)
        models(terminal, MODEL, absent=True)
        terminal.type("echo: after\r")
        terminal.until('ECHO "echo: after"')


def test_a_login_that_is_left_changes_nothing(real_pi: RealPi) -> None:
    with on_terminal(real_pi) as terminal:
        terminal.until(READY)
        terminal.type("/login anthropic\r")
        if real_pi.version == "1.6.0":
            terminal.until("Open this URL to sign in")
            terminal.type(CTRL_C)
            terminal.until("Login cancelled")
            terminal.type("\r")
        else:
            terminal.until("type /login anthropic there")
            terminal.until(PIS_OWN)
            leave_pis_own(terminal)
        terminal.until(READY)
        assert credentials(real_pi) == {}
        terminal.type("echo: after\r")
        terminal.until('ECHO "echo: after"')


def test_nobody_logs_in_over_a_run_of_an_old_pi_and_a_run_of_a_new_one_goes_on(real_pi: RealPi) -> None:
    with on_terminal(real_pi) as terminal:
        terminal.until(READY)
        terminal.type("wait 8\r")
        terminal.until("esc stops")
        if real_pi.version == "1.6.0":
            terminal.type("/login openai --api-key\r")
            terminal.until("Enter OpenAI API key")
            terminal.type(f"{KEY}\r")
            terminal.until("Enter comes back to pitui")
            terminal.type("\r")
            terminal.until("models now")
            assert credentials(real_pi)["openai"]["key"] == KEY
            terminal.until(READY)
            terminal.until("That took 8 seconds")
        else:
            terminal.type("/login\r")
            terminal.until("pi is working: wait for it")
