"""Bytes into lines: LF only, of any length, each byte looked at once and copied once."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from pitui.protocol.codec import SKIM_BYTES, SKIM_PREFIX, delta_end

_FIRST_LOOK: Final = 512
_NEVER: Final = 1 << 62
_KEPT_CAPACITY: Final = 1024 * 1024


class LineSplitter:
    """Cuts a stream at LF; U+2028 and the like are text (pi 1.6.0, docs/rpc.md).

    A long `message_update` is *skimmed*: it is given out up to the end of its delta, also before its line has ended,
    and the rest is dropped up to the LF without being kept. Before pi 0.84 the whole message stands there twice, so
    that a long answer arrives as gigabytes.
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
                yield _shortened(chunk, start, end)
            start = end + 1
        if start < len(chunk):
            self._line += memoryview(chunk)[start:]
            if len(self._line) >= self._next_look and self._may_drop_the_rest():
                self._dropping = True
                yield self._take()

    def _take(self) -> bytes:
        line = _shortened(self._line, 0, len(self._line))
        if len(self._line) > _KEPT_CAPACITY:
            self._line = bytearray()
        else:
            self._line.clear()
        self._next_look = _FIRST_LOOK
        return line

    def _may_drop_the_rest(self) -> bool:
        """Look again only when the line has doubled, and no longer once the delta had its room."""
        if self._line.startswith(SKIM_PREFIX) and delta_end(self._line) is not None:
            return True
        size = len(self._line)
        self._next_look = 2 * size if size < SKIM_BYTES else _NEVER
        return False


def _shortened(data: bytes | bytearray, start: int, end: int) -> bytes:
    """The line between two offsets, only up to its delta if it is long and has one."""
    if end - start >= _FIRST_LOOK and data.startswith(SKIM_PREFIX, start):
        head = bytes(memoryview(data)[start : min(end, start + SKIM_BYTES)])
        if (kept := delta_end(head)) is not None:
            return head[:kept]
    return bytes(memoryview(data)[start:end])
