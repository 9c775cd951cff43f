"""Rows that no entry of pi stands for stay where they are when entries are loaded."""

from __future__ import annotations

from pitui.protocol.json_object import JsonObject
from pitui.protocol.responses import BashResult, SessionState
from pitui.session.blocks import BashBlock, Level
from pitui.session.state import Session
from pitui.session.text import source_text
from tests.session.records import (
    assistant,
    event,
    line,
    loaded,
    message_entry,
    message_records,
    stored,
    text,
    update,
    user,
)

HERE = SessionState(session_id="s")

STORY = line(message_entry("1", None, user("go")), message_entry("2", None, assistant(text("done"))))


def shell_entry(id: str, command: str, output: str = "") -> JsonObject:
    """What pi stores of a `!` command."""
    message = {"role": "bashExecution", "command": command, "output": output, "exitCode": 0, "timestamp": 1}
    return message_entry(id, None, message)


def told(session: Session) -> list[str]:
    """What the rows of the session are, in a word each."""
    return [block.command if isinstance(block, BashBlock) else source_text(block) for block in session.blocks]


def test_what_was_there_before_the_first_load_stays_below_it_in_order() -> None:
    session = Session()
    session.started(0)
    session.notice(Level.WARNING, "first", 1)
    session.bash_started("b1", "make", False, 2)
    session.notice(Level.WARNING, "last", 3)
    row = session.blocks[1]
    session.load(stored(STORY), HERE)
    assert told(session) == ["go", "done", "first", "make", "last"]
    assert session.blocks[3] is row

    for record in message_records(user("next")):
        session.apply(record, 4)
    session.bash_finished("b1", BashResult(output="ok\n", exit_code=0), 9)
    entries = line(*STORY, message_entry("3", None, user("next")), shell_entry("4", "make", "ok\n"))
    session.add_entries(stored(entries[2:3]))
    session.add_entries(stored(entries[3:]))
    assert told(session) == ["go", "done", "first", "make", "last", "next"]
    assert isinstance(row, BashBlock)
    assert (row.running, row.seconds, row.entry_id) == (False, 7, "4")


def test_a_stored_session_that_is_shown_before_pi_is_there_costs_no_row() -> None:
    session = Session()
    session.notice(Level.WARNING, "early", 0)
    session.load(stored(STORY), HERE)
    session.started(1)
    session.bash_started("b1", "make", False, 2)
    session.notice(Level.WARNING, "later", 3)
    session.load(stored(STORY), HERE)
    assert told(session) == ["go", "done", "early", "make", "later"]


def test_a_command_that_has_ended_before_the_load_keeps_its_duration() -> None:
    session = Session()
    session.started(0)
    session.bash_started("b1", "ls", False, 1)
    session.bash_started("b2", "ls", False, 2)
    session.bash_started("b3", "sleep 9", True, 2)
    session.bash_finished("b1", BashResult(output="a\n", exit_code=0), 4)
    first, second, third = session.blocks
    entries = line(*STORY, shell_entry("3", "ls", "a\n"), shell_entry("4", "ls", "a\n"))
    session.load(stored(entries), HERE)
    session.bash_finished("b2", BashResult(output="a\n", exit_code=0), 5)
    assert session.blocks[2:] == [first, second, third]
    assert [(row.entry_id, row.seconds) for row in (first, second) if isinstance(row, BashBlock)] == [
        ("3", 3),
        ("4", 3),
    ]


def test_an_old_command_of_the_same_words_stays_another_one() -> None:
    session = loaded(line(*STORY, shell_entry("3", "ls")))
    session.bash_started("b1", "ls", False, 1)
    session.load(stored(line(*STORY, shell_entry("3", "ls"))), HERE)
    assert told(session) == ["go", "done", "ls", "ls"]
    assert [block.entry_id for block in session.blocks[2:]] == ["3", None]


def test_a_reload_costs_no_duration() -> None:
    session = loaded(STORY)
    session.bash_started("b1", "ls", False, 1)
    session.bash_finished("b1", BashResult(output="", exit_code=0), 3)
    entries = line(*STORY, shell_entry("3", "ls"))
    session.add_entries(stored(entries[2:]))
    session.load(stored(entries), HERE)
    row = session.blocks[-1]
    assert isinstance(row, BashBlock)
    assert (row.entry_id, row.seconds) == ("3", 2)


def test_a_command_that_pi_stores_only_after_the_run_survives_a_reload() -> None:
    session = loaded(STORY, is_streaming=True)
    session.bash_started("b1", "ls", False, 1)
    session.bash_finished("b1", BashResult(output="", exit_code=0), 3)
    session.load(stored(STORY), SessionState(session_id="s", is_streaming=True))
    assert told(session) == ["go", "done", "ls"]


def test_a_session_that_takes_the_place_of_another_shows_only_what_was_said_meanwhile() -> None:
    session = loaded(STORY)
    session.notice(Level.WARNING, "of the session before", 1)
    session.bash_started("b1", "make", False, 1)
    session.replacing()
    for record in message_records(assistant(stop="aborted")):
        session.apply(record, 2)
    session.notice(Level.WARNING, "of the new one", 3)
    session.load(stored([]), SessionState(session_id="other"))
    assert told(session) == ["of the new one"]
    session.load(stored([]), SessionState(session_id="a third"))
    assert told(session) == []


def test_what_a_reload_says_is_seen() -> None:
    session = loaded(STORY)
    session.notice(Level.INFO, "before", 1)
    session.replacing()
    session.apply(event("extension_error", extensionPath="a.ts", event="session_start", error="no"), 2)
    session.load(stored(STORY), HERE)
    assert told(session) == ["go", "done", "The extension a.ts failed in session_start: no"]


def test_a_notice_above_messages_does_not_move_below_them() -> None:
    session = loaded(STORY[:1])
    session.notice(Level.INFO, "in the middle", 1)
    for record in message_records(assistant(text("done"))):
        session.apply(record, 2)
    session.add_entries(stored(STORY[1:]))
    session.load(stored(STORY), HERE)
    assert told(session) == ["go", "done"]


def test_nothing_that_has_begun_is_lost_when_the_beginning_of_a_long_session_comes() -> None:
    session = Session()
    session.started(0)
    session.notice(Level.WARNING, "a warning", 0)
    session.bash_started("b1", "make", False, 1)
    session.load(stored(STORY[1:]), HERE)
    for record in message_records(user("next")):
        session.apply(record, 2)
    session.apply(event("agent_start"), 2)
    session.apply(event("message_start", message=assistant(stop="pending")), 3)
    session.apply(update("text_delta", 0, delta="I th"), 3)

    session.load_whole(stored(STORY))
    session.apply(update("text_delta", 0, delta="ink"), 4)

    assert told(session) == ["go", "done", "a warning", "make", "next", "I think"]
    assert session.phase.is_busy
