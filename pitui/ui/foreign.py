"""Foreign text with colours for statuses, widgets and notifications: styles by ANSI SGR, all else made visible.

Extensions colour these with pi's theme. What a dialog asks is never styled so: a colour could hide a part of it.
"""

from __future__ import annotations

from collections.abc import Sequence

from rich.style import Style
from rich.text import Text

from pitui.render.ansi import styled_lines
from pitui.render.wrap import Span

_GOING_BACK = str.maketrans({"\r": "␍", "\b": "␈"})


def styled_spans(lines: Sequence[str]) -> list[Span]:
    """The lines as spans, a newline between each two. Nothing is overwritten by going back in a line."""
    spans: list[Span] = []
    text = "\n".join(lines).replace("\r\n", "\n").translate(_GOING_BACK)
    for segments in styled_lines(text.split("\n"), Style()):
        if spans:
            spans.append(("\n", Style()))
        spans += [(segment.text, segment.style or Style()) for segment in segments]
    return spans


def styled_line(text: str) -> Text:
    """The text on one line."""
    line = Text(no_wrap=True, end="")
    for part, style in styled_spans([" ".join(text.split())]):
        line.append(part, style)
    return line


def plain(text: str) -> str:
    """The text without its colours."""
    return "".join(part for part, _ in styled_spans([text]))
