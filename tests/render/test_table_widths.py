"""How the columns of a table share the room."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from pitui.render.table import LONGEST_WORD, fit_columns

COLUMNS = st.lists(st.tuples(st.integers(1, 80), st.integers(0, 80)), min_size=1, max_size=8)


@given(COLUMNS, st.integers(8, 120))
def test_columns_fit_and_words_stay_whole_where_all_of_them_can(
    columns: list[tuple[int, int]], room: int
) -> None:
    natural = [need for need, _ in columns]
    words = [min(need, word) for need, word in columns]
    widths = fit_columns(natural, words, room)
    assert sum(widths) <= room
    assert all(1 <= width <= need for width, need in zip(widths, natural, strict=True))
    least = [max(1, min(word, LONGEST_WORD)) for word in words]
    if sum(least) <= room:
        assert all(width >= word for width, word in zip(widths, least, strict=True))
    if sum(natural) <= room:
        assert widths == natural


def test_a_word_is_not_broken_for_the_sake_of_prose() -> None:
    assert fit_columns([10, 60, 60], [10, 6, 6], 36) == [10, 13, 13]
    assert fit_columns([20, 60], [16, 9], 26) == [16, 10]
