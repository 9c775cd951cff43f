"""What `/session` tells: figures of the whole session, and what each model had of it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from pitui.protocol.content import Usage
from pitui.protocol.entries import MessageEntry, SessionEntry, UsageEntry
from pitui.protocol.messages import AssistantMessage
from pitui.session.branch_totals import usage_of

OTHER = "summaries and the like"
"""Usage of entries that do not name a model: compactions, summaries of branches, tools."""


@dataclass(slots=True)
class ModelUse:
    """What one model had: requests, tokens, US dollars."""

    name: str
    requests: int = 0
    input: int = 0
    output: int = 0
    cache_read: int = 0
    cache_write: int = 0
    cost: float = 0.0

    def add(self, usage: Usage) -> None:
        """Count a request."""
        self.requests += 1
        self.input += usage.input
        self.output += usage.output
        self.cache_read += usage.cache_read
        self.cache_write += usage.cache_write
        self.cost += usage.cost.total


def use_by_model(entries: Iterable[SessionEntry]) -> list[ModelUse]:
    """What each model had of a session, the dearest first."""
    found: dict[str, ModelUse] = {}
    for entry in entries:
        usage = usage_of(entry)
        if usage is not None:
            name = _model_of(entry)
            found.setdefault(name, ModelUse(name)).add(usage)
    return sorted(found.values(), key=lambda use: (-use.cost, -use.input - use.output))


def _model_of(entry: SessionEntry) -> str:
    match entry:
        case MessageEntry(message=AssistantMessage() as message):
            return f"{message.provider}/{message.model}"
        case UsageEntry() if entry.model:
            return f"{entry.provider}/{entry.model}"
        case _:
            return OTHER
