"""What extensions cannot do over RPC, noticed by what they say, since pi tells no client about it.

`ctx.ui.custom()` and the other methods that draw (`setFooter`, `setHeader`, `setEditorComponent`, ...) return at once
and send no record (pi 0.82.1 and 1.6.0, rpc-mode.js). Two things can be seen: extensions that ask for pi's mode say
that they need an interactive one, and a command that only draws ends without a word.
"""

from __future__ import annotations

import re
from typing import Any

from pitui.protocol.codec import Record
from pitui.protocol.events import ToolExecutionEnd
from pitui.protocol.extension_ui import NotifyRequest

QUIET_SECONDS = 1.0
"""So long after a command has ended a record still counts as its own."""

_SAYS_SO = re.compile(
    r"\b(?:requires?|needs?)\s+(?:an?\s+|the\s+)?(?:interactive|tui)\b|\bnon-interactive mode\b|\binteractive mode\b"
    r"|\btui mode\b|\bUI not available\b",
    re.IGNORECASE,
)
_PI_TOOLS = frozenset(("bash", "read", "edit", "write", "grep", "find", "ls", "codemode"))
"""Their results are the user's files and programs, not words of an extension."""

_LONGEST = 300
"""A sentence that says so is short."""


class Lacking:
    """Notices what needs pi's own TUI, each name once."""

    def __init__(self) -> None:
        self._told: set[str] = set()
        self._command: str | None = None
        self._heard = 0

    def command_started(self, name: str) -> int:
        """An extension command goes to pi.

        Args:
            name: without its slash.

        Returns:
            What `command_ended` wants to be told.
        """
        self._command = name
        return self._heard

    def command_refused(self) -> None:
        """pi did not take the command."""
        self._command = None

    def command_ended(self, name: str, mark: int) -> str | None:
        """An extension command has ended, `QUIET_SECONDS` ago.

        Args:
            name: without its slash.
            mark: what `command_started` returned.

        Returns:
            What to tell the user, if there is something.
        """
        if self._command == name:
            self._command = None
        if self._heard != mark or name in self._told:
            return None
        self._told.add(name)
        return f"/{name} has ended without a word. If it draws a screen of its own, that shows only in pi's own TUI"

    def take(self, record: Record) -> str | None:
        """Look at a record of pi.

        Returns:
            What to tell the user, if there is something.
        """
        self._heard += 1
        match record:
            case NotifyRequest():
                name = None if self._command is None else f"/{self._command}"
                return self._said(name, record.message)
            case ToolExecutionEnd() if record.tool_name not in _PI_TOOLS:
                return self._said(f"The tool {record.tool_name}", _first_text(record.result))
            case _:
                return None

    def _said(self, name: str | None, text: str) -> str | None:
        if len(text) > _LONGEST or _SAYS_SO.search(text) is None:
            return None
        name = name or "An extension"
        if name in self._told:
            return None
        self._told.add(name)
        return f"{name} needs pi's own TUI: only there can extensions draw screens of their own"


def _first_text(result: Any) -> str:
    """The first text of a tool's result, whatever that is."""
    match result:
        case {"content": [{"text": str(text)}, *_]}:
            return text
        case _:
            return ""


def where_it_works(session_file: str | None) -> str:
    """The words that say how to get to pi's own TUI on this session."""
    return "run pi in this folder" if session_file is None else "/pi opens it on this session"
