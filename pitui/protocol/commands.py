"""Every command that pi 1.6.0 takes on stdin (rpc-types.d.ts); 0.82.1 lacks only `clear_queue`."""

from typing import Literal

from pitui.protocol.base import Model
from pitui.protocol.content import ImageContent

QueueMode = Literal["all", "one-at-a-time"]
StreamingBehavior = Literal["steer", "followUp"]


class Command(Model):
    """What all commands have; the client gives each its own `id`."""

    id: str | None = None


class Prompt(Command):
    """`streaming_behavior` says where the text goes when pi is already working."""

    type: Literal["prompt"] = "prompt"
    message: str
    images: list[ImageContent] | None = None
    streaming_behavior: StreamingBehavior | None = None


class Steer(Command):
    type: Literal["steer"] = "steer"
    message: str
    images: list[ImageContent] | None = None


class FollowUp(Command):
    type: Literal["follow_up"] = "follow_up"
    message: str
    images: list[ImageContent] | None = None


class Abort(Command):
    type: Literal["abort"] = "abort"


class ClearQueue(Command):
    """Since pi 0.84.4."""

    type: Literal["clear_queue"] = "clear_queue"


class NewSession(Command):
    type: Literal["new_session"] = "new_session"
    parent_session: str | None = None


class GetState(Command):
    type: Literal["get_state"] = "get_state"


class SetModel(Command):
    type: Literal["set_model"] = "set_model"
    provider: str
    model_id: str


class CycleModel(Command):
    type: Literal["cycle_model"] = "cycle_model"


class GetAvailableModels(Command):
    type: Literal["get_available_models"] = "get_available_models"


class SetThinkingLevel(Command):
    type: Literal["set_thinking_level"] = "set_thinking_level"
    level: str


class CycleThinkingLevel(Command):
    type: Literal["cycle_thinking_level"] = "cycle_thinking_level"


class GetAvailableThinkingLevels(Command):
    type: Literal["get_available_thinking_levels"] = "get_available_thinking_levels"


class SetSteeringMode(Command):
    type: Literal["set_steering_mode"] = "set_steering_mode"
    mode: QueueMode


class SetFollowUpMode(Command):
    type: Literal["set_follow_up_mode"] = "set_follow_up_mode"
    mode: QueueMode


class Compact(Command):
    type: Literal["compact"] = "compact"
    custom_instructions: str | None = None


class SetAutoCompaction(Command):
    type: Literal["set_auto_compaction"] = "set_auto_compaction"
    enabled: bool


class SetAutoRetry(Command):
    type: Literal["set_auto_retry"] = "set_auto_retry"
    enabled: bool


class AbortRetry(Command):
    type: Literal["abort_retry"] = "abort_retry"


class Bash(Command):
    type: Literal["bash"] = "bash"
    command: str
    exclude_from_context: bool | None = None


class AbortBash(Command):
    type: Literal["abort_bash"] = "abort_bash"


class GetSessionStats(Command):
    type: Literal["get_session_stats"] = "get_session_stats"


class ExportHtml(Command):
    type: Literal["export_html"] = "export_html"
    output_path: str | None = None


class SwitchSession(Command):
    type: Literal["switch_session"] = "switch_session"
    session_path: str


class Fork(Command):
    type: Literal["fork"] = "fork"
    entry_id: str


class Clone(Command):
    type: Literal["clone"] = "clone"


class GetForkMessages(Command):
    type: Literal["get_fork_messages"] = "get_fork_messages"


class GetEntries(Command):
    """`since` is an entry id: only what came after it."""

    type: Literal["get_entries"] = "get_entries"
    since: str | None = None


class GetTree(Command):
    type: Literal["get_tree"] = "get_tree"


class GetLastAssistantText(Command):
    type: Literal["get_last_assistant_text"] = "get_last_assistant_text"


class SetSessionName(Command):
    type: Literal["set_session_name"] = "set_session_name"
    name: str


class GetMessages(Command):
    type: Literal["get_messages"] = "get_messages"


class GetCommands(Command):
    type: Literal["get_commands"] = "get_commands"
