from __future__ import annotations

import pytest

from pitui.ui.foreign import plain, styled_line, styled_spans
from tests.hostile import HOSTILE, NEVER


def test_colours_are_styles_and_nothing_else_is_obeyed() -> None:
    (first, dot), (second, rest) = styled_spans(["\x1b[38;2;1;2;3m●\x1b[39;1m Turn\x1b[2J"])
    assert (first, second) == ("●", " Turn␛[2J")
    assert dot.color is not None
    assert dot.color.triplet == (1, 2, 3)
    assert rest.bold


@pytest.mark.parametrize("text", HOSTILE)
def test_no_hostile_text_comes_through(text: str) -> None:
    for shown in (plain(text), styled_line(text).plain):
        assert all(code not in shown.encode() for code in NEVER)
        assert "\x1b" not in shown
        assert "\r" not in shown
        assert "hidden" in shown or "hidden" not in text
    assert "\n" not in styled_line(text + "\nmore").plain
