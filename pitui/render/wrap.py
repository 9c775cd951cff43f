"""Styled spans folded into lines of a width in cells, by the widths that rich and Textual lay out with.

Greedy: a line takes as many words as fit, a word wider than the line starts on a line of its own and is folded
between graphemes. So a text that only grows never takes fewer lines, and wrapping may go on from any line's start.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from rich.cells import cell_len, split_graphemes
from rich.segment import Segment
from rich.style import Style

from pitui.render.line import Line, Stretch

Span = tuple[str, Style]
"""A text in one style. "\\n" in it is a hard break; it holds no other control character."""


class Prefix(NamedTuple):
    """What stands before the text of a line: indents, bars, markers.

    Attributes:
        segments: styled text.
        cells: its width.
        gutter: how many of its characters are ornament that is not copied.
        origin: what it stands for in the source, on a line that begins one of the source.
    """

    segments: tuple[Segment, ...] = ()
    cells: int = 0
    gutter: int = 0
    origin: tuple[Stretch, ...] = ()

    @property
    def length(self) -> int:
        """How many characters it has."""
        return sum(len(segment.text) for segment in self.segments)

    @property
    def source(self) -> str:
        """What it stands for in the source."""
        return "".join(stretch.source for stretch in self.origin)

    def then(self, text: str, style: Style, *, copied: bool = False, source: str = "") -> Prefix:
        """The same prefix with more text behind it.

        Args:
            text: the text to add.
            style: its style.
            copied: whether it is text to copy and not ornament.
            source: what it stands for in the source; it may stand for something without being seen.

        Returns:
            The longer prefix.
        """
        if not text and not source:
            return self
        start = self.length
        origin = (*self.origin, Stretch(start, start + len(text), source)) if source else self.origin
        if not text:
            return self._replace(origin=origin)
        gutter = self.gutter if copied else start + len(text)
        return Prefix((*self.segments, Segment(text, style)), self.cells + cell_len(text), gutter, origin)

    def meaning(self, source: str) -> Prefix:
        """The same prefix with another meaning in the source, as a whole."""
        return self._replace(origin=(Stretch(0, self.length, source),) if source else ())

    def alone(self, joint: str | None = None) -> Line:
        """A line that holds nothing else, without the spaces at its end.

        Args:
            joint: of the line.

        Returns:
            The line.
        """
        segments = list(self.segments)
        while segments:
            text, style, _ = segments.pop()
            if text := text.rstrip(" "):
                segments.append(Segment(text, style))
                break
        length = sum(len(s.text) for s in segments)
        origin = tuple(
            Stretch(start, min(end, length), source if end < length else source.rstrip())
            for start, end, source in self.origin
            if start < length
        )
        return Line(tuple(segments), min(self.gutter, length), joint, origin if joint is None else ())


NO_PREFIX = Prefix()

_OPENING = frozenset("([{（［｛「『【《〈〔“‘«‹")
_CLOSING = frozenset(")]}）］｝」』】》〉〕”’»›,.!?:;、。，．！？：；…ー々％")
_WORD = re.compile(" +|[^ ]+")
_SURELY_NARROW = re.compile("[ -~\u00a1-\u00ac\u00ae-\u02ff\u2500-\u25fc\u2018-\u2026]*\\Z")

Break = tuple[int, int]
"""Where a line ends and where the next one begins; what lies between is swallowed."""


def narrow(text: str) -> bool:
    """Whether every character certainly is one cell wide and stands alone."""
    return text.isascii() or _SURELY_NARROW.match(text) is not None


def graphemes(text: str) -> list[tuple[int, int, int]]:
    """Divide a text where it may be folded.

    rich's `split_graphemes` (15.0) with regional indicators kept in pairs.

    Args:
        text: the text of one span.

    Returns:
        (start, end, cells) for each grapheme; the cells add up to `cell_len(text)`.
    """
    spans, _ = split_graphemes(text)
    joined: list[tuple[int, int, int]] = []
    half = False
    for start, end, cells in spans:
        regional = end - start == 1 and "\U0001f1e6" <= text[start] <= "\U0001f1ff"
        if regional and half:
            before, _, width = joined[-1]
            joined[-1] = (before, end, width + cells)
            half = False
        else:
            joined.append((start, end, cells))
            half = regional
    return joined


def wrap(
    spans: Sequence[Span],
    width: int,
    first: Prefix = NO_PREFIX,
    rest: Prefix = NO_PREFIX,
    joint: str | None = None,
) -> list[Line]:
    """Fold spans into lines no wider than the width.

    Args:
        spans: the text. Hard breaks ("\n") begin a new line of the source.
        width: cells, prefix included. No line is wider when it is at least two cells more than the prefixes.
        first: prefix of the first line.
        rest: prefix of all others.
        joint: of the first line, when it goes on with a text that was wrapped before.

    Returns:
        At least one line. Soft wraps carry what they swallowed in `joint`.
    """
    lines: list[Line] = []
    for hard in _hard_lines(spans):
        if lines:
            _wrap_one(hard, width, rest, rest, None, lines)
        else:
            _wrap_one(hard, width, first, rest, joint, lines)
    return lines


def _hard_lines(spans: Sequence[Span]) -> Iterable[Sequence[Span]]:
    if not any("\n" in text for text, _ in spans):
        return (spans,)
    lines: list[list[Span]] = [[]]
    for text, style in spans:
        head, *more = text.split("\n")
        lines[-1].append((head, style))
        lines.extend([(part, style)] for part in more)
    return lines


def _wrap_one(
    spans: Sequence[Span], width: int, first: Prefix, rest: Prefix, joint: str | None, lines: list[Line]
) -> None:
    prefix = first
    start = 0
    text = "".join(text for text, _ in spans) if len(spans) != 1 else spans[0][0]
    breaks, stop = line_breaks(spans, text, width - first.cells, width - rest.cells)
    if not breaks and stop == len(text):
        segments = tuple(Segment(text, style) for text, style in spans if text)
        origin = prefix.origin if joint is None else ()
        lines.append(Line(prefix.segments + segments, prefix.gutter, joint, origin))
        return
    position = 0
    index = 0
    for end, after in (*breaks, (stop, stop)):
        segments = list(prefix.segments)
        while index < len(spans):
            piece, style = spans[index]
            if end > position:
                part = piece[max(start - position, 0) : end - position]
                if part:
                    segments.append(Segment(part, style))
            if position + len(piece) > end:
                break
            position += len(piece)
            index += 1
        lines.append(Line(tuple(segments), prefix.gutter, joint, prefix.origin if joint is None else ()))
        joint = text[end:after]
        start = after
        prefix = rest


def line_breaks(spans: Sequence[Span], text: str, first: int, rest: int) -> tuple[list[Break], int]:
    """Where to break one hard line.

    Args:
        spans: the text in spans; graphemes are never joined across spans, because Textual measures spans apart.
        text: the same text as one string.
        first: cells of the first line.
        rest: cells of the others.

    Returns:
        The breaks in order, none when it fits, and where the last line ends: spaces too many are swallowed.
    """
    if narrow(text):
        if len(text) <= first:
            return [], len(text)
        return _narrow_breaks(text, max(first, 1), max(rest, 1))
    if sum(cell_len(piece) for piece, _ in spans) <= first:
        return [], len(text)
    return _wide_breaks(spans, text, max(first, 2), max(rest, 2))


def _narrow_breaks(text: str, width: int, rest: int) -> tuple[list[Break], int]:
    breaks: list[Break] = []
    start = 0
    total = len(text)
    while total - start > width:
        end = text.rfind(" ", start + 1, start + width + 1)
        after = end + 1
        if end < 0:
            end = after = start + width
        else:
            while end > start + 1 and text[end - 1] == " ":
                end -= 1
            while after < total and text[after] == " ":
                after += 1
            if after == total:
                return breaks, end
        breaks.append((end, after))
        start = after
        width = rest
    return breaks, total


def _wide_breaks(spans: Sequence[Span], text: str, width: int, rest: int) -> tuple[list[Break], int]:
    breaks: list[Break] = []
    used = 0  # cells on the line so far, spaces that end it included
    content = 0  # where the last word on the line ended
    for start, end, cells in _units(spans, text):
        if text[start] == " ":
            used += cells
            continue
        if used + cells <= width:
            used += cells
        else:
            if used:
                breaks.append((content, start))
                width = rest
                used = 0
            if used + cells > width:
                used = _fold(spans, start, end, used, width, rest, breaks)
                width = rest
            else:
                used += cells
        content = end
    return breaks, len(text) if used <= width else content


def _fold(
    spans: Sequence[Span], start: int, end: int, used: int, width: int, rest: int, breaks: list[Break]
) -> int:
    """Fold one word that is wider than the line; returns the cells used on its last line."""
    for left, _, cells in _graphemes_between(spans, start, end):
        if used + cells > width and left > start:
            breaks.append((left, left))
            used = 0
            width = rest
        used += cells
    return used


def _graphemes_between(spans: Sequence[Span], start: int, end: int) -> Iterable[tuple[int, int, int]]:
    offset = 0
    for piece, _ in spans:
        if offset >= end:
            return
        if offset + len(piece) > start:
            cut = max(start - offset, 0)
            base = offset + cut
            for left, right, cells in graphemes(piece[cut : end - offset]):
                yield base + left, base + right, cells
        offset += len(piece)


def _units(spans: Sequence[Span], text: str) -> Iterable[tuple[int, int, int]]:
    """What must stay together: words, runs of spaces, and single wide characters with their punctuation."""
    for match in _WORD.finditer(text):
        start, end = match.span()
        word = match.group()
        if word[0] == " " or narrow(word):
            yield start, end, end - start
            continue
        parts = list(_graphemes_between(spans, start, end))
        left, right, total = parts[0]
        last = total
        for begin, stop, cells in parts[1:]:
            apart = (last == 2 or cells == 2) and cells > 0
            if apart and text[begin] not in _CLOSING and text[right - 1] not in _OPENING:
                yield left, right, total
                left, total = begin, 0
            right = stop
            total += cells
            last = cells or last
        yield left, right, total
