"""Wrapping by cells: nothing wider than the width, nothing lost, broken where it may be broken."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len
from rich.segment import Segment
from rich.style import Style

from pitui.render.line import Line
from pitui.render.sanitize import visible
from pitui.render.wrap import Prefix, Span, graphemes, wrap

_PLAIN = Style()
_BOLD = Style(bold=True)


def _rows(text: str, width: int) -> list[str]:
    return [line.text for line in wrap([(text, _PLAIN)], width)]


@pytest.mark.parametrize(
    ("text", "width", "rows"),
    [
        ("", 5, [""]),
        ("one two", 7, ["one two"]),
        ("one two three", 7, ["one two", "three"]),
        ("abcdefghij kl", 4, ["abcd", "efgh", "ij", "kl"]),
        ("a abcdefgh", 4, ["a", "abcd", "efgh"]),
        ("a    b", 3, ["a", "b"]),
        ("ab   ", 2, ["ab"]),
        ("漢字漢字漢字", 5, ["漢字", "漢字", "漢字"]),
        ("漢字。漢字", 5, ["漢", "字。", "漢字"]),
        ("「漢字」", 4, ["「漢", "字」"]),
        ("abc漢字", 5, ["abc漢", "字"]),
        ("👩‍💻👩‍💻👩‍💻", 4, ["👩‍💻👩‍💻", "👩‍💻"]),
        ("🇩🇪🇫🇷🇮🇹", 4, ["🇩🇪🇫🇷", "🇮🇹"]),
        ("e\u0301e\u0301e\u0301", 2, ["e\u0301e\u0301", "e\u0301"]),
        ("שלום עולם", 5, ["שלום", "עולם"]),
        ("a\u00a0b c", 3, ["a\u00a0b", "c"]),
        ("hard\nbreak", 20, ["hard", "break"]),
    ],
)
def test_rows(text: str, width: int, rows: list[str]) -> None:
    assert _rows(text, width) == rows


def test_styles_and_prefixes_follow_the_text() -> None:
    first = Prefix().then("• ", _PLAIN, copied=True)
    rest = Prefix().then("  ", _PLAIN)
    lines = wrap([("one ", _PLAIN), ("two three", _BOLD)], 9, first, rest)
    assert lines == [
        Line((Segment("• ", _PLAIN), Segment("one ", _PLAIN), Segment("two", _BOLD)), 0, None),
        Line((Segment("  ", _PLAIN), Segment("three", _BOLD)), 2, " "),
    ]


_text = st.text(alphabet="ab c-.,漢字。「」👩‍💻🇩🇪é\u0301שم\u00a0\n1\ufe0f\u20e3", max_size=60).map(visible)
_spans = st.lists(st.tuples(_text, st.sampled_from([_PLAIN, _BOLD])), min_size=1, max_size=6)


@given(spans=_spans, width=st.integers(2, 30))
def test_nothing_is_wider_and_nothing_is_lost(spans: list[Span], width: int) -> None:
    lines = wrap(spans, width)
    rebuilt = ""
    for index, line in enumerate(lines):
        assert line.width <= width
        rebuilt += ("\n" if index else "") if line.joint is None else line.joint
        rebuilt += line.text
    source = "".join(text for text, _ in spans)
    squeezed = [row.rstrip(" ") for row in source.split("\n")]
    assert [row.rstrip(" ") for row in rebuilt.split("\n")] == squeezed


@given(text=_text, more=_text, width=st.integers(2, 30))
def test_more_text_never_takes_fewer_lines(text: str, more: str, width: int) -> None:
    assert len(_rows(text.rstrip(" ") + more.replace(" ", ""), width)) >= len(_rows(text.rstrip(" "), width))


@given(_text)
def test_graphemes_cover_the_text_and_its_cells(text: str) -> None:
    text = text.replace("\n", "")
    parts = graphemes(text)
    assert "".join(text[start:end] for start, end, _ in parts) == text
    assert sum(cells for _, _, cells in parts) == cell_len(text)
