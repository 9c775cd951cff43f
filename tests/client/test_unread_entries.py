"""Entries that are decoded when they are wanted: the same as those that are decoded at once."""

from __future__ import annotations

import pytest

from pitui.client.unread_entries import UnreadEntries
from pitui.protocol.json_object import JsonObject
from pitui.protocol.responses import Entries, RawEntries

pytestmark = pytest.mark.anyio


def answer(count: int) -> JsonObject:
    entries: list[object] = [
        {
            "type": "message",
            "id": str(n),
            "parentId": str(n - 1) if n else None,
            "message": {"role": "user", "content": [{"type": "text", "text": f"message {n}"}]},
        }
        for n in range(count)
    ]
    return {"entries": [*entries, {"type": "new in a later pi", "id": "x"}, 7], "leafId": "x"}


@pytest.mark.parametrize("count", [0, 1, 3000])
async def test_all_of_them(count: int) -> None:
    unread = UnreadEntries(RawEntries.model_validate(answer(count)))
    assert len(unread) == count + 2
    assert unread.leaf_id == "x"
    assert await unread.decoded() == Entries.model_validate(answer(count))


async def test_the_last_ones() -> None:
    unread = UnreadEntries(RawEntries.model_validate(answer(50)))
    assert unread.last(10) == Entries.model_validate(answer(50)).entries[-10:]
    assert unread.last(1000) == Entries.model_validate(answer(50)).entries
