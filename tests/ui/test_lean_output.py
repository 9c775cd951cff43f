"""Lean output shows the same as what Textual writes, in fewer bytes."""

from __future__ import annotations

import pyte
from hypothesis import given
from hypothesis import strategies as st
from rich.color import ColorSystem
from rich.style import Style

from pitui.ui.lean_output import lean

_STYLES = st.builds(
    Style,
    color=st.sampled_from([None, "red", "bright_blue", "color(200)", "#123456", "default"]),
    bgcolor=st.sampled_from([None, "green", "color(17)", "#654321", "default"]),
    bold=st.booleans(),
    italic=st.booleans(),
    underline=st.booleans(),
    reverse=st.booleans(),
    strike=st.booleans(),
)
_PIECES = st.lists(st.tuples(st.sampled_from(["a", "word", " ", "   ", "x y"]), _STYLES), max_size=12)


def _written(pieces: list[tuple[str, Style]]) -> str:
    return "\x1b[2;3H" + "".join(
        style.render(text, color_system=ColorSystem.TRUECOLOR) + ("\n\x1b[4;1H" if index == 5 else "")
        for index, (text, style) in enumerate(pieces)
    )


def _shown(output: str) -> list[list[tuple[object, ...]]]:
    screen = pyte.Screen(60, 6)
    pyte.Stream(screen).feed(output)
    return [[_seen(screen.buffer[y][x]) for x in range(60)] for y in range(6)]


def _seen(cell: pyte.screens.Char) -> tuple[object, ...]:
    blank = cell.data == " "
    letter = () if blank else (cell.fg, cell.bold, cell.italics)
    lines = (cell.underscore, cell.strikethrough, cell.reverse)
    ink = (cell.fg,) if any(lines) else ()
    return (cell.data, cell.bg, *lines, *letter, *ink)


@given(_PIECES)
def test_shows_the_same_and_ends_without_a_style(pieces: list[tuple[str, Style]]) -> None:
    output = _written(pieces)
    assert _shown(lean(output) + "\x1b[6;1Hend") == _shown(output + "\x1b[6;1Hend")
    assert len(lean(output)) <= len(output)


def test_same_style_is_written_once() -> None:
    assert lean("\x1b[31ma\x1b[0m\x1b[31mb\x1b[0m") == "\x1b[31mab\x1b[m"


def test_only_what_differs_is_written() -> None:
    assert lean("\x1b[31;44ma\x1b[0m\x1b[32;44mb\x1b[0m") == "\x1b[31;44ma\x1b[32mb\x1b[m"


def test_unknown_codes_start_afresh() -> None:
    assert lean("\x1b[58;5;1ma\x1b[0m\x1b[31mb\x1b[0m") == "\x1b[0;58;5;1ma\x1b[0;31mb\x1b[m"


def test_output_without_styles_stays() -> None:
    assert lean("\x1b[?2026h\x1b[3;4Hx") == "\x1b[?2026h\x1b[3;4Hx"
