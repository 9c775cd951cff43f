"""The stored sessions: find one by anything said in it, look at it, open it, name it, put it into the trash."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace
from pathlib import Path
from typing import ClassVar

from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.screen import Screen
from textual.widgets import Input, Static

from pitui.client import PiError
from pitui.disk.files import DiskError
from pitui.disk.folders import SessionPlaces
from pitui.disk.session_edit import rename_session, trash_session
from pitui.disk.summaries import SessionSummary, summarize
from pitui.render.palette import Palette
from pitui.session.session_search import Query
from pitui.ui.focus import take_focus
from pitui.ui.leaving import clear_binding
from pitui.ui.list_actions import SESSIONS_ACTIONS
from pitui.ui.place import folder_label
from pitui.ui.preferences import keys_of
from pitui.ui.screens.line_prompt import LinePrompt
from pitui.ui.session_list import SessionList, SessionRow
from pitui.ui.session_reading import SessionReading
from pitui.ui.session_words import hint_line, title_line, why_empty
from pitui.ui.textual_private import app_of
from pitui.ui.widgets.hints import Hints
from pitui.ui.widgets.row_list import RowList
from pitui.ui.widgets.session_preview import SessionPreview
from pitui.ui.widgets.session_rows import SessionRows

WIDE = 100
"""From so many columns the preview stands beside the list; below, it takes the place of the list."""

FIND_SECONDS = 0.06
"""So long after a key the sessions are looked through."""


class Sessions(Screen[SessionSummary | None]):
    """Enter gives the session, Esc gives None. The keys are pi's own (pi 1.6.0, docs/keybindings.md, sessions)."""

    DEFAULT_CSS = """
    Sessions { background: $background; }
    Sessions #sessions-title { height: 1; padding: 0 1; }
    Sessions Input { height: 1; border: none; padding: 0 1; background: $surface; }
    Sessions #sessions-body { height: 1fr; }
    Sessions SessionRows { width: 1fr; }
    Sessions SessionPreview { display: none; width: 1fr; }
    Sessions.-preview SessionPreview { display: block; border-left: solid $surface-lighten-2; }
    Sessions.-preview.-slim SessionRows { display: none; }
    Sessions.-preview.-slim SessionPreview { border-left: none; }
    Sessions #sessions-hint { padding: 0 1; }
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "back", show=False, priority=True),
        clear_binding("dismiss", priority=True),
        *(replace(action.binding(), priority=True) for action in SESSIONS_ACTIONS),
        Binding("up", "move(-1)", show=False),
        Binding("down", "move(1)", show=False),
        Binding("pageup", "page(-1)", show=False),
        Binding("pagedown", "page(1)", show=False),
    ]

    def __init__(
        self,
        places: SessionPlaces,
        palette: Palette,
        *,
        open_file: Path | None = None,
        rename_open: Callable[[str], Awaitable[None]] | None = None,
    ) -> None:
        """Make the screen.

        Args:
            places: where sessions are.
            palette: for the preview.
            open_file: the file of the session that is open, None when there is none.
            rename_open: gives the open session a name, which pi itself has to do.
        """
        super().__init__()
        self._places = places
        self._palette = palette
        self._open_file = open_file
        self._rename_open = rename_open
        self._everywhere = False
        self._sessions = SessionList()
        self._reading = SessionReading(self._sessions, self._show)
        self._doomed: SessionSummary | None = None
        self._preview: bool | None = None
        self._wants_rows = self._is_finding = self._opens_found = False
        self._shown_query = self._sessions.query

    def compose(self) -> ComposeResult:
        """Title, query, list and preview, keys."""
        yield Static(id="sessions-title", markup=False)
        yield Input(placeholder='type to find: words, "a phrase", re:pattern', compact=True)
        with Horizontal(id="sessions-body"):
            yield SessionRows()
            yield SessionPreview(self._palette)
        yield Hints(id="sessions-hint")

    def on_mount(self) -> None:
        """Begin to read."""
        self.query_one(SessionRows).open_file = self._open_file
        take_focus(self.query_one(Input))
        self._list()

    def on_resize(self, event: events.Resize) -> None:
        """Put the preview beside the list or over it."""
        self._arrange(event.size.width)

    def _arrange(self, width: int) -> None:
        self.set_class(width < WIDE, "-slim")
        self.set_class(width >= WIDE if self._preview is None else self._preview, "-preview")
        self.call_after_refresh(self._tell_preview)

    # -- what is shown ---------------------------------------------------------------------------------------

    def _list(self) -> None:
        self.run_worker(
            self._reading.list(self._places, everywhere=self._everywhere), group="list", exclusive=True
        )

    def _show(self) -> None:
        self._wants_rows = True
        if self.is_mounted and not self._is_finding:
            self._is_finding = True
            self.run_worker(self._find())

    async def _find(self) -> None:
        """One search at a time: what changes meanwhile is looked through after it."""
        try:
            while self._wants_rows:
                self._wants_rows = False
                query = self._sessions.query
                if query.is_empty:
                    self._show_rows(query, self._sessions.rows())
                    continue
                await asyncio.sleep(FIND_SECONDS)
                query = self._sessions.query
                found = await asyncio.to_thread(self._sessions.rows)
                if query is self._sessions.query:
                    self._show_rows(query, found)
        finally:
            self._is_finding = False

    def _show_rows(self, query: Query, found: list[SessionRow]) -> None:
        rows = self.query_one(SessionRows)
        rows.with_folder = self._everywhere
        rows.show(found, why_empty(self._sessions, self._reading, is_everywhere=self._everywhere))
        self._shown_query = query
        self._tell()
        self._tell_preview()
        if self._opens_found:
            self._opens_found = False
            self._open()

    def _tell(self) -> None:
        where = None if self._everywhere else folder_label(self._places.cwd)
        shown = self.query_one(SessionRows).count
        title = title_line(self._sessions, self._reading, where, shown)
        self.query_one("#sessions-title", Static).update(title, layout=False)
        hint = hint_line(self._sessions, keys_of(self), is_everywhere=self._everywhere, doomed=self._doomed)
        self.query_one("#sessions-hint", Hints).show(hint)

    def _tell_preview(self) -> None:
        chosen = self.query_one(SessionRows).chosen
        self.query_one(SessionPreview).tell(chosen.session if chosen else None)

    # -- keys ------------------------------------------------------------------------------------------------

    @on(Input.Changed)
    def _typed(self, event: Input.Changed) -> None:
        self._sessions.query = Query(event.value)
        self._doomed = None
        self._opens_found = False
        self.query_one(SessionRows).cursor = 0
        if not self._sessions.query.is_empty:
            self.run_worker(self._reading.read_texts(), group="texts")
        self._show()

    @on(Input.Submitted)
    def _open(self) -> None:
        if self._shown_query is not self._sessions.query:
            # What stands on the screen is not yet what was typed.
            self._opens_found = True
            return
        chosen = self.query_one(SessionRows).chosen
        if chosen is not None:
            self.dismiss(chosen.session)

    @on(RowList.Highlighted)
    def _moved(self) -> None:
        if self._doomed is not None:
            self._doomed = None
            self._tell()
        self._tell_preview()

    def action_back(self) -> None:
        """Take the last thing back: the wish to delete, the preview over the list, the query; then leave."""
        if self._doomed is not None:
            self._doomed = None
            self._tell()
        elif self.has_class("-preview") and self.has_class("-slim"):
            self.action_preview()
        elif self.query_one(Input).value:
            self.query_one(Input).value = ""
        else:
            self.dismiss(None)

    def action_move(self, rows: int) -> None:
        """Move the cursor by rows."""
        self.query_one(SessionRows).action_move(rows)

    def action_page(self, pages: int) -> None:
        """Move the cursor by windows."""
        self.query_one(SessionRows).action_page(pages)

    def action_scope(self) -> None:
        """This folder, or all."""
        self._everywhere = not self._everywhere
        self._list()

    def action_order(self) -> None:
        """Threads, latest first, best fit first."""
        self._sessions.order = self._sessions.order.following
        self._show()

    def action_named(self) -> None:
        """Only sessions with a name, or all."""
        self._sessions.named_only = not self._sessions.named_only
        self._show()

    def action_path(self) -> None:
        """Show or hide the files."""
        rows = self.query_one(SessionRows)
        rows.with_path = not rows.with_path
        rows.refresh()

    def action_preview(self) -> None:
        """Show or hide the preview."""
        self._preview = not self.has_class("-preview")
        self._arrange(self.size.width)

    def action_rename(self) -> None:
        """Give the session under the cursor a name."""
        chosen = self.query_one(SessionRows).chosen
        if chosen is None:
            return
        session = chosen.session

        def named(name: str | None) -> None:
            if name is None:
                return
            if self._rename_open is not None and session.path == self._open_file:
                renaming = self._rename_open(name)
            else:
                renaming = asyncio.to_thread(rename_session, session, name)
            self.run_worker(self._change(renaming, session.path))

        prompt = LinePrompt("Name of the session", session.name or "", hint="enter names it · esc leaves")
        app_of(self).push_screen(prompt, named)

    def action_delete(self) -> None:
        """Put the session under the cursor into the trash, when asked twice."""
        chosen = self.query_one(SessionRows).chosen
        if chosen is None:
            return
        if self._doomed is None or self._doomed.path != chosen.session.path:
            self._doomed = chosen.session
            self._tell()
            return
        session, self._doomed = self._doomed, None
        trashing = asyncio.to_thread(trash_session, session, open_file=self._open_file)
        self.run_worker(self._change(trashing, session.path))

    async def _change(self, change: Awaitable[None], path: Path) -> None:
        """Wait for a change of a file, tell when it failed, and show what the file is now."""
        try:
            await change
        except (DiskError, PiError) as error:
            self.notify(str(error), severity="warning", markup=False)
        found = summarize(path)
        if found is None:
            self._sessions.remove(path)
        else:
            self._sessions.add([found])
        self._show()
