"""The program's status (OSC 7501, as pi 1.6.0 has it): how it is written, and whether the terminal understands it.

Nothing is told before the terminal has answered that it understands; `PI_PROGRAM_STATUS` says 1 (it does) or 0 (tell
nothing).
"""

from __future__ import annotations

import base64
import os
import re
from collections.abc import Callable, Mapping
from typing import Final, Literal, NamedTuple

from pitui.render.sanitize import visible

VARIABLE = "PI_PROGRAM_STATUS"
QUERY = "\x1b]7501;?\x1b\\"
CLEAR = "\x1b]7501;state=clear\x1b\\"
MOST_BYTES = 2048
"""A longer message is cut (the protocol's limit)."""

_ANSWER: Final = re.compile(r"\x1b\]7501;\?[^\x07\x1b]*(?:\x07|\x1b\\)")
_ANSWER_BEGINS: Final = re.compile(r"\x1b\]7(?:5(?:0(?:1(?:;(?:\?[^\x07\x1b]*\x1b?)?)?)?)?)?\Z")
"""Two characters, Esc and a bracket, may also be a key."""

State = Literal["idle", "working", "blocked", "done", "error"]


class Status(NamedTuple):
    """What the terminal is told.

    Attributes:
        state: what pi does.
        message: about what; foreign text.
        kind: what it waits for, while it is blocked.
    """

    state: State = "idle"
    message: str = ""
    kind: Literal["", "question", "permission"] = ""

    @property
    def sequence(self) -> str:
        """The status as the terminal reads it."""
        pairs = [f"state={self.state}", "app=pitui"]
        if self.kind:
            pairs.append(f"kind={self.kind}")
        words = " ".join(visible(self.message[:MOST_BYTES]).split()).encode("utf-8", "replace")[:MOST_BYTES]
        if words:
            whole = words.decode("utf-8", "ignore").encode()
            pairs.append(f"msg={base64.b64encode(whole).decode()}")
        return f"\x1b]7501;{':'.join(pairs)}\x1b\\"


class StatusChannel:
    """The terminal's side: asks it whether it understands, and writes only then. Serves one driver."""

    def __init__(self, write: Callable[[str], None], environment: Mapping[str, str] = os.environ) -> None:
        """Write by a function that may be called from any thread."""
        self._write = write
        self._wish = environment.get(VARIABLE)
        self._status: Status | None = None
        self._understands = False
        self._is_asked = False
        self._held = ""

    def begin(self) -> None:
        """The terminal is taken: it may be another one than before."""
        self._understands = self._wish == "1"
        self._is_asked = self._wish not in ("0", "1")
        if self._is_asked:
            self._write(QUERY)
        self._tell_again()

    def end(self) -> None:
        """The terminal is given back."""
        if self._understands and self._status is not None:
            self._write(CLEAR)
        self._understands = self._is_asked = False

    def tell(self, status: Status) -> None:
        """Tell a status, if it is another one."""
        if status != self._status:
            self._status = status
            self._tell_again()

    def sift(self, text: str) -> str:
        """Take the terminal's answer out of what it has sent; the rest are keys."""
        text, self._held = self._held + text, ""
        if "\x1b]7" not in text:
            return text
        rest, answers = _ANSWER.subn("", text)
        if answers and self._is_asked:
            self._is_asked = False
            self._understands = True
            self._tell_again()
        if self._is_asked and (begun := _ANSWER_BEGINS.search(rest)):
            rest, self._held = rest[: begun.start()], begun[0]
        return rest

    def _tell_again(self) -> None:
        if self._understands and self._status is not None:
            self._write(self._status.sequence)
