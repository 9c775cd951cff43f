"""When pi may have taken messages out of its queue without having told so yet."""

from __future__ import annotations

import anyio

from pitui.protocol.codec import Record
from pitui.protocol.events import (
    AgentEnd,
    AgentSettled,
    AgentStart,
    AutoRetryStart,
    MessageEnd,
    MessageStart,
    TurnEnd,
    TurnStart,
)
from pitui.protocol.messages import AssistantMessage, ToolResultMessage

QUIET_SECONDS = 0.25
"""Once a turn has begun pi tells of what it took out at once; after so long without a word it has told all."""


class Flux:
    """Between two turns pi first takes messages out of its queue and then tells so (pi 1.6.0, agent-loop.js).

    Attributes:
        is_open: whether pi stands between two turns, as far as its records tell.
        in_tools: whether it runs the calls of an answer: the queue is looked at right after them.
    """

    def __init__(self) -> None:
        self.is_open = False
        self.in_tools = False
        self._ends_by_itself = False
        self._changed = anyio.Event()

    def see(self, record: Record) -> None:
        """Take in a record."""
        match record:
            case MessageStart(message=AssistantMessage()) | AutoRetryStart() | AgentSettled():
                self._set(False)
            case AgentStart() | TurnStart():
                self._set(True, ends_by_itself=True)
            case TurnEnd() | AgentEnd():
                self.in_tools = False
                self._set(True)
            case MessageEnd(message=AssistantMessage() as message):
                self.in_tools = message.stop_reason == "toolUse"
            case MessageEnd(message=ToolResultMessage()):
                pass
            case MessageEnd():
                self._set(self.is_open, ends_by_itself=True)
            case _:
                pass

    def _set(self, is_open: bool, *, ends_by_itself: bool = False) -> None:
        self.is_open = is_open
        self._ends_by_itself = ends_by_itself
        self._changed.set()
        self._changed = anyio.Event()

    async def over(self) -> None:
        """Wait until pi stands no longer between two turns."""
        while self.is_open:
            with anyio.move_on_after(QUIET_SECONDS if self._ends_by_itself else None) as scope:
                await self._changed.wait()
            if scope.cancelled_caught:
                self.is_open = False
