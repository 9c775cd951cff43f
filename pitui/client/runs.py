"""Whether a run is under way, told from the records; the one question that the records leave open is marked as such."""

from __future__ import annotations

from enum import Enum, auto

import anyio

from pitui.protocol.codec import Record
from pitui.protocol.events import AgentSettled, AgentStart
from pitui.protocol.responses import PromptResult


class Run(Enum):
    """UNSURE: pi took a prompt and did not say whether that starts a run (before 0.99), or replaced the session."""

    NONE = auto()
    UNDER_WAY = auto()
    UNSURE = auto()


class RunWatch:
    """Follows the runs of one pi. A run lasts from the accepted prompt, or `agent_start`, to `agent_settled`.

    Attributes:
        version: counts how often the state was set.
    """

    def __init__(self) -> None:
        self._state = Run.NONE
        self._changed = anyio.Event()
        self.version = 0

    @property
    def state(self) -> Run:
        """What is known now."""
        return self._state

    async def change(self) -> None:
        """Wait until `state` is set again."""
        await self._changed.wait()

    def see(self, record: Record) -> None:
        """Take a record that is no response."""
        match record:
            case AgentStart():
                self.set(Run.UNDER_WAY)
            case AgentSettled():
                self.set(Run.NONE)
            case _:
                pass

    def accepted(self, result: PromptResult) -> None:
        """pi took a prompt. One that it queued or handled starts no run of its own."""
        match result.disposition:
            case "started":
                self.set(Run.UNDER_WAY)
            case None if self._state is not Run.UNDER_WAY:
                self.set(Run.UNSURE)
            case _:
                pass

    def replaced(self) -> None:
        """The session was replaced: 0.82.1 drops a run without a word."""
        if self._state is Run.UNDER_WAY:
            self.set(Run.UNSURE)

    def set(self, state: Run) -> None:
        """Learn the state from elsewhere, or wake those that wait for a change."""
        self._state = state
        self.version += 1
        self._changed.set()
        self._changed = anyio.Event()
