"""The session tree with what is around its rows: filter and search above, the selected entry whole below or beside."""

from __future__ import annotations

from rich.text import Text
from textual import events, on
from textual.containers import Vertical
from textual.timer import Timer
from textual.widgets import Input, Static

from pitui.render.palette import Palette
from pitui.render.sanitize import visible
from pitui.session.changes import Area, ChangeSet
from pitui.session.state import Session
from pitui.session.tree import SessionTree, TreeRow
from pitui.session.tree_preview import Preview, shown_of
from pitui.ui.focus import take_focus
from pitui.ui.preferences import keys_of
from pitui.ui.widgets.hints import BETWEEN
from pitui.ui.widgets.tree.entry_view import EntryView
from pitui.ui.widgets.tree.label import LabelInput
from pitui.ui.widgets.tree.rows import TreeRows

PREVIEW_SECONDS = 0.06
"""So long the cursor rests before the entry under it is shown whole."""

LEAST_ROWS = 14
"""With fewer rows of the screen the entry is shown only instead of the tree (Tab)."""


class TreePane(Vertical):
    """Follows the session as entries arrive. Tab goes from the rows to the entry and back."""

    DEFAULT_CSS = """
    TreePane {
        height: 1fr;
        layers: base above;
        #tree-head { height: 1; }
        #tree-body { height: 1fr; layout: vertical; }
        TreeRows { height: 3fr; }
        #tree-entry { height: 2fr; border-top: solid $surface-lighten-2; }
        &.-beside #tree-body { layout: horizontal; }
        &.-beside TreeRows { width: 3fr; height: 1fr; }
        &.-beside #tree-entry { width: 2fr; height: 1fr; border-top: none; border-left: solid $surface-lighten-2; }
        &.-small #tree-entry { display: none; }
        &.-small.-entry #tree-entry { display: block; height: 1fr; border-top: none; }
        &.-small.-entry TreeRows { display: none; }
    }
    """

    def __init__(self, palette: Palette, *, id: str | None = None, beside_from: int | None = None) -> None:
        """Make an empty pane.

        Args:
            palette: the styles.
            id: the widget's id.
            beside_from: from so many columns the entry stands beside the rows; None for never.
        """
        super().__init__(id=id)
        self.rows = TreeRows(palette)
        self.preview = EntryView(palette=palette)
        self._beside_from = beside_from
        self._tree: SessionTree | None = None
        self._shown: tuple[str, int] | None = None
        self._rest: Timer | None = None

    def on_mount(self) -> None:
        """Fill the pane, if that is not done yet."""
        self.furnish()

    def furnish(self) -> None:
        """Put in head, rows, entry, and the field for a label, so that the keys can go there at once."""
        if self.children:
            return
        body, entry = Vertical(id="tree-body"), Vertical(id="tree-entry")
        self.mount(Static(id="tree-head", markup=False), body, LabelInput())
        body.mount(self.rows, entry)
        entry.mount(self.preview)

    # -- what is shown ---------------------------------------------------------------------------------------

    def take(self, session: Session, changes: ChangeSet) -> None:
        """Show what changed; out of sight nothing is done."""
        if Area.TREE in changes.areas or self._tree is None:
            self.show(session.tree)

    def show(self, tree: SessionTree) -> None:
        """Show a tree as it is now."""
        self._tree = tree
        if self.rows.size.height or self.preview.size.height:
            self.rows.take(tree)

    def set_palette(self, palette: Palette) -> None:
        """Take other colours."""
        self.rows.palette = palette
        self.preview.set_palette(palette)
        self.rows.refresh()

    def on_resize(self, event: events.Resize) -> None:
        """Divide the room, and show what came while there was none."""
        width, height = event.size
        self.set_class(self._beside_from is not None and width >= self._beside_from, "-beside")
        self.set_class(height < LEAST_ROWS and not self.has_class("-beside"), "-small")
        self.call_after_refresh(self._catch_up)

    def _catch_up(self) -> None:
        if self._tree is not None:
            self.rows.take(self._tree)
        self._tell_head()

    def _tell_head(self) -> None:
        rows = self.rows
        view = rows.view
        head = Text(no_wrap=True, end="")
        position = f"{rows.cursor + 1:,}/{rows.count:,}" if rows.count else "0"
        head.append(f"{view.filter.value} ", "bold")
        head.append(position, "dim")
        if view.query:
            head.append("  find ", "dim")
            head.append(f"{visible(view.query)}▏")
        elif rows.marked is not None:
            compares = keys_of(self).hint("pitui.tree.compare", "on another entry compares")
            head.append(f"  {compares}", "dim")
        else:
            hints = ("type to find", ("app.tree.goOn", "goes on from here"), ("pitui.tree.keys", "keys"))
            head.append("  " + BETWEEN.join(keys_of(self).hints(hints)), "dim")
        self.query_one("#tree-head", Static).update(head, layout=False)

    @on(TreeRows.Changed)
    def _changed(self) -> None:
        self._tell_head()
        if self._rest is not None:
            self._rest.stop()
        self._rest = self.set_timer(PREVIEW_SECONDS, self._show_entry)

    def _show_entry(self) -> None:
        row = self.rows.current
        tree = self.rows.view.tree
        shown = None if row is None else shown_of(tree, row.entry)
        if shown == self._shown:
            return
        self._shown = shown
        if row is not None:
            self.preview.read(Preview(tree, row.entry).blocks)

    # -- keys ------------------------------------------------------------------------------------------------

    def focus_rows(self) -> None:
        """Give the keys to the rows."""
        self.remove_class("-entry")
        take_focus(self.rows)

    def turn(self) -> bool:
        """Give the keys to the entry, or back to the rows.

        Returns:
            False when neither has them.
        """
        if not self.is_attached:
            return False
        if self.screen.focused is self.rows:
            self.add_class("-entry")
            take_focus(self.preview)
        elif self.screen.focused is self.preview:
            self.focus_rows()
        else:
            return False
        return True

    def edit_label(self, row: TreeRow) -> None:
        """Open the field for the label of a row, in its place."""
        place = self.view_row(row)
        self.query_one(LabelInput).open(row, place)

    def view_row(self, row: TreeRow) -> int:
        """The line of the pane in which a row stands."""
        index = self.rows.view.place(row.id) or 0
        return self.rows.region.y - self.region.y + index - self.rows.scroll_offset.y

    @on(LabelInput.Closed)
    def _label_closed(self, event: LabelInput.Closed) -> None:
        event.stop()
        take_focus(self.rows)

    @on(Input.Changed)
    def _own(self, event: Input.Changed) -> None:
        """Nobody else is concerned."""
        event.stop()
