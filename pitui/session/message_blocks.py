"""The block of a message that is shown whole: every role but `assistant`, which streams, and `toolResult`."""

from __future__ import annotations

import json
import re
from typing import Any

from pitui.protocol.base import Model
from pitui.protocol.content import Content, images_of, text_of
from pitui.protocol.entries import CustomMessageEntry
from pitui.protocol.messages import (
    AssistantMessage,
    BashExecutionMessage,
    BranchSummaryMessage,
    CustomMessage,
    Message,
    UnknownMessage,
    UserMessage,
)
from pitui.session.blocks import (
    AnyBlock,
    BashBlock,
    BranchSummaryBlock,
    CustomBlock,
    Level,
    NoticeBlock,
    UnknownBlock,
    UserBlock,
)
from pitui.session.growing import GrowingText, join_surrogates

_SKILL = re.compile(r'<skill name="([^"]+)" location="[^"]+">\n(.*?)\n</skill>(?:\n\n(.+))?', re.DOTALL)
"""How pi writes an expanded skill in front of the user's text (pi 1.6.0, agent-session.js `parseSkillBlock`)."""

_PLAIN_ABORTS = ("", "Request was aborted", "This operation was aborted")
"""What providers and node say of an abort that the user asked for."""


def message_block(message: Message, key: int) -> AnyBlock | None:
    """The block that shows a message.

    Args:
        message: any message.
        key: the key of the block.

    Returns:
        None for a message that is not shown (the system prompt, a hidden custom message) or not by one block
        of its own (`assistant`, `toolResult`, and `compactionSummary`, which the compaction shows).
    """
    match message:
        case UserMessage():
            return user_block(message, key)
        case BashExecutionMessage():
            return BashBlock(
                key,
                at=seconds(message),
                command=join_surrogates(message.command),
                output=GrowingText(message.output),
                exit_code=message.exit_code,
                cancelled=message.cancelled,
                truncated=message.truncated,
                full_output_path=message.full_output_path,
                excluded=bool(message.exclude_from_context),
            )
        case CustomMessage():
            return custom_block(message, key, seconds(message))
        case BranchSummaryMessage():
            summary = join_surrogates(message.summary)
            return BranchSummaryBlock(key, at=seconds(message), summary=summary, from_id=message.from_id)
        case UnknownMessage():
            return UnknownBlock(key, at=seconds(message), kind=message.role, text=as_json(message))
        case _:
            return None


def user_block(message: UserMessage, key: int) -> UserBlock:
    """The block of a user's message; a skill that pi expanded is taken apart."""
    text = join_surrogates(text_of(message.content))
    block = UserBlock(key, at=seconds(message), text=text, images=images_of(message.content))
    skill = _SKILL.fullmatch(text) if text.startswith("<skill ") else None
    if skill:
        block.skill, block.skill_text = skill[1], skill[2]
        block.text = (skill[3] or "").strip()
    return block


def custom_block(message: CustomMessage | CustomMessageEntry, key: int, at: float) -> CustomBlock | None:
    """The block of an extension's message, None when it is hidden."""
    if not message.display:
        return None
    content: Content = message.content
    text = join_surrogates(text_of(content))
    return CustomBlock(key, at=at, custom_type=message.custom_type, text=text, images=images_of(content))


def stop_notice(message: AssistantMessage, key: int) -> NoticeBlock | None:
    """What is to be said below an answer that did not end by itself, None for one that did.

    The texts of pi's own TUI (1.6.0, assistant-message.js).
    """
    match message.stop_reason:
        case "aborted" | "error":
            level = Level.WARNING if message.stop_reason == "aborted" else Level.ERROR
            return NoticeBlock(key, at=seconds(message), level=level, text=stop_text(message))
        case "length":
            text = "Response was truncated before completion."
            return NoticeBlock(key, at=seconds(message), level=Level.WARNING, text=text)
        case _:
            return None


def stop_text(message: AssistantMessage) -> str:
    """Why an answer was aborted or failed."""
    given = join_surrogates(message.error_message or "")
    if message.stop_reason == "aborted":
        return given if given not in _PLAIN_ABORTS else "Operation aborted"
    return given or "Unknown error"


def as_json(model: Model) -> str:
    """A part of a record that pitui has no form for, readable."""
    data: dict[str, Any] = {**model.__dict__, **(model.model_extra or {})}
    if data.get("raw") is None:
        data.pop("raw", None)
    return join_surrogates(json.dumps(data, ensure_ascii=False, indent=2, default=str))


def seconds(message: Any) -> float:
    """The Unix time of a message in seconds, 0 when it has none."""
    timestamp = getattr(message, "timestamp", 0)
    return timestamp / 1000 if isinstance(timestamp, int | float) else 0
