"""What a branch of the tree amounts to: tokens, cost, and the files that it changed."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from pitui.protocol.content import Usage, usage_in
from pitui.protocol.entries import BranchSummaryEntry, CompactionEntry, MessageEntry, SessionEntry, UsageEntry
from pitui.protocol.messages import AssistantMessage, ToolResultMessage
from pitui.session.arguments import string_argument
from pitui.session.tree import SessionTree

CHANGING = ("edit", "write")
"""The tools of pi that change files."""


class Totals(NamedTuple):
    """Sums over entries.

    Attributes:
        tokens: of all requests: input, output, read from the cache and written to it, as pi counts a session.
        cost: US dollars.
        files: the paths that edits and writes changed, as the model named them; foreign text.
    """

    tokens: int = 0
    cost: float = 0.0
    files: frozenset[str] = frozenset()


def totals_of(tree: SessionTree, entries: Iterable[SessionEntry]) -> Totals:
    """The sums over some entries of a tree."""
    tokens, cost = 0, 0.0
    files: set[str] = set()
    for entry in entries:
        usage = usage_of(entry)
        if usage is not None:
            tokens += _tokens(usage)
            cost += usage.cost.total
        files.update(changed_files(tree, entry))
    return Totals(tokens, cost, frozenset(files))


def branch_totals(tree: SessionTree) -> dict[str, Totals]:
    """For each entry with which a branch begins: the sums over it and everything below it."""
    sums: dict[str, tuple[int, float, set[str]]] = {}
    heads: dict[str, Totals] = {}
    for entry in reversed(tree.order()):
        tokens, cost, files = sums.pop(entry.id, (0, 0.0, set[str]()))
        usage = usage_of(entry)
        if usage is not None:
            tokens += _tokens(usage)
            cost += usage.cost.total
        files.update(changed_files(tree, entry))
        parent = entry.parent_id
        if parent is None or parent == entry.id:
            heads[entry.id] = Totals(tokens, cost, frozenset(files))
            continue
        if tree.is_branching(parent):
            heads[entry.id] = Totals(tokens, cost, frozenset(files))
        beside = sums.get(parent)
        if beside is not None:
            more, fewer = sorted((beside[2], files), key=len, reverse=True)
            more |= fewer
            sums[parent] = (beside[0] + tokens, beside[1] + cost, more)
        else:
            sums[parent] = (tokens, cost, files)
    return heads


def usage_of(entry: SessionEntry) -> Usage | None:
    """What an entry says that a request has used."""
    match entry:
        case MessageEntry(message=AssistantMessage() as message):
            return usage_in(message.usage) or Usage()
        case MessageEntry(message=ToolResultMessage() as result):
            return usage_in(result.usage)
        case CompactionEntry() | BranchSummaryEntry() | UsageEntry():
            return entry.usage
        case _:
            return None


def changed_files(tree: SessionTree, entry: SessionEntry) -> list[str]:
    """The paths that the call of a tool result changed."""
    match entry:
        case MessageEntry(message=ToolResultMessage() as result) if not result.is_error:
            call = tree.call(result.tool_call_id)
            found = [(call.name, call.arguments)] if call is not None else []
            if result.nested_calls is not None:
                nested = result.nested_calls.calls
                found += [(n.name, n.arguments or {}) for n in nested if n.status == "ok"]
            paths = [string_argument(args, "path", "file_path") for name, args in found if name in CHANGING]
            return [path for path in paths if path]
        case _:
            return []


def _tokens(usage: Usage) -> int:
    return usage.input + usage.output + usage.cache_read + usage.cache_write
