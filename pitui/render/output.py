"""A stretch of a program's output: its last or its first rows, without looking at the rest of it."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass

from rich.style import Style

from pitui.render.ansi import styled_lines
from pitui.render.format import plural
from pitui.render.layout import indented, note
from pitui.render.line import Line
from pitui.render.look import Look

FOLDED_ROWS = 5
OPEN_ROWS = 200
"""What an open block shows of its output in the conversation; the tools pane shows all of it."""

_LINE_CAP = 16_384
"""Characters of one line that are looked at, whatever it holds."""


@dataclass(frozen=True, slots=True)
class Stretch:
    """Some rows of an output, and how many of its lines are left out (or shown in part) on the one side."""

    lines: list[Line]
    hidden: int


def tail(text: str, rows: int, width: int, base: Style, indent: int = 2, end: int | None = None) -> Stretch:
    """The last rows of `text[:end]`; blank lines at its end are left out.

    Looks at no more than the lines it shows, and counts the line ends before them.
    """
    end = _trimmed_end(text, len(text) if end is None else end)
    pieces: list[str] = []
    start = end
    cut = False
    while start >= 0 and end > 0 and len(pieces) < rows:
        stop = start
        start = text.rfind("\n", 0, stop)
        first = max(start + 1, stop - _LINE_CAP)
        cut = first > start + 1
        pieces.append(text[first:stop])
    if not pieces:
        return Stretch([], 0)
    shown: deque[tuple[int, Line]] = deque(maxlen=rows)
    dropped = -1
    for number, segments in enumerate(styled_lines(reversed(pieces), base)):
        for line in indented(segments, width, indent):
            if len(shown) == rows:
                dropped = shown[0][0]
            shown.append((number, line))
    before = text.count("\n", 0, start + 1) if start >= 0 else 0
    return Stretch([line for _, line in shown], before + (dropped + 1 if dropped >= 0 else int(cut)))


def head(
    text: str,
    rows: int,
    width: int,
    base: Style,
    indent: int = 2,
    end: int | None = None,
    *,
    words: bool = False,
) -> Stretch:
    """The first rows of `text[:end]`, wrapped at spaces with `words`; blank lines at its end are left out."""
    end = _trimmed_end(text, len(text) if end is None else end)
    lines: list[Line] = []
    if end == 0:
        return Stretch([], 0)
    start = 0
    for segments in styled_lines(_pieces(text, end), base):
        stop = text.find("\n", start, end)
        start = end + 1 if stop < 0 else stop + 1
        for line in indented(segments, width, indent, words=words):
            if len(lines) == rows:
                return Stretch(lines, 1 + _count_lines(text, start, end))
            lines.append(line)
        if len(lines) == rows:
            break
    return Stretch(lines, _count_lines(text, start, end))


def _pieces(text: str, end: int) -> Iterator[str]:
    start = 0
    while start <= end:
        stop = text.find("\n", start, end)
        stop = end if stop < 0 else stop
        yield text[start : min(stop, start + _LINE_CAP)]
        start = stop + 1


def _count_lines(text: str, start: int, end: int) -> int:
    return text.count("\n", start, end) + 1 if start <= end else 0


def _trimmed_end(text: str, end: int) -> int:
    while end > 0 and text[end - 1] in "\n\r":
        end -= 1
    return end


def earlier(hidden: int, look: Look, indent: int = 2, noun: str = "earlier line") -> list[Line]:
    """The line that says how much is left out above; none when nothing is."""
    return [_hint(hidden, noun, look, indent)] if hidden else []


def more(hidden: int, look: Look, indent: int = 2, noun: str = "more line") -> list[Line]:
    """The line that says how much is left out below; none when nothing is."""
    return [_hint(hidden, noun, look, indent)] if hidden else []


def _hint(hidden: int, noun: str, look: Look, indent: int) -> Line:
    where = " · F2 shows all" if look.expanded else ""
    return note(f"… {plural(hidden, noun)}{where}", look.width, look.palette.dim, indent)
