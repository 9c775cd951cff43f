"""A model of how pi keeps, takes up and tells of queued messages (1.6.0 and 0.82.1, agent-loop.js, agent-session.js).

Commands and records wait in pipes, so that each side acts on what it knows and not on what is.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field

from pitui.protocol.codec import Record
from pitui.protocol.commands import StreamingBehavior
from pitui.protocol.content import TextContent
from pitui.protocol.events import (
    AgentEnd,
    AgentSettled,
    AgentStart,
    MessageEnd,
    MessageStart,
    QueueUpdate,
    TurnEnd,
    TurnStart,
)
from pitui.protocol.messages import AssistantMessage, UserMessage


@dataclass(frozen=True)
class PromptLine:
    text: str
    lane: StreamingBehavior


@dataclass(frozen=True)
class ClearLine:
    pass


@dataclass(frozen=True)
class PromptAnswer:
    disposition: str | None


@dataclass(frozen=True)
class ClearAnswer:
    steering: tuple[str, ...] = ()
    follow_up: tuple[str, ...] = ()


@dataclass
class ModelPi:
    """pi, one step after the other.

    Attributes:
        gives_back: whether it knows `clear_queue`.
        commands: what was sent to it and not read yet.
        said: what it said and nobody has heard yet.
        delivered: the user messages of the conversation.
        taken: taken out of the queues and not told yet.
    """

    gives_back: bool = True
    commands: deque[PromptLine | ClearLine] = field(default_factory=deque[PromptLine | ClearLine])
    said: deque[Record | PromptAnswer | ClearAnswer] = field(
        default_factory=deque["Record | PromptAnswer | ClearAnswer"]
    )
    delivered: list[str] = field(default_factory=list[str])
    running: bool = False
    in_turn: bool = False
    taken: list[str] = field(default_factory=list[str])
    _told: dict[str, list[str]] = field(default_factory=lambda: {"steer": [], "followUp": []})
    _queue: dict[str, list[str]] = field(default_factory=lambda: {"steer": [], "followUp": []})

    def read(self) -> None:
        """Read one command."""
        match self.commands.popleft():
            case PromptLine(text, lane) if self.running:
                self._told[lane].append(text)
                self._queue[lane].append(text)
                self._tell_queue()
                self.said.append(PromptAnswer("queued" if self.gives_back else None))
            case PromptLine(text):
                self.said.append(PromptAnswer("started" if self.gives_back else None))
                self.running = True
                self.said.extend((AgentStart(), TurnStart()))
                self._user(text)
                self.taken = self._take("steer")
            case ClearLine():
                answer = ClearAnswer(tuple(self._told["steer"]), tuple(self._told["followUp"]))
                self._told = {"steer": [], "followUp": []}
                self._queue = {"steer": [], "followUp": []}
                self._tell_queue()
                self.said.append(answer)

    def work(self, *, tools: bool) -> None:
        """Go on with the run by one step: tell what was taken out, answer, end the turn, or settle."""
        if not self.running:
            return
        if self.taken:
            self._tell_taken()
        elif not self.in_turn:
            self.in_turn = True
            self.said.append(MessageStart(message=AssistantMessage()))
        else:
            self.in_turn = False
            self.said.append(MessageEnd(message=AssistantMessage(stop_reason="toolUse" if tools else "stop")))
            self.said.append(TurnEnd())
            self.taken = self._take("steer") or ([] if tools else self._take("followUp"))
            if self.taken or tools:
                self.said.append(TurnStart())
            else:
                self.running = False
                self.said.extend((AgentEnd(), AgentSettled()))

    def _take(self, lane: StreamingBehavior) -> list[str]:
        taken, self._queue[lane] = self._queue[lane][:1], self._queue[lane][1:]
        return taken

    def _tell_taken(self) -> None:
        for text in self.taken:
            self._user(text)
        self.taken = []

    def _user(self, text: str) -> None:
        for lane in ("steer", "followUp"):
            if text in self._told[lane]:
                self._told[lane].remove(text)
                self._tell_queue()
                break
        self.delivered.append(text)
        message = UserMessage(content=[TextContent(text=text)])
        self.said.extend((MessageStart(message=message), MessageEnd(message=message)))

    def _tell_queue(self) -> None:
        self.said.append(
            QueueUpdate(steering=list(self._told["steer"]), follow_up=list(self._told["followUp"]))
        )
