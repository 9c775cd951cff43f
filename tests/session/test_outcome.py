"""How a run has ended: the latest answer decides, and who stopped it."""

from __future__ import annotations

import pytest

from pitui.protocol.codec import Record
from pitui.session.outcome import Ended, Outcome, Outcomes
from tests.session.records import assistant, event, loaded, stored, text

START = event("agent_start")
SETTLED = event("agent_settled", aborted=False)
OF_OLD = event("agent_settled")
ANSWER = event("message_end", message=assistant(text("yes")))
ABORTED = event("message_end", message=assistant(stop="aborted"))
ERROR = event("message_end", message=assistant(stop="error", errorMessage="529 busy\nmore"))
MUTE_ERROR = event("message_end", message=assistant(stop="error"))
MANUAL = {"reason": "manual", "aborted": False}
DONE, NOTHING = Outcome(Ended.DONE), Outcome()
BUSY = Outcome(Ended.FAILED, "529 busy")


@pytest.mark.parametrize(
    ("records", "outcome"),
    [
        ([], NOTHING),
        ([START, ANSWER], NOTHING),
        ([START, ANSWER, SETTLED], DONE),
        ([START, ERROR, SETTLED], BUSY),
        ([START, MUTE_ERROR, SETTLED], Outcome(Ended.FAILED, "Error")),
        ([START, ERROR, START, ANSWER, SETTLED], DONE),
        ([START, ERROR, event("agent_settled", aborted=True)], NOTHING),
        ([START, ABORTED, OF_OLD], NOTHING),
        ([START, ERROR, SETTLED, START, ANSWER, SETTLED], DONE),
        ([event("compaction_end", **MANUAL)], DONE),
        ([event("compaction_end", reason="manual", aborted=True)], NOTHING),
        ([event("compaction_end", **MANUAL, errorMessage="too small")], Outcome(Ended.FAILED, "too small")),
        ([START, ERROR, SETTLED, event("compaction_end", reason="threshold")], BUSY),
        ([START, ANSWER, event("compaction_end", reason="threshold"), SETTLED], DONE),
        (
            [START, ANSWER, event("compaction_end", reason="overflow", errorMessage="no"), SETTLED],
            Outcome(Ended.FAILED, "no"),
        ),
    ],
)
def test_what_has_ended_how(records: list[Record], outcome: Outcome) -> None:
    outcomes = Outcomes()
    for record in records:
        outcomes.apply(record)
    assert outcomes.latest == outcome


def test_another_session_has_another_outcome() -> None:
    session = loaded([])
    for now, record in enumerate((START, ERROR, SETTLED)):
        session.apply(record, now)
    session.load(stored([]), session.state.model_copy())
    assert session.outcome == BUSY
    session.load(stored([]), session.state.model_copy(update={"session_id": "another"}))
    assert session.outcome == NOTHING
