"""Everything pi says on its own: events of the run, of messages, tools, queue, compaction and retries."""

from typing import Annotated, Any, Literal

from pydantic import Field

from pitui.protocol.base import Model, Variants
from pitui.protocol.content import ToolCall, Usage
from pitui.protocol.entries import SessionEntry
from pitui.protocol.messages import Message

CompactionReason = str
"""`manual`, `threshold`, `overflow`, or one that pi adds later."""


class AgentStart(Model):
    type: Literal["agent_start"] = "agent_start"


class AgentEnd(Model):
    """One low-level run ended; retries, compaction and queued messages can still follow.

    `messages` stay as they came: each one was already decoded from its own `message_end`.
    """

    type: Literal["agent_end"] = "agent_end"
    messages: list[Any] = Field(default_factory=list[Any])
    will_retry: bool = False


class AgentSettled(Model):
    """Nothing follows by itself. `aborted` is None before pi 1.1.0."""

    type: Literal["agent_settled"] = "agent_settled"
    aborted: bool | None = None


class TurnStart(Model):
    type: Literal["turn_start"] = "turn_start"


class TurnEnd(Model):
    """One answer and its tool results, as they came: each was already decoded from its own `message_end`."""

    message: Any = None
    tool_results: list[Any] = Field(default_factory=list[Any])
    type: Literal["turn_end"] = "turn_end"


class MessageStart(Model):
    type: Literal["message_start"] = "message_start"
    message: Message


class BlockStart(Model):
    """`text_start`, `thinking_start` and `toolcall_start`; the last names the call."""

    type: Literal["text_start", "thinking_start", "toolcall_start"]
    content_index: int
    id: str | None = None
    tool_name: str | None = None


class BlockDelta(Model):
    """Text to append to a block; for a tool call a piece of the JSON text of its arguments."""

    type: Literal["text_delta", "thinking_delta", "toolcall_delta"]
    content_index: int
    delta: str


class BlockEnd(Model):
    """The whole block: `content` for text and thinking, `tool_call` for a call."""

    type: Literal["text_end", "thinking_end", "toolcall_end"]
    content_index: int
    content: str | None = None
    tool_call: ToolCall | None = None


class UnknownMessageEvent(Model):
    type: str = ""
    raw: Any = None


MESSAGE_EVENTS = Variants(
    "type",
    {f"{kind}_start": BlockStart for kind in ("text", "thinking", "toolcall")}
    | {f"{kind}_delta": BlockDelta for kind in ("text", "thinking", "toolcall")}
    | {f"{kind}_end": BlockEnd for kind in ("text", "thinking", "toolcall")},
    UnknownMessageEvent,
)

AssistantMessageEvent = Annotated[BlockStart | BlockDelta | BlockEnd | UnknownMessageEvent, MESSAGE_EVENTS]


class MessageUpdate(Model):
    """A piece of the answer. Before pi 0.84 the record also carries the whole message twice."""

    type: Literal["message_update"] = "message_update"
    assistant_message_event: AssistantMessageEvent
    usage: Usage | None = None


class MessageEnd(Model):
    """The authoritative message."""

    type: Literal["message_end"] = "message_end"
    message: Message


class ToolExecutionStart(Model):
    type: Literal["tool_execution_start"] = "tool_execution_start"
    tool_call_id: str
    tool_name: str = ""
    args: Any = None
    parent_tool_call_id: str | None = None


class ToolExecutionUpdate(Model):
    """`partial_result` replaces what an earlier update showed (pi 1.6.0, built-in tools)."""

    type: Literal["tool_execution_update"] = "tool_execution_update"
    tool_call_id: str
    tool_name: str = ""
    args: Any = None
    partial_result: Any = None
    parent_tool_call_id: str | None = None


class ToolExecutionEnd(Model):
    """`duration_ms` is None when the tool did not run, and before pi 1.1.0."""

    type: Literal["tool_execution_end"] = "tool_execution_end"
    tool_call_id: str
    tool_name: str = ""
    result: Any = None
    is_error: bool = False
    duration_ms: float | None = None
    parent_tool_call_id: str | None = None


class QueueUpdate(Model):
    """Both queues, whole, as expanded texts."""

    type: Literal["queue_update"] = "queue_update"
    steering: list[str] = Field(default_factory=list[str])
    follow_up: list[str] = Field(default_factory=list[str])


class CompactionResult(Model):
    summary: str = ""
    first_kept_entry_id: str = ""
    tokens_before: int = 0
    estimated_tokens_after: int | None = None
    usage: Usage | None = None
    details: Any = None


class CompactionStart(Model):
    type: Literal["compaction_start"] = "compaction_start"
    reason: CompactionReason = "manual"


class CompactionEnd(Model):
    type: Literal["compaction_end"] = "compaction_end"
    reason: CompactionReason = "manual"
    result: CompactionResult | None = None
    aborted: bool = False
    will_retry: bool = False
    error_message: str | None = None


class EntryAppended(Model):
    type: Literal["entry_appended"] = "entry_appended"
    entry: SessionEntry


class SessionInfoChanged(Model):
    type: Literal["session_info_changed"] = "session_info_changed"
    name: str | None = None


class ThinkingLevelChanged(Model):
    type: Literal["thinking_level_changed"] = "thinking_level_changed"
    level: str


class AutoRetryStart(Model):
    type: Literal["auto_retry_start"] = "auto_retry_start"
    attempt: int = 0
    max_attempts: int = 0
    delay_ms: float = 0
    error_message: str = ""


class AutoRetryEnd(Model):
    type: Literal["auto_retry_end"] = "auto_retry_end"
    success: bool = False
    attempt: int = 0
    final_error: str | None = None


class SummarizationRetryScheduled(Model):
    type: Literal["summarization_retry_scheduled"] = "summarization_retry_scheduled"
    attempt: int = 0
    max_attempts: int = 0
    delay_ms: float = 0
    error_message: str = ""


class SummarizationRetryAttemptStart(Model):
    type: Literal["summarization_retry_attempt_start"] = "summarization_retry_attempt_start"
    source: str = ""
    reason: CompactionReason | None = None


class SummarizationRetryFinished(Model):
    type: Literal["summarization_retry_finished"] = "summarization_retry_finished"


class BashExecutionUpdate(Model):
    """A piece of a `!` command's output; `id` is the id of the `bash` command."""

    type: Literal["bash_execution_update"] = "bash_execution_update"
    id: str | int | None = None
    delta: str = ""


class ExtensionError(Model):
    """`extension_path` may also be `command:<name>` or `<runtime>`."""

    type: Literal["extension_error"] = "extension_error"
    extension_path: str = ""
    event: str = ""
    error: str = ""


class UnknownRecord(Model):
    """A record of a type that pitui does not know, or whose fields do not fit its type."""

    type: str = ""
    raw: Any = None


EVENTS = Variants(
    "type",
    {
        "agent_start": AgentStart,
        "agent_end": AgentEnd,
        "agent_settled": AgentSettled,
        "turn_start": TurnStart,
        "turn_end": TurnEnd,
        "message_start": MessageStart,
        "message_update": MessageUpdate,
        "message_end": MessageEnd,
        "tool_execution_start": ToolExecutionStart,
        "tool_execution_update": ToolExecutionUpdate,
        "tool_execution_end": ToolExecutionEnd,
        "queue_update": QueueUpdate,
        "compaction_start": CompactionStart,
        "compaction_end": CompactionEnd,
        "entry_appended": EntryAppended,
        "session_info_changed": SessionInfoChanged,
        "thinking_level_changed": ThinkingLevelChanged,
        "auto_retry_start": AutoRetryStart,
        "auto_retry_end": AutoRetryEnd,
        "summarization_retry_scheduled": SummarizationRetryScheduled,
        "summarization_retry_attempt_start": SummarizationRetryAttemptStart,
        "summarization_retry_finished": SummarizationRetryFinished,
        "bash_execution_update": BashExecutionUpdate,
        "extension_error": ExtensionError,
    },
    UnknownRecord,
)

Event = (
    AgentStart
    | AgentEnd
    | AgentSettled
    | TurnStart
    | TurnEnd
    | MessageStart
    | MessageUpdate
    | MessageEnd
    | ToolExecutionStart
    | ToolExecutionUpdate
    | ToolExecutionEnd
    | QueueUpdate
    | CompactionStart
    | CompactionEnd
    | EntryAppended
    | SessionInfoChanged
    | ThinkingLevelChanged
    | AutoRetryStart
    | AutoRetryEnd
    | SummarizationRetryScheduled
    | SummarizationRetryAttemptStart
    | SummarizationRetryFinished
    | BashExecutionUpdate
    | ExtensionError
    | UnknownRecord
)
