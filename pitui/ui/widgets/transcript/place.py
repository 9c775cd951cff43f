"""Where in a block's text a line begins, in a way that holds for every width."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from pitui.render.line import BLANK, Line


class Place(NamedTuple):
    """A point in a block's text.

    Attributes:
        key: the block.
        paragraph: how many lines of the source come before it in the rendering.
        share: how far into its line of the source it lies, from 0 to 1.
        row: on which row of the window it is seen.
    """

    key: int
    paragraph: int
    share: float
    row: int = 0


def place_of(key: int, lines: Sequence[Line], line: int, row: int = 0) -> Place:
    """The place at which line `line` begins."""
    starts = [n for n, candidate in enumerate(lines) if candidate.joint is None and n <= line]
    first = starts[-1] if starts else 0
    after = next((n for n in range(line + 1, len(lines)) if lines[n].joint is None), len(lines))
    return Place(key, max(0, len(starts) - 1), (line - first) / max(1, after - first), row)


def line_of(place: Place, lines: Sequence[Line]) -> int:
    """The line of another rendering of the same block that shows the place."""
    starts = [n for n, candidate in enumerate(lines) if candidate.joint is None]
    if not starts:
        return 0
    at = min(place.paragraph, len(starts) - 1)
    first = starts[at]
    after = starts[at + 1] if at + 1 < len(starts) else len(lines)
    return min(first + round(place.share * (after - first)), after - 1)


def same_place(before: Sequence[Line], after: Sequence[Line], line: int) -> int:
    """The line that shows in `after` what `line` shows in `before`; blank ones that stand in hold it by its share."""
    if line < len(before) and before[0] == before[-1] == BLANK:
        return line * len(after) // len(before)
    return line_of(place_of(0, before, line), after)
