"""Tool calls from their start to their result, matched by id: they run in parallel and end in any order."""

from __future__ import annotations

import re
from typing import Any, cast

from pitui.protocol.content import CONTENT, ContentBlock, TextContent, text_of
from pitui.protocol.events import ToolExecutionEnd, ToolExecutionStart, ToolExecutionUpdate
from pitui.protocol.json_object import JsonObject
from pitui.protocol.messages import NestedToolCall, ToolResultMessage
from pitui.session.blocks import ToolBlock, ToolState
from pitui.session.conversation import Conversation

_ABORTED = ("Command aborted", "Operation aborted", "This operation was aborted", "Request was aborted")
_DENIED = ("Tool execution was blocked",)
_NOT_RUN = re.compile(
    r'Tool \S+ not found\Z|Validation failed for tool "|Tool call "[^"\n]*" was not executed: '
)
"""What pi's own loop says when it does not even try a call (agent-loop.js and validation.js, 0.82.1 and 1.6.0)."""


class Tools:
    """The reducer of everything about tool calls.

    Attributes:
        timed: whether the latest answer came from a pi that times its calls (>= 1.1.0): there an error without
            a duration means that the tool never ran.
    """

    def __init__(self, conversation: Conversation) -> None:
        """Make the reducer of a conversation."""
        self._conversation = conversation
        self.timed = False

    def started(self, event: ToolExecutionStart, now: float) -> None:
        """`tool_execution_start`; a call that has ended stays as it is."""
        block = self._get(event)
        if block.state.has_ended:
            return
        args: Any = event.args
        if isinstance(args, dict):
            block.arguments, block.arguments_text = cast("JsonObject", args), ""
        if block.state is ToolState.PREPARING:
            block.state, block.started = ToolState.RUNNING, now
        self._touch(block)

    def updated(self, event: ToolExecutionUpdate, now: float) -> None:
        """`tool_execution_update`: the output so far, whole."""
        block = self._get(event)
        if block.state.has_ended:
            return
        if block.state is ToolState.PREPARING:
            block.state, block.started = ToolState.RUNNING, now
        block.output, block.details = _result(event.partial_result)
        self._touch(block)

    def ended(self, event: ToolExecutionEnd, now: float) -> None:
        """`tool_execution_end`."""
        block = self._get(event)
        content, details = _result(event.result)
        duration = event.duration_ms
        if duration is None and block.started is not None and block.state is ToolState.RUNNING:
            block.seconds = max(0.0, now - block.started)
        self._end(
            block,
            content,
            details,
            end_state(event.is_error, content, duration, self.timed),
            duration,
        )

    def result(self, message: ToolResultMessage) -> ToolBlock:
        """The result as pi stores it: the truth about a call, whatever the events said.

        Returns:
            The call's block; made now when the call itself is not known.
        """
        block = self._conversation.tools.get(message.tool_call_id)
        if block is None:
            block = self._new(message.tool_call_id, message.tool_name, at=message.timestamp / 1000)
            self._conversation.append(block)
        state = end_state(message.is_error, message.content, message.duration_ms, self.timed)
        self._end(block, message.content, message.details, state, message.duration_ms)
        if message.nested_calls is not None:
            for call in message.nested_calls.calls:
                self._nested_result(block, call)
        return block

    def stop(self, block: ToolBlock, state: ToolState, reason: str) -> None:
        """A call will have no result any more: its answer was aborted, or pi is gone."""
        if block.state.has_ended:
            return
        output = block.output or ([TextContent(text=reason)] if reason else [])
        self._end(block, output, block.details, state, None)

    def stop_all(self, state: ToolState, reason: str) -> None:
        """No call that is still open will have a result."""
        for block in list(self._conversation.open_tools.values()):
            self.stop(block, state, reason)

    def _end(
        self,
        block: ToolBlock,
        content: list[ContentBlock],
        details: Any,
        state: ToolState,
        duration_ms: float | None,
    ) -> None:
        seconds = block.seconds if duration_ms is None else duration_ms / 1000
        self._conversation.tool_ended(block)
        present = (block.state, block.seconds, block.details, block.output)
        if present == (state, seconds, details, content):
            return
        block.state, block.seconds, block.details, block.output = state, seconds, details, content
        block.arguments_text = ""
        self._touch(block)

    def _get(self, event: ToolExecutionStart | ToolExecutionUpdate | ToolExecutionEnd) -> ToolBlock:
        block = self._conversation.tools.get(event.tool_call_id)
        if block is not None:
            return block
        parent_id = event.parent_tool_call_id
        parent = None if parent_id is None else self._conversation.tools.get(parent_id)
        block = self._new(event.tool_call_id, event.tool_name, parent=parent_id)
        if parent is None:
            self._conversation.append(block)
        else:
            parent.nested.append(block)
        return block

    def _new(self, call_id: str, name: str, *, parent: str | None = None, at: float = 0) -> ToolBlock:
        key = self._conversation.new_key()
        block = ToolBlock(key, at=at, call_id=call_id, name=name, parent=parent)
        self._conversation.know_tool(block)
        return block

    def _nested_result(self, parent: ToolBlock, call: NestedToolCall) -> None:
        block = self._conversation.tools.get(call.id)
        if block is None:
            block = self._new(call.id, call.name, parent=parent.call_id, at=parent.at)
            parent.nested.append(block)
        if call.arguments is not None and block.arguments != call.arguments:
            block.arguments = call.arguments
        output = block.output or ([TextContent(text=call.error)] if call.error else [])
        match call.status:
            case "ok":
                state = ToolState.DONE
            case "unfinished":
                state = ToolState.ABORTED
            case _:
                state = end_state(True, output, call.duration_ms, self.timed)
        self._end(block, output, block.details, state, call.duration_ms)

    def _touch(self, block: ToolBlock) -> None:
        """A nested call is shown by the calls around it."""
        conversation = self._conversation
        conversation.touch(block)
        seen = {block.key}
        while block.parent is not None and (outer := conversation.tools.get(block.parent)) is not None:
            if outer.key in seen:
                return
            seen.add(outer.key)
            conversation.touch(outer)
            block = outer


def end_state(
    is_error: bool, content: list[ContentBlock], duration_ms: float | None, timed: bool
) -> ToolState:
    """How a call ended.

    pi says no more than whether it is an error: what kind is told by the texts of pi's own loop and shell, and by
    the missing duration of a tool that never ran. A pi before 1.1.0 does not tell a blocked call from a failed one.
    """
    if not is_error:
        return ToolState.DONE
    text = text_of(content).rstrip()
    if text.endswith(_ABORTED):
        return ToolState.ABORTED
    if _NOT_RUN.match(text):
        return ToolState.FAILED
    return ToolState.DENIED if text in _DENIED or (timed and duration_ms is None) else ToolState.FAILED


def _result(result: Any) -> tuple[list[ContentBlock], Any]:
    """Content and details of a tool's result, which is whatever the tool made of it."""
    if not isinstance(result, dict):
        return [], None
    data = cast("JsonObject", result)
    content = data.get("content")
    if isinstance(content, str):
        return [TextContent(text=content)], data.get("details")
    blocks: Any = (
        [CONTENT.decode(part) for part in cast("list[Any]", content)] if isinstance(content, list) else []
    )
    return blocks, data.get("details")
