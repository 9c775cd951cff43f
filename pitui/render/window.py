"""The first or the last lines of a text of any size, without looking at the rest, and how many are left out."""

from __future__ import annotations

from typing import NamedTuple

LINE_CAP = 16_384
"""Characters of one line that are taken, whatever it holds: of a first line its start, of a last line its end."""


class Window(NamedTuple):
    """Some lines of a text.

    Attributes:
        lines: the lines without their `\\n`.
        hidden: how many lines are left out on the one side.
        cut: whether the outermost line is longer than what is taken of it.
    """

    lines: list[str]
    hidden: int
    cut: bool


def first_lines(text: str, most: int, end: int | None = None, cap: int = LINE_CAP) -> Window:
    """The first lines of `text[:end]`, which blank lines at its end do not belong to."""
    end = _end(text, end)
    lines: list[str] = []
    start, cut = 0, False
    while len(lines) < most and start < end:
        stop = text.find("\n", start, end)
        stop = end if stop < 0 else stop
        cut = stop - start > cap
        lines.append(text[start : min(stop, start + cap)])
        start = stop + 1
    return Window(lines, text.count("\n", start, end) + 1 if start < end else 0, cut)


def last_lines(text: str, most: int, end: int | None = None, cap: int = LINE_CAP) -> Window:
    """The last lines of `text[:end]`, which blank lines at its end do not belong to."""
    start = end = _end(text, end)
    lines: list[str] = []
    cut = False
    if end == 0:
        return Window([], 0, False)
    while len(lines) < most and start >= 0:
        stop = start
        start = text.rfind("\n", 0, stop)
        cut = stop - start - 1 > cap
        lines.append(text[max(start + 1, stop - cap) : stop])
    lines.reverse()
    return Window(lines, text.count("\n", 0, start + 1) if start >= 0 else 0, cut)


def _end(text: str, end: int | None) -> int:
    end = len(text) if end is None else end
    while end > 0 and text[end - 1] in "\n\r":
        end -= 1
    return end
