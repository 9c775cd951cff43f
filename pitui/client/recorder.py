"""A recording of one session with pi: every line of both directions with its time, as JSONL."""

from __future__ import annotations

import json
import logging
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, Literal, Protocol, cast

from pitui.client.errors import ProtocolError

Direction = Literal["in", "out"]
"""`in`: from pi; `out`: to pi."""

_FLUSH_SECONDS: Final = 1.0

_log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Recorded:
    """One line of a recording: seconds since its start, the direction, and the bytes without the LF."""

    time: float
    direction: Direction
    line: bytes


class Records(Protocol):
    """Whatever keeps the lines of both directions."""

    def record(self, direction: Direction, line: bytes) -> None:
        """Keep one line, with or without its LF."""
        ...


class Recorder:
    """Writes `{"t": seconds, "dir": "in"|"out", "line": "..."}` a line.

    Bytes that are no UTF-8 are kept as the lone surrogates of Python's `surrogateescape`. Of a `message_update`
    that the reader skims (pi before 0.84), only its head is recorded; it decodes to the same record.
    """

    def __init__(self, path: Path) -> None:
        """Begin a recording in `path`, replacing what is there. Raises OSError."""
        self._path = path
        self._file = path.open("w", encoding="ascii", newline="\n")
        self._start = time.monotonic()
        self._flushed = self._start

    def record(self, direction: Direction, line: bytes) -> None:
        """Keep one line, with or without its LF. When the disk refuses, the recording ends and a log line says so."""
        if self._file.closed:
            return
        now = time.monotonic()
        data = {
            "t": round(now - self._start, 6),
            "dir": direction,
            "line": line.removesuffix(b"\n").decode("utf-8", "surrogateescape"),
        }
        try:
            self._file.write(json.dumps(data) + "\n")
            if now - self._flushed >= _FLUSH_SECONDS:
                self._flushed = now
                self._file.flush()
        except OSError as error:
            _log.warning("The recording %s ended: %s", self._path, error)
            self.close()

    def close(self) -> None:
        """End the recording; may be called again."""
        try:
            self._file.close()
        except OSError as error:
            _log.warning("The recording %s may be incomplete: %s", self._path, error)


def read_recording(path: Path) -> Iterator[Recorded]:
    """Read a recording line by line; a last line that was cut off by a crash is left out.

    Raises:
        OSError: the file cannot be read.
        ProtocolError: a line is not of a recording.
    """
    with path.open("rb") as file:
        for number, line in enumerate(file, 1):
            recorded = _read_line(line)
            if recorded is not None:
                yield recorded
            elif line.endswith(b"\n"):
                raise ProtocolError(
                    f"Line {number} of {path} is no line of a recording; choose a file made with --record"
                )


def _read_line(line: bytes) -> Recorded | None:
    try:
        data: Any = json.loads(line)
        match data:
            case {"t": int() | float() as seconds, "dir": "in" | "out" as direction, "line": str() as text}:
                content = text.encode("utf-8", "surrogateescape")
                return Recorded(float(seconds), cast("Direction", direction), content)
            case _:
                return None
    except (ValueError, RecursionError):
        return None
