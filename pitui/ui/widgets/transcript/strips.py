"""Turns a line into the strip that is painted: in the palette's colours, with a margin, padded to the width.

Equal lines at the same place give the same object, so that unchanged rows are found by identity.
"""

from __future__ import annotations

from collections.abc import Sequence

from rich.cells import cell_len
from rich.segment import Segment
from rich.style import Style
from textual.color import Color
from textual.filter import LineFilter
from textual.strip import Strip

from pitui.render.line import BLANK, Line

MARGIN = 1
"""Cells left of every line, where the block cursor is drawn."""
MOST_STRIPS = 2_000


class Strips:
    """Strips by (block, line) for one width and one look; the least recently used go."""

    def __init__(self, most: int = MOST_STRIPS) -> None:
        self._most = most
        self._strips: dict[tuple[int, int], tuple[Line, Strip]] = {}
        self._width = 0
        self._base = Style()
        self._background = Color(0, 0, 0)
        self._filters: Sequence[LineFilter] = ()

    def set_look(self, width: int, base: Style, background: Color, filters: Sequence[LineFilter]) -> bool:
        """Take the width of a strip in cells, the pane's own style and background, and the app's line filters.

        Returns:
            Whether anything is different, which forgets all strips.
        """
        filters = tuple(filters)
        if (width, base, background, filters) == (self._width, self._base, self._background, self._filters):
            return False
        self._width, self._base, self._background, self._filters = width, base, background, filters
        self._strips.clear()
        return True

    def get(self, key: int, n: int, line: Line) -> Strip:
        """The strip of line `n` of a block."""
        place = (key, n)
        known = self._strips.pop(place, None)
        if known is not None and (known[0] is line or known[0] == line):
            strip = known[1]
        else:
            strip = self.make(line.segments)
            if len(self._strips) >= self._most:
                del self._strips[next(iter(self._strips))]
        self._strips[place] = (line, strip)
        return strip

    @property
    def empty(self) -> Strip:
        """The strip of a row that shows nothing."""
        return self.get(-1, 0, BLANK)

    def make(self, segments: Sequence[Segment]) -> Strip:
        """A strip that is not kept.

        Blanks take the style of what is before them when that looks the same: every change of style costs some
        forty bytes on the way to the terminal.
        """
        base = self._base
        width = self._width - MARGIN
        used = sum(cell_len(segment.text) for segment in segments)
        styled: list[Segment] = []
        for text, style, _ in (*segments, Segment(" " * max(0, width - used), base)):
            style = base + style if style else base
            if styled and text.isspace() and self._is_bare(style) and self._is_bare(styled[-1].style or base):
                styled[-1] = Segment(styled[-1].text + text, styled[-1].style)
            elif text:
                styled.append(Segment(text, style))
        strip = Strip([Segment(" " * MARGIN, base), *styled], MARGIN + max(used, width))
        if used > width:
            strip = strip.crop(0, self._width)
        return self.filtered(strip)

    def _is_bare(self, style: Style) -> bool:
        return style.bgcolor == self._base.bgcolor and not (
            style.underline or style.reverse or style.strike or style.overline or style.link
        )

    def filtered(self, strip: Strip) -> Strip:
        """A strip as the terminal can show it: NO_COLOR, dim text and terminal colours are line filters of Textual."""
        for line_filter in self._filters:
            strip = strip.apply_filter(line_filter, self._background)
        return strip
