"""One entry of the tree whole: the blocks that the conversation would show of it, with tool output and diff."""

from __future__ import annotations

import json
from itertools import count

from pitui.protocol.base import Model
from pitui.protocol.entries import MessageEntry, SessionEntry
from pitui.protocol.messages import AssistantMessage, ToolResultMessage
from pitui.session.blocks import AnyBlock, NoticeBlock, ToolState
from pitui.session.growing import join_surrogates
from pitui.session.history import Reading, read_history
from pitui.session.tools import Tools
from pitui.session.tree import SessionTree
from pitui.session.tree_text import entry_text

_KEYS = count(1)
"""No two previews have a block with the same key: what is shown of a block is known by it."""


class Preview:
    """One entry.

    Attributes:
        blocks: what the conversation shows of it.
        words: its one line in the tree.
    """

    def __init__(self, tree: SessionTree, entry: SessionEntry) -> None:
        """Make the blocks: of an answer with the results of its calls, of a result with its call."""
        conversation = read_history(_around(tree, entry), _KEYS, Reading()).conversation
        if not (tree.is_running and _is_open(tree, entry)):
            Tools(conversation).stop_all(ToolState.ABORTED, "")
        self.words = entry_text(entry)
        self.blocks: list[AnyBlock] = list(conversation.blocks)
        if not self.blocks:
            self.blocks.append(NoticeBlock(next(_KEYS), entry_id=entry.id, text=_plainly(entry)))


def shown_of(tree: SessionTree, entry: SessionEntry) -> tuple[str, int]:
    """What a preview of an entry depends on: the same for as long as it reads the same."""
    return entry.id, len(_around(tree, entry))


def _around(tree: SessionTree, entry: SessionEntry) -> list[SessionEntry]:
    match entry:
        case MessageEntry(message=AssistantMessage()):
            return [entry, *_results(tree, entry)]
        case MessageEntry(message=ToolResultMessage() as result):
            call = tree.call(result.tool_call_id)
            if call is None:
                return [entry]
            answer = AssistantMessage(content=[call], stop_reason="toolUse", timestamp=result.timestamp)
            return [MessageEntry(id=f"{entry.id}-call", message=answer), entry]
        case _:
            return [entry]


def _is_open(tree: SessionTree, answer: SessionEntry) -> bool:
    """Whether the calls of an answer may still get results: nothing but results follows it up to the leaf."""
    path = tree.path_since(answer.id)
    return path is not None and not any(
        isinstance(entry, MessageEntry) and not isinstance(entry.message, ToolResultMessage) for entry in path
    )


def _results(tree: SessionTree, answer: SessionEntry) -> list[SessionEntry]:
    """The results that follow an answer on its line; bookkeeping may stand between them."""
    found: list[SessionEntry] = []
    seen: set[str] = set()
    at = answer
    while at.id not in seen and len(children := tree.children(at.id)) > 0:
        seen.add(at.id)
        at = children[-1]
        match at:
            case MessageEntry(message=ToolResultMessage()):
                found.append(at)
            case MessageEntry():
                break
            case _:
                pass
    return found


def _plainly(entry: Model) -> str:
    """An entry that the conversation does not show, as its own fields."""
    data = {key: value for key, value in entry.wire().items() if value is not None}
    return join_surrogates(json.dumps(data, ensure_ascii=False, indent=2, default=str))
