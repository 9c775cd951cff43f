from __future__ import annotations

import pyte
from hypothesis import given, settings
from hypothesis import strategies as st
from rich.color import Color
from rich.segment import Segment
from rich.style import Style

from pitui.render.ansi import styled_lines

_BASE = Style(dim=True)


def _lines(text: str) -> list[list[Segment]]:
    return list(styled_lines(text.split("\n"), _BASE))


def _shown(text: str) -> list[str]:
    return ["".join(segment.text for segment in line) for line in _lines(text)]


def _style_of(text: str, word: str) -> Style:
    return next(s.style or Style() for line in _lines(text) for s in line if word in s.text)


_colours = st.one_of(
    st.integers(0, 7).map(lambda n: (f"{30 + n}", Color.from_ansi(n))),
    st.integers(0, 7).map(lambda n: (f"{90 + n}", Color.from_ansi(8 + n))),
    st.integers(0, 255).map(lambda n: (f"38;5;{n}", Color.from_ansi(n))),
    st.tuples(*[st.integers(0, 255)] * 3).map(lambda c: (f"38;2;{c[0]};{c[1]};{c[2]}", Color.from_rgb(*c))),
    st.tuples(*[st.integers(0, 255)] * 3).map(lambda c: (f"38:2::{c[0]}:{c[1]}:{c[2]}", Color.from_rgb(*c))),
)
_attributes = st.sampled_from(["bold", "dim", "italic", "underline", "reverse", "strike"])
_CODES = {"bold": 1, "dim": 2, "italic": 3, "underline": 4, "reverse": 7, "strike": 9}


@given(st.lists(st.tuples(_colours, _attributes), min_size=1, max_size=6))
def test_colours_and_attributes_become_styles(parts: list[tuple[tuple[str, Color], str]]) -> None:
    text = "".join(
        f"\x1b[0;{_CODES[attribute]};{code}mword{n}.\x1b[m" for n, ((code, _), attribute) in enumerate(parts)
    )
    assert _shown(text) == ["".join(f"word{n}." for n in range(len(parts)))]
    for n, ((_, colour), attribute) in enumerate(parts):
        style = _style_of(text, f"word{n}.")
        assert style.color == colour
        assert {name for name in _CODES if getattr(style, name)} == {attribute}


def test_a_style_lasts_over_line_ends_until_it_is_taken_back() -> None:
    text = "\x1b[1;31mone\ntwo\x1b[22m three\x1b[39m four"
    assert _style_of(text, "two") == Style(bold=True, color=Color.from_ansi(1))
    assert not _style_of(text, "three").bold
    assert _style_of(text, "four").color == Color.default()
    assert _style_of("plain", "plain") == _BASE


def test_other_control_sequences_are_text() -> None:
    assert _shown("\x1b[2Ja\x1b]0;title\x07b\x9b1m") == ["␛[2Ja␛]0;title␇b<U+009B>1m"]
    hidden = "\x1b[8mpassword\x1b[0m"
    assert not _style_of(hidden, "password").conceal


def test_tabs_stop_at_every_eighth_column() -> None:
    assert _shown("a\tb\x1b[31m\tc") == ["a       b       c"]


@settings(max_examples=300)
@given(
    st.lists(
        st.sampled_from(["a", "bc", "\r", "\b", "\t", "\x1b[31m", "\x1b[0m"]) | st.text("xyz ", max_size=4)
    )
)
def test_overwriting_leaves_what_a_terminal_leaves(parts: list[str]) -> None:
    text = "".join(parts)
    screen = pyte.Screen(400, 1)
    pyte.Stream(screen).feed(text)
    [shown] = _shown(text)
    assert shown.rstrip() == screen.display[0].rstrip()
    if "\r" in text or "\b" in text:
        colours = [(screen.buffer[0][x].fg == "red") for x in range(len(shown))]
        ours = [bool(s.style and s.style.color) for line in _lines(text) for s in line for _ in s.text]
        assert [c for c, t in zip(ours, shown, strict=True) if t != " "] == [
            c for c, t in zip(colours, shown, strict=True) if t != " "
        ]
