"""How a block is to be drawn: the width, the styles, folded or open, and the time for what is still running."""

from __future__ import annotations

from typing import NamedTuple

from pitui.render.palette import Palette
from pitui.render.pictures import Pictures, no_pictures

PROSE_WIDTH = 100
"""Prose is set at this many cells at most; code, tables and output use the full width."""

OPEN_ROWS = 200
"""What an open block shows of its output in the conversation."""

_WHOLE_ROWS = 1_000_000


class Look(NamedTuple):
    """What rendering depends on besides the block.

    Attributes:
        width: cells that a line may take.
        palette: the styles.
        expanded: whether a foldable block is open.
        now: the clock of the reducer, for running durations and countdowns.
        spinner: the glyph that stands for running, one cell wide.
        whole: whether an open block shows all of its output, as the tools pane does, and not only 200 rows.
        pictures: gives the rows of the images.
        diagrams: whether mermaid is drawn.
    """

    width: int
    palette: Palette
    expanded: bool = False
    now: float = 0
    spinner: str = "•"
    whole: bool = False
    pictures: Pictures = no_pictures
    diagrams: bool = True

    def rows(self, folded: int) -> int:
        """How many rows a part that may be long takes: `folded`, when it is open 200, and in the tools pane all."""
        if not self.expanded:
            return folded
        return _WHOLE_ROWS if self.whole else OPEN_ROWS

    @property
    def prose(self) -> int:
        """The width that prose is set at."""
        return min(self.width, PROSE_WIDTH)

    def mark(self, can_open: bool) -> str:
        """What stands before a line that folds: `▸ ` folded, `▾ ` open, nothing when there is nothing to open."""
        if not can_open:
            return ""
        return "▾ " if self.expanded else "▸ "
