"""A block that is drawn once it is complete: a formula, a diagram. Before, and where that fails, it is its source."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from rich.segment import Segment
from rich.style import Style

from pitui.render.code_block import CodeBlock, CodeLook
from pitui.render.line import Line
from pitui.render.palette import Palette
from pitui.render.place import NOTHING_OPEN, Block, Leaf, Open, Place
from pitui.render.wrap import Prefix, wrap

INDENT = 2
MOST = 4000
"""Characters of a source that is drawn; of a longer one the lines are final as they come, like those of any code."""
MOST_LINES = 200

Draw = Callable[[str, int, Style, Palette], Sequence[Line] | None]
"""Draws a source within a width in a style; None when it cannot be drawn, or has no room."""


def formula_lines(source: str, width: int, base: Style, palette: Palette) -> Sequence[Line] | None:
    """LaTeX in as many rows as it takes, or in one that is wrapped where these have no room."""
    from pitui.render.formula.convert import in_block, in_line

    style = base + palette.formula
    rows = in_block(source.strip())
    if rows is not None:
        lines = [Line((Segment(row, style),) if row else ()) for row in rows]
        if max(line.width for line in lines) <= width:
            return lines
    flat = in_line(source.strip())
    return None if flat is None else wrap([(flat, style)], width)


def diagram_lines(source: str, width: int, base: Style, palette: Palette) -> Sequence[Line] | None:
    """A mermaid diagram."""
    from pitui.render.diagram import draw_diagram

    rows = draw_diagram(source, width, palette, base)
    return None if rows is None else [Line(tuple(Segment(*span) for span in row)) for row in rows]


class DrawnBlock(Block):
    """The source of a drawing as it grows, then the drawing."""

    def __init__(self, place: Place, out: list[Line], palette: Palette, opened: Open, draw: Draw) -> None:
        """Begin with nothing.

        Args:
            place: where it stands.
            out: takes the final lines.
            palette: the styles.
            opened: what the next line needs to know about it.
            draw: draws it.
        """
        super().__init__(place, out)
        self._palette = palette
        self._open = opened
        self._draw = draw
        self._lines: list[Line] = []  # of the source; final only if it is not drawn
        self._code = CodeBlock(place._replace(separator=None), self._lines, CodeLook(palette, indent=INDENT))
        self._source: list[str] = []
        self._size = 0
        self._is_complete = False
        self._is_given_up = False

    def describe(self) -> Open:
        """A fence goes on until its own marker ends it, a formula until it is too long to be one."""
        return NOTHING_OPEN if self._is_given_up and self._open.leaf is Leaf.FORMULA else self._open

    def feed(self, text: str) -> None:
        """Take more of the current line."""
        self._code.feed(text)
        self._keep(text)

    def end_line(self) -> None:
        """The line is complete."""
        self._code.end_line()
        self._keep("\n")

    def complete(self, text: str) -> None:
        """Its end is there.

        Args:
            text: what stands before its closing marker on the last line.
        """
        if text:
            self.feed(text)
            self.end_line()
        self._is_complete = True

    def pending(self) -> list[Line]:
        """The source so far."""
        return [*self._lines, *self._code.pending()]

    def finish(self) -> None:
        """Emit the drawing, else what is left of the source."""
        lines = self._drawn() if self._is_complete and not self._is_given_up else None
        if lines is None:
            if not self._size and self._open.leaf is Leaf.FORMULA:
                self._code.feed(self._open.fence)  # nothing but the marker
            self._code.finish()
            lines = self._lines
        self.emit(lines)

    def _keep(self, text: str) -> None:
        self._size += len(text)
        self._is_given_up |= self._size > MOST or len(self._lines) > MOST_LINES
        if not self._is_given_up:
            self._source.append(text)
            return
        self.emit(self._lines)
        self._lines.clear()

    def _drawn(self) -> list[Line] | None:
        place = self.place
        indent = " " * min(INDENT, max(place.width - place.first.cells - 2, 0))
        first, rest = place.first.then(indent, place.base), place.rest.then(indent, place.base)
        room = place.width - max(first.cells, rest.cells)
        lines = self._draw("".join(self._source), room, place.base, self._palette)
        if not lines:
            return None
        return [_behind(rest if n else first, line) for n, line in enumerate(lines)]


def _behind(prefix: Prefix, line: Line) -> Line:
    if not line.segments:
        return prefix.alone(line.joint)
    return Line(prefix.segments + line.segments, prefix.gutter, line.joint)
