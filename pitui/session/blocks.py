"""What the conversation shows: one block for each thing that can be looked at, folded and copied by itself.

A *block* is what is shown; an *entry* is what pi stores. One answer becomes several blocks: its thoughts, its
texts and its tool calls, in order.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum
from typing import Any

from pitui.protocol.content import ContentBlock, ImageContent
from pitui.protocol.json_object import JsonObject
from pitui.session.growing import GrowingText


@dataclass(slots=True, eq=False)
class Block:
    """What all blocks have.

    Attributes:
        key: a number that no other block of this session view has; it stays when the block moves.
        version: grows with every change of what the block shows.
        entry_id: the entry of pi that the block belongs to, None until it is known.
        at: when it happened, Unix time in seconds; 0 when unknown.
        omitted: pi took it out of the model's context: an attempt that failed and was tried again.
    """

    key: int
    version: int = 0
    entry_id: str | None = None
    at: float = 0
    omitted: bool = False


@dataclass(slots=True, eq=False)
class UserBlock(Block):
    """A message of the user; `skill` is the name of the skill that pi expanded in front of the text."""

    text: str = ""
    images: list[ImageContent] = field(default_factory=list[ImageContent])
    skill: str | None = None
    skill_text: str = ""


@dataclass(slots=True, eq=False)
class TextBlock(Block):
    """A piece of an answer, in markdown."""

    text: GrowingText = field(default_factory=GrowingText)
    streaming: bool = False


@dataclass(slots=True, eq=False)
class ThinkingBlock(Block):
    """A thought; `seconds` is how long it took, None when that was not seen."""

    text: GrowingText = field(default_factory=GrowingText)
    streaming: bool = False
    redacted: bool = False
    started: float | None = None
    seconds: float | None = None


class ToolState(Enum):
    """Where a tool call stands."""

    PREPARING = "preparing"
    """Its arguments are still streaming, or it waits for its turn."""
    RUNNING = "running"
    DONE = "done"
    FAILED = "failed"
    DENIED = "denied"
    """It never ran: an extension blocked it."""
    ABORTED = "aborted"

    @property
    def has_ended(self) -> bool:
        """Whether nothing more comes of the call."""
        return self not in (ToolState.PREPARING, ToolState.RUNNING)


@dataclass(slots=True, eq=False)
class ToolBlock(Block):
    """A tool call from its first argument to its result.

    Attributes:
        call_id: pi's id of the call.
        name: the tool.
        arguments: the arguments so far; while they stream, what can be read from the unfinished JSON, as of the
            last `ChangeSet.take` (reading more often would cost the square of their length).
        arguments_text: the unfinished JSON itself when its arguments are no object; "" once they are whole.
        output: the latest output, partial while the tool runs; an update replaces it.
        details: what the tool reports besides its output, such as `diff` of edit.
        seconds: how long it ran, None while it runs or when that is unknown.
        started: when it began to run, in the clock of the reducer; None before.
        parent: `call_id` of the call that made this one (codemode), else None.
        nested: the calls that this call made, in order.
        result_id: the entry of its result, None until it is known.
    """

    call_id: str = ""
    name: str = ""
    arguments: JsonObject = field(default_factory=dict[str, Any])
    arguments_text: str = ""
    state: ToolState = ToolState.PREPARING
    output: list[ContentBlock] = field(default_factory=list[ContentBlock])
    details: Any = None
    seconds: float | None = None
    started: float | None = None
    parent: str | None = None
    nested: list[ToolBlock] = field(default_factory=list["ToolBlock"])
    result_id: str | None = None


@dataclass(slots=True, eq=False)
class BashBlock(Block):
    """A `!` command of the user; `excluded` is true for `!!`, whose output the model does not see."""

    command: str = ""
    output: GrowingText = field(default_factory=GrowingText)
    running: bool = False
    exit_code: int | None = None
    cancelled: bool = False
    truncated: bool = False
    full_output_path: str | None = None
    excluded: bool = False
    started: float | None = None
    seconds: float | None = None
    request_id: str | None = None


class Level(Enum):
    """How loud a notice is."""

    INFO = "info"
    WARNING = "warning"
    ERROR = "error"


@dataclass(slots=True, eq=False)
class NoticeBlock(Block):
    """One line or more that belongs to no message: an error, an aborted or truncated answer, what a dialog got."""

    level: Level = Level.INFO
    text: str = ""


class WaitState(Enum):
    """Where a retry or a compaction stands."""

    RUNNING = "running"
    DONE = "done"
    FAILED = "failed"
    ABORTED = "aborted"


@dataclass(slots=True, eq=False)
class RetryBlock(Block):
    """pi tries again after an error; `until` is when it does, in the clock of the reducer."""

    attempt: int = 0
    max_attempts: int = 0
    until: float = 0
    error: str = ""
    state: WaitState = WaitState.RUNNING


@dataclass(slots=True, eq=False)
class CompactionBlock(Block):
    """Everything above was replaced by `summary` in the model's context, but stays readable here."""

    reason: str = "manual"
    summary: str = ""
    tokens_before: int | None = None
    tokens_after: int | None = None
    state: WaitState = WaitState.DONE
    error: str = ""


@dataclass(slots=True, eq=False)
class BranchSummaryBlock(Block):
    """What pi wrote about a branch that was left."""

    summary: str = ""
    from_id: str | None = None


@dataclass(slots=True, eq=False)
class CustomBlock(Block):
    """A message of an extension."""

    custom_type: str = ""
    text: str = ""
    images: list[ImageContent] = field(default_factory=list[ImageContent])


@dataclass(slots=True, eq=False)
class UnknownBlock(Block):
    """A message of a role, or a content block of a type, that pitui does not know, as JSON."""

    kind: str = ""
    text: str = ""


AnyBlock = (
    UserBlock
    | TextBlock
    | ThinkingBlock
    | ToolBlock
    | BashBlock
    | NoticeBlock
    | RetryBlock
    | CompactionBlock
    | BranchSummaryBlock
    | CustomBlock
    | UnknownBlock
)
