"""What copying gives of rows: the text as the source has it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from pitui.render.line import Drawing, Line, Stretch
from pitui.render.wrap import graphemes, narrow

TO_END = 1 << 60
"""A character index past the end of every line."""


def copied(lines: Sequence[Line], start: int = 0, end: int = TO_END, *, within_row: bool = False) -> str:
    """The source of rows that follow each other.

    Args:
        lines: the rows.
        start: the first character that is wanted of the first row.
        end: the character of the last row before which it ends.
        within_row: whether no more than a part of one row is wanted: then it is what is seen of that row, without
            ornament; else a piece of the source that rows draw together is given whole.

    Returns:
        The text, without gutters and without the line ends of soft wraps.
    """
    parts: list[str] = []
    drawing: Drawing | None = None
    last = len(lines) - 1
    for n, line in enumerate(lines):
        left, right = start if n == 0 else 0, end if n == last else TO_END
        joint = line.joint
        if isinstance(line.origin, Drawing) and not within_row:
            if line.origin is drawing or right <= 0 or left >= len(line.text):
                continue
            drawing = line.origin
            joint = None
            text = drawing.source
        else:
            text = _of_row(line, left, right, within_row)
        if parts:
            parts.append("\n" if joint is None else joint)
        parts.append(text)
    return "".join(parts)


def _of_row(line: Line, start: int, end: int, within_row: bool) -> str:
    if isinstance(line.origin, Drawing):
        if line.origin.columns:
            return _cells(line, line.origin.columns, start, end)
    elif line.origin:
        return _undrawn(line, line.origin, start, end, within_row)
    return line.text[max(start, line.gutter) : max(end, line.gutter)]


def _undrawn(line: Line, stretches: Iterable[Stretch], start: int, end: int, within_row: bool) -> str:
    """The characters of a row, with the source of each stretch that is touched."""
    text, gutter = line.text, line.gutter
    parts: list[str] = []
    at = start
    for first, last, source in stretches:
        is_touched = first < end and (last > start or first == start)
        if not is_touched or (within_row and first == last):
            continue
        parts += (text[max(at, gutter) : max(first, gutter)], source)
        at = max(at, last)
    parts.append(text[max(at, gutter) : max(end, gutter)])
    return "".join(parts)


def _cells(line: Line, columns: Iterable[tuple[int, int]], start: int, end: int) -> str:
    """What is wanted of each column of a row, without what fills it up."""
    text = line.text
    found: list[str] = []
    for first, last in columns:
        part = text[max(_character_at(line, first), start) : min(_character_at(line, last), end)].strip(" ")
        if part:
            found.append(part)
    return " ".join(found)


def _character_at(line: Line, cell: int) -> int:
    """The character that begins a number of cells behind the gutter."""
    before = at = 0
    for segment in line.segments:
        hidden = min(max(line.gutter - at, 0), len(segment.text))
        piece = segment.text[hidden:]
        at += hidden
        for start, _, cells in (
            ((i, i + 1, 1) for i in range(len(piece))) if narrow(piece) else graphemes(piece)
        ):
            if before >= cell:
                return at + start
            before += cells
        at += len(piece)
    return at
