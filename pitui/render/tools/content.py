"""The content of a file below its call: highlighted, its first or its last rows."""

from __future__ import annotations

from pitui.render._prose import highlight_lines
from pitui.render.ansi import expand_tabs
from pitui.render.layout import indented
from pitui.render.line import Line
from pitui.render.look import Look
from pitui.render.output import OPEN_ROWS, earlier, more
from pitui.render.sanitize import visible

FOLDED_CONTENT_ROWS = 10
_LINE_CAP = 4_096


def content_rows(look: Look) -> int:
    """How many rows of a file a call shows in the conversation."""
    return OPEN_ROWS if look.expanded else FOLDED_CONTENT_ROWS


def content_head(text: str, language: str, look: Look, end: int | None = None) -> list[Line]:
    """The first rows of a file."""
    rows = content_rows(look)
    end = _end_of_text(text, len(text) if end is None else end)
    if end == 0:
        return []
    stop = start = 0
    for _ in range(rows):
        stop = text.find("\n", start, end)
        if stop < 0:
            stop = end
            break
        start = stop + 1
    lines = _draw(text[:stop], language, look)
    hidden = text.count("\n", stop, end)
    return [*lines[:rows], *more(hidden + int(len(lines) > rows), look)]


def content_tail(text: str, language: str, look: Look) -> list[Line]:
    """The last rows of a file that is still being written."""
    rows = content_rows(look)
    end = _end_of_text(text, len(text))
    start = end
    for _ in range(rows):
        start = text.rfind("\n", 0, start)
        if start < 0:
            break
    lines = _draw(text[start + 1 : end], language, look) if end else []
    hidden = text.count("\n", 0, start + 1) if start >= 0 else 0
    return [*earlier(hidden + int(len(lines) > rows), look), *lines[-rows:]]


def _end_of_text(text: str, end: int) -> int:
    while end > 0 and text[end - 1] in "\r\n":
        end -= 1
    return end


def _draw(text: str, language: str, look: Look) -> list[Line]:
    pieces = [visible(expand_tabs(line[:_LINE_CAP].rstrip("\r"))) for line in text.split("\n")]
    lines: list[Line] = []
    for segments in highlight_lines("\n".join(pieces), language, look.palette):
        lines += indented(segments, look.width, 2)
    return lines
