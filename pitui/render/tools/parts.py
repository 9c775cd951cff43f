"""What a tool call shows, part by part: in the conversation some rows of each, in the tools pane all, in pieces."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import NamedTuple, Protocol

from rich.segment import Segment
from rich.style import Style

from pitui.protocol.content import ImageContent
from pitui.render.chips import chip, chips
from pitui.render.diff import DiffLine, diff_lines
from pitui.render.layout import indented, note, remark
from pitui.render.line import Line
from pitui.render.look import OPEN_ROWS, Look
from pitui.render.output import FOLDED_ROWS, first_rows, last_rows, more
from pitui.render.sanitize import visible
from pitui.render.tools.content import content_head, content_tail
from pitui.render.tools.pieces import Piece, TextPiece, code_pieces, diff_pieces, text_pieces
from pitui.render.tools.row import call_row
from pitui.session.arguments import readable
from pitui.session.blocks import ToolBlock
from pitui.session.target import tool_target

_ARGUMENT_CAP = 2_000
_PLAIN = Style()


class Part(Protocol):
    """One thing that a call shows."""

    def lines(self, look: Look) -> list[Line]:
        """As many rows as the look wants, and a line that says how much is left out."""
        ...

    def pieces(self, look: Look, before: Sequence[Piece]) -> list[Piece]:
        """All of it; `before` is what was shown of the call until now."""
        ...


@dataclass(frozen=True, eq=False, slots=True)
class Small:
    """A few rows, which are a piece by themselves.

    Attributes:
        draw: makes the rows.
        source: the text that find looks into.
        is_timed: whether the rows show time that passes while the call runs.
    """

    draw: Callable[[Look], list[Line]]
    source: str
    is_timed: bool = False

    def lines(self, look: Look) -> list[Line]:
        """The rows."""
        return self.draw(look)

    def pieces(self, look: Look, before: Sequence[Piece]) -> list[Piece]:
        """Itself."""
        del look, before
        return [self]


class Output(NamedTuple):
    """What a program printed, up to `end`, as `style`.

    Attributes:
        is_first: whether the first rows are shown rather than the last ones.
        folded: how many rows when it is folded.
        words: whether rows end between words.
    """

    text: str
    style: Style
    end: int | None = None
    is_first: bool = False
    folded: int = FOLDED_ROWS
    words: bool = False

    def lines(self, look: Look) -> list[Line]:
        """The first or the last rows."""
        rows = look.rows(self.folded)
        draw = first_rows if self.is_first else last_rows
        return draw(self.text, rows, look, self.style, end=self.end, words=self.words)

    def pieces(self, look: Look, before: Sequence[Piece]) -> list[Piece]:
        """All rows."""
        del look
        end = len(self.text) if self.end is None else self.end
        return text_pieces(self.text, TextPiece("", self.style, _PLAIN, words=self.words), end, before)


class Content(NamedTuple):
    """The content of a file up to `end`; `number` is that of its first line.

    While it `is_growing` its end is shown.
    """

    text: str
    path: str
    end: int | None = None
    number: int = 1
    is_growing: bool = False

    def lines(self, look: Look) -> list[Line]:
        """The first rows, or the last ones."""
        if self.is_growing:
            return content_tail(self.text, self.path, look)
        return content_head(self.text, self.path, look, end=self.end, number=self.number)

    def pieces(self, look: Look, before: Sequence[Piece]) -> list[Piece]:
        """All rows."""
        del before
        end = len(self.text) if self.end is None else self.end
        return code_pieces(self.text, self.path, end, self.number, look.palette.text)


class Changes(NamedTuple):
    """A diff of `total` lines; `folded` rows of it are shown when it is folded."""

    diff: Iterable[DiffLine]
    total: int
    folded: int

    def lines(self, look: Look) -> list[Line]:
        """The first rows; one more takes no more room than the hint that it is left out."""
        rows = look.rows(self.folded)
        taken = list(islice(self.diff, rows + 1))
        if self.total <= rows + 1:
            lines = list(islice(diff_lines(taken, look.palette, look.width), rows + 2))
            if len(lines) <= rows + 1:
                return lines
        taken = taken[:rows]
        lines = list(islice(diff_lines(taken, look.palette, look.width), rows + 1))
        return [*lines[:rows], *more(self.total - len(taken) + (len(lines) > rows), look)]

    def pieces(self, look: Look, before: Sequence[Piece]) -> list[Piece]:
        """All rows."""
        del look, before
        return diff_pieces(self.diff)


class Arguments(NamedTuple):
    """Arguments, one line each, longer ones indented below their key."""

    value: object

    def lines(self, look: Look) -> list[Line]:
        """The first rows."""
        lines: list[Line] = []
        rows = look.rows(OPEN_ROWS)
        for text in islice(readable(self.value), rows + 1) if self.value else ():
            segment = Segment(visible(text[:_ARGUMENT_CAP]), look.palette.text)
            lines += indented([segment], look.width, 4)
        if len(lines) > rows:
            return [*lines[:rows], note("… more of the arguments", look.width, look.palette.dim, 4)]
        return lines

    def pieces(self, look: Look, before: Sequence[Piece]) -> list[Piece]:
        """All rows."""
        del before
        text = "\n".join(readable(self.value)) if self.value else ""
        return text_pieces(text, TextPiece("", look.palette.text, indent=4), len(text))


def row(block: ToolBlock, figures: Sequence[Segment] = ()) -> Small:
    """The one row of a call, with figures at its right edge; see `call_row`."""
    source = f"{block.name} {tool_target(block)}"
    return Small(lambda look: [call_row(block, look, figures)], source, is_timed=True)


def words(text: str, style: Style) -> Small:
    """A sentence to be read whole."""
    return Small(lambda look: remark(visible(text), look.width, style), text)


def images(shown: Sequence[ImageContent]) -> list[Part]:
    """One row for each image."""
    if not shown:
        return []
    return [Small(lambda look: chips(shown, look, 2), "\n".join(map(chip, shown)))]


def headed(first: Small, block: ToolBlock, look: Look, *told: str) -> list[Part]:
    """The row of a call, and in the tools pane what it does not say of the arguments.

    Args:
        first: the row.
        block: the call.
        look: how it is drawn.
        told: the arguments that the row or the other parts show.
    """
    if not look.whole:
        return [first]
    target = Small(lambda look: _target_lines(block, first, look), "")
    return [first, target, *rest_of_arguments(block, *told)]


def rest_of_arguments(block: ToolBlock, *told: str) -> list[Part]:
    """The arguments besides those that are shown already."""
    rest = {name: value for name, value in block.arguments.items() if name not in told}
    return [Arguments(rest)] if rest else []


def _target_lines(block: ToolBlock, first: Small, look: Look) -> list[Line]:
    """The target, unless the row has room for the whole of it."""
    target = visible(tool_target(block))
    if target in first.lines(look)[0].text:
        return []
    return list(indented([Segment(target, look.palette.text)], look.width, 4))
