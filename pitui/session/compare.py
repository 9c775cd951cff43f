"""Two branches of the tree beside each other: what each did since they parted."""

from __future__ import annotations

from collections import Counter
from itertools import count
from typing import NamedTuple

from pitui.protocol.entries import MessageEntry, SessionEntry
from pitui.protocol.messages import AssistantMessage, BashExecutionMessage, UserMessage
from pitui.session.blocks import AnyBlock, ToolBlock, ToolState
from pitui.session.branch_totals import CHANGING, Totals, totals_of, usage_of
from pitui.session.history import Reading, read_history
from pitui.session.tools import Tools
from pitui.session.tree import SessionTree


class Work(NamedTuple):
    """What a branch did since it parted from another one.

    Attributes:
        entries: its entries since then, oldest first.
        prompts: how many messages of the user there are.
        answers: how many answers.
        commands: how many `!` commands.
        calls: how often each tool was called.
        totals: tokens, cost and files changed.
        output_tokens: tokens that the model wrote.
        blocks: what the conversation shows of it.
    """

    entries: tuple[SessionEntry, ...]
    prompts: int
    answers: int
    commands: int
    calls: Counter[str]
    totals: Totals
    output_tokens: int
    blocks: tuple[AnyBlock, ...]

    @property
    def changes(self) -> list[AnyBlock]:
        """The calls that changed files, with their diffs, in order."""
        flat: list[ToolBlock] = []
        stack: list[AnyBlock] = list(reversed(self.blocks))
        while stack:
            block = stack.pop()
            if isinstance(block, ToolBlock):
                flat.append(block)
                stack += reversed(block.nested)
        return [block for block in flat if block.name in CHANGING and block.state is ToolState.DONE]


class Comparison(NamedTuple):
    """Two branches.

    Attributes:
        common: the entries that both have, from the root; empty when they have none.
        works: what each did since then.
    """

    common: tuple[SessionEntry, ...]
    works: tuple[Work, Work]


def compare(tree: SessionTree, first: str, second: str) -> Comparison:
    """Compare the branches that end in two entries.

    Args:
        tree: the tree.
        first: the entry in which one branch ends.
        second: the entry in which the other ends.
    """
    paths = tree.path(first), tree.path(second)
    common = 0
    while common < min(map(len, paths)) and paths[0][common].id == paths[1][common].id:
        common += 1
    keys = count(1)
    works = _work(tree, paths[0][common:], keys), _work(tree, paths[1][common:], keys)
    return Comparison(tuple(paths[0][:common]), works)


def _work(tree: SessionTree, entries: list[SessionEntry], keys: count[int]) -> Work:
    messages = [entry.message for entry in entries if isinstance(entry, MessageEntry)]
    conversation = read_history(entries, keys, Reading()).conversation
    Tools(conversation).stop_all(ToolState.ABORTED, "")
    calls = Counter(call.name for call in conversation.tools.values())
    usages = [usage for entry in entries if (usage := usage_of(entry)) is not None]
    return Work(
        entries=tuple(entries),
        prompts=sum(isinstance(message, UserMessage) for message in messages),
        answers=sum(isinstance(message, AssistantMessage) for message in messages),
        commands=sum(isinstance(message, BashExecutionMessage) for message in messages),
        calls=calls,
        totals=totals_of(tree, entries),
        output_tokens=sum(usage.output for usage in usages),
        blocks=tuple(conversation.blocks),
    )
