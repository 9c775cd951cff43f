"""Where a text occurs in the lines of a block, across soft wraps."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from pitui.render.line import Line


class Piece(NamedTuple):
    """The characters from `start` up to `end` of one line."""

    line: int
    start: int
    end: int


Hit = tuple[Piece, ...]
"""One occurrence; more than one piece when it goes across a soft wrap."""


def lowered(text: str) -> str:
    """Lower case, character for character, so that places stay the same."""
    low = text.lower()
    if len(low) == len(text):
        return low
    return "".join(small if len(small := character.lower()) == 1 else character for character in text)


def hits_in(lines: Sequence[Line], needle: str) -> list[Hit]:
    """All occurrences, from the top; they do not overlap.

    Args:
        lines: the lines of a block.
        needle: what to look for, in lower case, not empty.
    """
    found: list[Hit] = []
    parts: list[str] = []
    starts: list[tuple[int, int, int]] = []
    length = 0
    for n, line in enumerate(lines):
        if line.joint is None:
            found += _search("".join(parts), starts, needle)
            parts, starts, length = [], [], 0
        else:
            parts.append(line.joint)
            length += len(line.joint)
        text = line.text[line.gutter :]
        starts.append((length, n, line.gutter))
        parts.append(text)
        length += len(text)
    return found + _search("".join(parts), starts, needle)


def _search(text: str, starts: list[tuple[int, int, int]], needle: str) -> list[Hit]:
    text = lowered(text)
    found: list[Hit] = []
    at = text.find(needle)
    while at >= 0:
        found.append(tuple(_pieces(at, at + len(needle), len(text), starts)))
        at = text.find(needle, at + len(needle))
    return found


def _pieces(start: int, end: int, length: int, starts: list[tuple[int, int, int]]) -> list[Piece]:
    pieces: list[Piece] = []
    for i, (first, n, gutter) in enumerate(starts):
        last = starts[i + 1][0] if i + 1 < len(starts) else length
        a, b = max(start, first), min(end, last)
        if a < b:
            pieces.append(Piece(n, a - first + gutter, b - first + gutter))
    return pieces
