"""Jumping to a character: where it stands next, from the caret on (pi 1.6.0, pi-tui's editor)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Literal

from textual.widgets.text_area import Location

Direction = Literal[-1, 1]
"""Back or ahead."""


def place_of(
    character: str,
    lines: Sequence[str],
    start: Location,
    direction: Direction,
    *,
    can_stand: Callable[[int, int], bool] = lambda _row, _column: True,
) -> Location | None:
    """Find the nearest occurrence of a character; one at `start` itself does not count.

    Args:
        character: what is looked for; upper and lower case differ.
        lines: the text.
        start: row and column from which it is looked for.
        direction: where.
        can_stand: whether the caret may stand at a row and column.

    Returns:
        None when there is none.
    """
    row, column = start
    while 0 <= row < len(lines):
        line = lines[row]
        columns = range(column + 1, len(line)) if direction > 0 else range(min(column, len(line)) - 1, -1, -1)
        for at in columns:
            if line.startswith(character, at) and can_stand(row, at):
                return row, at
        row += direction
        column = -1 if direction > 0 else len(lines[row]) if row >= 0 else 0
    return None
