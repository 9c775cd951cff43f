"""Answers of the model: a provisional message is built from deltas, then healed by `*_end` and `message_end`."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, cast

from pitui.protocol.content import ContentBlock, TextContent, ThinkingContent, ToolCall
from pitui.protocol.events import BlockDelta, BlockEnd, BlockStart, MessageUpdate
from pitui.protocol.json_object import JsonObject
from pitui.protocol.messages import AssistantMessage
from pitui.session.blocks import AnyBlock, Block, TextBlock, ThinkingBlock, ToolBlock, ToolState, UnknownBlock
from pitui.session.conversation import Conversation
from pitui.session.growing import GrowingText, join_surrogates
from pitui.session.message_blocks import as_json, seconds, stop_notice, stop_text
from pitui.session.partial_json import PartialJson
from pitui.session.tools import Tools


@dataclass(slots=True)
class _Answer:
    """The answer that streams: its blocks by `contentIndex`.

    `blank` holds text that shows nothing yet: many models begin with empty lines in front of a tool call.
    """

    at: float
    blocks: dict[int, AnyBlock] = field(default_factory=dict[int, AnyBlock])
    arguments: dict[int, PartialJson] = field(default_factory=dict[int, PartialJson])
    blank: dict[int, str] = field(default_factory=dict[int, str])


class Answers:
    """The reducer of assistant messages.

    Attributes:
        last: the blocks of the latest whole answer, its notice included.
    """

    def __init__(self, conversation: Conversation, tools: Tools) -> None:
        """Make the reducer of a conversation."""
        self._conversation = conversation
        self._tools = tools
        self._answer: _Answer | None = None
        self.last: list[AnyBlock] = []

    def start(self, message: AssistantMessage, now: float) -> None:
        """`message_start`: the content comes by updates; before pi 0.83 it is already a copy of the whole."""
        self.cut(now)
        self._answer = _Answer(seconds(message))

    def update(self, event: MessageUpdate, now: float) -> None:
        """`message_update`."""
        if self._answer is None:
            self._answer = _Answer(0)
        answer = self._answer
        match event.assistant_message_event:
            case BlockStart() as start:
                self._start_block(answer, start, now)
            case BlockDelta() as delta:
                self._grow(answer, delta, now)
            case BlockEnd() as end:
                self._end_block(answer, end, now)
            case _:
                pass

    def end(self, message: AssistantMessage, now: float) -> None:
        """`message_end`: the message as pi stores it takes the place of what was streamed."""
        answer = self._answer or _Answer(seconds(message))
        self._answer = None
        for block in answer.blocks.values():
            _end_thought(block, now)
        self._tools.timed = message.duration_ms is not None
        shown: list[AnyBlock] = []
        for index, content in enumerate(message.content):
            if not _is_shown(content):
                continue
            block = self._heal(answer, index, content, shown)
            block.at = block.at or seconds(message)
            shown.append(block)
        for block in answer.blocks.values():
            if not any(block is kept for kept in shown):
                self._conversation.remove(block)
        self._finish(message, shown)
        self.last = shown

    def cut(self, now: float) -> None:
        """Nothing more of the answer will come: what is there stays."""
        answer, self._answer = self._answer, None
        if answer is not None:
            for block in answer.blocks.values():
                _end_thought(block, now)
                self._still(block)

    # -- while it streams ------------------------------------------------------------------------------------

    def _start_block(self, answer: _Answer, event: BlockStart, now: float) -> None:
        index = event.content_index
        match event.type:
            case "thinking_start":
                self._thinking(answer, index, now)
            case "toolcall_start":
                call_id, name = _named_call(event)
                self._call(answer, index, call_id, name)
            case _:
                pass

    def _grow(self, answer: _Answer, event: BlockDelta, now: float) -> None:
        index = event.content_index
        match event.type:
            case "text_delta":
                block = answer.blocks.get(index)
                if not isinstance(block, TextBlock):
                    answer.blank[index] = answer.blank.get(index, "") + event.delta
                    if not answer.blank[index].strip():
                        return
                    block = TextBlock(self._conversation.new_key(), at=answer.at, streaming=True)
                    block.text.append(answer.blank.pop(index))
                    self._show(answer, index, block)
                else:
                    block.text.append(event.delta)
            case "thinking_delta":
                block = self._thinking(answer, index, now)
                block.text.append(event.delta)
            case "toolcall_delta":
                self._grow_arguments(answer, index, event.delta)
                return
        self._conversation.touch(block)

    def _grow_arguments(self, answer: _Answer, index: int, delta: str) -> None:
        block = answer.blocks.get(index)
        if not isinstance(block, ToolBlock) or block.state is not ToolState.PREPARING:
            return
        parser = answer.arguments.get(index)
        if parser is None:
            parser = answer.arguments[index] = PartialJson()
        parser.feed(delta)
        block.version += 1

        def catch_up() -> None:
            if answer.arguments.get(index) is parser:
                block.arguments = parser.object
                block.arguments_text = "" if block.arguments else parser.text.text

        self._conversation.changes.put_off(block.key, catch_up)

    def _end_block(self, answer: _Answer, event: BlockEnd, now: float) -> None:
        index = event.content_index
        block = answer.blocks.get(index)
        match event.type:
            case "text_end":
                content: ContentBlock = TextContent(text=event.content or "")
            case "thinking_end":
                content = ThinkingContent(thinking=event.content or "")
                _end_thought(block, now)
            case "toolcall_end" if event.tool_call is not None:
                content = event.tool_call
            case _:
                return
        if block is not None and event.content is None and event.tool_call is None:
            self._still(block)
        elif _is_shown(content):
            self._heal(answer, index, content, [])

    def _thinking(self, answer: _Answer, index: int, now: float) -> ThinkingBlock:
        block = answer.blocks.get(index)
        if not isinstance(block, ThinkingBlock):
            block = ThinkingBlock(self._conversation.new_key(), at=answer.at, streaming=True, started=now)
            self._show(answer, index, block)
        return block

    def _call(self, answer: _Answer, index: int, call_id: str, name: str) -> ToolBlock:
        """The block of a call; one that an event of its execution has already made is taken over."""
        present = answer.blocks.get(index)
        if isinstance(present, ToolBlock) and present.call_id == call_id:
            return present
        known = self._conversation.tools.get(call_id)
        if (
            known is not None
            and known.parent is None
            and not known.state.has_ended
            and known.entry_id is None
        ):
            answer.blocks[index] = known
            return known
        block = ToolBlock(self._conversation.new_key(), at=answer.at, call_id=call_id, name=name)
        self._conversation.know_tool(block)
        self._show(answer, index, block)
        return block

    def _show(self, answer: _Answer, index: int, block: AnyBlock) -> None:
        old = answer.blocks.get(index)
        if old is not None:
            self._conversation.remove(old)
        answer.blocks[index] = block
        self._conversation.append(block)

    # -- when it is whole ------------------------------------------------------------------------------------

    def _heal(self, answer: _Answer, index: int, content: ContentBlock, shown: list[AnyBlock]) -> AnyBlock:
        """Bring the block of a content up to date, or make it, below the last of `shown`."""
        block = answer.blocks.get(index)
        match content:
            case TextContent():
                if isinstance(block, TextBlock):
                    self._still(block, content.text)
                    return block
                block = TextBlock(self._conversation.new_key(), at=answer.at, text=GrowingText(content.text))
            case ThinkingContent():
                if isinstance(block, ThinkingBlock):
                    if content.redacted and not block.redacted:
                        block.redacted = True
                        self._conversation.touch(block)
                    self._still(block, content.thinking)
                    return block
                text = GrowingText(content.thinking)
                block = ThinkingBlock(
                    self._conversation.new_key(), at=answer.at, text=text, redacted=bool(content.redacted)
                )
            case ToolCall():
                shown_before = len(self._conversation.blocks)
                call = self._call(answer, index, content.id, content.name)
                if len(self._conversation.blocks) > shown_before:
                    self._put_below(call, shown)
                answer.arguments.pop(index, None)
                if call.arguments != content.arguments or call.arguments_text or call.name != content.name:
                    call.arguments, call.arguments_text, call.name = content.arguments, "", content.name
                    self._conversation.touch(call)
                return call
            case _:
                key = self._conversation.new_key()
                block = UnknownBlock(key, at=answer.at, kind=content.type, text=as_json(content))
        self._show(answer, index, block)
        self._put_below(block, shown)
        return block

    def _put_below(self, block: AnyBlock, shown: list[AnyBlock]) -> None:
        after = self._conversation.index(shown[-1].key) if shown else None
        if after is not None:
            self._conversation.move(block, after + 1)

    def _finish(self, message: AssistantMessage, shown: list[AnyBlock]) -> None:
        if message.stop_reason in ("aborted", "error"):
            state = ToolState.ABORTED if message.stop_reason == "aborted" else ToolState.FAILED
            for block in shown:
                if isinstance(block, ToolBlock):
                    self._tools.stop(block, state, stop_text(message))
        notice = stop_notice(message, self._conversation.new_key())
        if notice is not None:
            self._conversation.append(notice)
            self._put_below(notice, shown)
            shown.append(notice)

    def _still(self, block: Block, text: str | None = None) -> None:
        """A text or thought streams no more; with `text` as what it really is."""
        if not isinstance(block, TextBlock | ThinkingBlock):
            return
        changed = block.streaming
        block.streaming = False
        if text is not None and block.text.text != join_surrogates(text):
            block.text.replace(text)
            changed = True
        if changed:
            self._conversation.touch(block)


def _end_thought(block: AnyBlock | None, now: float) -> None:
    """Take note of how long a thought took; `thinking_end` does not come when the answer breaks off."""
    if isinstance(block, ThinkingBlock) and block.started is not None and block.seconds is None:
        block.seconds = max(0.0, now - block.started)


def _is_shown(content: ContentBlock) -> bool:
    match content:
        case TextContent():
            return bool(content.text.strip())
        case ThinkingContent():
            return bool(content.thinking.strip() or content.redacted)
        case _:
            return True


def _named_call(event: BlockStart) -> tuple[str, str]:
    """Id and tool of a call that begins; before pi 0.84.3 only the partial message names them."""
    call_id, name = event.id, event.tool_name
    partial: Any = (event.model_extra or {}).get("partial")
    if call_id is None and isinstance(partial, dict):
        content: Any = cast("JsonObject", partial).get("content")
        if isinstance(content, list) and 0 <= event.content_index < len(cast("list[Any]", content)):
            part = cast("list[Any]", content)[event.content_index]
            if isinstance(part, dict):
                call: JsonObject = cast("JsonObject", part)
                call_id, name = str(call.get("id", "")), str(call.get("name", ""))
    return call_id or "", name or ""
