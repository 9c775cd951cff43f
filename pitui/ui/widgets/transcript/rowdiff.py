"""Finds the cells of a row that differ from what stands on the screen, so that only these are written again."""

from __future__ import annotations

from itertools import chain, repeat

from rich.style import Style
from textual.strip import Strip

Cell = tuple[str, Style | None]


def changed_span(old: Strip, new: Strip) -> tuple[int, int] | None:
    """The cells to write to turn one strip into another.

    A row is cut only between characters that are never joined with their neighbours: a terminal may draw
    several characters in one cell or two.

    Args:
        old: the strip on the screen.
        new: the strip that is wanted, as wide as the old one.

    Returns:
        First cell and the cell after the last; None when nothing differs.
    """
    if old is new or old == new:
        return None
    before, after = _cells(old), _cells(new)
    start = 0
    for a, b in zip(before, after, strict=False):
        if a != b or not _stands_alone(a[0]):
            break
        start += 1
    most = min(len(before), len(after)) - start
    same = 0
    while same < most and before[-1 - same] == after[-1 - same] and _stands_alone(after[-1 - same][0]):
        same += 1
    if start and not all(_stands_alone(cells[start][0]) for cells in (before, after) if start < len(cells)):
        start -= 1
    if same and not all(_stands_alone(cells[-1 - same][0]) for cells in (before, after) if same < len(cells)):
        same -= 1
    return start, max(start + 1, new.cell_length - same)


def _cells(strip: Strip) -> list[Cell]:
    return list(chain.from_iterable(zip(segment.text, repeat(segment.style)) for segment in strip))


def _stands_alone(character: str) -> bool:
    return character < "\u00ad" or "\u00b0" <= character < "\u0300" or "\u2500" <= character < "\u25a0"
