from __future__ import annotations

import itertools
import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitui.session.growing import join_surrogates
from pitui.session.partial_json import PartialJson

TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=20)
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | TEXTS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(TEXTS, inner, max_size=4),
    max_leaves=20,
)


def feed_in_pieces(text: str, cuts: list[int], *, look: bool) -> PartialJson:
    partial = PartialJson()
    marks = sorted({0, len(text), *(cut % (len(text) + 1) for cut in cuts)})
    for start, end in itertools.pairwise(marks):
        partial.feed(text[start:end])
        if look:
            _ = partial.value
    return partial


@given(
    st.dictionaries(TEXTS, VALUES, max_size=5),
    st.lists(st.integers(0, 10_000), max_size=40),
    st.booleans(),
    st.booleans(),
    st.sampled_from([None, 1]),
)
def test_a_whole_text_in_any_pieces_gives_the_value(
    value: dict[str, Any], cuts: list[int], ascii: bool, look: bool, indent: int | None
) -> None:
    text = json.dumps(value, ensure_ascii=ascii, indent=indent)
    assert feed_in_pieces(text, cuts, look=look).value == value


@given(st.text(max_size=60), st.lists(st.integers(0, 100), max_size=10))
def test_any_text_is_taken(text: str, cuts: list[int]) -> None:
    assert isinstance(feed_in_pieces(text, cuts, look=True).object, dict)


@given(st.text('{}[]":,\\u0 d8e1tn', max_size=60), st.lists(st.integers(0, 100), max_size=10))
def test_what_looks_like_json_is_taken(text: str, cuts: list[int]) -> None:
    assert isinstance(feed_in_pieces(text, cuts, look=True).object, dict)


@given(TEXTS)
def test_an_open_string_is_a_prefix_of_what_it_becomes(content: str) -> None:
    text = json.dumps({"path": "a.py", "content": content})
    partial = PartialJson()
    for letter in text:
        partial.feed(letter)
        assert content.startswith(partial.object.get("content", ""))
    assert partial.object == {"path": "a.py", "content": content}


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ('{"a": "x\\', {"a": "x"}),
        ('{"a": "x\\u00', {"a": "x"}),
        ('{"a": "x\\ud83d', {"a": "x"}),
        ('{"a": "x\\ud83d\\ude0', {"a": "x"}),
        ('{"a": "x\\ud83d\\ude00', {"a": "x😀"}),
        ('{"a": 12', {}),
        ('{"a": 12,', {"a": 12}),
        ('{"a": tru', {}),
        ('{"a": [1, "b', {"a": [1, "b"]}),
        ('{"a": [{"b": ["c', {"a": [{"b": ["c"]}]}),
        ('{"a": 1} and more', {"a": 1}),
        ('{"a": 1, oops "b": 2}', {"a": 1}),
        ("[1, 2]", {}),
        ("", {}),
    ],
)
def test_what_is_known_so_far(text: str, value: dict[str, Any]) -> None:
    partial = PartialJson()
    partial.feed(text)
    assert partial.object == value
    assert partial.object == value


def test_a_lone_surrogate_does_not_stay() -> None:
    partial = PartialJson()
    partial.feed('{"a": "\\ud83dx", "b": "\ud83d')
    partial.feed('\ude00"}')
    assert partial.object == {"a": join_surrogates("\ud83dx"), "b": "😀"}


def test_depth_is_not_limited_by_the_interpreter() -> None:
    partial = PartialJson()
    partial.feed('{"a":' + "[" * 50_000)
    partial.feed("]" * 50_000 + "}")
    depth, value = 0, partial.object["a"]
    while value:
        depth, value = depth + 1, value[0]
    assert depth == 49_999
