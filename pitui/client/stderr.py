"""What pi says on stderr: the last lines kept for the report of its end, each handed on as it comes."""

from __future__ import annotations

import logging
from collections import deque
from collections.abc import Callable
from typing import Final

_KEPT_LINES: Final = 50
_LINE_BYTES: Final = 4096

_log = logging.getLogger(__name__)


class StderrTail:
    """Cuts stderr into lines of bounded length and keeps the last ones."""

    def __init__(self, on_line: Callable[[str], None] | None = None) -> None:
        """Call `on_line` with each line, decoded, without its LF; what it raises is logged."""
        self._on_line = on_line
        self._rest = b""
        self._lines: deque[str] = deque(maxlen=_KEPT_LINES)

    @property
    def lines(self) -> tuple[str, ...]:
        """The last lines, oldest first."""
        return tuple(self._lines)

    def feed(self, chunk: bytes) -> None:
        """Take the next bytes; a line of more than 4 KB is cut into several."""
        *lines, self._rest = (self._rest + chunk).split(b"\n")
        for line in lines:
            self._add(line)
        while len(self._rest) >= _LINE_BYTES:
            self._add_line(self._rest[:_LINE_BYTES])
            self._rest = self._rest[_LINE_BYTES:]

    def end(self) -> None:
        """Take what is left as the last line."""
        if self._rest:
            self._add(self._rest)
            self._rest = b""

    def _add(self, line: bytes) -> None:
        for start in range(0, max(len(line), 1), _LINE_BYTES):
            self._add_line(line[start : start + _LINE_BYTES])

    def _add_line(self, line: bytes) -> None:
        text = line.removesuffix(b"\r").decode("utf-8", "replace")
        self._lines.append(text)
        if self._on_line is None:
            return
        try:
            self._on_line(text)
        except Exception:
            _log.exception("A reader of pi's stderr failed")
