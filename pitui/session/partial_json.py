"""Reads a JSON value while its text streams, such as the arguments of a tool call.

Each character is looked at once, whatever the length of the text: a file of 200 KB written by `write` arrives in
thousands of deltas.
"""

from __future__ import annotations

import json
import re
from enum import Enum, auto
from typing import Any, cast

from pitui.protocol.json_object import JsonObject
from pitui.session.growing import GrowingText

_PLAIN = re.compile(r'[^"\\]+')
_SPACE = re.compile(r"[ \t\r\n]+")
_SCALAR = re.compile(r"[^,\]}\s]+")
_ESCAPES = {"b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t"}
_HEX = frozenset("0123456789abcdefABCDEF")


class _Wants(Enum):
    """What may come next."""

    VALUE = auto()
    KEY = auto()
    COLON = auto()
    COMMA = auto()
    TEXT = auto()
    """The rest of a string."""
    SCALAR = auto()
    """The rest of a number or word."""
    NOTHING = auto()
    """The value is whole, or the text is no JSON: the rest is ignored."""


class PartialJson:
    """A JSON text of which more and more is known.

    A string that is still open shows as far as it has come, and an escape only when it is whole; a number or word
    shows when it is known to have ended. What follows after a mistake is ignored. Never raises.

    Attributes:
        text: the JSON text so far.
    """

    def __init__(self) -> None:
        self.text = GrowingText()
        self._wants = _Wants.VALUE
        self._after_start = False
        self._root: Any = None
        self._stack: list[dict[str, Any] | list[Any]] = []
        self._keys: list[str] = []
        self._string = GrowingText()
        self._is_key = False
        self._placed = False  # whether the open string already stands at the end of its list
        self._escape = ""
        self._scalar: list[str] = []

    @property
    def value(self) -> Any:
        """The value as far as it can be read, None before anything can; an open string is brought up to date.

        Takes as long as the open string is long. Containers are the same objects each time.
        """
        if self._wants is _Wants.TEXT and not self._is_key:
            self._put(self._string.text, is_open=True)
        return self._root

    @property
    def object(self) -> JsonObject:
        """`value` when it is an object, else an empty one."""
        value: Any = self.value
        return cast("JsonObject", value) if isinstance(value, dict) else {}

    def feed(self, delta: str) -> None:
        """Read the next piece of the text."""
        self.text.append(delta)
        at = 0
        while at < len(delta) and self._wants is not _Wants.NOTHING:
            match self._wants:
                case _Wants.TEXT:
                    at = self._read_string(delta, at)
                case _Wants.SCALAR:
                    at = self._read_scalar(delta, at)
                case _:
                    space = _SPACE.match(delta, at)
                    if space:
                        at = space.end()
                    else:
                        at = self._read_mark(delta[at], at)

    def _read_mark(self, mark: str, at: int) -> int:
        wants = self._wants
        match mark:
            case '"' if wants in (_Wants.VALUE, _Wants.KEY):
                self._is_key = wants is _Wants.KEY
                self._string = GrowingText()
                self._wants = _Wants.TEXT
            case ":" if wants is _Wants.COLON:
                self._wants = _Wants.VALUE
                self._after_start = False
            case "," if wants is _Wants.COMMA:
                self._wants = _Wants.KEY if isinstance(self._stack[-1], dict) else _Wants.VALUE
                self._after_start = False
            case "{" | "[" if wants is _Wants.VALUE:
                self._open({} if mark == "{" else [])
            case "}" | "]" if self._may_close(mark):
                self._close()
            case _ if wants is _Wants.VALUE and mark not in ",:}]":
                self._wants = _Wants.SCALAR
                return at
            case _:
                self._wants = _Wants.NOTHING
        return at + 1

    def _may_close(self, mark: str) -> bool:
        if not self._stack or isinstance(self._stack[-1], dict) is not (mark == "}"):
            return False
        return self._wants is _Wants.COMMA or self._after_start

    def _open(self, container: dict[str, Any] | list[Any]) -> None:
        self._put(container)
        self._stack.append(container)
        self._keys.append("")
        self._wants = _Wants.KEY if isinstance(container, dict) else _Wants.VALUE
        self._after_start = True

    def _close(self) -> None:
        self._stack.pop()
        self._keys.pop()
        self._ended()

    def _ended(self) -> None:
        self._after_start = False
        self._wants = _Wants.COMMA if self._stack else _Wants.NOTHING

    def _put(self, value: Any, *, is_open: bool = False) -> None:
        """Set the value that is being read; an open string is already there from the second time on."""
        if not self._stack:
            self._root = value
            return
        container = self._stack[-1]
        if isinstance(container, dict):
            container[self._keys[-1]] = value
        elif self._placed:
            container[-1] = value
        else:
            container.append(value)
        self._placed = is_open

    def _read_string(self, delta: str, at: int) -> int:
        if self._escape:
            return self._read_escape(delta, at)
        plain = _PLAIN.match(delta, at)
        if plain:
            self._string.append(plain[0])
            return plain.end()
        if delta[at] == "\\":
            self._escape = "\\"
        elif self._is_key:
            self._keys[-1] = self._string.text
            self._wants = _Wants.COLON
        else:
            self._put(self._string.text)
            self._ended()
        return at + 1

    def _read_escape(self, delta: str, at: int) -> int:
        letter = delta[at]
        if len(self._escape) == 1 and letter != "u":
            self._string.append(_ESCAPES.get(letter, letter))
            self._escape = ""
            return at + 1
        if len(self._escape) > 1 and letter not in _HEX:
            self._string.append("\ufffd")
            self._escape = ""
            return at
        self._escape += letter
        if len(self._escape) == 6:
            self._string.append(chr(int(self._escape[2:], 16)))
            self._escape = ""
        return at + 1

    def _read_scalar(self, delta: str, at: int) -> int:
        found = _SCALAR.match(delta, at)
        if found:
            self._scalar.append(found[0])
            return found.end()
        text = "".join(self._scalar)
        self._scalar.clear()
        try:
            self._put(json.loads(text))
        except ValueError:
            self._wants = _Wants.NOTHING
        else:
            self._ended()
        return at
