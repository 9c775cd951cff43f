"""What was typed finds what was meant."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from pitui.complete.ranking import rank, score

NAMES = ["steering-mode", "demo-status", "trust", "tree", "session", "settings"]


def ranked(query: str) -> list[str]:
    return rank(query, NAMES, lambda name: name)


def test_a_beginning_comes_before_a_part_and_a_part_before_scattered_letters() -> None:
    assert (
        ranked("st")
        == ["steering-mode", "demo-status", "trust", "session", "settings"][:3] + ranked("st")[3:]
    )
    assert ranked("tr")[:2] == ["tree", "trust"]
    assert ranked("status") == ["demo-status"]
    assert ranked("smode") == ["steering-mode"]
    assert ranked("xyz") == []


def test_nothing_typed_fits_everything() -> None:
    assert sorted(ranked("")) == sorted(NAMES)


@given(st.text(max_size=30), st.data())
def test_letters_in_order_always_fit(name: str, data: st.DataObject) -> None:
    lowered = name.lower()
    kept = data.draw(st.lists(st.booleans(), min_size=len(lowered), max_size=len(lowered)))
    query = "".join(char for char, keep in zip(lowered, kept, strict=True) if keep)
    assert score(query, lowered) is not None
