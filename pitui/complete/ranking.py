"""Ranks names against what was typed: exact beginnings first, then parts, then letters in order."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

T = TypeVar("T")


def rank(query: str, items: Sequence[T], name: Callable[[T], str], *, limit: int = 100) -> list[T]:
    """The items that fit, best first.

    Args:
        query: what was typed; "" fits everything.
        items: in the order in which equals are to stand.
        name: the name of an item.
        limit: at most so many.
    """
    scored = ((score(query, name(item)), index) for index, item in enumerate(items))
    found = sorted((value, index) for value, index in scored if value is not None)
    return [items[index] for _, index in found[:limit]]


def score(query: str, name: str) -> tuple[int, int] | None:
    """How badly a name fits, smaller is better; None when it does not fit at all."""
    query, name = query.lower(), name.lower()
    if name.startswith(query):
        return 0, len(name)
    at = name.find(query)
    if at >= 0:
        starts_word = not name[at - 1].isalnum()
        return (1 if starts_word else 2), len(name)
    gaps, at = 0, -1
    for char in query:
        found = name.find(char, at + 1)
        if found < 0:
            return None
        gaps += found - at - 1
        at = found
    return 3, gaps + len(name)
