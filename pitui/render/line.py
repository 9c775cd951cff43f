"""The one thing that rendering makes: a styled line that knows how it is copied."""

from __future__ import annotations

from typing import NamedTuple

from rich.cells import cell_len
from rich.segment import Segment


class Stretch(NamedTuple):
    """Characters of a row that the source writes otherwise: a bullet, an indent, a tab.

    Attributes:
        start, end: the characters of the row; none when the source has something there that is not drawn.
        source: what the source has in their place.
    """

    start: int
    end: int
    source: str


class Drawing(NamedTuple):
    """A piece of the source that rows draw in their own way, such as a row of a table; all its rows hold the same one.

    Attributes:
        source: the piece, copied once and whole by what goes beyond one row.
        columns: the cells, from and up to and counted from the gutter on, between which there is ornament. None if
            nothing on the rows is ornament.
    """

    source: str
    columns: tuple[tuple[int, int], ...] = ()


Origin = tuple[Stretch, ...] | Drawing


class Line(NamedTuple):
    """One row on the screen, without the padding on its right.

    Attributes:
        segments: styled text, sanitised: no control characters but what rich itself writes for styles and links.
        gutter: how many characters at the start are ornament (bars, line numbers, indents) and are never copied.
        joint: None when the line begins a new line of the source. Otherwise the line continues the one above
            (a soft wrap) and `joint` is the text that the wrap swallowed between the two: " " or "".
        origin: what the source has where it is not what is drawn: stretches in their order, also within the gutter,
            or the piece that the row is a part of.
    """

    segments: tuple[Segment, ...]
    gutter: int = 0
    joint: str | None = None
    origin: Origin = ()

    @property
    def text(self) -> str:
        """The characters on the row."""
        return "".join(segment.text for segment in self.segments)

    @property
    def width(self) -> int:
        """The width in terminal cells."""
        return sum(cell_len(segment.text) for segment in self.segments)


BLANK = Line(())
