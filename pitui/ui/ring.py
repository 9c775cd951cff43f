"""Calls the user back when the terminal is not the one they look at: a dialog waits, or a run has finished."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping

from textual.dom import DOMNode

from pitui.session.phase import Phase
from pitui.ui.clipboard import through_tmux
from pitui.ui.textual_private import app_of, write_to_terminal

VARIABLE = "PITUI_RING"
"""Goes before the setting: `off`, `bell`, `osc9`, `osc777`, or `auto`, which chooses by the terminal."""

ASKED = "pi waits for an answer"
FINISHED = "pi has finished"

_OSC9 = ("iTerm.app", "WezTerm", "ghostty", "kitty")
_OSC777 = ("foot", "rxvt")


class Ring:
    """Rings once for each happening, and never in a terminal that has the focus or does not tell."""

    def __init__(
        self,
        node: DOMNode,
        environment: Mapping[str, str] = os.environ,
        setting: Callable[[], str] = lambda: "auto",
    ) -> None:
        """Ring through the app of a screen, as the environment or else the setting wants it."""
        self._node = node
        self._setting = setting
        self._environment = environment
        self._phase = Phase.STARTING

    def ring(self, words: str) -> None:
        """Ring, unless the user is here.

        Args:
            words: what a notification says; never foreign text.
        """
        app = app_of(self._node)
        sequence = ring_sequence(self._environment, self._setting())
        if sequence is not None and not app.app_focus:
            write_to_terminal(app, sequence(words))

    def take(self, phase: Phase) -> None:
        """Ring when a run has finished."""
        if self._phase.is_busy and phase is Phase.IDLE:
            self.ring(FINISHED)
        self._phase = phase


def ring_sequence(environment: Mapping[str, str], setting: str = "auto") -> Callable[[str], str] | None:
    """What to send to the terminal, made from the words; None for nothing.

    Args:
        environment: with `PITUI_RING`, and what terminals say about themselves.
        setting: one of `RING_WAYS`; the variable goes before it.
    """
    wish = environment.get(VARIABLE, setting)
    if wish == "auto":
        wish = _by_terminal(environment)
    match wish:
        case "off":
            return None
        case "osc9":
            sequence = _osc9
        case "osc777":
            sequence = _osc777
        case _:
            return lambda words: "\a"
    if environment.get("TMUX"):
        return lambda words: through_tmux(sequence(words))
    return sequence


def _by_terminal(environment: Mapping[str, str]) -> str:
    if environment.get("TMUX") or environment.get("STY"):
        return "bell"
    names = (environment.get("TERM_PROGRAM", ""), environment.get("TERM", ""))
    if any(known in name for known in _OSC9 for name in names):
        return "osc9"
    return "osc777" if any(known in name for known in _OSC777 for name in names) else "bell"


def _osc9(words: str) -> str:
    return f"\x1b]9;pitui: {words}\a"


def _osc777(words: str) -> str:
    return f"\x1b]777;notify;pitui;{words}\a"
