"""The rows that all blocks are made of: cut and wrapped to the width, with something in front or at the right edge."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from rich.cells import cell_len
from rich.segment import Segment
from rich.style import Style

from pitui.render.ansi import TAB
from pitui.render.line import Drawing, Line, Stretch
from pitui.render.tabs import expand, with_tabs
from pitui.render.wrap import NO_PREFIX, Prefix, Span, graphemes, wrap

_PLAIN = Style()

Row = tuple[Segment, ...]


def row_width(row: Iterable[Segment]) -> int:
    """The width of the segments in terminal cells."""
    return sum(cell_len(segment.text) for segment in row)


def hard_wrap(segments: Iterable[Segment], width: int) -> Iterator[Row]:
    """The segments in rows of at most `width` cells, broken where a row is full, as a terminal does.

    Lazy; at least one row. A character that is wider than `width` is left out.
    """
    row: list[Segment] = []
    room = width
    for text, style, _ in segments:
        while text:
            head, cells = _head(text, room)
            if head:
                row.append(Segment(head, style))
                room -= cells
                text = text[len(head) :]
                if not text:
                    break
            elif room == width:
                text = text[_first(text) :]
                continue
            yield tuple(row)
            row, room = [], width
    yield tuple(row)


def _head(text: str, room: int) -> tuple[str, int]:
    """The longest start of the text that fits, and its width."""
    probe = text[: room + 1]
    if probe.isascii():
        head = text[:room]
        return head, len(head)
    at = cells = 0
    # A grapheme cluster may be longer than a cell, but hardly than 16 characters.
    for _, end, width in graphemes(text[: room * 16 + 16]):
        if cells + width > room:
            break
        at, cells = end, cells + width
    return text[:at], cells


def _first(text: str) -> int:
    return max(1, graphemes(text[:32])[0][1])


def clip(row: Iterable[Segment], width: int) -> Row:
    """The segments cut at `width` cells."""
    return next(hard_wrap(row, width)) if width > 0 else ()


def cut_end(text: str, width: int) -> str:
    """The text, cut at its end with `…` when it is wider than `width` cells."""
    if _fits(text, width):
        return text
    return _head(text, width - 1)[0] + "…" if width > 0 else ""


def cut_middle(text: str, width: int) -> str:
    """The text, cut with `…` in its middle when it is too wide; of a path, the end tells more than the start."""
    if _fits(text, width):
        return text
    if width <= 0:
        return ""
    start = _head(text, (width - 1) // 3)[0]
    end: list[str] = []
    room = width - 1 - cell_len(start)
    for first, last, cells in reversed(graphemes(text)):
        if cells > room:
            break
        end.append(text[first:last])
        room -= cells
    return f"{start}…{''.join(reversed(end))}"


def _fits(text: str, width: int) -> bool:
    return (len(text) <= width and text.isascii()) or cell_len(text) <= width


def hang(rows: Iterable[Row], first: Sequence[Segment] = (), rest: Sequence[Segment] = ()) -> Iterator[Line]:
    """Lines from the rows of one source line that was wrapped without losing a character.

    Args:
        rows: the wrapped rows.
        first, rest: what stands before the first and before every other row; ornament, never copied.
    """
    lead = tuple(first)
    joint = None
    for row in rows:
        yield Line(lead + row, sum(len(segment.text) for segment in lead), joint)
        lead = tuple(rest)
        joint = ""


def indented(segments: Sequence[Segment], width: int, indent: int, *, words: bool = False) -> Iterable[Line]:
    """One source line indented, wrapped at spaces (`words`) or, as a terminal does, where the row is full."""
    lead = lead_of(indent, width)
    if words:
        prefix = Prefix(spaces(lead), len(lead), len(lead))
        return wrap_words([(text, style or _PLAIN) for text, style, _ in segments], width, prefix, prefix)
    return wrap_hard(segments, width - len(lead), spaces(lead), spaces(lead))


def wrap_hard(
    segments: Sequence[Segment], width: int, first: Sequence[Segment] = (), rest: Sequence[Segment] = ()
) -> Iterable[Line]:
    """One source line, tabs and all, wrapped as a terminal does: lazy, see `hard_wrap` and `hang`."""
    if not any("\t" in segment.text for segment in segments):
        return hang(hard_wrap(segments, width), first, rest)
    drawn, tabs = expand(((segment.text, segment.style) for segment in segments), TAB)
    return with_tabs(hang(hard_wrap((Segment(*piece) for piece in drawn), width), first, rest), tabs)


def wrap_words(spans: Sequence[Span], width: int, first: Prefix, rest: Prefix) -> Iterable[Line]:
    """One source line, tabs and all, wrapped at spaces beside prefixes that are all gutter: see `wrap`."""
    if not any("\t" in text for text, _ in spans):
        return wrap(spans, width, first, rest)
    drawn, tabs = expand(spans, TAB)
    return with_tabs(wrap(drawn, width, first, rest), tabs)


def lead_of(indent: int, width: int) -> str:
    """The indent, narrowed so that something of the text has room."""
    return " " * max(0, min(indent, width - 1))


def led(line: Line, lead: Segment) -> Line:
    """The line with an ornament in front that is never copied."""
    shift = len(lead.text)
    origin = line.origin
    if origin and not isinstance(origin, Drawing):
        origin = tuple(Stretch(start + shift, end + shift, source) for start, end, source in origin)
    return Line((lead, *line.segments), line.gutter + shift, line.joint, origin)


def spaces(lead: str) -> Row:
    """The indent as a row."""
    return (Segment(lead),) if lead else ()


def note(text: str, width: int, style: Style, indent: int = 0) -> Line:
    """A line that pitui says itself (`… 12 earlier lines`): cut to the width, never copied."""
    lead = lead_of(indent, width)
    shown = lead + cut_end(text, width - len(lead))
    return Line((Segment(shown, style),), len(shown))


def spread(
    left: Row, middle: str, middle_style: Style, right: Sequence[Segment], width: int, *, is_path: bool
) -> Row:
    """`left  middle              right`: the one row of a call.

    The figures at the right edge are dropped, the first one first, before `middle` is cut below a third of
    the room.

    Args:
        left: the state and the name.
        middle: what it acts on, cut to the room that is left; a path in its middle.
        right: figures in the order of their importance, the last one the most important.
    """
    taken = row_width(left)
    if taken >= width:
        return clip(left, width)
    gap = 2 if middle and taken else 0
    room = width - taken - gap
    wanted = min(cell_len(middle), max(8, room // 3))
    figures = list(right)
    while figures and _figures_width(figures) + 2 > room - wanted:
        figures.pop(0)
    if figures:
        room -= _figures_width(figures) + 2
    shown = (cut_middle if is_path else cut_end)(middle, room)
    row = [*left]
    if shown:
        row += [Segment(" " * gap), Segment(shown, middle_style)]
    if figures:
        space = width - row_width(row) - _figures_width(figures)
        row.append(Segment(" " * space))
        for index, figure in enumerate(figures):
            row += [Segment(" "), figure] if index else [figure]
    return tuple(row)


def _figures_width(figures: Sequence[Segment]) -> int:
    return row_width(figures) + len(figures) - 1


def remark(text: str, width: int, style: Style, indent: int = 2) -> list[Line]:
    """Words that must be read whole, such as a path: wrapped at spaces and indented."""
    lead = NO_PREFIX.then(lead_of(indent, width), style)
    return wrap([(text, style)], width, lead, lead)
