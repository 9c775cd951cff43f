"""A session that is shown from its file before pi is asked shows in the end what pi alone would have shown."""

from __future__ import annotations

import pytest

from pitui.protocol.json_object import JsonObject
from pitui.protocol.responses import SessionState
from pitui.session.phase import Phase
from pitui.session.state import Session
from pitui.session.stored import Stored
from tests.session.comparing import comparables
from tests.session.records import assistant, call, line, loaded, message_entry, result, stored, text, user

ENTRIES = line(
    message_entry("1", None, user("first")),
    message_entry("2", None, assistant(call("a"))),
    message_entry("3", None, result("a")),
    message_entry("4", None, assistant(text("done"))),
    message_entry("5", None, user("more")),
    message_entry("6", None, assistant(text("more is done"))),
)
PI = SessionState(session_id="s")


def shown(entries: list[JsonObject]) -> tuple[Session, Stored]:
    """A session whose file holds these entries, and which pi is about to open."""
    session = Session()
    of_file = Stored(session, lambda: 0.0, lambda: None)
    of_file.show(stored(entries), SessionState(session_id="s"), pi_follows=True)
    return session, of_file


@pytest.mark.parametrize("count", range(1, len(ENTRIES) + 1))
@pytest.mark.parametrize("leaf", ["6", "4", "1"])
def test_the_rest_from_pi_gives_the_same_as_all(count: int, leaf: str) -> None:
    session, of_file = shown(ENTRIES[:count])
    assert of_file.last_shown(PI) == str(count)
    session.go_on(stored(ENTRIES[count:], leaf), PI)
    whole = loaded(ENTRIES, leaf)
    assert comparables(session.blocks) == comparables(whole.blocks)
    assert [row.id for row in session.tree.rows()] == [row.id for row in whole.tree.rows()]
    assert session.phase is whole.phase is Phase.IDLE


def test_only_the_same_session_at_rest_goes_on() -> None:
    for other in (SessionState(session_id="t"), SessionState(session_id="s", is_streaming=True)):
        _, of_file = shown(ENTRIES)
        assert of_file.last_shown(other) is None


def test_pi_is_asked_for_the_rest_once() -> None:
    _, of_file = shown(ENTRIES)
    assert of_file.last_shown(PI) == "6"
    assert of_file.last_shown(PI) is None


def test_without_entries_everything_is_fetched() -> None:
    assert shown([])[1].last_shown(PI) is None
