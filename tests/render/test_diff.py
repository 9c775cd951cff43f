from __future__ import annotations

from itertools import islice

from hypothesis import given
from hypothesis import strategies as st

from pitui.render.copied import copied
from pitui.render.diff import (
    DiffLine,
    compare,
    count_changes,
    diff_lines,
    mark_words,
    parse_diff,
    split_lines,
)
from tests.render.block_examples import PALETTE, rows

# `details.diff` of an edit of a.py with two replacements, alike in pi 0.82.1 and 1.6.0.
REAL = "- 1 import os\n  2 \n  3 \n- 5     value = 1\n+ 4     value = 2\n    ...\n 12 main()"


def test_pi_diff_is_read_with_its_numbers() -> None:
    assert list(parse_diff(REAL)) == [
        DiffLine("-", "1", "import os"),
        DiffLine(" ", "2", ""),
        DiffLine(" ", "3", ""),
        DiffLine("-", "5", "    value = 1"),
        DiffLine("+", "4", "    value = 2"),
        DiffLine("…"),
        DiffLine(" ", "12", "main()"),
    ]
    assert count_changes(REAL) == (1, 2)


def test_numbers_and_signs_are_gutter_and_changed_words_are_marked() -> None:
    lines = list(diff_lines(parse_diff(REAL), PALETTE, 60))
    assert rows(lines)[3:5] == ["   5 -     value = 1", "   4 +     value = 2"]
    assert copied(lines[3:5]) == "    value = 1\n    value = 2"
    marked = [s.text for line in lines for s in line.segments if s.style == PALETTE.diff_added_word]
    assert marked == ["2"]


def test_a_long_line_wraps_beside_its_gutter() -> None:
    lines = list(diff_lines([DiffLine("+", "7", "x" * 30)], PALETTE, 20))
    assert rows(lines) == ["   7 + " + "x" * 13, " " * 7 + "x" * 13, " " * 7 + "xxxx"]
    assert copied(lines) == "x" * 30


_words = st.lists(st.sampled_from(["a", "b", " ", "\t", "foo", "(", "漢"]), max_size=12).map("".join)
_texts = st.lists(_words, max_size=8).map("\n".join)


@given(_texts, _texts, st.booleans())
def test_a_comparison_keeps_every_line_of_both_texts(old: str, new: str, quickly: bool) -> None:
    lines = compare(old, new, quickly)
    assert [line.text for line in lines if line.sign != "+"] == split_lines(old)
    assert [line.text for line in lines if line.sign != "-"] == split_lines(new)


@given(_words, _words)
def test_marked_words_make_up_both_lines(old: str, new: str) -> None:
    left, right = mark_words(old, new)
    assert "".join(text for text, _ in left) == old
    assert "".join(text for text, _ in right) == new
    if len(left) > 1 or len(right) > 1:
        kept = "".join(text for text, changed in left if not changed)
        assert kept == "".join(text for text, changed in right if not changed)


def test_reading_is_lazy() -> None:
    huge = "+1 x\n" * 1_000_000
    assert len(list(islice(parse_diff(huge), 3))) == 3
