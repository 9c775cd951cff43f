"""The order of sessions in the picker, and what a query finds."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitui.disk.summaries import SessionSummary
from pitui.session.session_search import IN_NAME, IN_TEXT, SCATTERED, Query, Searched
from pitui.ui.session_list import Order, SessionList


def session(name: str, at: float, parent: str | None = None, *, title: str | None = None) -> SessionSummary:
    return SessionSummary(
        path=Path(name),
        id=name,
        cwd="/home/me/work",
        name=title,
        parent=Path(parent) if parent else None,
        created=at,
        modified=at,
        messages=2,
        first=f"first of {name}",
        stamp=(1, 1),
    )


def listed(*sessions: SessionSummary) -> SessionList:
    found = SessionList()
    found.add(sessions)
    return found


def order(sessions: SessionList) -> list[tuple[str, int]]:
    return [(row.session.id, row.depth) for row in sessions.rows()]


def test_a_thread_stands_where_its_latest_message_puts_it() -> None:
    sessions = listed(session("a", 1), session("b", 5), session("a1", 2, "a"), session("a2", 9, "a1"))
    assert order(sessions) == [("a", 0), ("a1", 1), ("a2", 2), ("b", 0)]
    sessions.order = Order.RECENT
    assert order(sessions) == [("a2", 0), ("b", 0), ("a1", 0), ("a", 0)]


def test_a_parent_that_is_not_listed_hides_nobody() -> None:
    assert order(listed(session("a", 1, "gone"))) == [("a", 0)]


@given(
    st.lists(
        st.tuples(st.integers(0, 9), st.integers(0, 9) | st.none()), max_size=10, unique_by=lambda t: t[0]
    )
)
def test_every_session_is_shown_once_whatever_the_files_say_about_parents(
    pairs: list[tuple[int, int | None]],
) -> None:
    sessions = listed(*(session(f"s{n}", n, None if p is None else f"s{p}") for n, p in pairs))
    assert sorted(name for name, _ in order(sessions)) == sorted(f"s{n}" for n, _ in pairs)


def test_only_named_sessions_can_be_shown() -> None:
    sessions = listed(session("a", 1), session("b", 2, title="Named"))
    sessions.named_only = True
    assert order(sessions) == [("b", 0)]


def test_the_best_fit_goes_first_by_relevance_and_the_latest_otherwise() -> None:
    sessions = listed(session("a", 1, title="tide"), session("b", 2))
    sessions.texts[Path("b")] = "the tide comes in"
    sessions.query = Query("tide")
    assert order(sessions) == [("b", 0), ("a", 0)]
    sessions.order = Order.RELEVANCE
    assert order(sessions) == [("a", 0), ("b", 0)]


SEARCHED = Searched("Fix Tide", "01ab-77", "/home/me/Proj", "the gauge was wrong\nsee über all")


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("tide", IN_NAME),
        ("FIX tide", IN_NAME),
        ("ÜBER", IN_TEXT),
        ("01AB", IN_TEXT),
        ("proj", IN_TEXT),
        ("gauge tide", IN_TEXT),
        ('"was wrong"', IN_TEXT),
        ('"wrong was"', None),
        ("wrong was", 2 * IN_TEXT),
        ("fxtd", SCATTERED),
        ("nothere", None),
        ("tide nothere", None),
        ("re:ga.ge", IN_TEXT),
        ("re:^FIX", IN_NAME),
        ("re:xyz", None),
        ('"open', None),
    ],
)
def test_words_phrases_and_patterns(query: str, found: int | None) -> None:
    assert Query(query).rate(SEARCHED) == found


def test_a_pattern_that_is_none_says_so_and_fits_nothing() -> None:
    query = Query("re:(")
    assert query.problem
    assert query.rate(SEARCHED) is None


@given(st.text(max_size=20))
def test_any_query_can_be_asked(text: str) -> None:
    query = Query(text)
    found = query.rate(SEARCHED)
    if not re.search(r"\S", text):
        assert query.is_empty
        assert found == 0
