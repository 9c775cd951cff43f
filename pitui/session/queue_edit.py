"""The queue as the user wants it, and what pi must be told to make it so. Pure: the delivery carries the steps out.

pi cannot change a message that it has queued. So a change takes pi's whole queue back (`clear_queue`) and queues it
again; pi before 0.84.4 gives nothing back, and pitui hands messages over there as late as it can (PI-RPC 7.3).
"""

from __future__ import annotations

from typing import NamedTuple

from pitui.protocol.commands import StreamingBehavior
from pitui.protocol.content import ImageContent
from pitui.session.queue_in_pi import Moment, QueueInPi
from pitui.session.waiting import LANES, Waiting, Where

BEYOND_RECALL = "pi has this message already, and before 0.84.4 it gives none back."


class Send(NamedTuple):
    """Hand this message to pi."""

    message: Waiting


class Clear:
    """Take pi's whole queue back."""


class MessageQueue(QueueInPi):
    """All messages that wait, in the order in which the user wants them in their lanes.

    Attributes:
        paused: nothing is handed over.
        in_use: the user is writing or changing messages just now: those that could not be called back stay here.
    """

    def __init__(self) -> None:
        super().__init__()
        self.paused = False
        self.in_use = False

    # -- what the user wants ---------------------------------------------------------------------------------

    def add(self, message: Waiting, *, first: bool = False) -> None:
        """Add a message at the end of its lane, or before all others."""
        self._messages.insert(0 if first else len(self._messages), message)
        self._changed()

    def refusal(self, message: Waiting) -> str | None:
        """Why a message cannot be changed any more; None when it can."""
        if message not in self._messages:
            return "This message was delivered already."
        if self.can_clear is False and message.where is not Where.HERE:
            return BEYOND_RECALL
        return None

    def hold(self, message: Waiting, held: bool) -> None:
        """Keep a message from being delivered while the user changes it, or let it go again."""
        message.held = held
        self._changed()

    def edit(self, message: Waiting, text: str, written: str, images: tuple[ImageContent, ...]) -> None:
        """Give a message another text and other images; an empty one is removed."""
        message.text, message.written, message.images = text, written, images
        if not text and not images:
            self.remove(message)
        self._changed()

    def remove(self, message: Waiting) -> None:
        """Take a message away."""
        message.removed = True
        if message.where is Where.HERE:
            self._drop(message)
        self._changed()

    def move(self, message: Waiting, steps: int) -> None:
        """Move a message within its lane, by -1 up or 1 down; over the end of the lane nothing happens."""
        lane = self.lane(message.lane)
        at = lane.index(message) + steps
        if 0 <= at < len(lane) and (self.can_clear is not False or lane[at].where is Where.HERE):
            other = lane[at]
            here, there = self._messages.index(message), self._messages.index(other)
            self._messages[here], self._messages[there] = other, message
            self._changed()

    def switch_lane(self, message: Waiting) -> None:
        """Move a message to the end of the other lane."""
        message.lane = "followUp" if message.lane == "steer" else "steer"
        self._messages.remove(message)
        self._messages.append(message)
        self._changed()

    def take_back(self) -> list[Waiting]:
        """Take everything out that pi does not have, in the order shown."""
        taken = [message for message in self.shown if message.where is Where.HERE]
        for message in taken:
            self._drop(message)
        self._changed()
        return taken

    def give_up(self) -> list[Waiting]:
        """pi and its queue are gone: take everything out."""
        taken = self.shown
        self._messages.clear()
        self._pi = {"steer": [], "followUp": []}
        self._ghosts = {"steer": 0, "followUp": 0}
        self._in_doubt.clear()
        self._started.clear()
        self._on_its_way = self._clearing = None
        self._changed()
        return taken

    # -- what is to be done ----------------------------------------------------------------------------------

    def next(self, moment: Moment) -> Send | Clear | None:
        """The next command for pi; None when nothing can or need be done now."""
        waits = self.paused or self._on_its_way is not None or self._clearing is not None or self._in_doubt
        if waits or moment is Moment.CLOSED:
            return None
        if self.can_clear is not False and self._must_clear(moment):
            return Clear()
        ready = (m for m in self.shown if m.where is Where.HERE and not m.held)
        return next((Send(m) for m in ready if self._may_go(m, moment)), None)

    def _must_clear(self, moment: Moment) -> bool:
        if moment is Moment.IDLE and self.in_pi:
            return True  # it came too late for the run, and nothing would begin another one
        return any(not self._as_wanted(lane) for lane in LANES)

    def _as_wanted(self, lane: StreamingBehavior) -> bool:
        queued = self._pi[lane]
        wanted = [m for m in self.lane(lane) if not m.held]
        return wanted[: len(queued)] == queued and not any(m.is_changed for m in queued)

    def _may_go(self, message: Waiting, moment: Moment) -> bool:
        if self.can_clear is not False or message.released or moment is Moment.IDLE:
            return True
        if message.lane == "followUp" or moment is not Moment.TOOLS or self.in_use:
            return False
        return self.all_at_once["steer"] or not self._pi["steer"]
