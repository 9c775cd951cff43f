"""Tabs drawn as spaces, and rows that know which of their spaces are tabs in the source."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple, TypeVar

from rich.cells import cell_len

from pitui.render.line import Line, Stretch

S = TypeVar("S")


class Tab(NamedTuple):
    """The characters of a drawn text that are one tab of the source."""

    start: int
    end: int


def expand(pieces: Iterable[tuple[str, S]], stop: int) -> tuple[list[tuple[str, S]], list[Tab]]:
    """The pieces of a line with spaces up to the next tab stop in place of tabs.

    Args:
        pieces: the texts, as they are drawn but for their tabs, with their styles.
        stop: cells from one tab stop to the next.

    Returns:
        The pieces, and where in all of them together the tabs are.
    """
    drawn: list[tuple[str, S]] = []
    tabs: list[Tab] = []
    length = column = 0
    for text, style in pieces:
        first, *more = text.split("\t")
        parts = [first]
        length += len(first)
        column += cell_len(first)
        for part in more:
            fill = stop - column % stop
            tabs.append(Tab(length, length + fill))
            parts += (" " * fill, part)
            length += fill + len(part)
            column += fill + cell_len(part)
        drawn.append(("".join(parts), style))
    return drawn, tabs


def with_tabs(rows: Iterable[Line], tabs: Sequence[Tab]) -> Iterator[Line]:
    """The rows that a line was wrapped into, with its tabs.

    Args:
        rows: the rows; all that stands before their text is gutter. A row that is wrapped off holds the rest of a tab
            that the row above it began, which is nothing in the source.
        tabs: where they are in the line.
    """
    at = 0
    for n, row in enumerate(rows):
        joint = row.joint
        if n and joint:
            joint = _swallowed(joint, at, tabs)
            at += len(row.joint or "")
        length = len(row.text) - row.gutter
        shift = row.gutter - at
        stretches = tuple(
            Stretch(max(start, at) + shift, min(end, at + length) + shift, "\t" if start >= at else "")
            for start, end in tabs
            if start < at + length and end > at
        )
        at += length
        yield Line(row.segments, row.gutter, joint, stretches) if stretches or joint != row.joint else row


def _swallowed(joint: str, at: int, tabs: Sequence[Tab]) -> str:
    """What a soft wrap swallowed, with tabs."""
    parts: list[str] = []
    position = at
    after = at + len(joint)
    for start, end in tabs:
        if start >= after or end <= at:
            continue
        parts.append(joint[position - at : max(start, at) - at])
        if start >= at:
            parts.append("\t")
        position = min(end, after)
    parts.append(joint[position - at :])
    return "".join(parts)
