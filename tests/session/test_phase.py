"""The phase, from what pi says and what the controller tells, in the orders in which both are really heard."""

from __future__ import annotations

import pytest

from pitui.protocol.responses import SessionState
from pitui.session.changes import Area
from pitui.session.controller import Controller
from pitui.session.phase import Phase
from pitui.session.state import Session
from pitui.session.text import source_text
from tests.session.records import event, loaded, stored

START = event("agent_start")
END = event("agent_end", messages=[], willRetry=False)
SETTLED = event("agent_settled", aborted=False)


def test_from_the_start_to_the_first_run() -> None:
    session = Session()
    assert session.phase is Phase.STARTING
    session.started(1)
    assert session.phase is Phase.STARTING
    session.load(stored([]), SessionState(session_id="s"))
    assert session.phase is Phase.IDLE
    session.sending(2)
    assert (session.phase, session.phase_since) == (Phase.SENDING, 2)
    session.accepted("started", 3)
    assert (session.phase, session.phase_since) == (Phase.WORKING, 3)
    session.apply(START, 4)
    session.apply(END, 5)
    assert (session.phase, session.phase_since) == (Phase.WORKING, 3)
    session.apply(SETTLED, 6)
    assert (session.phase, session.phase_since) == (Phase.IDLE, 6)
    assert Area.PHASE in session.changes.take().areas


@pytest.mark.parametrize("disposition", ["started", "queued", "handled", None])
def test_a_response_that_is_heard_after_the_whole_run_starts_nothing(disposition: str | None) -> None:
    session = loaded([])
    session.sending(1)
    session.apply(START, 2)
    assert session.phase is Phase.WORKING
    session.apply(SETTLED, 3)
    session.accepted(disposition, 4)
    assert session.phase is Phase.IDLE


def test_a_handled_prompt_starts_no_run() -> None:
    session = loaded([])
    session.sending(1)
    session.accepted("handled", 2)
    assert session.phase is Phase.IDLE


def test_a_pi_that_does_not_say_is_asked() -> None:
    session = loaded([])
    session.sending(1)
    session.accepted(None, 2)
    assert session.phase is Phase.SENDING
    session.update_state(SessionState(session_id="s", is_streaming=False))
    assert session.phase is Phase.IDLE
    session.sending(3)
    session.accepted(None, 4)
    session.update_state(SessionState(session_id="s", is_streaming=True))
    assert session.phase is Phase.WORKING


def test_a_pi_that_does_not_say_but_begins() -> None:
    session = loaded([])
    session.sending(1)
    session.accepted(None, 2)
    session.apply(START, 3)
    assert session.phase is Phase.WORKING
    session.update_state(SessionState(session_id="s", is_streaming=False))
    assert session.phase is Phase.WORKING, "an answer older than the event ends no run"
    session.apply(SETTLED, 4)
    assert session.phase is Phase.IDLE


def test_steering_leaves_the_phase_alone() -> None:
    session = loaded([])
    session.apply(START, 1)
    session.sending(2)
    assert session.phase is Phase.WORKING
    session.accepted("queued", 3)
    session.apply(SETTLED, 4)
    assert session.phase is Phase.IDLE


def test_a_refused_prompt_is_explained() -> None:
    session = loaded([])
    session.sending(1)
    session.refused("No API key found.", 2)
    assert session.phase is Phase.IDLE
    assert source_text(session.blocks[-1]) == "No API key found."


def test_retry_and_compaction_inside_of_a_run() -> None:
    session = loaded([])
    session.apply(START, 1)
    session.apply(END, 2)
    session.apply(event("auto_retry_start", attempt=1, maxAttempts=3, delayMs=2000, errorMessage="529"), 3)
    assert session.phase is Phase.RETRY_WAIT
    session.apply(START, 5)
    assert session.phase is Phase.WORKING
    session.apply(event("auto_retry_end", success=True, attempt=1), 6)
    session.apply(event("compaction_start", reason="threshold"), 7)
    assert session.phase is Phase.COMPACTING
    session.apply(event("compaction_end", reason="threshold", aborted=False, willRetry=False), 8)
    assert session.phase is Phase.WORKING
    session.apply(SETTLED, 9)
    assert session.phase is Phase.IDLE


def test_a_manual_compaction_needs_no_run() -> None:
    session = loaded([])
    session.apply(event("compaction_start", reason="manual"), 1)
    session.stopping(2)
    assert session.phase is Phase.STOPPING
    session.apply(event("compaction_end", reason="manual", aborted=True), 3)
    assert session.phase is Phase.IDLE


def test_stopping_lasts_until_pi_has_settled() -> None:
    session = loaded([])
    session.sending(1)
    session.stopping(2)
    assert session.phase is Phase.STOPPING
    session.accepted("started", 3)
    session.apply(START, 4)
    session.apply(END, 5)
    assert session.phase is Phase.STOPPING
    session.apply(SETTLED, 6)
    assert session.phase is Phase.IDLE


def test_there_is_nothing_to_stop_when_nothing_runs() -> None:
    session = loaded([])
    session.stopping(1)
    assert session.phase is Phase.IDLE
    session.sending(2)
    session.stopping(3)
    session.accepted("handled", 4)
    assert session.phase is Phase.IDLE


def test_the_start_counts_from_when_the_screen_began_and_then_from_pi() -> None:
    controller = Controller(on_change=lambda: None, on_refused=lambda _: None, clock=lambda: 5000.0)
    assert (controller.session.phase, controller.session.phase_since) == (Phase.STARTING, 5000)


def test_a_replacement_during_a_run_settles_nothing_but_ends_it() -> None:
    session = loaded([])
    session.apply(START, 1)
    session.load(stored([]), SessionState(session_id="other"))
    assert session.phase is Phase.IDLE
    session.load(stored([]), SessionState(session_id="other", is_streaming=True))
    assert session.phase is Phase.WORKING


def test_death_and_another_start() -> None:
    session = loaded([])
    session.apply(START, 1)
    session.apply(event("queue_update", steering=["a word"], followUp=[]), 2)
    session.died("pi was killed by SIGKILL.", 3)
    assert session.phase is Phase.DEAD
    assert session.exit == "pi was killed by SIGKILL."
    assert session.queue.steering == ("a word",)
    session.started(4)
    assert session.phase is Phase.STARTING
    session.load(stored([]), SessionState(session_id="s"))
    assert session.phase is Phase.IDLE
    assert session.exit is None
    assert session.blocks == []
    assert session.queue.steering == ()
