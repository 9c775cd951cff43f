"""Reads stored sessions in the background, a slice at a time, so that keys are answered meanwhile."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from pathlib import Path

from pitui.disk.files import read_bytes
from pitui.disk.folders import SessionPlaces
from pitui.disk.summaries import SLICE_SECONDS, list_sessions, message_texts
from pitui.ui.session_list import SessionList

DRAW_SECONDS = 0.1
"""So often at most the list is drawn anew while it grows."""


class SessionReading:
    """Fills a list.

    Attributes:
        done: how many files were read of the `total`; both 0 before the first.
        is_searching: whether what was said in the sessions is being read.
    """

    def __init__(self, sessions: SessionList, on_change: Callable[[], None]) -> None:
        """Fill this list, and tell of every change."""
        self._sessions = sessions
        self._on_change = on_change
        self._drawn_at = 0.0
        self.done = 0
        self.total = 0
        self.is_searching = False

    async def list(self, places: SessionPlaces, *, everywhere: bool) -> None:
        """Read the sessions of a project or of all."""
        self._sessions.clear()
        self.done = self.total = 0
        slices = list_sessions(places.folders(everywhere=everywhere))
        while (part := await asyncio.to_thread(next, slices, None)) is not None:
            own = [s for s in part.sessions if everywhere or places.is_own(s.cwd)]
            self._sessions.add(own)
            self.done, self.total = part.done, part.total
            self._tell(last=part.done == part.total)

    async def read_texts(self) -> None:
        """Read what was said in all sessions of the list that were not read yet."""
        if self.is_searching:
            return
        self.is_searching = True
        try:
            while unread := self._sessions.unread():
                self._sessions.texts.update(await asyncio.to_thread(_read_some, unread))
                self._tell()
        finally:
            self.is_searching = False
        self._tell(last=True)

    def _tell(self, *, last: bool = False) -> None:
        now = time.monotonic()
        if last or now - self._drawn_at > DRAW_SECONDS:
            self._drawn_at = now
            self._on_change()


def _read_some(paths: list[Path]) -> dict[Path, str]:
    texts: dict[Path, str] = {}
    until = time.monotonic() + SLICE_SECONDS
    for path in paths:
        try:
            texts[path] = " ".join(" ".join(message_texts(read_bytes(path))).casefold().split())
        except OSError:
            texts[path] = ""
        if time.monotonic() > until:
            break
    return texts
