"""The messages of a conversation, by role, as events, `get_messages` and session entries carry them."""

from typing import Annotated, Any, Literal

from pydantic import Field

from pitui.protocol.base import Model, Variants
from pitui.protocol.content import Content, ContentBlock
from pitui.protocol.json_object import JsonObject

StopReason = str
"""`pending`, `stop`, `length`, `toolUse`, `error`, `aborted`, `deferred`, or one that pi adds later."""


class SystemMessage(Model):
    """The system prompt or a change of it (pi >= 0.86.0); never drawn."""

    role: Literal["system"] = "system"
    content: Content = ""
    sections: dict[str, str | None] | None = None
    tools_added: list[JsonObject] | None = None
    tools_removed: list[JsonObject] | None = None
    timestamp: float = 0


class UserMessage(Model):
    """Text after template and skill expansion; a plain string in old session files."""

    role: Literal["user"] = "user"
    content: Content = ""
    timestamp: float = 0


class AssistantMessage(Model):
    """`usage` stays as it came, for `usage_in`: read at once it would be a quarter of the memory of a session."""

    role: Literal["assistant"] = "assistant"
    content: list[ContentBlock] = Field(default_factory=list[ContentBlock])
    api: str = ""
    provider: str = ""
    model: str = ""
    response_model: str | None = None
    thinking_level: str | None = None
    usage: Any = None
    stop_reason: StopReason = "stop"
    error_message: str | None = None
    duration_ms: float | None = None
    timestamp: float = 0


class NestedToolCall(Model):
    """One call that a tool made to another tool (codemode, pi >= 0.99)."""

    id: str
    name: str
    arguments: JsonObject | None = None
    status: str = "ok"
    duration_ms: float | None = None
    error: str | None = None


class NestedToolCalls(Model):
    calls: list[NestedToolCall] = Field(default_factory=list[NestedToolCall])
    complete: bool = True


class ToolResultMessage(Model):
    """`duration_ms` is None when the tool did not run, and before pi 1.1.0; `usage` is for `usage_in`."""

    role: Literal["toolResult"] = "toolResult"
    tool_call_id: str
    tool_name: str
    content: list[ContentBlock] = Field(default_factory=list[ContentBlock])
    details: Any = None
    usage: Any = None
    nested_calls: NestedToolCalls | None = None
    is_error: bool = False
    duration_ms: float | None = None
    timestamp: float = 0


class BashExecutionMessage(Model):
    """A `!` command of the user; `exit_code` is None when it was cancelled."""

    role: Literal["bashExecution"] = "bashExecution"
    command: str
    output: str = ""
    exit_code: int | None = None
    cancelled: bool = False
    truncated: bool = False
    full_output_path: str | None = None
    exclude_from_context: bool | None = None
    timestamp: float = 0


class CustomMessage(Model):
    """A message that an extension put into the context; hidden when `display` is false."""

    role: Literal["custom"] = "custom"
    custom_type: str = ""
    content: Content = ""
    display: bool = True
    details: Any = None
    timestamp: float = 0


class BranchSummaryMessage(Model):
    role: Literal["branchSummary"] = "branchSummary"
    summary: str = ""
    from_id: str | None = None
    timestamp: float = 0


class CompactionSummaryMessage(Model):
    role: Literal["compactionSummary"] = "compactionSummary"
    summary: str = ""
    tokens_before: int = 0
    timestamp: float = 0


class UnknownMessage(Model):
    """A role that pitui does not know, or a message whose fields do not fit its role."""

    role: str = ""
    raw: Any = None


MESSAGES = Variants(
    "role",
    {
        "system": SystemMessage,
        "user": UserMessage,
        "assistant": AssistantMessage,
        "toolResult": ToolResultMessage,
        "bashExecution": BashExecutionMessage,
        "custom": CustomMessage,
        "branchSummary": BranchSummaryMessage,
        "compactionSummary": CompactionSummaryMessage,
    },
    UnknownMessage,
)

Message = Annotated[
    SystemMessage
    | UserMessage
    | AssistantMessage
    | ToolResultMessage
    | BashExecutionMessage
    | CustomMessage
    | BranchSummaryMessage
    | CompactionSummaryMessage
    | UnknownMessage,
    MESSAGES,
]
