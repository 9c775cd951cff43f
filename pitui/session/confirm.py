"""Joins the blocks that the records gave with the entries that pi has stored meanwhile.

Events carry no entry ids, and some entries have no event at all (`!` commands). The entries are read as history, and
each of their blocks is matched, in order and by content, with a block that is shown already.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Hashable, Iterable

from pitui.protocol.entries import SessionEntry
from pitui.session.blocks import (
    AnyBlock,
    BashBlock,
    BranchSummaryBlock,
    CompactionBlock,
    CustomBlock,
    NoticeBlock,
    RetryBlock,
    TextBlock,
    ThinkingBlock,
    ToolBlock,
    UnknownBlock,
    UserBlock,
    WaitState,
)
from pitui.session.conversation import Conversation
from pitui.session.history import Reading, mark_omitted, read_history


def confirm(conversation: Conversation, entries: Iterable[SessionEntry], reading: Reading) -> None:
    """Give shown blocks their entries, show what is missing, and put `!` commands where pi stored them.

    Args:
        conversation: what is shown.
        entries: entries that follow one another on the branch that is shown, oldest first.
        reading: where the reading of the entries before these ended.
    """
    entries = list(entries)
    history = read_history(entries, conversation.keys, reading)
    shown = _shown(conversation, {entry.id for entry in entries})
    place = len(conversation.blocks)
    first = True
    for stored in history.conversation.blocks:
        block = _match(shown, stored)
        if block is None and isinstance(stored, ToolBlock) and stored.call_id in conversation.tools:
            # Its answer was stored earlier.
            _adopt(conversation, conversation.tools[stored.call_id], stored)
            continue
        if block is None:
            conversation.insert(place, stored)
            if isinstance(stored, ToolBlock):
                conversation.know_tool(stored)
            block = stored
        else:
            _adopt(conversation, block, stored)
        index = conversation.index(block.key)
        if index is None:
            continue
        if not first and index < place - 1:
            conversation.move(block, place)
            index = place - 1
        first = False
        place = index + 1
    for omitted, ids in ((True, history.omitted), (False, history.restored)):
        for block in mark_omitted(conversation.blocks, ids, omitted):
            conversation.touch(block)


_Shown = dict[Hashable, deque[AnyBlock]]


def _shown(conversation: Conversation, entry_ids: set[str]) -> _Shown:
    """The blocks that may be those of the entries, by what they show."""
    shown: _Shown = {}
    for block in conversation.blocks:
        if block.entry_id is None or block.entry_id in entry_ids:
            signature = _signature(block)
            if signature is not None:
                shown.setdefault(signature, deque()).append(block)
    return shown


def _match(shown: _Shown, stored: AnyBlock) -> AnyBlock | None:
    alike = shown.get(_signature(stored))
    if not alike and isinstance(stored, BashBlock):
        alike = shown.get(_running(stored))
    return alike.popleft() if alike else None


def _running(block: BashBlock) -> Hashable:
    """The signature of a `!` command whose end pi has stored before it was told here."""
    return BashBlock, block.command


def _signature(block: AnyBlock) -> Hashable:
    """What makes a block the same as a stored one, None for a block that pi does not store."""
    match block:
        case UserBlock():
            return UserBlock, block.text, block.skill
        case TextBlock():
            return TextBlock, block.text.text
        case ThinkingBlock():
            return ThinkingBlock, block.text.text
        case ToolBlock():
            return ToolBlock, block.call_id
        case BashBlock():
            if block.running:
                return _running(block)
            return BashBlock, block.command, block.output.text, block.exit_code
        case NoticeBlock():
            return NoticeBlock, block.text
        case RetryBlock():
            return None if block.state is WaitState.ABORTED else (RetryBlock, block.attempt, block.error)
        case CompactionBlock():
            return (CompactionBlock, block.summary) if block.state is WaitState.DONE else None
        case BranchSummaryBlock():
            return BranchSummaryBlock, block.summary
        case CustomBlock():
            return CustomBlock, block.custom_type, block.text
        case UnknownBlock():
            return UnknownBlock, block.kind, block.text


def _adopt(conversation: Conversation, block: AnyBlock, stored: AnyBlock) -> None:
    block.entry_id = block.entry_id or stored.entry_id
    block.at = stored.at or block.at
    if not isinstance(block, ToolBlock) or not isinstance(stored, ToolBlock):
        return
    block.result_id = stored.result_id or block.result_id
    if stored.state.has_ended and not block.state.has_ended:
        block.state, block.output, block.details = stored.state, stored.output, stored.details
        block.seconds = stored.seconds
        conversation.tool_ended(block)
        conversation.touch(block)
