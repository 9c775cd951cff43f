"""Keeps what is written and what waits in a file, so that a crash loses none of it."""

from __future__ import annotations

import asyncio
from typing import Any

from textual.screen import Screen
from textual.timer import Timer

from pitui.complete.drafts import Drafts, SavedDraft
from pitui.protocol.content import ImageContent
from pitui.session.queue_edit import MessageQueue
from pitui.ui.widgets.editor import Editor

SAVE_SECONDS = 0.5
"""So long after a key the draft is written to its file."""


class DraftKeeping:
    """The draft file of one screen.

    Attributes:
        aside: the draft while something else stands in the editor; None when it is in the editor itself.
    """

    def __init__(self, screen: Screen[Any], queue: MessageQueue, drafts: Drafts) -> None:
        """Keep the text of a screen's `Editor`, and above it what waits in a queue, in `drafts`."""
        self.aside: str | None = None
        self._screen = screen
        self._queue = queue
        self._drafts = drafts
        self._saving: Timer | None = None
        self._writes: set[asyncio.Task[None]] = set()

    def adopt(self) -> None:
        """Put the drafts of runs that have ended into the editor."""
        for draft in self._drafts.adopt():
            self._editor.give_back(self._adopted(draft))

    def save_soon(self) -> None:
        """Something changed."""
        if self._saving is None:
            self._saving = self._screen.set_timer(SAVE_SECONDS, self._save)

    def close(self) -> None:
        """pitui ends: the draft stays for the next run."""
        self._drafts.save(self._draft())
        self._drafts.close()

    @property
    def _editor(self) -> Editor:
        return self._screen.query_one(Editor)

    def _save(self) -> None:
        self._saving = None
        task = asyncio.create_task(asyncio.to_thread(self._drafts.save, self._draft()))
        self._writes.add(task)
        task.add_done_callback(self._writes.discard)

    def _draft(self) -> SavedDraft:
        markers = self._editor.markers
        waiting = [message.draft for message in self._queue.shown if not message.is_foreign]
        written = self._editor.text if self.aside is None else self.aside
        text = "\n\n".join(part for part in (*waiting, written) if part.strip())
        images = tuple((m, image.data, image.mime_type) for m, image in markers.used_images(text).items())
        return SavedDraft(text, markers.used(text), images)

    def _adopted(self, draft: SavedDraft) -> str:
        markers = self._editor.markers
        text = markers.adopt(draft.text, draft.pastes)
        for marker, data, mime_type in draft.images:
            name = marker.partition(": ")[2].rpartition(" ")[0].rpartition(" ")[0]
            text = text.replace(marker, markers.image(ImageContent(data=data, mime_type=mime_type), name))
        return text
