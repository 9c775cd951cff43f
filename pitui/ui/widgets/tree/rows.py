"""The rows of the session tree with their keys: filters, search by typing, folds, jumps."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import ClassVar

from rich.text import Text
from textual import events
from textual.binding import Binding, BindingType
from textual.message import Message
from textual.timer import Timer

from pitui.render.palette import Palette
from pitui.render.sanitize import visible
from pitui.session.branch_totals import Totals, branch_totals
from pitui.session.tree import SessionTree, TreeRow
from pitui.session.tree_filters import Filter
from pitui.session.tree_view import TreeView
from pitui.ui.later import Later
from pitui.ui.list_actions import TREE_ACTIONS
from pitui.ui.preferences import keys_of
from pitui.ui.widgets.row_list import RowList
from pitui.ui.widgets.tree.row_text import RowLook, row_text

TOTALS_SECONDS = 0.3
"""So long after the tree changed its branches are added up anew; until then the figures are the former ones."""


SEARCH_SECONDS = 0.08
"""A large tree is searched when no key has come for so long."""

SLICE_SECONDS = 0.012
"""So long at most what entries say is read in one piece; keys are answered between."""

SEARCHED_AT_ONCE = 2000
"""Up to so many entries."""

NOTHING_YET = "Nothing here yet: send a prompt."


class TreeRows(RowList, inherit_bindings=False):
    """A row for each entry of every branch; only branching indents."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "move(-1)", show=False),
        Binding("down", "move(1)", show=False),
        Binding("left,pageup", "page(-1)", show=False),
        Binding("right,pagedown", "page(1)", show=False),
        Binding("home", "edge(0)", show=False),
        Binding("end", "edge(-1)", show=False),
        Binding("backspace", "shorten", show=False),
        *(action.binding() for action in TREE_ACTIONS),
    ]

    @dataclass
    class Wanted(Message):
        """The user wants something done with an entry: `go`, `fork`, `clone`, `label`, `copy` or `compare`."""

        rows: TreeRows
        what: str
        row: TreeRow

    class Changed(Message):
        """Filter, search, cursor or rows changed."""

    @dataclass
    class KeysWanted(Message):
        """The user wants to see what the keys do here."""

        rows: TreeRows

    class Left(Message):
        """Esc, and there was no search to end."""

    def __init__(self, palette: Palette) -> None:
        """Make an empty list."""
        super().__init__(empty=NOTHING_YET)
        self.view = TreeView()
        self.palette = palette
        self.marked: str | None = None
        self.label_times = False
        self._totals: dict[str, Totals] = {}
        self._totals_of: tuple[SessionTree, int] | None = None
        self._adding: Timer | None = None
        self._searching: Later | None = None
        self._sought_from: str | None = None

    # -- what is shown ---------------------------------------------------------------------------------------

    @property
    def current(self) -> TreeRow | None:
        """The row under the cursor."""
        return self.view.rows[self.cursor] if self.view.rows else None

    def take(self, tree: SessionTree) -> None:
        """Show a tree as it is now; the cursor goes along with the leaf when it stood there."""
        view = self.view
        row = self.current
        follows = row is None or row.leaf or row.above_leaf or tree is not view.tree
        if view.show(tree):
            self._put(None if follows else row)

    def row(self, index: int, width: int) -> Text:
        """One row."""
        row = self.view.rows[index]
        look = RowLook(width, self.palette, now=time.time(), label_times=self.label_times)
        cursor = self.current
        if cursor is not None and cursor.depth > look.most_levels:
            first = cursor.depth - look.most_levels
            look = RowLook(width, self.palette, first, look.now, self.label_times)
        return row_text(row, self.view.tree, look, totals=self._branch(row), marked=row.id == self.marked)

    def mark(self, entry_id: str | None) -> None:
        """Mark the entry to compare with, or none."""
        self.marked = entry_id
        self._tell()

    def go_to(self, entry_id: str | None) -> None:
        """Put the cursor on an entry, or the nearest row above it."""
        index = self.view.place(entry_id)
        if index is not None:
            self.move_to(index)

    def _branch(self, row: TreeRow) -> Totals | None:
        if not row.head:
            return None
        tree = self.view.tree
        if self._totals_of != (tree, tree.version) and self._adding is None:
            self._adding = self.set_timer(TOTALS_SECONDS, self._add_up)
        entry = row.entry
        while entry.id not in self._totals and entry.parent_id != row.parent_id:
            above = tree.entry(entry.parent_id or "")
            if above is None:
                return None
            entry = above
        return self._totals.get(entry.id)

    def _add_up(self) -> None:
        self._adding = None
        tree = self.view.tree
        self._totals = branch_totals(tree)
        self._totals_of = (tree, tree.version)
        self.refresh()

    def _put(self, row: TreeRow | None) -> None:
        """After the rows changed: stay on a row, or go to the leaf."""
        self._put_on(self.view.leaf if row is None else self.view.place(row.id))

    def _put_on(self, index: int | None) -> None:
        self._empty = self._why_empty()
        self.set_count(len(self.view.rows))
        self.move_to(self.count - 1 if index is None else index, tell=False)
        self.call_after_refresh(self._keep_in_sight)
        self._tell()

    def _why_empty(self) -> str:
        view = self.view
        if view.query:
            return f"No entry has “{visible(view.query)}” under “{view.filter.value}”: esc ends the search."
        if len(view.tree) and view.filter is not Filter.DEFAULT:
            how = keys_of(self).hint("app.tree.filter.cycleForward", "sets another filter")
            return f"No entry is shown under “{view.filter.value}”" + (f": {how}." if how else ".")
        return NOTHING_YET

    def _keep_in_sight(self) -> None:
        """Once more after the layout: only now it is known how far there is to scroll."""
        self.move_to(self.cursor, tell=False)

    def _tell(self) -> None:
        self.refresh()
        self.post_message(self.Changed())

    def move_to(self, index: int, *, tell: bool = True) -> None:
        """Put the cursor on a row, and tell."""
        super().move_to(index, tell=tell)
        if tell:
            self.post_message(self.Changed())

    # -- keys ------------------------------------------------------------------------------------------------

    def on_key(self, event: events.Key) -> None:
        """Search by typing what is no key of the tree."""
        if event.key in self.screen.active_bindings:
            if event.key not in ("backspace", "escape"):
                self._finish_search()
            return
        if event.is_printable and event.character is not None:
            event.stop()
            event.prevent_default()
            if event.character != " " or self.view.query:
                self.search(self.view.query + event.character)

    def on_click(self, event: events.Click) -> None:
        """The first click moves the cursor, one more goes on from the row."""
        event.stop()
        event.prevent_default()
        self._finish_search()
        index = event.y + self.scroll_offset.y
        if index >= self.count:
            return
        if index == self.cursor and self.has_focus:
            self.action_want("go")
        self.move_to(index)

    def search(self, query: str) -> None:
        """Show only what has all the words; the cursor goes to the first that has them from where it is on."""
        row = self.current
        if row is not None:
            self._sought_from = row.id
        view = self.view
        view.query = query
        if not query or (len(view.tree) <= SEARCHED_AT_ONCE and self._read_a_slice()):
            self._show_found()
            return
        self._search_in(SEARCH_SECONDS)
        self._tell()

    def _search_in(self, seconds: float) -> None:
        if self._searching is not None:
            self._searching.stop()
        self._searching = Later(self, seconds, self._search_on)

    def _search_on(self) -> None:
        if self._read_a_slice():
            self._show_found()
        else:
            self._search_in(0)

    def _read_a_slice(self) -> bool:
        end = time.monotonic() + SLICE_SECONDS
        return self.view.prepare(lambda: time.monotonic() > end)

    def _finish_search(self) -> None:
        """Before a key does something with what was found."""
        if self._searching is not None:
            self._show_found()

    def _show_found(self) -> None:
        if self._searching is not None:
            self._searching.stop()
            self._searching = None
        view = self.view
        view.set_query(view.query)
        self._put_on(view.leaf if self._sought_from is None else view.from_on(self._sought_from))

    def set_filter(self, filter: Filter) -> None:
        """Show what a filter lets through."""
        row = self.current
        self.view.set_filter(filter)
        self._put(row)

    def action_move(self, rows: int) -> None:
        """Move by rows; beyond an end is the other end."""
        if self.count:
            self.move_to((self.cursor + rows) % self.count)

    def action_shorten(self) -> None:
        """Take the last character of the search away."""
        if self.view.query:
            self.search(self.view.query[:-1])

    def action_leave(self) -> None:
        """End the search, or leave the tree."""
        if self.view.query:
            self.search("")
        else:
            self.post_message(self.Left())

    def action_filter(self, name: str) -> None:
        """Set a filter; the one that is set already gives way to the default."""
        row = self.current
        self.view.toggle_filter(Filter[name])
        self._put(row)

    def action_cycle_filter(self, steps: int) -> None:
        """The next filter."""
        self.set_filter(self.view.filter.cycled(steps))

    def action_fold_or_up(self) -> None:
        """Fold the branch that begins here, or go to where the branch begins."""
        row = self.current
        if row is None:
            return
        if self.view.can_fold(self.cursor) and not row.folded:
            self.view.fold(self.cursor)
            self._put(row)
        else:
            self.move_to(self.view.jump_up(self.cursor))

    def action_unfold_or_down(self) -> None:
        """Unfold, or go to where the next branch begins, or to the end."""
        row = self.current
        if row is None:
            return
        if row.folded:
            self.view.unfold(self.cursor)
            self._put(row)
        else:
            self.move_to(self.view.jump_down(self.cursor))

    def action_label_times(self) -> None:
        """Show or hide when labels were set."""
        self.label_times = not self.label_times
        self._tell()

    def action_show_keys(self) -> None:
        """Ask for the list of keys."""
        self.post_message(self.KeysWanted(self))

    def action_want(self, what: str) -> None:
        """Ask for something to be done with the row under the cursor."""
        row = self.current
        if row is not None:
            self.post_message(self.Wanted(self, what, row))
