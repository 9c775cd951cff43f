"""Which entries of the tree have a row: pi's five filters (pi 1.6.0, tree-selector.js)."""

from __future__ import annotations

from enum import Enum

from pitui.protocol.content import TextContent
from pitui.protocol.entries import MessageEntry, SessionEntry
from pitui.protocol.messages import AssistantMessage, ToolResultMessage, UserMessage
from pitui.session.tree_text import BOOKKEEPING, entry_kind


class Filter(Enum):
    """The filters in the order in which they are cycled through; the value is what the tree calls it."""

    DEFAULT = "default"
    """All but bookkeeping, and turns without text, which the rows of their tool results tell."""
    NO_TOOLS = "no tools"
    USER = "user only"
    LABELLED = "labelled only"
    ALL = "all"

    @classmethod
    def of_pi(cls, name: str) -> Filter:
        """The filter by the name it has in pi's setting `treeFilterMode`; the default one for any other name."""
        return _OF_PI.get(name, cls.DEFAULT)

    def cycled(self, steps: int) -> Filter:
        """The filter so many steps further."""
        filters = list(Filter)
        return filters[(filters.index(self) + steps) % len(filters)]


_OF_PI = {
    "no-tools": Filter.NO_TOOLS,
    "user-only": Filter.USER,
    "labeled-only": Filter.LABELLED,
    "all": Filter.ALL,
}


class Sort(Enum):
    """What an entry is to the filters."""

    USER = 1
    TOOL_RESULT = 2
    SILENT = 3
    """An answer that only calls tools."""
    BOOKKEEPING = 4
    OTHER = 5


def sort_of(entry: SessionEntry) -> Sort:
    """What an entry is to the filters."""
    if entry_kind(entry) in BOOKKEEPING:
        return Sort.BOOKKEEPING
    if not isinstance(entry, MessageEntry):
        return Sort.OTHER
    match entry.message:
        case UserMessage():
            return Sort.USER
        case ToolResultMessage():
            return Sort.TOOL_RESULT
        case AssistantMessage() as message:
            return Sort.SILENT if _is_silent(message) else Sort.OTHER
        case _:
            return Sort.OTHER


def passes(filter: Filter, sort: Sort, *, labelled: bool, is_leaf: bool) -> bool:
    """Whether an entry has a row.

    Args:
        filter: the filter that is set.
        sort: what the entry is.
        labelled: whether it has a label.
        is_leaf: whether the session goes on from it: then a turn without text is shown.
    """
    match filter:
        case Filter.ALL:
            return True
        case Filter.USER:
            return sort is Sort.USER
        case Filter.LABELLED:
            return labelled
        case Filter.NO_TOOLS if sort is Sort.TOOL_RESULT:
            return False
        case _:
            return sort is not Sort.BOOKKEEPING and (sort is not Sort.SILENT or is_leaf)


def _is_silent(message: AssistantMessage) -> bool:
    if message.stop_reason not in ("", "stop", "toolUse"):
        return False
    return not any(isinstance(part, TextContent) and part.text.strip() for part in message.content)
