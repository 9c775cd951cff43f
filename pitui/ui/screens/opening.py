"""The frame of the screen, painted while what fills it is still being loaded.

Textual alone takes half of the time of a start. Whatever this module imports is painted later for it: it knows neither
pi's records nor the conversation.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from rich.cells import cell_len
from rich.text import Text
from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.events import Key, Paste
from textual.screen import Screen
from textual.widgets import Static

from pitui.render.line import Line
from pitui.render.sanitize import visible
from pitui.ui.palette import palette_for
from pitui.ui.place import place_label
from pitui.ui.plan import WIDE, Plan
from pitui.ui.session_place import SessionPlace
from pitui.ui.stored_source import stored_source
from pitui.ui.textual_private import app_of, paint_now
from pitui.ui.widgets.empty import Empty
from pitui.ui.widgets.header import Header
from pitui.ui.widgets.last_words import LastWords


class Opening(Screen[None]):
    """Looks like the screen of a session, with what was said last in it; keys are shown, and kept for that one."""

    def __init__(self, plan: Plan, place: SessionPlace, on_painted: Callable[[], object]) -> None:
        """Make the frame.

        Args:
            plan: tells which session is opened.
            place: tells where it is.
            on_painted: called when all that is shown stands on the terminal.
        """
        super().__init__()
        self._plan = plan
        self._place = place
        self._on_painted = on_painted
        self._words = LastWords()
        self._draft = ""
        self._line = Static(id="draft", markup=False)

    def compose(self) -> ComposeResult:
        """The rooms of the screen that are seen from the beginning."""
        yield Header()
        with Horizontal(id="body"):
            yield self._words
            if app_of(self).size.width >= WIDE:
                yield Static(id="side-room")
        if not self._plan.is_watched:
            if not self._plan.opens_session:
                yield Empty(self._plan)
            yield Static("⠋ starting pi", id="starting", markup=False)
            with Horizontal(id="input", classes="-focus"):
                yield Static("❯", id="prompt-mark", markup=False)
                yield self._line
        yield Static(id="status")

    def on_mount(self) -> None:
        """Say where pi works."""
        self.query_one(Header).tell(None, place_label(self._plan.cwd))
        self.call_after_refresh(self._say_last_words)

    def typed(self, event: Key | Paste) -> None:
        """Show the text that a key makes; what else it does has to wait."""
        if isinstance(event, Paste):
            self._draft += event.text
        elif event.key == "backspace":
            self._draft = self._draft[:-1]
        elif event.is_printable and event.character is not None:
            self._draft += event.character
        room = max(1, self._line.size.width - 1)
        shown = visible(self._draft.rpartition("\n")[2][-room:])
        while cell_len(shown) > room:
            shown = shown[1:]
        self._line.update(Text.assemble(shown, (" ", "reverse"), no_wrap=True), layout=False)

    async def _say_last_words(self) -> None:
        lines = await asyncio.to_thread(self._last_words)
        if lines:
            self._words.tell(lines)
            paint_now(self._words)
        self.call_after_refresh(self._on_painted)

    def _last_words(self) -> list[Line]:
        source, _ = stored_source(self._plan, self._place)
        if source is None:
            return []
        from pitui.disk.last_words import read_last_words
        from pitui.render.markdown import render_markdown

        words = read_last_words(source)
        palette = palette_for(app_of(self).current_theme)
        return render_markdown(words, self._words.content_width, palette) if words else []
