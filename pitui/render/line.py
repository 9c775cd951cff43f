"""The one thing that rendering makes: a styled line that knows how it is copied."""

from __future__ import annotations

from typing import NamedTuple

from rich.cells import cell_len
from rich.segment import Segment


class Line(NamedTuple):
    """One row on the screen, without the padding on its right.

    Attributes:
        segments: styled text, sanitised: no control characters but what rich itself writes for styles and links.
        gutter: how many characters at the start are ornament (bars, line numbers, indents) and are never copied.
        joint: None when the line begins a new line of the source. Otherwise the line continues the one above
            (a soft wrap) and `joint` is the text that the wrap swallowed between the two: " " or "".
    """

    segments: tuple[Segment, ...]
    gutter: int = 0
    joint: str | None = None

    @property
    def text(self) -> str:
        """The characters on the row."""
        return "".join(segment.text for segment in self.segments)

    @property
    def width(self) -> int:
        """The width in terminal cells."""
        return sum(cell_len(segment.text) for segment in self.segments)


BLANK = Line(())
