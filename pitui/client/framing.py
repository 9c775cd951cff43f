"""Bytes into lines: LF only, of any length, each byte looked at once and copied once."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from pitui.protocol.codec import SKIM_BYTES, SKIM_PREFIX, skim

_FIRST_LOOK: Final = 512
_KEPT_CAPACITY: Final = 1024 * 1024


class LineSplitter:
    """Cuts a stream at LF; U+2028 and the like are text (pi 1.6.0, docs/rpc.md).

    A `message_update` whose line has not ended yet is *skimmed* once its delta is there: its head is given
    out as the line, and the rest is dropped up to the LF without being kept. Before pi 0.84 such a line
    carries the whole message twice, so that a long answer arrives as gigabytes.
    """

    def __init__(self) -> None:
        self._line = bytearray()
        self._next_look = _FIRST_LOOK
        self._dropping = False

    @property
    def held(self) -> int:
        """Bytes of the unfinished line that are kept."""
        return len(self._line)

    def feed(self, chunk: bytes) -> Iterator[bytes]:
        """Take the next bytes and give out the lines that are now whole, without their LF.

        Lines are cut while the caller iterates, and the iterator must be exhausted before the next `feed`.
        """
        start = 0
        if self._dropping:
            start = chunk.find(b"\n") + 1
            if start == 0:
                return
            self._dropping = False
        while (end := chunk.find(b"\n", start)) >= 0:
            if self._line:
                self._line += memoryview(chunk)[start:end]
                yield self._take()
            else:
                yield chunk[start:end]
            start = end + 1
        if start < len(chunk):
            self._line += memoryview(chunk)[start:]
            head = self._skimmed()
            if head is not None:
                yield head

    def _take(self) -> bytes:
        line = bytes(self._line)
        if len(line) > _KEPT_CAPACITY:
            self._line = bytearray()
        else:
            self._line.clear()
        self._next_look = _FIRST_LOOK
        return line

    def _skimmed(self) -> bytes | None:
        """Look again only when the line has doubled, and no longer once the delta had its room."""
        size = len(self._line)
        if size < self._next_look:
            return None
        if not self._line.startswith(SKIM_PREFIX):
            self._next_look = 1 << 62
            return None
        self._next_look = 2 * size if size < SKIM_BYTES else 1 << 62
        if skim(self._line) is None:
            return None
        del self._line[SKIM_BYTES:]
        self._dropping = True
        return self._take()
