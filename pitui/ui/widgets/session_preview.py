"""A stored session to look at before it is opened: read from its file, without pi and without a trace."""

from __future__ import annotations

import asyncio
import os
from pathlib import Path

from rich.text import Text
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.timer import Timer
from textual.widgets import Static

from pitui.disk.files import DiskError
from pitui.disk.summaries import SessionSummary
from pitui.render.palette import Palette
from pitui.render.sanitize import visible
from pitui.session.state import Session
from pitui.ui.place import folder_label
from pitui.ui.stored import load_stored
from pitui.ui.widgets.transcript import Transcript

SETTLE_SECONDS = 0.12
"""So long the cursor rests on a session before it is read."""


class SessionPreview(Vertical):
    """The conversation of one session, from its end."""

    DEFAULT_CSS = """
    SessionPreview #preview-head { height: auto; max-height: 3; padding: 0 1; color: $text-muted; }
    SessionPreview Transcript { height: 1fr; }
    """

    def __init__(self, palette: Palette) -> None:
        """Make it empty."""
        super().__init__()
        self._palette = palette
        self._timer: Timer | None = None
        self._wanted: SessionSummary | None = None
        self._shown: tuple[Path, tuple[int, int]] | None = None

    def compose(self) -> ComposeResult:
        """Where it is, and the conversation."""
        yield Static(id="preview-head", markup=False)
        yield Transcript(Session(), palette=self._palette)

    def tell(self, session: SessionSummary | None) -> None:
        """Show a session as soon as the cursor rests on it; None for none."""
        self._wanted = session
        if self._timer is not None:
            self._timer.stop()
        self._timer = self.set_timer(SETTLE_SECONDS, self._read)

    async def _read(self) -> None:
        session = self._wanted
        if session is None or not self.display:
            self._shown = None
            self._say(Text(""), Session())
            return
        if (session.path, session.stamp) == self._shown:
            return
        try:
            loaded = await asyncio.to_thread(load_stored, session.path)
        except DiskError as error:
            self._say(Text(visible(str(error))), Session())
            return
        if session is self._wanted:
            self._shown = (session.path, session.stamp)
            self._say(_head(session), loaded)

    def _say(self, head: Text, session: Session) -> None:
        self.query_one("#preview-head", Static).update(head)
        self.query_one(Transcript).show(session)


def _head(session: SessionSummary) -> Text:
    cwd = Path(session.cwd) if session.cwd else None
    head = Text(no_wrap=True, overflow="ellipsis")
    head.append(visible(session.name or ""), style="bold")
    head.append("  " if session.name else "")
    head.append(visible(folder_label(cwd)) if cwd else "no folder")
    if cwd is not None and not os.path.isdir(cwd):
        head.append("  (this folder is gone)", style="bold")
    return head
