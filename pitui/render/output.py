"""A stretch of a program's output: its last or its first rows, at no more cost than that."""

from __future__ import annotations

from collections import deque
from typing import NamedTuple

from rich.style import Style

from pitui.render.ansi import styled_lines
from pitui.render.format import plural
from pitui.render.layout import indented, note
from pitui.render.line import Line
from pitui.render.look import Look
from pitui.render.window import first_lines, last_lines

FOLDED_ROWS = 5


class Stretch(NamedTuple):
    """Some rows of an output, and how many of its lines are left out (or shown in part) on the one side."""

    lines: list[Line]
    hidden: int


def last_rows(
    text: str,
    rows: int,
    look: Look,
    base: Style,
    indent: int = 2,
    end: int | None = None,
    *,
    words: bool = False,
) -> list[Line]:
    """The last rows of `text[:end]` below a hint, or one more, which takes no more room than the hint."""
    shown = tail(text, rows + 1, look.width, base, indent, end, words=words)
    if shown.hidden:
        shown = tail(text, rows, look.width, base, indent, end, words=words)
    return [*earlier(shown.hidden, look, indent), *shown.lines]


def first_rows(
    text: str,
    rows: int,
    look: Look,
    base: Style,
    indent: int = 2,
    end: int | None = None,
    *,
    words: bool = False,
) -> list[Line]:
    """The first rows of `text[:end]` above a hint, or one more, which takes no more room than the hint."""
    shown = head(text, rows + 1, look.width, base, indent, end, words=words)
    if shown.hidden:
        shown = head(text, rows, look.width, base, indent, end, words=words)
    return [*shown.lines, *more(shown.hidden, look, indent)]


def tail(
    text: str,
    rows: int,
    width: int,
    base: Style,
    indent: int = 2,
    end: int | None = None,
    *,
    words: bool = False,
) -> Stretch:
    """The last rows of `text[:end]`, wrapped at spaces with `words`; blank lines at its end are left out."""
    window = last_lines(text, rows, end)
    shown: deque[tuple[int, Line]] = deque(maxlen=rows)
    hidden = int(window.cut)
    for number, segments in enumerate(styled_lines(window.lines, base, tabs=True)):
        for line in indented(segments, width, indent, words=words):
            if len(shown) == rows:
                hidden = shown[0][0] + 1
            shown.append((number, line))
    return Stretch([line for _, line in shown], window.hidden + hidden)


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
    window = first_lines(text, rows, end)
    lines: list[Line] = []
    for number, segments in enumerate(styled_lines(window.lines, base, tabs=True)):
        for line in indented(segments, width, indent, words=words):
            if len(lines) == rows:
                return Stretch(lines, window.hidden + len(window.lines) - number)
            lines.append(line)
    return Stretch(lines, window.hidden + int(window.cut))


def earlier(hidden: int, look: Look, indent: int = 2, noun: str = "earlier line") -> list[Line]:
    """The line that says how much is left out above; none when nothing is."""
    return [_hint(hidden, noun, look, indent)] if hidden else []


def more(hidden: int, look: Look, indent: int = 2, noun: str = "more line") -> list[Line]:
    """The line that says how much is left out below; none when nothing is."""
    return [_hint(hidden, noun, look, indent)] if hidden else []


def _hint(hidden: int, noun: str, look: Look, indent: int) -> Line:
    where = " · F2 shows all" if look.expanded and not look.whole else ""
    return note(f"… {plural(hidden, noun)}{where}", look.width, look.palette.dim, indent)
