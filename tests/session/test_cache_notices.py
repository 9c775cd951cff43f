"""What prompt caches have cost, stored and live alike, by the rules of pi's own TUI."""

from __future__ import annotations

from typing import Any

import pytest

from pitui.protocol.base import JsonObject
from pitui.protocol.responses import ModelCost, ModelInfo, SessionState
from pitui.session.blocks import NoticeBlock
from pitui.session.state import Session
from tests.session.comparing import comparables
from tests.session.records import (
    assistant,
    entry,
    event,
    line,
    loaded,
    message_entry,
    message_records,
    stored,
    text,
    user,
)

MINUTE = 60_000
PRICES = ModelInfo(id="m", provider="p", cost=ModelCost(cache_read=0.3))


def usage(read: int = 0, written: int = 0, fresh: int = 0) -> JsonObject:
    """What a request used, with the prices of a usual model."""
    cost = {"input": fresh * 3e-6, "cacheRead": read * 0.3e-6, "cacheWrite": written * 3.75e-6, "output": 0}
    tokens = {"input": fresh, "cacheRead": read, "cacheWrite": written, "output": 10}
    return {**tokens, "totalTokens": sum(tokens.values()), "cost": {**cost, "total": sum(cost.values())}}


def answer(used: JsonObject, minute: float = 0, *, model: str = "m", **fields: Any) -> JsonObject:
    at = int(minute * MINUTE)
    return assistant(text("yes"), timestamp=at, provider="p", model=model, usage=used, **fields)


def warm(id: str, dollars: float, note: str | None = None) -> JsonObject:
    used = {**usage(read=30_000), "cost": {"total": dollars}}
    fields = {"kind": "cache_warm", "provider": "p", "model": "m", "usage": used}
    return entry(id, None, "usage", 60, **fields, **({"note": note} if note else {}))


def wanting() -> Session:
    session = Session()
    session.cache_notices.are_wanted = lambda: True
    session.cache_notices.price([PRICES])
    return session


def shown(*entries: JsonObject) -> list[str]:
    """What is told of stored entries."""
    session = wanting()
    session.load(stored(line(*entries)), SessionState(session_id="s"))
    return [block.text for block in session.blocks if isinstance(block, NoticeBlock)]


def told(*messages: JsonObject) -> list[str]:
    """What is told of stored answers; live it is the same, and so it is when their entries come."""
    entries = line(*(message_entry(str(n), None, message) for n, message in enumerate(messages)))
    stored_words = shown(*entries)
    session = wanting()
    session.load(stored([]), SessionState(session_id="s"))
    for message in messages:
        for record in message_records(message):
            session.apply(record, 0)
    assert [block.text for block in session.blocks if isinstance(block, NoticeBlock)] == stored_words
    before = len(session.blocks)
    session.add_entries(stored(entries))
    assert len(session.blocks) == before
    fresh = wanting()
    fresh.load(stored(entries), SessionState(session_id="s"))
    assert comparables(session.blocks) == comparables(fresh.blocks)
    return stored_words


FIRST = answer(usage(written=30_000))


@pytest.mark.parametrize(
    ("second", "words"),
    [
        (answer(usage(read=30_000, written=500), 1), None),
        (answer(usage(read=29_500, written=800), 1), None),
        (answer(usage(read=12_000, written=19_000), 1), None),
        (answer(usage(written=31_000), 1), "Cache miss: 30k tokens re-billed (~$0.10)"),
        (answer(usage(read=5_000, written=26_000), 1), "Cache miss: 25k tokens re-billed (~$0.09)"),
        (answer(usage(fresh=31_000), 1), "Cache miss: 30k tokens re-billed (~$0.08)"),
        (answer(usage(written=31_000), 7), "Cache miss after 7m idle: 30k tokens re-billed (~$0.10)"),
        (
            answer(usage(read=1, written=31_000), 7, model="other"),
            "Cache miss after model switch: 30k tokens re-billed (~$0.10)",
        ),
        (answer(usage(written=31_000), 1, stop="aborted"), None),
        (answer(usage(), 1), None),
        (answer({}, 1), None),
    ],
)
def test_a_miss_is_what_the_request_before_had(second: JsonObject, words: str | None) -> None:
    notices = [notice for notice in told(FIRST, second) if notice.startswith("Cache")]
    assert notices == ([] if words is None else [words])


def test_who_never_caches_never_misses() -> None:
    assert told(answer(usage(fresh=50_000)), answer(usage(fresh=60_000), 1)) == []


def test_a_small_miss_that_is_dear_is_told() -> None:
    dear = {**usage(read=100, written=9_000), "cost": {"cacheWrite": 0.9, "cacheRead": 0.001}}
    assert told(answer(usage(written=9_000)), answer(dear, 1)) == [
        "Cache miss: 8.9k tokens re-billed (~$0.80)"
    ]


def test_after_a_compaction_or_a_branch_summary_everything_is_new() -> None:
    for kind in ("compaction", "branch_summary"):
        between = entry("c", None, kind, summary="short")
        after = message_entry("2", None, answer(usage(written=31_000), 1))
        assert shown(message_entry("1", None, FIRST), between, after) == []


def test_live_a_compaction_makes_everything_new_and_its_bill_is_told() -> None:
    session = wanting()
    session.load(stored([]), SessionState(session_id="s"))
    result = {"summary": "short", "tokensBefore": 30_000, "usage": usage(fresh=40_000)}
    for record in (
        *message_records(FIRST),
        event("compaction_start", reason="manual"),
        event("compaction_end", reason="manual", result=result),
        *message_records(answer(usage(written=31_000), 1)),
    ):
        session.apply(record, 0)
    notices = [block.text for block in session.blocks if isinstance(block, NoticeBlock)]
    assert notices == ["Compaction: 40k tokens billed (~$0.12)"]
    entries = line(
        message_entry("1", None, FIRST),
        entry("c", None, "compaction", summary="short", tokensBefore=30_000, usage=usage(fresh=40_000)),
        message_entry("2", None, answer(usage(written=31_000), 1)),
    )
    session.add_entries(stored(entries))
    fresh = wanting()
    fresh.load(stored(entries), SessionState(session_id="s"))
    assert comparables(session.blocks) == comparables(fresh.blocks)


def test_warming_is_told_together_and_counts_as_a_request() -> None:
    entries = line(
        message_entry("1", None, FIRST),
        warm("w1", 0.0095),
        warm("w2", 0.0095),
        warm("w3", 0.01, "extension override"),
        message_entry("2", None, answer(usage(read=30_000, written=20), 9)),
    )
    assert shown(*entries) == ["Cache warmed: $0.019", "Cache warmed (extension override): $0.010"]
    session = wanting()
    session.load(stored(entries[:1]), SessionState(session_id="s"))
    for data in entries[1:4]:
        session.apply(event("entry_appended", entry=data), 0)
        session.add_entries(stored(entries[: entries.index(data) + 1]))
    for record in message_records(answer(usage(read=30_000, written=20), 9)):
        session.apply(record, 0)
    session.add_entries(stored(entries))
    fresh = wanting()
    fresh.load(stored(entries), SessionState(session_id="s"))
    assert comparables(session.blocks) == comparables(fresh.blocks)


def test_a_request_on_another_branch_was_before_too() -> None:
    root = message_entry("0", None, user("go"))
    there = message_entry("1", "0", FIRST)
    here = message_entry("2", "0", answer(usage(written=31_000), 1))
    session = wanting()
    session.load(stored([root, there, here], leaf="2"), SessionState(session_id="s"))
    assert [block.text for block in session.blocks if isinstance(block, NoticeBlock)] == [
        "Cache miss: 30k tokens re-billed (~$0.10)"
    ]


def test_nothing_is_told_to_who_does_not_want_it() -> None:
    entries = line(
        message_entry("1", None, FIRST),
        message_entry("2", None, answer(usage(written=31_000), 1)),
        warm("w", 1),
    )
    session = loaded(entries)
    for record in message_records(answer(usage(written=61_000), 2)):
        session.apply(record, 0)
    assert not any(isinstance(block, NoticeBlock) for block in session.blocks)


def test_a_price_that_is_learned_later_corrects_what_was_told() -> None:
    entries = line(
        message_entry("1", None, FIRST), message_entry("2", None, answer(usage(written=131_000), 1))
    )
    session = Session()
    session.cache_notices.are_wanted = lambda: True
    session.load(stored(entries), SessionState(session_id="s"))

    def words() -> list[str]:
        return [block.text for block in session.blocks if isinstance(block, NoticeBlock)]

    assert words() == ["Cache miss: 30k tokens re-billed (~$0.11)"]
    session.cache_notices.price([PRICES])
    session.go_on(stored([], leaf="2"), SessionState(session_id="s"))
    assert words() == ["Cache miss: 30k tokens re-billed (~$0.10)"]
