"""What pi stores: the header of a session file and the entries of the session tree."""

from typing import Annotated, Any, Literal

from pydantic import Field

from pitui.protocol.base import Model, Variants
from pitui.protocol.content import Content, Usage
from pitui.protocol.json_object import JsonObject
from pitui.protocol.messages import Message, SystemMessage


class SessionHeader(Model):
    """The first line of a session file and of a stream of records; not part of the tree."""

    type: Literal["session"] = "session"
    version: int | None = None
    id: str = ""
    timestamp: str = ""
    cwd: str = ""
    parent_session: str | None = None


class EntryBase(Model):
    """What every entry has; `parent_id` is None for a root, and there can be several roots."""

    id: str
    parent_id: str | None = None
    timestamp: str = ""


class MessageEntry(EntryBase):
    type: Literal["message"] = "message"
    message: Message


class ThinkingLevelChangeEntry(EntryBase):
    type: Literal["thinking_level_change"] = "thinking_level_change"
    thinking_level: str


class ModelChangeEntry(EntryBase):
    type: Literal["model_change"] = "model_change"
    provider: str
    model_id: str


class CompactionEntry(EntryBase):
    type: Literal["compaction"] = "compaction"
    summary: str
    first_kept_entry_id: str = ""
    tokens_before: int = 0
    system_message: SystemMessage | None = None
    usage: Usage | None = None
    details: Any = None
    from_hook: bool | None = None


class BranchSummaryEntry(EntryBase):
    """The summary of a branch that was left; `from_id` is the old leaf (the destination before pi 0.84.3)."""

    type: Literal["branch_summary"] = "branch_summary"
    summary: str
    from_id: str | None = None
    usage: Usage | None = None
    details: Any = None
    from_hook: bool | None = None


class CustomEntry(EntryBase):
    """State of an extension; no part of the context."""

    type: Literal["custom"] = "custom"
    custom_type: str
    data: Any = None


class CustomMessageEntry(EntryBase):
    type: Literal["custom_message"] = "custom_message"
    custom_type: str
    content: Content = ""
    display: bool = True
    details: Any = None


class LabelEntry(EntryBase):
    """A label on an entry; a missing `label` clears it."""

    type: Literal["label"] = "label"
    target_id: str
    label: str | None = None


class SessionInfoEntry(EntryBase):
    type: Literal["session_info"] = "session_info"
    name: str | None = None


class UsageEntry(EntryBase):
    """Usage that belongs to no message, such as cache warming (pi 1.6.0)."""

    type: Literal["usage"] = "usage"
    kind: str = ""
    provider: str = ""
    model: str = ""
    usage: Usage = Field(default_factory=Usage)
    note: str | None = None


class ContextEditEntry(EntryBase):
    """An entry taken out of the model's context or replaced in it (pi 1.6.0, retries and overflow)."""

    type: Literal["context_edit"] = "context_edit"
    target_id: str
    replacement: Any = None


class UnknownEntry(Model):
    """An entry of a type that pitui does not know; it still has its place in the tree when it has an id."""

    type: str = ""
    id: str = ""
    parent_id: str | None = None
    timestamp: str = ""
    raw: Any = None


ENTRIES = Variants(
    "type",
    {
        "message": MessageEntry,
        "thinking_level_change": ThinkingLevelChangeEntry,
        "model_change": ModelChangeEntry,
        "compaction": CompactionEntry,
        "branch_summary": BranchSummaryEntry,
        "custom": CustomEntry,
        "custom_message": CustomMessageEntry,
        "label": LabelEntry,
        "session_info": SessionInfoEntry,
        "usage": UsageEntry,
        "context_edit": ContextEditEntry,
    },
    UnknownEntry,
)

SessionEntry = Annotated[
    MessageEntry
    | ThinkingLevelChangeEntry
    | ModelChangeEntry
    | CompactionEntry
    | BranchSummaryEntry
    | CustomEntry
    | CustomMessageEntry
    | LabelEntry
    | SessionInfoEntry
    | UsageEntry
    | ContextEditEntry
    | UnknownEntry,
    ENTRIES,
]


def decode_entry(data: JsonObject) -> SessionEntry:
    """Take one entry as pi wrote it; what does not fit becomes an `UnknownEntry`."""
    entry: Any = ENTRIES.decode(data)
    return entry
