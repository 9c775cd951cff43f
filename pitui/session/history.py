"""The blocks of a branch as pi stores it: its entries go the way that the records of the live session went."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import count

from pitui.protocol.entries import (
    BranchSummaryEntry,
    CompactionEntry,
    ContextEditEntry,
    CustomMessageEntry,
    MessageEntry,
    SessionEntry,
    UsageEntry,
)
from pitui.protocol.messages import AssistantMessage, UserMessage
from pitui.protocol.timestamps import entry_time
from pitui.session.blocks import (
    AnyBlock,
    BranchSummaryBlock,
    CompactionBlock,
    NoticeBlock,
    RetryBlock,
    WaitState,
)
from pitui.session.cache_notices import CacheNotices
from pitui.session.conversation import Conversation
from pitui.session.growing import join_surrogates
from pitui.session.message_blocks import custom_block, seconds, stop_text
from pitui.session.messages import Messages


@dataclass(slots=True)
class Attempt:
    """An answer that failed, while it is open whether pi tried again."""

    entry_id: str
    error: str
    number: int
    compacted: bool = False


@dataclass(slots=True)
class Reading:
    """What a reader must know of the entries before those it reads.

    Attributes:
        failed: the last answer when it failed.
        timed: whether the last answer came from a pi that times its calls.
        caches: knows what is to be told about prompt caches; None tells nothing.
    """

    failed: Attempt | None = None
    timed: bool = False
    caches: CacheNotices | None = None


@dataclass(slots=True)
class History:
    """What entries amount to.

    Attributes:
        conversation: their blocks.
        omitted: entries that pi took out of the model's context: `context_edit` since pi 0.99; on an older pi a
            failed answer that is followed by another one.
        restored: entries of which an earlier omission was taken back.
    """

    conversation: Conversation
    omitted: set[str] = field(default_factory=set[str])
    restored: set[str] = field(default_factory=set[str])


def read_history(entries: Iterable[SessionEntry], keys: count[int], reading: Reading) -> History:
    """Make the blocks of entries that follow one another on a branch.

    Args:
        entries: all entries of a branch or the last of them, oldest first.
        keys: where the keys of the blocks come from.
        reading: where the reading of the entries before these ended; at the end, where this one did.

    Returns:
        The blocks, each with the id of its entry. Calls without a result are still open.
    """
    history = History(Conversation(keys))
    reader = _Reader(history, reading)
    for entry in entries:
        reader.read(entry)
    reader.leave(reading)
    mark_omitted(history.conversation.blocks, history.omitted)
    return history


def mark_omitted(blocks: Iterable[AnyBlock], entry_ids: set[str], omitted: bool = True) -> list[AnyBlock]:
    """Mark the blocks of these entries as out of the model's context, or in it again.

    Returns:
        The blocks of which that changed.
    """
    if not entry_ids:
        return []
    changed = [block for block in blocks if block.entry_id in entry_ids and block.omitted is not omitted]
    for block in changed:
        block.omitted = omitted
    return changed


class _Reader:
    def __init__(self, history: History, reading: Reading) -> None:
        self._history = history
        self._conversation = history.conversation
        self._messages = Messages(history.conversation)
        self._messages.tools.timed = reading.timed
        self._failed = reading.failed
        self._caches = reading.caches

    def leave(self, reading: Reading) -> None:
        reading.failed = self._failed
        reading.timed = self._messages.tools.timed

    def read(self, entry: SessionEntry) -> None:
        match entry:
            case MessageEntry(message=AssistantMessage() as message):
                self._answer(entry, message)
            case MessageEntry():
                if isinstance(entry.message, UserMessage):
                    self._failed = None
                self._messages.end(entry.message, entry.id)
            case CompactionEntry():
                if self._failed is not None:
                    self._failed.compacted = True
                self._show(compaction_block(entry, self._conversation.new_key()))
                self._tell(self._caches and self._caches.billed("Compaction", entry.usage), entry)
            case BranchSummaryEntry():
                self._failed = None
                self._show(_branch_block(entry, self._conversation.new_key()))
                self._tell(self._caches and self._caches.billed("Branch summary", entry.usage), entry)
            case UsageEntry() if self._caches is not None:
                self._caches.warmed(entry, self._conversation)
            case CustomMessageEntry():
                self._show(custom_block(entry, self._conversation.new_key(), entry_time(entry)), entry.id)
            case ContextEditEntry():
                omits = entry.replacement is None
                (self._history.omitted if omits else self._history.restored).add(entry.target_id)
                (self._history.restored if omits else self._history.omitted).discard(entry.target_id)
            case _:
                pass

    def _answer(self, entry: MessageEntry, message: AssistantMessage) -> None:
        failed = self._failed
        is_error = message.stop_reason == "error"
        if failed is not None:
            self._history.omitted.add(failed.entry_id)
            if not failed.compacted:
                self._retried(failed, WaitState.FAILED if is_error else WaitState.DONE, seconds(message))
        self._messages.end(message, entry.id)
        self._tell(self._caches and self._caches.of_entry(entry.id), entry)
        number = failed.number + 1 if failed is not None else 1
        self._failed = Attempt(entry.id, stop_text(message), number) if is_error else None

    def _retried(self, failed: Attempt, state: WaitState, at: float) -> None:
        key = self._conversation.new_key()
        block = RetryBlock(key, at=at, attempt=failed.number, error=failed.error, state=state)
        self._show(block, failed.entry_id)

    def _tell(self, words: str | None, entry: SessionEntry) -> None:
        if words is not None:
            block = NoticeBlock(self._conversation.new_key(), at=entry_time(entry), text=words)
            self._show(block, entry.id)

    def _show(self, block: AnyBlock | None, entry_id: str | None = None) -> None:
        if block is not None:
            block.entry_id = entry_id or block.entry_id
            self._conversation.append(block)


def compaction_block(entry: CompactionEntry, key: int) -> CompactionBlock:
    """The mark below which the model knows only a summary of what is above."""
    return CompactionBlock(
        key,
        entry_id=entry.id,
        at=entry_time(entry),
        reason="",
        summary=join_surrogates(entry.summary),
        tokens_before=entry.tokens_before,
    )


def _branch_block(entry: BranchSummaryEntry, key: int) -> BranchSummaryBlock:
    summary = join_surrogates(entry.summary)
    return BranchSummaryBlock(
        key, entry_id=entry.id, at=entry_time(entry), summary=summary, from_id=entry.from_id
    )
