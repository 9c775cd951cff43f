"""Boxes of text: parts of a formula set beside and above each other, each knowing on which of its rows it stands."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum, auto
from typing import NamedTuple

from rich.cells import cell_len

MOST = 10_000
"""Characters of a row."""


class Align(Enum):
    """How rows of different widths stand above each other."""

    LEFT = auto()
    CENTER = auto()
    RIGHT = auto()


class Box(NamedTuple):
    """Rows of the same width.

    Attributes:
        rows: at least one.
        width: of each, in cells.
        base: the row that lines up with what stands beside the box.
    """

    rows: tuple[str, ...]
    width: int
    base: int = 0

    @property
    def height(self) -> int:
        """How many rows there are."""
        return len(self.rows)

    @property
    def below(self) -> int:
        """How many rows are below the base."""
        return len(self.rows) - 1 - self.base

    @property
    def text(self) -> str:
        """The row of a box that has one."""
        return self.rows[self.base]


EMPTY = Box(("",), 0)


def text_box(text: str) -> Box:
    """A box of one row.

    Raises:
        OverflowError: there is more of it than any formula needs.
    """
    if len(text) > MOST:
        raise OverflowError("a formula is too large")
    return Box((text,), cell_len(text))


def beside(boxes: Sequence[Box]) -> Box:
    """Boxes from left to right, their bases on one row."""
    if len(boxes) == 1:
        return boxes[0]
    width = sum(box.width for box in boxes)
    above = max((box.base for box in boxes), default=0)
    below = max((box.below for box in boxes), default=0)
    if not above and not below:
        return Box(("".join(box.text for box in boxes),), width)
    rows = [""] * (above + 1 + below)
    for box in boxes:
        first = above - box.base
        blank = " " * box.width
        for n in range(len(rows)):
            rows[n] += box.rows[n - first] if first <= n < first + box.height else blank
    return Box(tuple(rows), width, above)


def stacked(boxes: Sequence[Box], base: int, align: Align = Align.CENTER) -> Box:
    """Boxes from top to bottom; the base is that of box number `base`."""
    width = max(box.width for box in boxes)
    rows = [row for box in boxes for row in widened(box, width, align).rows]
    return Box(tuple(rows), width, sum(box.height for box in boxes[:base]) + boxes[base].base)


def widened(box: Box, width: int, align: Align) -> Box:
    """The box with spaces beside it."""
    spare = width - box.width
    if spare <= 0:
        return box
    left = 0 if align is Align.LEFT else spare if align is Align.RIGHT else spare // 2
    before, behind = " " * left, " " * (spare - left)
    return Box(tuple(f"{before}{row}{behind}" for row in box.rows), width, box.base)


def fraction(above: Box, below: Box) -> Box:
    """One box over another, parted by a bar that is a little longer."""
    bar = text_box("─" * (max(above.width, below.width) + 2))
    return stacked((above, bar, below), 1)


def root(box: Box, index: str) -> Box:
    """A root over several rows."""
    roof = text_box("┌" + "─" * (box.width + 1))
    sides = [f"│{row} " for row in box.rows]
    body = Box((*roof.rows, *sides), roof.width, box.base + 1)
    sign = Box((*[" " * (len(index) + 1)] * box.height, f"{index}√"), cell_len(index) + 1, box.base + 1)
    return beside((sign, body))


def framed(box: Box) -> Box:
    """The box in a frame."""
    edge = "─" * (box.width + 2)
    rows = [f"│ {row} │" for row in box.rows]
    return Box((f"┌{edge}┐", *rows, f"└{edge}┘"), box.width + 4, box.base + 1)


def with_scripts(box: Box, lower: Box | None, upper: Box | None) -> Box:
    """The box with an index on its lower right and an exponent on its upper right."""
    width = max(script.width for script in (lower, upper) if script is not None)
    rows: list[Box] = []
    if upper is not None:
        rows.append(widened(upper, width, Align.LEFT))
    rows += [text_box(" " * width)] * box.height
    if lower is not None:
        rows.append(widened(lower, width, Align.LEFT))
    column = [row for part in rows for row in part.rows]
    above = upper.height if upper is not None else 0
    return beside((box, Box(tuple(column), width, above + box.base)))
