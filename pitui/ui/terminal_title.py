"""The terminal's own title: what an extension wants it to be, and at the end what it was before."""

from __future__ import annotations

from textual.dom import DOMNode

from pitui.render.sanitize import visible
from pitui.ui.textual_private import app_of, write_to_terminal

MOST_CHARACTERS = 120

_SAVE, _RESTORE = "\x1b[22;2t", "\x1b[23;2t"
"""xterm's title stack; terminals without one ignore both."""


class TerminalTitle:
    """Sets the title only after an extension has asked for one."""

    def __init__(self, node: DOMNode) -> None:
        """Write through the app of a screen."""
        self._node = node
        self._written: str | None = None
        self._is_closed = False

    def tell(self, title: str | None) -> None:
        """Set the title; foreign text.

        Args:
            title: None when no extension wants one (any more).
        """
        wanted = None if title is None else _one_line(title)
        if wanted == self._written or self._is_closed:
            return
        app = app_of(self._node)
        if self._written is None:
            write_to_terminal(app, _SAVE)
        if wanted is None:
            write_to_terminal(app, _RESTORE)
        else:
            write_to_terminal(app, f"\x1b]2;{wanted}\a")
        self._written = wanted

    def restore(self) -> None:
        """Leave the title as it was, for good."""
        self.tell(None)
        self._is_closed = True


def _one_line(title: str) -> str:
    return " ".join(visible(title[: 4 * MOST_CHARACTERS]).split())[:MOST_CHARACTERS]
