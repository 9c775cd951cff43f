"""Plain drawing of prose and code, until the markdown renderer is there."""

from __future__ import annotations

from collections.abc import Iterator

from rich.segment import Segment

from pitui.render.ansi import expand_tabs
from pitui.render.line import Line
from pitui.render.palette import Palette
from pitui.render.sanitize import visible
from pitui.render.wrap import wrap


def render_markdown(text: str, width: int, palette: Palette) -> list[Line]:
    return wrap([(visible(expand_tabs(text.strip("\n"))), palette.text)], width)


def highlight_lines(text: str, path: str, palette: Palette) -> Iterator[list[Segment]]:
    for line in text.split("\n"):
        yield [Segment(line, palette.code_block)]
