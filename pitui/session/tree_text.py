"""What the tree says about an entry: its kind and one line of text."""

from __future__ import annotations

from pitui.protocol.content import ContentBlock, ThinkingContent, ToolCall, images_of, text_of
from pitui.protocol.entries import (
    BranchSummaryEntry,
    CompactionEntry,
    ContextEditEntry,
    CustomEntry,
    CustomMessageEntry,
    LabelEntry,
    MessageEntry,
    ModelChangeEntry,
    SessionEntry,
    SessionInfoEntry,
    ThinkingLevelChangeEntry,
    UsageEntry,
)
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
from pitui.session.growing import join_surrogates
from pitui.session.message_blocks import stop_text, user_block
from pitui.session.target import first_line, target_of

BOOKKEEPING = frozenset(
    (
        "label",
        "context_edit",
        "custom",
        "model_change",
        "thinking_level_change",
        "session_info",
        "usage",
        "system",
    )
)
"""Kinds that nobody looks for in a tree (PI-RPC 9.1)."""


def entry_kind(entry: SessionEntry) -> str:
    """The role of a message, else the type of the entry."""
    return (entry.message.role if isinstance(entry, MessageEntry) else entry.type) or "unknown"


def entry_text(entry: SessionEntry) -> str:
    """The first line of what an entry says, or what it did; foreign text, control characters included."""
    return join_surrogates(_entry_line(entry))


def _entry_line(entry: SessionEntry) -> str:
    match entry:
        case MessageEntry():
            return _message_line(entry.message)
        case CompactionEntry() | BranchSummaryEntry():
            return first_line(entry.summary)
        case CustomMessageEntry():
            return first_line(text_of(entry.content)) or entry.custom_type
        case CustomEntry():
            return entry.custom_type
        case LabelEntry():
            return entry.label or ""
        case SessionInfoEntry():
            return first_line(entry.name or "")
        case ModelChangeEntry():
            return f"{entry.provider}/{entry.model_id}"
        case ThinkingLevelChangeEntry():
            return entry.thinking_level
        case UsageEntry():
            return entry.kind
        case ContextEditEntry():
            return entry.target_id
        case _:
            return entry.type


def _message_line(message: Message) -> str:
    match message:
        case UserMessage():
            block = user_block(message, 0)
            skill = f"[skill] {block.skill}" if block.skill else ""
            text = first_line(block.text) or ("[image]" if block.images else "")
            return " ".join(part for part in (skill, text) if part)
        case AssistantMessage():
            return _answer_line(message)
        case ToolResultMessage():
            return first_line(text_of(message.content)) or ("[image]" if images_of(message.content) else "")
        case BashExecutionMessage():
            return first_line(message.command)
        case CustomMessage():
            return first_line(text_of(message.content)) or message.custom_type
        case BranchSummaryMessage() | CompactionSummaryMessage():
            return first_line(message.summary)
        case SystemMessage():
            return first_line(text_of(message.content))
        case _:
            return message.role


def _answer_line(message: AssistantMessage) -> str:
    """The text of an answer; of one without text what it did, else why it ended, else what it thought."""
    for part in message.content:
        line = first_line(_text(part))
        if line:
            return line
    calls = [part for part in message.content if isinstance(part, ToolCall)]
    if calls:
        return ", ".join(f"{call.name} {target_of(call.name, call.arguments)}".rstrip() for call in calls[:5])
    if message.stop_reason in ("aborted", "error"):
        return first_line(stop_text(message))
    for part in message.content:
        if isinstance(part, ThinkingContent) and part.thinking.strip():
            return first_line(part.thinking)
    return ""


def _text(part: ContentBlock) -> str:
    return text_of([part])
