"""What a prompt cache that missed or was kept warm has cost, as pi's own TUI tells it when the user wants that.

What counts as a miss, and what of it is told, is as in pi (1.6.0, core/cache-stats.js and interactive-mode.js; 0.82.1
the same without warming): the prompt of a request should be read from the cache as far as the request before had it.
pi looks at all entries in the order of the file, whatever branch they are on, and so does this.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple

from pitui.protocol.content import Usage, usage_in
from pitui.protocol.entries import (
    BranchSummaryEntry,
    CompactionEntry,
    MessageEntry,
    SessionEntry,
    UsageEntry,
)
from pitui.protocol.messages import AssistantMessage
from pitui.protocol.responses import ModelInfo
from pitui.protocol.timestamps import entry_time
from pitui.session.blocks import NoticeBlock
from pitui.session.conversation import Conversation
from pitui.session.message_blocks import seconds
from pitui.session.tree import SessionTree

NOISE_TOKENS = 1024
"""Providers cache by the piece: so few tokens are no miss."""

TOLD_TOKENS, TOLD_DOLLARS = 20_000, 0.1
"""A miss is told from so many tokens or so much money on."""

LIFE_SECONDS = 300
"""A pause from so long on is likely why the cache had nothing."""

WARM = "cache_warm"


class _Request(NamedTuple):
    tokens: int
    model: str
    at: float
    has_cache: bool


class CacheMiss(NamedTuple):
    """What a request paid for although the one before had it.

    Attributes:
        tokens: that were not read from the cache.
        dollars: what they cost beyond reading them.
        pause: between the two requests, in seconds.
        is_other_model: whether the one before went to another model.
    """

    tokens: int
    dollars: float
    pause: float
    is_other_model: bool

    @property
    def words(self) -> str | None:
        """What is told of it; None of a small one."""
        if self.tokens < TOLD_TOKENS and self.dollars < TOLD_DOLLARS:
            return None
        why = ""
        if self.is_other_model:
            why = " after model switch"
        elif self.pause >= LIFE_SECONDS:
            why = f" after {round(self.pause / 60)}m idle"
        return f"Cache miss{why}: {_count(self.tokens)} tokens re-billed{_cost(self.dollars)}"


class CacheNotices:
    """Follows the requests of a session, live and stored.

    Attributes:
        are_wanted: whether the user wants to be told; nothing is reckoned before.
        are_outdated: whether what was told of stored answers would read otherwise now.
    """

    def __init__(self) -> None:
        self.are_wanted: Callable[[], bool] = lambda: False
        self._prices: dict[str, float] = {}
        self._unpriced: set[str] = set()
        self.begin(SessionTree())

    def begin(self, tree: SessionTree) -> None:
        """Another branch or session is about to be shown, from the entries of a tree."""
        if tree is not getattr(self, "_tree", None) or self.are_outdated:
            self._tree = tree
            self.are_outdated = False
            self._read = 0
            self._stored: _Request | None = None
            self._words: dict[str, str] = {}
        self._live: _Request | None = None
        self._is_ahead = False
        self._warmed: set[str] = set()
        self._warming: tuple[NoticeBlock, str, float] | None = None

    def price(self, models: Iterable[ModelInfo]) -> None:
        """Learn what models take for what they read from the cache."""
        for model in models:
            name = _name(model.provider, model.id)
            self._prices[name] = model.cost.cache_read / 1_000_000
            if name in self._unpriced:
                self._unpriced.remove(name)
                self.are_outdated = True

    # -- misses ----------------------------------------------------------------------------------------------

    def of_entry(self, entry_id: str) -> str | None:
        """What is to be told below a stored answer."""
        if not self.are_wanted():
            return None
        self._catch_up()
        return self._words.get(entry_id)

    def of_answer(self, message: AssistantMessage) -> str | None:
        """What is to be told below an answer that has just come and is no entry yet."""
        if not self.are_wanted():
            return None
        self._catch_up()
        if not self._is_ahead:
            self._live, self._is_ahead = self._stored, True
        self._live, words = self._step(self._live, message)
        return words

    def compacted(self) -> None:
        """The context is another one now: what the next request has is new."""
        self._live, self._is_ahead = None, True

    def _catch_up(self) -> None:
        for entry in self._tree.since(self._read):
            self._read += 1
            match entry:
                case CompactionEntry() | BranchSummaryEntry():
                    self._stored = None
                case UsageEntry(kind=kind) if kind == WARM:
                    self._stored = _warm_request(entry) or self._stored
                case MessageEntry(message=AssistantMessage() as message):
                    self._stored, words = self._step(self._stored, message)
                    if words is not None:
                        self._words[entry.id] = words
                case _:
                    pass

    def _step(self, before: _Request | None, message: AssistantMessage) -> tuple[_Request | None, str | None]:
        usage = usage_in(message.usage)
        if usage is None or _prompt(usage) <= 0:
            return before, None
        miss = None if before is None else self._miss(before, message, usage)
        is_whole = message.stop_reason not in ("aborted", "error")
        has_cache = usage.cache_read + usage.cache_write > 0 or (before is not None and before.has_cache)
        model = _name(message.provider, message.model)
        request = _Request(_prompt(usage), model, seconds(message), has_cache)
        return request, miss.words if miss is not None and is_whole else None

    def _miss(self, before: _Request, message: AssistantMessage, usage: Usage) -> CacheMiss | None:
        if usage.cache_read + usage.cache_write == 0 and not before.has_cache:
            return None
        missed = min(before.tokens, _prompt(usage)) - usage.cache_read
        if missed <= NOISE_TOKENS:
            return None
        model = _name(message.provider, message.model)
        paid = usage.input + usage.cache_write
        paid_each = (usage.cost.input + usage.cost.cache_write) / paid if paid else 0
        if usage.cache_read:
            read_each = usage.cost.cache_read / usage.cache_read
        else:
            if model not in self._prices:
                self._unpriced.add(model)
            read_each = self._prices.get(model, 0)
        return CacheMiss(
            missed,
            missed * max(0.0, paid_each - read_each),
            max(0.0, seconds(message) - before.at),
            model != before.model,
        )

    # -- warming, and what compactions cost ------------------------------------------------------------------

    def warmed(self, entry: SessionEntry, conversation: Conversation) -> None:
        """Tell that a cache was kept warm; what follows upon itself is one line. Other entries are left alone."""
        if not isinstance(entry, UsageEntry) or entry.kind != WARM or entry.id in self._warmed:
            return
        self._warmed.add(entry.id)
        if self._is_ahead:
            self._live = _warm_request(entry) or self._live
        if not self.are_wanted():
            return
        dollars, note = entry.usage.cost.total, entry.note or ""
        last = conversation.blocks[-1] if conversation.blocks else None
        if self._warming is not None and self._warming[0] is last and self._warming[1] == note:
            block, dollars = self._warming[0], self._warming[2] + dollars
        else:
            block = NoticeBlock(conversation.new_key(), entry_id=entry.id, at=entry_time(entry))
            conversation.append(block)
        of_whom = f" ({note})" if note else ""
        block.text = f"Cache warmed{of_whom}: ${_exactly(dollars)}"
        conversation.touch(block)
        self._warming = block, note, dollars

    def billed(self, what: str, usage: Usage | None) -> str | None:
        """What is to be told below a summary that the model wrote.

        Args:
            what: `Compaction` or `Branch summary`.
            usage: of the request for it; None when it is not known.
        """
        if usage is None or not self.are_wanted():
            return None
        tokens = usage.input + usage.output + usage.cache_read + usage.cache_write
        return f"{what}: {_count(tokens)} tokens billed{_cost(usage.cost.total)}"


def _warm_request(entry: UsageEntry) -> _Request | None:
    tokens = _prompt(entry.usage)
    return (
        _Request(tokens, _name(entry.provider, entry.model), entry_time(entry), True) if tokens > 0 else None
    )


def _prompt(usage: Usage) -> int:
    return usage.input + usage.cache_read + usage.cache_write


def _name(provider: str, model: str) -> str:
    return f"{provider}/{model}"


def _count(tokens: int) -> str:
    if tokens < 1000:
        return str(tokens)
    for unit, size in (("k", 1000), ("M", 1_000_000)):
        if tokens < 10 * size:
            return f"{tokens / size:.1f}{unit}"
        if tokens < 1000 * size:
            return f"{int(tokens / size + 0.5)}{unit}"
    return f"{int(tokens / 1_000_000 + 0.5)}M"


def _cost(dollars: float) -> str:
    return f" (~${dollars:.2f})" if dollars >= 0.01 else ""


def _exactly(dollars: float) -> str:
    """Three to six places, as many as say something."""
    whole, _, places = f"{dollars:.6f}".partition(".")
    return f"{whole}.{places[:3]}{places[3:].rstrip('0')}"
