"""A text of any length in pieces that can be drawn alone, so that 100,000 lines cost no more than what is seen of them.

Pieces are frozen values: equal ones look the same. A text that grew has the same pieces as before, but for the last.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple, Protocol

from rich.segment import Segment
from rich.style import Style

from pitui.render.ansi import state_after, styled_lines
from pitui.render.code import CodeLook, highlight
from pitui.render.diff import DiffLine, diff_lines
from pitui.render.layout import indented
from pitui.render.line import Line
from pitui.render.look import Look
from pitui.render.sanitize import settled, visible
from pitui.session.text import plain

PIECE_LINES = 100
PIECE_CHARACTERS = 16_384
"""What a piece holds at most; a longer line goes on in the next piece."""

_DIFF_LINES = 150
_MOST_DIFF_LINES = 600
_TRIED = 12
"""So many pieces are looked for in an output that lost its start."""
_LINES = re.compile(f"(?:[^\\n]*\\n){{1,{PIECE_LINES}}}")
_CLOSING = " \t\n)]}"


class Piece(Protocol):
    """Some rows that can be drawn without what is before them."""

    def lines(self, look: Look) -> Sequence[Line]:
        """The rows."""
        ...

    @property
    def source(self) -> str:
        """The text that find looks into."""
        ...

    @property
    def is_timed(self) -> bool:
        """Whether the rows show time that passes while the call runs."""
        ...


class TextPiece(NamedTuple):
    """Lines of a text.

    Attributes:
        text: the lines, without the line break at the end.
        style: of what has no style of its own.
        state: the style that is in force at the start of a program's output; None for a text without colours.
        indent: cells before each row.
        words: whether rows end between words.
        continues: whether it goes on in the middle of a line.
        mark: what stands in the indent of the first row.
    """

    text: str
    style: Style
    state: Style | None = None
    indent: int = 2
    words: bool = False
    continues: bool = False
    mark: str = ""
    is_timed = False

    @property
    def source(self) -> str:
        """The text without its colours."""
        return plain(self.text) if self.state is not None else self.text

    def lines(self, look: Look) -> list[Line]:
        """The rows."""
        rows: list[Line] = []
        for segments in self._segments():
            rows += indented(segments, look.width, self.indent, words=self.words)
        if self.continues:
            rows[0] = rows[0]._replace(joint="")
        if self.mark and rows[0].gutter > len(self.mark):
            lead = Segment(self.mark.rjust(rows[0].gutter), look.palette.dim)
            rows[0] = rows[0]._replace(segments=(lead, *rows[0].segments[1:]))
        return rows

    def _segments(self) -> Iterable[list[Segment]]:
        lines = self.text.split("\n")
        if self.state is not None:
            return styled_lines(lines, self.style, self.state, tabs=True)
        return ([Segment(visible(line), self.style)] for line in lines)


class CodePiece(NamedTuple):
    """Lines of a file; `number` is that of the first."""

    source: str
    path: str
    number: int
    is_timed = False

    def lines(self, look: Look) -> list[Line]:
        """The rows, highlighted and numbered."""
        numbers = self.number if look.width >= 20 else None
        code = CodeLook(look.palette, language=self.path, numbers=numbers)
        return highlight(self.source + "\n", look.width, code)


class DiffPiece(NamedTuple):
    """Lines of a diff."""

    diff: tuple[DiffLine, ...]
    is_timed = False

    @property
    def source(self) -> str:
        """The lines without numbers and signs."""
        return "\n".join(line.text for line in self.diff)

    def lines(self, look: Look) -> list[Line]:
        """The rows."""
        return list(diff_lines(self.diff, look.palette, look.width))


def text_pieces(text: str, like: TextPiece, end: int, before: Sequence[Piece] = ()) -> list[Piece]:
    """A text in pieces.

    Args:
        text: the text; `text[:end]` is shown, without blank lines at its end.
        like: everything else about the pieces.
        end: where it ends.
        before: the pieces that were shown until now: an output that lost its start (pi shows the last 50 KB of what
            runs) keeps the pieces that are left.
    """
    end = _without_blank_end(text, end)
    old = [piece for piece in before if isinstance(piece, TextPiece) and piece.state is not None]
    kept = _kept_from(text, old) if like.state is not None else 0
    ends = {piece: following.state for piece, following in pairwise(old)}
    pieces: list[Piece] = []
    state = like.state
    for start, stop in (*_cuts(text, 0, kept), *_cuts(text, kept, end)):
        continues = start > 0 and text[start - 1] not in "\n\r"
        part = _line_end_off(text, start, stop)
        piece = like._replace(text=part, state=state, continues=continues, mark="" if start else like.mark)
        pieces.append(piece)
        if state is not None:
            ended = ends.get(piece)
            state = state_after(part, state) if ended is None else ended
    return pieces


def code_pieces(text: str, path: str, end: int, number: int, plain_style: Style) -> list[Piece]:
    """The content of a file in pieces, cut where a new part of it begins if there is such a place."""
    end = _without_blank_end(text, end)
    pieces: list[Piece] = []
    for start, stop in _cuts(text, 0, end, at_parts=True):
        part = _line_end_off(text, start, stop)
        if start and text[start - 1] != "\n":
            pieces.append(TextPiece(part, plain_style, indent=5, continues=True))
        else:
            pieces.append(CodePiece(part, path, number))
        number += text.count("\n", start, stop)
    return pieces


def diff_pieces(lines: Iterable[DiffLine]) -> list[Piece]:
    """A diff in pieces, which end between changes."""
    pieces: list[Piece] = []
    piece: list[DiffLine] = []
    for line in lines:
        is_between = line.sign not in "+-"
        if len(piece) >= _MOST_DIFF_LINES or (is_between and len(piece) >= _DIFF_LINES):
            pieces.append(DiffPiece(tuple(piece)))
            piece = []
        piece.append(line)
    if piece:
        pieces.append(DiffPiece(tuple(piece)))
    return pieces


def _cuts(text: str, start: int, end: int, *, at_parts: bool = False) -> Iterator[tuple[int, int]]:
    """Where each piece begins and ends, its line break included; always the same for the same start of a text."""
    while start < end:
        limit = min(end, start + PIECE_CHARACTERS)
        stop = _after_lines(text, start, limit)
        if stop == start and limit == end:
            stop = end
        elif stop == start:
            again = _after_overwritten(text, start, end)
            if again > start:
                start = again
                continue
            stop = start + settled(text[start:limit])
        elif limit == end and text.find("\n", stop, end) < 0 and text.count("\n", start, stop) < PIECE_LINES:
            stop = end
        if at_parts and stop < end:
            stop = _part_start(text, start, stop)
        yield start, stop
        start = stop


def _after_lines(text: str, start: int, limit: int) -> int:
    """The place behind as many whole lines as a piece takes."""
    found = _LINES.match(text, start, limit)
    return start if found is None else found.end()


def _after_overwritten(text: str, start: int, end: int) -> int:
    """The place in a long line before which carriage returns made everything vanish."""
    newline = text.find("\n", start, end)
    line_end = end if newline < 0 else newline
    return max(start, text.rfind("\r", start, line_end - PIECE_CHARACTERS // 2) + 1)


def _part_start(text: str, start: int, stop: int) -> int:
    """The last place in the second half of a piece where a line at the left margin follows a blank one."""
    middle = (start + stop) // 2
    at = text.rfind("\n\n", middle, stop)
    while at >= 0:
        if at + 2 < stop and text[at + 2] not in _CLOSING:
            return at + 2
        at = text.rfind("\n\n", middle, at)
    return stop


def _line_end_off(text: str, start: int, stop: int) -> str:
    return text[start : stop - 1] if text[stop - 1] == "\n" else text[start:stop]


def _without_blank_end(text: str, end: int) -> int:
    while end > 0 and text[end - 1] in "\n\r":
        end -= 1
    return end


def _kept_from(text: str, before: Sequence[TextPiece]) -> int:
    """Where in a text that lost its start the first whole piece begins that is still there; 0 if none is."""
    if not before or text.startswith(before[0].text):
        return 0
    for piece in before[1:_TRIED]:
        at = text.find(f"\n{piece.text}\n")
        if at >= 0:
            return at + 1
    return 0
