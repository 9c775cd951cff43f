"""The content of a file below its call: highlighted and numbered, its first or its last rows."""

from __future__ import annotations

from pitui.render.code import CodeLook, highlight
from pitui.render.line import Line
from pitui.render.look import Look
from pitui.render.output import earlier, more
from pitui.render.window import Window, first_lines, last_lines

_FOLDED_ROWS = 10
_LINE_CAP = 4_096


def content_head(text: str, path: str, look: Look, *, end: int | None = None, number: int = 1) -> list[Line]:
    """The first rows of a file above a hint, or one more, which takes no more room than the hint.

    Args:
        text: what is known of the content.
        path: says which language it is in.
        look: ten rows, or many when it is open.
        end: where the content ends in the text, None for all of it.
        number: of the first line.
    """
    rows = _rows(look)
    window = first_lines(text, rows + 1, end, _LINE_CAP)
    lines = _draw(window, path, look, number)
    if not window.hidden and not window.cut and len(lines) <= rows + 1:
        return lines
    window = first_lines(text, rows, end, _LINE_CAP)
    lines = _draw(window, path, look, number)
    return [*lines[:rows], *more(window.hidden + int(len(lines) > rows or window.cut), look)]


def content_tail(text: str, path: str, look: Look) -> list[Line]:
    """The last rows of a file that is still being written, like `content_head`."""
    rows = _rows(look)
    window = last_lines(text, rows + 1, cap=_LINE_CAP)
    lines = _draw(window, path, look, 1)
    if not window.hidden and not window.cut and len(lines) <= rows + 1:
        return lines
    window = last_lines(text, rows, cap=_LINE_CAP)
    lines = _draw(window, path, look, window.hidden + 1)
    return [*earlier(window.hidden + int(len(lines) > rows or window.cut), look), *lines[-rows:]]


def _rows(look: Look) -> int:
    return look.rows(_FOLDED_ROWS)


def _draw(window: Window, path: str, look: Look, number: int) -> list[Line]:
    if not window.lines:
        return []
    code = CodeLook(look.palette, language=path, numbers=number if look.width >= 20 else None)
    return highlight("\n".join(window.lines), look.width, code)
