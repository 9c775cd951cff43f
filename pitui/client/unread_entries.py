"""The entries of a session as pi sent them: those of a long session are decoded in slices, the last ones first."""

from __future__ import annotations

import time
from typing import Final

import anyio

from pitui.protocol.entries import SessionEntry, decode_entry
from pitui.protocol.responses import Entries, RawEntries

_SLICE_SECONDS: Final = 0.005
_REST_SECONDS: Final = 0.003
"""How long is decoded in one go, and how long everybody else has their turn then."""


class UnreadEntries:
    """What pi answered to `get_entries`.

    Attributes:
        leaf_id: the entry from which the session goes on, None in an empty session.
    """

    def __init__(self, raw: RawEntries) -> None:
        """Take an answer."""
        self._raw = raw.entries
        self.leaf_id = raw.leaf_id

    def __len__(self) -> int:
        """How many there are."""
        return len(self._raw)

    def last(self, count: int) -> list[SessionEntry]:
        """Decode the last ones only."""
        return [decode_entry(item) for item in self._raw[-count:]]

    async def decoded(self) -> Entries:
        """Decode all of them; others have their turn meanwhile."""
        entries: list[SessionEntry] = []
        begun = time.monotonic()
        for item in self._raw:
            entries.append(decode_entry(item))
            if time.monotonic() - begun > _SLICE_SECONDS:
                await anyio.sleep(_REST_SECONDS)
                begun = time.monotonic()
        return Entries.model_construct(entries=entries, leaf_id=self.leaf_id)
