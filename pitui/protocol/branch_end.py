"""The end of the branch that a session goes on from: enough for a screen, while the rest is still being read."""

from __future__ import annotations

from collections.abc import Sequence

from pitui.protocol.entries import MessageEntry, SessionEntry
from pitui.protocol.messages import UserMessage
from pitui.protocol.responses import Entries


def branch_end(last: Sequence[SessionEntry]) -> Entries | None:
    """Take the last prompts of a branch with all that came of them.

    Args:
        last: the last entries of a session in the order of its file, where each one comes after its parent; the last
            one is where the session goes on.

    Returns:
        None when they hold no prompt of that branch.
    """
    branch: list[SessionEntry] = []
    wanted: str | None = None
    for entry in reversed(last):
        if entry.id and (not branch or entry.id == wanted):
            branch.append(entry)
            wanted = entry.parent_id
    branch.reverse()
    first = next((n for n, entry in enumerate(branch) if _is_prompt(entry)), None)
    return None if first is None else Entries.model_construct(entries=branch[first:], leaf_id=branch[-1].id)


def _is_prompt(entry: SessionEntry) -> bool:
    return isinstance(entry, MessageEntry) and isinstance(entry.message, UserMessage)
