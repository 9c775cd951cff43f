"""The latest records of both directions, kept in memory for bug reports, without what must stay secret."""

from __future__ import annotations

import json
import re
import time
from collections import deque
from typing import Any, Final, cast

from pitui.client.recorder import Direction, Recorder

MOST: Final = 200
"""So many records are kept."""

_LONGEST_LINE: Final = 8192
_LONGEST_TEXT: Final = 200
_SECRET: Final = re.compile(
    r"api_?key|authorization|secret|password|cookie|credential|headers|token$", re.IGNORECASE
)
_HIDDEN: Final = "[hidden]"
_IN_TEXT: Final = re.compile(
    r"\b(?:sk|pk|ghp|gho|ghs|github_pat|xox[abp]|AKIA|AIza|ya29)[-_.A-Za-z0-9]{8,}|(?i:bearer)\s+\S+"
)


class Latest:
    """Keeps the heads of the latest records, and hands all of them on to a recording if there is one."""

    def __init__(self, recording: Recorder | None = None) -> None:
        """Keep nothing yet."""
        self._recording = recording
        self._records: deque[tuple[float, Direction, bytes, int]] = deque(maxlen=MOST)

    def record(self, direction: Direction, line: bytes) -> None:
        """Keep one line."""
        self._records.append((time.monotonic(), direction, line[:_LONGEST_LINE], len(line)))
        if self._recording is not None:
            self._recording.record(direction, line)

    def lines(self) -> list[str]:
        """The records, the oldest first: seconds before now, direction, and the record with its long texts cut.

        Values of fields that hold keys, and what looks like a key within a text, are hidden.
        """
        now = time.monotonic()
        return [
            f"{at - now:8.2f}s {'<-' if direction == 'in' else '->'} {_shown(head, size)}"
            for at, direction, head, size in self._records
        ]


def _shown(head: bytes, size: int) -> str:
    text = head.decode("utf-8", "replace").rstrip("\n")
    if size <= _LONGEST_LINE:
        try:
            return json.dumps(_hidden(json.loads(text)), ensure_ascii=False)
        except (ValueError, RecursionError):
            pass
    return f"{_IN_TEXT.sub(_HIDDEN, text[:_LONGEST_TEXT])}… ({size} bytes)"


def _hidden(value: Any) -> Any:
    match value:
        case dict():
            fields = cast("dict[str, Any]", value).items()
            return {name: _HIDDEN if _SECRET.search(name) else _hidden(found) for name, found in fields}
        case list():
            return [_hidden(found) for found in cast("list[Any]", value)]
        case str():
            text = _IN_TEXT.sub(_HIDDEN, value)
            return text if len(text) <= _LONGEST_TEXT else f"{text[:_LONGEST_TEXT]}… ({len(text)} characters)"
        case _:
            return value
