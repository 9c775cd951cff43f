"""What the user does from the session tree: go on from an entry, fork, clone, label, copy, compare."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import partial
from typing import TYPE_CHECKING, Any

from textual.screen import Screen

from pitui.client import CommandFailed
from pitui.disk.tree_places import Place, TreePlaces
from pitui.protocol.extension_ui import ExtensionUIResponse, SelectRequest
from pitui.session.blocks import Level, NoticeBlock
from pitui.session.changes import Area, ChangeSet
from pitui.session.navigation import CannotMove, Moved
from pitui.session.phase import Phase
from pitui.session.text import source_text
from pitui.session.tree import SessionTree, TreeRow
from pitui.session.tree_filters import Filter
from pitui.session.tree_preview import Preview
from pitui.session.tree_view import TreeView
from pitui.ui.asking import Asking
from pitui.ui.clipboard import copy_text
from pitui.ui.ending_run import may_end_run
from pitui.ui.live import Live
from pitui.ui.palette import palette_for
from pitui.ui.preferences import keys_of, preferences_of
from pitui.ui.sending import Sending
from pitui.ui.textual_private import app_of
from pitui.ui.widgets.dialogs import Question
from pitui.ui.widgets.editor import Editor
from pitui.ui.widgets.side import Side
from pitui.ui.widgets.tree import TreePane, TreeRows

if TYPE_CHECKING:
    from pitui.ui.screens.go_on import Way
    from pitui.ui.screens.tree import TreeScreen

AGAIN = "Go there again"
STAY = "Stay here"

ESCAPE_SECONDS = 0.5
"""Within this time a second Esc opens the tree, as in pi."""


class TreeActions:
    """Serves a screen that has an `Editor` and a `Side`, and the full-screen tree above it."""

    def __init__(
        self,
        screen: Screen[Any],
        live: Live,
        *,
        sending: Sending,
        asking: Asking,
        places: TreePlaces,
        leave: Callable[[], None],
    ) -> None:
        """Serve a screen.

        Args:
            screen: it is mounted when the other methods are called.
            live: its pi.
            sending: gives texts back to the editor.
            asking: asks whether to go on from the place of before.
            places: keeps the place while pi does not.
            leave: shows the conversation, where the tree covers it, and gives the keys to the editor.
        """
        self._screen = screen
        self._live = live
        self._sending = sending
        self._asking = asking
        self._places = places
        self._leave = leave
        self._full: TreeScreen | None = None
        self._marked: str | None = None
        self._escaped_at = -ESCAPE_SECONDS
        self._looked_at: str | None = None

    # -- the tree --------------------------------------------------------------------------------------------

    def open(self, filter: Filter | None = None) -> None:
        """Open the tree on the whole screen, with a filter or the one that the user prefers."""
        from pitui.ui.screens.tree import TreeScreen

        filter = filter or Filter.of_pi(preferences_of(self._screen).tree_filter)
        controller = self._live.controller
        app = app_of(self._screen)
        full = TreeScreen(
            controller.session.tree, palette_for(app.current_theme), filter, self.wanted, self.label
        )
        self._full = full
        app.push_screen(full, self._closed)
        controller.intend(controller.refresh_tree)

    def escape(self) -> None:
        """Esc with nothing to end: the second one opens the tree, or does what the user prefers."""
        now = self._live.now()
        wanted = preferences_of(self._screen).double_escape
        if wanted == "none":
            return
        if now - self._escaped_at < ESCAPE_SECONDS:
            self.open(Filter.USER if wanted == "fork" else None)
        else:
            self._escaped_at = now

    def take(self, changes: ChangeSet) -> None:
        """Show what changed where the screen's own pane does not, and look whether pi has forgotten a place."""
        session = self._live.controller.session
        if self._full is not None:
            self._full.pane.take(session, changes)
        if session.phase in (Phase.STARTING, Phase.DEAD):
            self._looked_at = None
        elif Area.TREE in changes.areas and session.state.session_id != self._looked_at:
            self._looked_at = session.state.session_id
            self._offer_place()

    def _closed(self, _result: None) -> None:
        self._full = None

    def _leave_full(self) -> None:
        if self._full is not None and self._full.is_current:
            self._full.dismiss()

    # -- what is wanted --------------------------------------------------------------------------------------

    def wanted(self, event: TreeRows.Wanted) -> None:
        """Do something with an entry."""
        row = event.row
        match event.what:
            case "go":
                self._ask_how(row)
            case "fork" if row.kind != "user":
                how = keys_of(self._screen).hint("app.tree.filter.userOnly", "shows only these")
                only = f" ({how})" if how else ""
                self._tell(f"A fork begins before one of your messages: choose one{only}.")
            case "fork":
                self._leave_session(
                    lambda: self._live.controller.navigator.fork(row.id), "Forked into a new session."
                )
            case "clone":
                self.clone(None if row.active else TreeView.line_end(self._tree, row.id))
            case "label":
                self._pane_of(event.rows).edit_label(row)
            case "copy":
                blocks = Preview(self._tree, row.entry).blocks
                copy_text(app_of(self._screen), "\n\n".join(map(source_text, blocks)), "the entry")
            case "compare":
                self._compare(event.rows, row)
            case _:
                raise ValueError(f"there is nothing to do called {event.what!r}")

    def clone(self, end: str | None = None) -> None:
        """Go on in a copy of a branch, the present one or the one that ends in an entry."""
        self._leave_session(lambda: self._live.controller.navigator.clone(end), "Cloned into a new session.")

    def label(self, entry_id: str, label: str) -> None:
        """Label an entry; "" takes the label away."""
        controller = self._live.controller
        controller.intend(lambda: self._try(lambda: controller.navigator.label(entry_id, label)))

    def label_place(self, label: str) -> None:
        """Label the entry from which the session goes on."""
        row = next((row for row in self._tree.rows() if row.leaf), None)
        if row is None:
            self._tell("There is nothing to label yet: send a prompt.")
        else:
            self.label(row.id, label)

    def _compare(self, rows: TreeRows, row: TreeRow) -> None:
        from pitui.session.compare import compare
        from pitui.ui.screens.compare import CompareScreen

        if rows.marked is None or rows.marked == row.id:
            rows.mark(None if rows.marked == row.id else row.id)
            return
        tree = self._tree
        first, second = rows.marked, row.id
        rows.mark(None)
        above = {entry.id for entry in tree.path(first)}, {entry.id for entry in tree.path(second)}
        ends = (
            first if first in above[1] else TreeView.line_end(tree, first),
            second if second in above[0] else TreeView.line_end(tree, second),
        )
        app = app_of(self._screen)
        app.push_screen(CompareScreen(compare(tree, *ends), palette_for(app.current_theme)))

    # -- moves -----------------------------------------------------------------------------------------------

    def _ask_how(self, row: TreeRow) -> None:
        from pitui.ui.screens.go_on import GoOn, Way

        navigator = self._live.controller.navigator
        session = self._live.controller.session
        try:
            navigator.check(bridge=True)
        except CannotMove as problem:
            self._tell(str(problem))
            return
        if row.leaf and row.kind != "user":
            self._tell("The session is at this entry already.")
            return
        if preferences_of(self._screen).skips_summary:
            self._go(row.id, Way(summarize=False))
            return
        notes: list[str] = []
        if session.phase.is_busy:
            notes.append("pi is working: it is stopped first, and what waits comes back into the editor.")
        if row.kind in ("user", "custom_message"):
            notes.append("The text comes into the editor, to be sent again or changed; the draft stays.")

        def chosen(way: Way | None) -> None:
            if way is not None:
                self._go(row.id, way)

        app_of(self._screen).push_screen(GoOn(row.text, notes), chosen)

    def _go(self, entry_id: str, way: Way) -> None:
        navigator = self._live.controller.navigator

        async def go() -> Moved:
            moved = await navigator.go(entry_id, summarize=way.summarize, instructions=way.instructions)
            self._remember(entry_id, moved)
            return moved

        self._move(go, "")

    def _leave_session(self, work: Callable[[], Awaitable[Moved]], done: str) -> None:
        async def leave() -> None:
            if await may_end_run(self._screen, self._live.controller):
                self._move(work, done)

        self._screen.run_worker(leave())

    def _move(self, work: Callable[[], Awaitable[Moved]], done: str) -> None:
        controller = self._live.controller
        try:
            controller.navigator.check()
        except CannotMove as problem:
            self._tell(str(problem))
            return
        self._leave_full()
        self._leave()

        async def move() -> None:
            told = len(controller.session.blocks)
            self._sending.take_back(await controller.navigator.stop_run())
            for block in controller.session.blocks[told:]:
                if isinstance(block, NoticeBlock) and block.level is Level.WARNING:
                    self._tell(block.text)  # the conversation is about to show another branch
            moved = await work()
            if moved.cancelled:
                self._tell("The place is still the old one: the move was stopped or an extension objected.")
                return
            editor = self._screen.query_one(Editor)
            if moved.text and not editor.text.startswith(moved.text):
                editor.give_back(moved.text)
            if done:
                self._screen.notify(done, markup=False)

        controller.intend(partial(self._try, move))

    async def _try(self, work: Callable[[], Awaitable[object]]) -> None:
        try:
            await work()
        except CannotMove as problem:
            self._tell(str(problem))
        except CommandFailed as failure:
            self._tell(failure.error)

    # -- the place of before ---------------------------------------------------------------------------------

    def _remember(self, target: str, moved: Moved) -> None:
        session = self._live.controller.session
        file, last = session.state.session_file, session.tree.last_id
        if file is not None and last is not None and not moved.cancelled:
            is_kept = moved.is_kept or moved.leaf == last
            self._places.put(file, None if is_kept else Place(target, moved.leaf, last))

    def _offer_place(self) -> None:
        from pitui.ui.screens.go_on import Way

        controller = self._live.controller
        session = controller.session
        file = session.state.session_file
        place = None if file is None else self._places.get(file)
        if file is None or place is None or session.tree.leaf_id == place.leaf:
            return
        target = session.tree.entry(place.target)
        if target is None or session.tree.last_id != place.last:
            self._places.put(file, None)
            return
        words = Preview(session.tree, target).words
        request = SelectRequest(
            id="pitui-place",
            title=f"You had gone on from “{words}”, which pi forgot when it ended.",
            options=[AGAIN, STAY],
        )

        def answered(response: ExtensionUIResponse) -> None:
            if response.value == STAY:
                self._places.put(file, None)
            elif response.value == AGAIN and session.tree.last_id != place.last:
                self._tell("The session has gone on since: choose the place in the tree.")
            elif response.value == AGAIN:
                self._go(place.target, Way(summarize=False))

        self._asking.ask(Question(request, answered=answered))

    # -- plumbing --------------------------------------------------------------------------------------------

    @property
    def _tree(self) -> SessionTree:
        return self._live.controller.session.tree

    def _pane_of(self, rows: TreeRows) -> TreePane:
        full = self._full
        return (
            full.pane
            if full is not None and full.pane.rows is rows
            else self._screen.query_one(Side).tree_pane
        )

    def _tell(self, words: str) -> None:
        self._screen.notify(words, severity="warning", markup=False)
