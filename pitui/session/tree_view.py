"""What the tree pane shows of a session tree: filter, search, folds, and the rows that remain.

Rows are made anew when the view changes; an entry that continues the line of the leaf only adds its row.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import chain

from pitui.protocol.entries import SessionEntry
from pitui.session.tree import SessionTree
from pitui.session.tree_filters import Filter, Sort, passes
from pitui.session.tree_rows import TreeRow, make_rows
from pitui.session.tree_search import SearchTexts


class TreeView:
    """A view of one tree after the other.

    Attributes:
        tree: the tree that is shown.
        rows: its rows; the path to the leaf comes first.
        filter: which entries are shown.
        query: the words that an entry must have to be shown.
    """

    def __init__(self) -> None:
        """View an empty tree."""
        self.tree = SessionTree()
        self.rows: list[TreeRow] = []
        self.filter = Filter.DEFAULT
        self.query = ""
        self._folded: set[str] = set()
        self._sorts: Mapping[str, Sort] = {}
        self._texts = SearchTexts()
        self._words: list[str] = []
        self._places: dict[str, int] | None = None
        self._version = -1
        self._count = 0
        self._leaf: str | None = None
        self._labels: dict[str, tuple[str, float]] = {}

    # -- what is shown ---------------------------------------------------------------------------------------

    def show(self, tree: SessionTree) -> bool:
        """Bring the rows up to date with a tree, which may be another one.

        Returns:
            Whether they changed.
        """
        if tree is not self.tree:
            self.tree = tree
            self._texts = SearchTexts()
            self._folded.clear()
            self._leaf = None
        elif tree.version == self._version:
            return False
        self._sorts = tree.sorts
        if not self._extend():
            self._make()
        return True

    def set_filter(self, filter: Filter) -> None:
        """Show other entries; as in pi everything is unfolded."""
        self.filter = filter
        self._folded.clear()
        self._make()

    def toggle_filter(self, filter: Filter) -> None:
        """Set a filter, or the default one when it is set already."""
        self.set_filter(Filter.DEFAULT if self.filter is filter else filter)

    def prepare(self, is_late: Callable[[], bool]) -> bool:
        """Read what entries say, so that a search takes no time; breaks off when it is late.

        Returns:
            Whether all is read.
        """
        return self._texts.put_together(self.tree.order(), is_late)

    def set_query(self, query: str) -> None:
        """Show only entries that have all the words; as in pi everything is unfolded."""
        self.query = query
        self._words = query.lower().split()
        self._folded.clear()
        self._make()

    # -- folds and jumps -------------------------------------------------------------------------------------

    def can_fold(self, index: int) -> bool:
        """Whether a row is the first of a branch, or a root, and has rows below it."""
        row = self.rows[index]
        return row.children > 0 and (row.head or row.parent_id is None)

    def fold(self, index: int) -> None:
        """Fold what is below a row."""
        self._folded.add(self.rows[index].id)
        self._make()

    def unfold(self, index: int) -> None:
        """Show what is below a row again."""
        self._folded.discard(self.rows[index].id)
        self._make()

    def place(self, entry_id: str | None) -> int | None:
        """The row of an entry, or the nearest above it that has one."""
        places = self._places
        if places is None:
            places = self._places = {row.id: index for index, row in enumerate(self.rows)}
        seen: set[str] = set()
        while entry_id is not None and entry_id not in seen:
            if (index := places.get(entry_id)) is not None:
                return index
            seen.add(entry_id)
            entry = self.tree.entry(entry_id)
            entry_id = entry.parent_id if entry is not None else None
        return None

    def from_on(self, entry_id: str) -> int | None:
        """The first row that is an entry or comes after it in the order of the tree; else the last one."""
        ids = {row.id: index for index, row in enumerate(self.rows)}
        order = iter(self.tree.order())
        for entry in order:
            if entry.id == entry_id:
                after = (ids[e.id] for e in chain((entry,), order) if e.id in ids)
                return next(after, len(self.rows) - 1 if self.rows else None)
        return None

    @property
    def leaf(self) -> int | None:
        """The row from which the session goes on, or the nearest above it."""
        return self.place(self.tree.leaf_id)

    def jump_up(self, index: int) -> int:
        """The first row of the branch around a row, or of the branch around that; else the root."""
        at = index
        while (parent := self.rows[at].parent_id) is not None:
            if self.rows[at].head and at < index:
                return at
            above = self.place(parent)
            if above is None or above >= at:
                return at
            at = above
        return at

    def jump_down(self, index: int) -> int:
        """The first row of the next branch below, on the line that begins first; else the end of the line."""
        for at in range(index, len(self.rows) - 1):
            row = self.rows[at]
            if row.folded or not row.children:
                return at
            if row.children > 1:
                return at + 1
        return len(self.rows) - 1

    @staticmethod
    def line_end(tree: SessionTree, entry_id: str) -> str:
        """The entry in which the branch of an entry ends, in the order of the rows."""
        active = {entry.id for entry in tree.path()}
        seen: set[str] = set()
        while entry_id not in seen and (children := tree.children(entry_id)):
            seen.add(entry_id)
            entry_id = next((child.id for child in children if child.id in active), children[0].id)
        return entry_id

    # -- plumbing --------------------------------------------------------------------------------------------

    def _shows(self, entry: SessionEntry, place: str | None) -> bool:
        label = self.tree.label(entry.id)
        if not passes(
            self.filter, self._sorts[entry.id], labelled=label is not None, is_leaf=entry.id == place
        ):
            return False
        return not self._words or self._texts.matches(entry, label, self._words)

    def _place_of(self, path: list[SessionEntry]) -> str | None:
        """The last entry of the path that is no bookkeeping."""
        sorts = self._sorts
        return next((entry.id for entry in reversed(path) if sorts[entry.id] is not Sort.BOOKKEEPING), None)

    def _make(self) -> None:
        tree = self.tree
        path = tree.path()
        place = self._place_of(path)
        order = tree.order()
        if self.filter is Filter.LABELLED:
            shown = {entry.id for entry in order if entry.id in tree.labels}
        else:
            passing = {s for s in Sort if passes(self.filter, s, labelled=False, is_leaf=False)}
            sorts = self._sorts
            shown = {entry.id for entry in order if sorts[entry.id] in passing}
            leaf = next((entry for entry in reversed(path) if entry.id == place), None)
            if leaf is not None and passes(self.filter, sorts[leaf.id], labelled=False, is_leaf=True):
                shown.add(leaf.id)
        if self._words:
            matches, label, words = self._texts.matches, tree.label, self._words
            shown = {e.id for e in order if e.id in shown and matches(e, label(e.id), words)}
        self.rows = make_rows(order, shown, path, tree.labels, self._folded)
        self._remember()

    def _remember(self) -> None:
        self._places = None
        self._version, self._count = self.tree.version, len(self.tree)
        self._leaf, self._labels = self.tree.leaf_id, dict(self.tree.labels)

    def _extend(self) -> bool:
        """Add the rows of entries that continue the line of the leaf.

        Returns:
            False when the tree changed in another way, and the rows have to be made anew.
        """
        tree, rows = self.tree, self.rows
        at = self._leaf
        new = list(tree.since(self._count))
        if self._folded or not rows or at is None or self._labels != tree.labels:
            return False
        for entry in new:
            if entry.parent_id != at or tree.is_branching(at):
                return False
            at = entry.id
        if at != tree.leaf_id:
            return False
        last = self.place(self._leaf)
        if last is None or not (rows[last].leaf or rows[last].above_leaf) or rows[last].children:
            return False
        place = self._place_of(new)
        if place is not None and self._goes(rows[last]):
            if rows[last].head or rows[last].parent_id is None:
                return False
            del rows[last]
            last -= 1
            rows[last] = rows[last]._replace(children=0, above_leaf=True)
        is_hidden = rows[last].above_leaf
        for entry in new:
            if self._shows(entry, place):
                is_hidden = False
                above = rows[last] = rows[last]._replace(children=1, leaf=False, above_leaf=False)
                label, label_at = tree.labels.get(entry.id, (None, 0.0))
                line = (entry.id, above.id, above.depth, entry, label, label_at)
                last += 1
                rows.insert(last, TreeRow(*line, active=True, leaf=True, children=0, rails=above.rails))
            else:
                is_hidden = is_hidden or self._sorts[entry.id] is not Sort.BOOKKEEPING
        rows[last] = rows[last]._replace(leaf=not is_hidden, above_leaf=is_hidden)
        self._remember()
        return True

    def _goes(self, row: TreeRow) -> bool:
        """Whether a row is there only because the session goes on from it."""
        return self.filter in (Filter.DEFAULT, Filter.NO_TOOLS) and self._sorts[row.id] is Sort.SILENT
