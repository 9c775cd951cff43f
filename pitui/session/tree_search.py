"""Search over everything that entries say: each text is put together once, in lower case."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from typing import Any, cast

from pitui.protocol.content import Content, ContentBlock, TextContent, ThinkingContent, ToolCall
from pitui.protocol.entries import (
    BranchSummaryEntry,
    CompactionEntry,
    CustomMessageEntry,
    MessageEntry,
    SessionEntry,
)
from pitui.protocol.json_object import JsonObject
from pitui.protocol.messages import (
    AssistantMessage,
    BashExecutionMessage,
    BranchSummaryMessage,
    CompactionSummaryMessage,
    CustomMessage,
    Message,
    SystemMessage,
    ToolResultMessage,
    UserMessage,
)
from pitui.session.arguments import string_argument
from pitui.session.tree_text import entry_text


class SearchTexts:
    """The texts of entries that were searched once."""

    def __init__(self) -> None:
        self._texts: dict[str, str] = {}

    def put_together(self, entries: Iterable[SessionEntry], is_late: Callable[[], bool]) -> bool:
        """Put together what is missing of the texts of some entries.

        Args:
            entries: the entries.
            is_late: asked after each text; True breaks off.

        Returns:
            Whether all are there.
        """
        for entry in entries:
            if entry.id not in self._texts:
                self._put(entry)
                if is_late():
                    return False
        return True

    def matches(self, entry: SessionEntry, label: str | None, words: list[str]) -> bool:
        """Whether an entry or its label has all the words.

        Args:
            entry: the entry.
            label: its label.
            words: in lower case.
        """
        text = self._texts.get(entry.id)
        if text is None:
            text = self._put(entry)
        if label:
            text = f"{text}\n{label.lower()}"
        return all(word in text for word in words)

    def _put(self, entry: SessionEntry) -> str:
        text = self._texts[entry.id] = full_text(entry).lower()
        return text


def full_text(entry: SessionEntry) -> str:
    """Everything that an entry says, tool output, arguments and diffs included."""
    match entry:
        case MessageEntry():
            return _message(entry.message)
        case CompactionEntry() | BranchSummaryEntry():
            return entry.summary
        case CustomMessageEntry():
            return f"{entry.custom_type}\n{_content(entry.content)}"
        case _:
            return entry_text(entry)


def _message(message: Message) -> str:
    match message:
        case UserMessage() | SystemMessage():
            return _content(message.content)
        case AssistantMessage():
            return f"{_content(message.content)}\n{message.error_message or ''}"
        case ToolResultMessage():
            diff = string_argument(message.details, "diff")
            return f"{message.tool_name}\n{_content(message.content)}\n{diff}"
        case BashExecutionMessage():
            return f"{message.command}\n{message.output}"
        case CustomMessage():
            return f"{message.custom_type}\n{_content(message.content)}"
        case BranchSummaryMessage() | CompactionSummaryMessage():
            return message.summary
        case _:
            return message.role


def _content(content: Content) -> str:
    return content if isinstance(content, str) else "\n".join(map(_part, content))


def _part(part: ContentBlock) -> str:
    match part:
        case TextContent():
            return part.text
        case ThinkingContent():
            return part.thinking
        case ToolCall():
            return f"{part.name}\n{_values(part.arguments)}"
        case _:
            return ""


def _values(value: Any) -> str:
    """The texts of arguments as they are, not as JSON escapes them."""
    texts: list[str] = []
    stack = [value]
    while stack:
        item = stack.pop()
        if isinstance(item, str):
            texts.append(item)
        elif isinstance(item, dict):
            stack += reversed(cast("JsonObject", item).values())
        elif isinstance(item, list):
            stack += reversed(cast("list[Any]", item))
        else:
            texts.append(json.dumps(item, default=str))
    return "\n".join(texts)
