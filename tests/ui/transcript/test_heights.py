"""The Fenwick tree against a plain list."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from pitui.ui.widgets.transcript.heights import Heights

HEIGHTS = st.lists(st.integers(0, 9), max_size=40)
OPERATIONS = st.lists(
    st.one_of(
        st.tuples(st.just("append"), st.integers(0, 50), st.just(0)),
        st.tuples(st.just("truncate"), st.integers(0, 50), st.just(0)),
        st.tuples(st.just("set"), st.integers(0, 50), st.integers(0, 50)),
    ),
    max_size=30,
)


def model_find(values: list[int], row: int) -> tuple[int, int]:
    for index, value in enumerate(values):
        if row < value:
            return index, row
        row -= value
    return len(values), row


@given(HEIGHTS, OPERATIONS)
def test_answers_like_a_list(values: list[int], operations: list[tuple[str, int, int]]) -> None:
    heights = Heights(values)
    model = list(values)
    for name, a, b in operations:
        if name == "append":
            heights.append(a)
            model.append(a)
        elif name == "truncate":
            length = min(a, len(model))
            heights.truncate(length)
            del model[length:]
        elif model:
            heights[a % len(model)] = b
            model[a % len(model)] = b
    assert [heights[n] for n in range(len(heights))] == model
    assert heights.total == sum(model)
    assert [heights.prefix(n) for n in range(len(model) + 1)] == [
        sum(model[:n]) for n in range(len(model) + 1)
    ]
    for row in range(sum(model) + 3):
        assert heights.find(row) == model_find(model, row)
