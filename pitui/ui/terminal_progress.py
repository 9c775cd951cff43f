"""Shows in the terminal's tab or task bar that pi is working, when pi's settings want that (OSC 9;4)."""

from __future__ import annotations

import os
from collections.abc import Callable

from textual.dom import DOMNode

from pitui.session.phase import Phase
from pitui.ui.clipboard import through_tmux
from pitui.ui.textual_private import app_of, write_to_terminal

WORKING, NOTHING = "\x1b]9;4;3\a", "\x1b]9;4;0\a"
AGAIN_SECONDS = 1.0
"""Terminals take the sign away when it is not told again (as pi 1.6.0 does)."""


class TerminalProgress:
    """Tells the terminal of one screen."""

    def __init__(self, node: DOMNode, is_wanted: Callable[[], bool]) -> None:
        """Tell the terminal that a node is drawn on, while that is wanted."""
        self._node = node
        self._is_wanted = is_wanted
        self._is_shown = False

    def take(self, phase: Phase) -> None:
        """Follow what pi is doing."""
        is_busy = phase.is_busy and self._is_wanted()
        if is_busy is not self._is_shown:
            self._is_shown = is_busy
            self._write(WORKING if is_busy else NOTHING)
            if is_busy:
                self._node.set_timer(AGAIN_SECONDS, self._again)

    def close(self) -> None:
        """Leave nothing behind."""
        if self._is_shown:
            self._is_shown = False
            self._write(NOTHING)

    def _again(self) -> None:
        if self._is_shown:
            self._write(WORKING)
            self._node.set_timer(AGAIN_SECONDS, self._again)

    def _write(self, sequence: str) -> None:
        if os.environ.get("TMUX"):
            sequence = through_tmux(sequence)
        write_to_terminal(app_of(self._node), sequence)
