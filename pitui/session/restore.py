"""Shows another branch or session; blocks of entries that were shown before keep their keys, so folds stay."""

from __future__ import annotations

from collections.abc import Iterable

from pitui.protocol.entries import SessionEntry
from pitui.session.blocks import AnyBlock, ThinkingBlock, ToolState
from pitui.session.conversation import Conversation
from pitui.session.history import Reading, read_history
from pitui.session.tools import Tools


def restore(
    conversation: Conversation,
    entries: Iterable[SessionEntry],
    *,
    reading: Reading,
    running: bool,
    keep: Iterable[AnyBlock] = (),
) -> None:
    """Replace everything that is shown.

    Args:
        conversation: where to show it.
        entries: the branch to show, from its root.
        reading: a new one; at the end, where the reading ended.
        running: whether a run is under way, whose calls without a result may still get one.
        keep: blocks of the present conversation that stay, below the entries.
    """
    restored = read_history(entries, conversation.keys, reading).conversation
    if not running:
        Tools(restored).stop_all(ToolState.ABORTED, "")
    before = dict(zip(_names(conversation.blocks), conversation.blocks, strict=True))
    for name, block in zip(_names(restored.blocks), restored.blocks, strict=True):
        old = before.get(name) if block.entry_id is not None else None
        if old is None:
            continue
        block.key, block.version = old.key, old.version + 1
        if isinstance(block, ThinkingBlock) and isinstance(old, ThinkingBlock):
            block.seconds = old.seconds
    conversation.replace_all([*restored.blocks, *keep])


def _names(blocks: Iterable[AnyBlock]) -> Iterable[tuple[str | None, type[AnyBlock], int]]:
    """Each block as the n-th of its kind in its entry."""
    counts: dict[tuple[str | None, type[AnyBlock]], int] = {}
    for block in blocks:
        kind = block.entry_id, type(block)
        counts[kind] = number = counts.get(kind, 0) + 1
        yield *kind, number
