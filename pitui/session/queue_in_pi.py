"""What pi has of the messages that wait, told from its records and answers; the half of the queue that pi decides.

A message is known by its text alone, as pi's `queue_update` has it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import Enum, auto

from pitui.protocol.commands import StreamingBehavior
from pitui.session.queue_reading import still_there
from pitui.session.waiting import LANES, Waiting, Where


class Moment(Enum):
    """What pi can take now."""

    CLOSED = auto()
    """Nothing: it is starting, compacting, moving in the tree, or has ended."""
    IDLE = auto()
    WORKING = auto()
    TOOLS = auto()
    """Working, and a tool runs: a steering message that comes now is taken up right after it."""


class QueueInPi:
    """All messages that wait, and which of them pi has.

    Attributes:
        can_clear: whether pi gives its queue back; None when that is not known, which counts as yes.
        all_at_once: for each lane whether pi delivers all its messages together.
        too_late: messages that pi took up before a change of them reached it, until somebody takes them out.
        version: grows with every change.
    """

    def __init__(self) -> None:
        self.can_clear: bool | None = None
        self.all_at_once: dict[StreamingBehavior, bool] = {"steer": False, "followUp": False}
        self.too_late: list[Waiting] = []
        self.version = 0
        self._messages: list[Waiting] = []
        self._pi: dict[StreamingBehavior, list[Waiting]] = {"steer": [], "followUp": []}
        self._on_its_way: Waiting | None = None
        self._clearing: dict[StreamingBehavior, list[Waiting]] | None = None
        self._in_doubt: list[Waiting] = []
        self._started: list[str] = []
        self._ghosts: dict[StreamingBehavior, int] = {"steer": 0, "followUp": 0}
        self._taken_without_text = 0

    # -- what is there ---------------------------------------------------------------------------------------

    @property
    def shown(self) -> list[Waiting]:
        """What waits, steering messages first."""
        return [message for lane in LANES for message in self.lane(lane)]

    def lane(self, lane: StreamingBehavior) -> list[Waiting]:
        """What waits in a lane."""
        return [m for m in self._messages if m.lane == lane and not m.removed]

    @property
    def in_pi(self) -> list[Waiting]:
        """What pi has queued, also what the user has removed meanwhile."""
        return [message for lane in LANES for message in self._pi[lane]]

    # -- what became of it -----------------------------------------------------------------------------------

    def sending(self, message: Waiting, moment: Moment) -> None:
        """The message goes to pi; `accepted` or `refused` follows."""
        message.where = Where.ON_ITS_WAY
        message.sent, message.sent_images, message.sent_lane = message.text, message.images, message.lane
        self._on_its_way = message
        if self.can_clear is False and moment is Moment.IDLE and self.all_at_once[message.lane]:
            for other in self.lane(message.lane):
                other.released = True
        self._changed()

    def accepted(self, disposition: str | None) -> None:
        """pi took the message: queued it (seen in its `queue_update` before this), began a run with it, or used it."""
        message, self._on_its_way = self._on_its_way, None
        if message is None or message.where is not Where.ON_ITS_WAY:
            self._changed()
            return
        newest = self._pi[message.sent_lane][-1:] if disposition == "queued" else []
        if newest and newest[0].is_foreign:
            self._claim(message, newest[0])
        else:
            if disposition == "started":
                self._started.append(message.sent)
            self._delivered(message)
        self._changed()

    def refused(self) -> Waiting | None:
        """pi did not take the message.

        Returns:
            The message, which is no longer in the queue; None when the user had removed it.
        """
        message, self._on_its_way = self._on_its_way, None
        if message is not None and message in self._messages:
            self._drop(message)
        self._changed()
        return None if message is None or message.removed else message

    def pi_has(self, steering: Sequence[str], follow_up: Sequence[str]) -> None:
        """`queue_update`."""
        now: dict[StreamingBehavior, Sequence[str]] = {"steer": steering, "followUp": follow_up}
        if self._clearing is not None and not steering and not follow_up:
            for lane in LANES:
                self._clearing[lane] += self._pi[lane]
                self._pi[lane] = []
                self._ghosts[lane] = 0
            return
        for lane in LANES:
            self._lane_is(lane, self._without_ghosts(lane, now[lane]))
        self._changed()

    def _lane_is(self, lane: StreamingBehavior, texts: Sequence[str]) -> None:
        before = self._pi[lane]
        known = [message.known_as for message in before]
        if known == list(texts):
            return
        at = still_there(known, texts)
        self._pi[lane] = after = [
            before[i] if i is not None else self._appear(lane, text)
            for i, text in zip(at, texts, strict=True)
        ]
        for message in before:
            if message not in after:
                self._taken_without_text += not message.known_as
                self._delivered(message)

    def _appear(self, lane: StreamingBehavior, text: str) -> Waiting:
        mine = self._on_its_way
        is_mine = mine is not None and mine.where is Where.ON_ITS_WAY and mine.sent_lane == lane
        if mine is not None and is_mine and (mine.sent == text or mine.sent.startswith("/")):
            mine.where, mine.known_as = Where.IN_PI, text
            return mine
        foreign = Waiting(
            text, lane, where=Where.IN_PI, known_as=text, sent=text, sent_lane=lane, is_foreign=True
        )
        self._messages.append(foreign)
        return foreign

    def _claim(self, message: Waiting, foreign: Waiting) -> None:
        """What looked like an extension's message is this one, which an extension has rewritten."""
        message.where, message.known_as = Where.IN_PI, foreign.known_as
        lane = self._pi[foreign.sent_lane]
        lane[lane.index(foreign)] = message
        self._messages.remove(foreign)

    def clearing(self) -> None:
        """`clear_queue` goes to pi; `cleared` or `not_cleared` follows."""
        self._clearing = {"steer": [], "followUp": []}

    def not_cleared(self) -> None:
        """This pi has no `clear_queue`, or has ended."""
        self._clearing = None
        self._changed()

    def cleared(self, steering: Sequence[str], follow_up: Sequence[str], *, in_flux: bool) -> None:
        """pi gave its queue back.

        Args:
            steering: pi's texts.
            follow_up: pi's texts.
            in_flux: pi stood between two turns: it may have taken some of these messages out already without
                having told so. They are in doubt until `out_of_flux`.
        """
        texts: dict[StreamingBehavior, Sequence[str]] = {"steer": steering, "followUp": follow_up}
        taken = self._clearing or {"steer": [], "followUp": []}
        self._clearing = None
        back: list[Waiting] = []
        for lane in LANES:
            had = taken[lane] + self._pi[lane]
            self._pi[lane] = []
            at = still_there([message.known_as for message in had], texts[lane])
            here = [
                had[i] if i is not None else self._appear(lane, text)
                for i, text in zip(at, texts[lane], strict=True)
            ]
            back += here
            for message in had:
                if message not in here:
                    self._delivered(message)
        for message in back:
            message.where = Where.HERE
            message.is_foreign = False
        self._in_doubt = back if in_flux else []
        if not in_flux:
            self._forget_removed(back)
        self._changed()

    def out_of_flux(self) -> None:
        """Whatever pi had taken out without having told so, it has told by now."""
        back, self._in_doubt = self._in_doubt, []
        self._forget_removed(back)
        self._changed()

    def user_message(self, text: str) -> None:
        """A user's message begins in the conversation (`message_start`)."""
        for started in self._started:
            if _is(text, started):
                self._started.remove(started)
                return
        for message in self._in_doubt:
            if _is(text, message.known_as):
                self._in_doubt.remove(message)
                self._delivered(message)
                self._changed()
                return
        if not text and self._taken_without_text:
            self._taken_without_text -= 1
        elif not text:
            self._image_only_delivered()

    def settled(self) -> None:
        """`agent_settled`: no message of the run is still to come."""
        self._started.clear()

    # -- plumbing --------------------------------------------------------------------------------------------

    def _image_only_delivered(self) -> None:
        """pi 0.82.1 never takes a message without text out of its lists (agent-session.js, `if (messageText)`)."""
        for lane in LANES:
            message = next((m for m in self._pi[lane] if not m.known_as), None)
            if message is not None:
                self._pi[lane].remove(message)
                self._ghosts[lane] += 1
                self._delivered(message)
                self._changed()
                return

    def _without_ghosts(self, lane: StreamingBehavior, texts: Sequence[str]) -> list[str]:
        left = self._ghosts[lane]
        kept: list[str] = []
        for text in texts:
            if not text and left:
                left -= 1
            else:
                kept.append(text)
        return kept

    def _delivered(self, message: Waiting) -> None:
        wanted_else = message.removed or message.held or message.is_changed
        self._drop(message)
        if wanted_else:
            self.too_late.append(message)

    def _forget_removed(self, messages: Iterable[Waiting]) -> None:
        for message in messages:
            if message.removed:
                self._drop(message)

    def _drop(self, message: Waiting) -> None:
        if message in self._messages:
            self._messages.remove(message)

    def _changed(self) -> None:
        self.version += 1


def _is(text: str, known_as: str) -> bool:
    """Whether a message is the one of this name; pi may have added what became of its images."""
    return text == known_as or bool(known_as and text.startswith(known_as))
