"""Where the scrollbar's thumb is; it is drawn in the last column of the transcript's own rows."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Thumb:
    """The rows of the window that the thumb covers: from `start` up to, not including, `end`."""

    start: int
    end: int

    def __contains__(self, row: int) -> bool:
        return self.start <= row < self.end


def thumb(height: int, total: int, top: int) -> Thumb:
    """The thumb of a window of `height` rows on `total` rows that begins at `top`; empty when all is seen."""
    if height <= 0 or total <= height:
        return Thumb(0, 0)
    size = max(1, height * height // total)
    free = height - size
    most = total - height
    if top <= 0 or top >= most:
        start = 0 if top <= 0 else free
    else:
        first, last = min(1, free), max(0, free - 1)
        start = max(min(free * top // most, last), min(first, last))
    return Thumb(start, start + size)


def top_for(row: int, height: int, total: int) -> int:
    """The row of the column to be seen first when the thumb is dragged so that it begins at `row`."""
    size = max(1, height * height // max(1, total))
    free = height - size
    if free <= 0:
        return 0
    return max(0, min(row, free)) * (total - height) // free
