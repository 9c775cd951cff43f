"""pi's answers to commands, and the data that each kind carries."""

from typing import Any, Literal

from pydantic import Field

from pitui.protocol.base import Model
from pitui.protocol.commands import QueueMode
from pitui.protocol.content import Amount, Count
from pitui.protocol.entries import SessionEntry
from pitui.protocol.json_object import JsonObject
from pitui.protocol.messages import Message


class Response(Model):
    """The answer to the command with the same `id`; `error` is set when `success` is false.

    `data` stays as it came: the client decodes it into the model that belongs to the command.
    """

    type: Literal["response"] = "response"
    id: str | int | None = None
    command: str = ""
    success: bool = False
    error: str | None = None
    data: Any = None


class ModelCost(Model):
    """US dollars for a million tokens."""

    input: float = 0
    output: float = 0
    cache_read: float = 0
    cache_write: float = 0


class ModelInfo(Model):
    """A model that pi can use; `context_window` and `max_tokens` count tokens."""

    id: str = ""
    name: str = ""
    api: str = ""
    provider: str = ""
    reasoning: bool = False
    input: list[str] = Field(default_factory=list[str])
    cost: ModelCost = Field(default_factory=ModelCost)
    context_window: int = 0
    max_tokens: int = 0


class PromptResult(Model):
    """`started`, `queued` or `handled`; None before pi 0.99, which does not say."""

    disposition: str | None = None


class QueueContents(Model):
    steering: list[str] = Field(default_factory=list[str])
    follow_up: list[str] = Field(default_factory=list[str])


class Replacement(Model):
    """The outcome of replacing the session; `cancelled` means that an extension vetoed it."""

    cancelled: bool = False
    text: str | None = None


class SessionState(Model):
    model: ModelInfo | None = None
    thinking_level: str = "off"
    is_streaming: bool = False
    is_compacting: bool = False
    steering_mode: QueueMode | str = "one-at-a-time"
    follow_up_mode: QueueMode | str = "one-at-a-time"
    session_file: str | None = None
    session_id: str = ""
    session_name: str | None = None
    auto_compaction_enabled: bool = True
    message_count: int = 0
    pending_message_count: int = 0


class CycledModel(Model):
    model: ModelInfo
    thinking_level: str = "off"
    is_scoped: bool = False


class AvailableModels(Model):
    models: list[ModelInfo] = Field(default_factory=list[ModelInfo])


class ThinkingLevel(Model):
    level: str


class ThinkingLevels(Model):
    levels: list[str] = Field(default_factory=list[str])


class BashResult(Model):
    """`output` may be only the tail (`truncated`); `exit_code` is None when cancelled."""

    output: str = ""
    exit_code: int | None = None
    cancelled: bool = False
    truncated: bool = False
    full_output_path: str | None = None


class TokenTotals(Model):
    input: Count = 0
    output: Count = 0
    cache_read: Count = 0
    cache_write: Count = 0
    total: Count = 0


class ContextUsage(Model):
    """How full the context is; `tokens` and `percent` are None right after a compaction."""

    tokens: int | None = None
    context_window: int = 0
    percent: float | None = None


class SessionStats(Model):
    """Totals of the whole session file; `cost` in US dollars."""

    session_file: str | None = None
    session_id: str = ""
    user_messages: int = 0
    assistant_messages: int = 0
    tool_calls: int = 0
    tool_results: int = 0
    total_messages: int = 0
    tokens: TokenTotals = Field(default_factory=TokenTotals)
    cost: Amount = 0
    context_usage: ContextUsage | None = None


class ExportedFile(Model):
    """`path` is relative to pi's working directory unless one was asked for."""

    path: str


class ForkMessage(Model):
    entry_id: str
    text: str = ""


class ForkMessages(Model):
    messages: list[ForkMessage] = Field(default_factory=list[ForkMessage])


class Entries(Model):
    """All entries, or those after `since`, in the order of the file; flat."""

    entries: list[SessionEntry] = Field(default_factory=list[SessionEntry])
    leaf_id: str | None = None


class RawEntries(Model):
    """`Entries`, each as it came."""

    entries: list[Any] = Field(default_factory=list[Any])
    leaf_id: str | None = None


class Tree(Model):
    """Nodes `{entry, children, label?, labelTimestamp?}` as they came.

    They nest one level an entry, too deep for a recursive model: `pitui.session` flattens them with a loop.
    """

    tree: list[JsonObject] = Field(default_factory=list[JsonObject])
    leaf_id: str | None = None


class AssistantText(Model):
    text: str | None = None


class Messages(Model):
    messages: list[Message] = Field(default_factory=list[Message])


class SourceInfo(Model):
    path: str = ""
    source: str = ""
    scope: str = ""
    origin: str = ""
    base_dir: str | None = None


class SlashCommand(Model):
    """A command of an extension, a prompt template or a skill, without its slash."""

    name: str
    description: str | None = None
    source: str = "extension"
    source_info: SourceInfo = Field(default_factory=SourceInfo)


class SlashCommands(Model):
    commands: list[SlashCommand] = Field(default_factory=list[SlashCommand])
