"""How the latest run or compaction has ended, as pi's own TUI reports it to the terminal (pi 1.6.0, OSC 7501)."""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple

from pitui.protocol.codec import Record
from pitui.protocol.events import AgentSettled, AgentStart, CompactionEnd, MessageEnd
from pitui.protocol.messages import AssistantMessage


class Ended(Enum):
    """What became of it."""

    NOTHING = "nothing"
    """Nothing has run yet, or the user has stopped it."""
    DONE = "done"
    FAILED = "failed"


class Outcome(NamedTuple):
    """How something has ended.

    Attributes:
        ended: what became of it.
        reason: the first line of the error; foreign text.
    """

    ended: Ended = Ended.NOTHING
    reason: str = ""


class Outcomes:
    """The outcome of what has ended last.

    Attributes:
        latest: it stands until something else has ended.
    """

    def __init__(self) -> None:
        self.latest = Outcome()
        self._of_run: Outcome | None = None

    def apply(self, record: Record) -> None:
        """Take in any record."""
        match record:
            case AgentStart():
                self._of_run = Outcome(Ended.DONE)
            case MessageEnd(message=AssistantMessage(stop_reason=reason, error_message=words)):
                # The latest answer decides, so that of a retried one nothing is left.
                self._of_run = _ended(reason == "aborted", words or "Error" if reason == "error" else None)
            case CompactionEnd() if self._of_run is not None:
                # One that fails ends the run, unless a later answer succeeds.
                if record.aborted or record.error_message:
                    self._of_run = _ended(record.aborted, record.error_message)
            case CompactionEnd() if record.aborted or record.reason == "manual":
                self.latest = _ended(record.aborted, record.error_message)
            case AgentSettled():
                self.latest = Outcome() if record.aborted else self._of_run or Outcome(Ended.DONE)
                self._of_run = None
            case _:
                pass


def _ended(aborted: bool, error: str | None) -> Outcome:
    if aborted:
        return Outcome()
    if error is None:
        return Outcome(Ended.DONE)
    return Outcome(Ended.FAILED, next(iter(error.strip().splitlines()), "") or "Error")
