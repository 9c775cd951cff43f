"""Shows another branch or session: what is known of the blocks that were shown before stays, and so do local rows.

A local row is one that no entry of pi stands for, or not yet: a `!` command of the user, or a notice.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from pitui.protocol.entries import SessionEntry
from pitui.session.blocks import AnyBlock, BashBlock, NoticeBlock, ThinkingBlock, ToolBlock, ToolState
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
        keep: blocks of the present conversation that stay, below the entries; of a `!` command that pi has stored
            meanwhile the block stays in the place of its entry.
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
        if isinstance(block, _TIMED) and isinstance(old, _TIMED) and block.seconds is None:
            block.seconds = old.seconds
    known = {block.entry_id for block in conversation.blocks if block.entry_id is not None}
    below = _unstored(restored.blocks, list(keep), known)
    conversation.replace_all([*restored.blocks, *below])


def local_rows(
    blocks: Sequence[AnyBlock], notices: Collection[int], first_key: int
) -> list[BashBlock | NoticeBlock]:
    """The local rows that can stay when other entries are shown, in order.

    Args:
        blocks: what is shown.
        notices: the keys of the notices that belong to no message; those above the last entry do not stay.
        first_key: blocks with lower keys were there before the present pi was started; of its `!` commands only
            those that run can stay then.
    """
    rows: list[BashBlock | NoticeBlock] = []
    last = _last_index(blocks, {block.entry_id for block in blocks})
    for index, block in enumerate(blocks):
        if block.entry_id is not None:
            continue
        if isinstance(block, BashBlock):
            if block.running or block.key >= first_key:
                rows.append(block)
        elif isinstance(block, NoticeBlock) and block.key in notices and index > last:
            rows.append(block)
    return rows


def rows_behind(blocks: Sequence[AnyBlock], entries: Iterable[SessionEntry]) -> list[AnyBlock]:
    """What is shown below all of these entries."""
    return list(blocks[_last_index(blocks, {entry.id for entry in entries}) + 1 :])


def _last_index(blocks: Sequence[AnyBlock], entry_ids: Collection[str | None]) -> int:
    """Where the last block of any of these entries is, -1 when there is none."""
    for index in range(len(blocks) - 1, -1, -1):
        entry_id = blocks[index].entry_id
        if entry_id is not None and entry_id in entry_ids:
            return index
    return -1


def _unstored(
    restored: list[AnyBlock], keep: list[AnyBlock], known: Collection[str | None]
) -> list[AnyBlock]:
    """Put the commands among `keep` into the places of their new entries at the end, and return the others."""
    start = len(restored)
    while start and isinstance(restored[start - 1], BashBlock) and restored[start - 1].entry_id not in known:
        start -= 1
    for index in range(start, len(restored)):
        stored = restored[index]
        row = next((row for row in keep if _is_of(row, stored)), None)
        if row is not None:
            row.entry_id, row.at, row.version = stored.entry_id, stored.at, row.version + 1
            restored[index] = row
            keep.remove(row)
    return keep


def _is_of(row: AnyBlock, stored: AnyBlock) -> bool:
    """Whether a stored command may be this one; of one that still runs here the end is yet to be told."""
    if not isinstance(row, BashBlock) or not isinstance(stored, BashBlock) or row.command != stored.command:
        return False
    return row.running or (row.output.text, row.exit_code) == (stored.output.text, stored.exit_code)


_TIMED = (BashBlock, ThinkingBlock, ToolBlock)


def _names(blocks: Iterable[AnyBlock]) -> Iterable[tuple[str | None, type[AnyBlock], int]]:
    """Each block as the n-th of its kind in its entry."""
    counts: dict[tuple[str | None, type[AnyBlock]], int] = {}
    for block in blocks:
        kind = block.entry_id, type(block)
        counts[kind] = number = counts.get(kind, 0) + 1
        yield *kind, number
