"""The session tree on the whole screen."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.events import Paste
from textual.screen import Screen

from pitui.render.palette import Palette
from pitui.session.tree import SessionTree
from pitui.session.tree_filters import Filter
from pitui.ui.leaving import clear_binding
from pitui.ui.preferences import keys_of
from pitui.ui.tree_keys import show_tree_keys
from pitui.ui.widgets.hints import Hints
from pitui.ui.widgets.tree import LabelInput, TreePane, TreeRows

BESIDE_FROM = 110
"""From so many columns the entry stands beside the rows."""

_HINTS = (
    ("app.tree.goOn", "goes on from here"),
    ("pitui.tree.leave", "leaves"),
    "tab entry",
    ("app.tree.filter.cycleForward", "filter"),
    ("pitui.tree.fork", "fork"),
    ("pitui.tree.compare", "compare"),
    ("app.tree.editLabel", "label"),
    ("pitui.tree.clone", "clone"),
    ("app.tree.filter.default", "default filter"),
)


class TreeScreen(Screen[None]):
    """The pane and a line with its keys. What is wanted goes to whoever opened the screen."""

    DEFAULT_CSS = """
    TreeScreen { background: $background; }
    TreeScreen #tree-hints { padding: 0 1; }
    TreeScreen TreePane { padding: 0 1; }
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,f4", "leave", show=False),
        clear_binding("step_back"),
        Binding("tab,f6", "turn", show=False),
    ]

    def __init__(
        self,
        tree: SessionTree,
        palette: Palette,
        filter: Filter,
        on_wanted: Callable[[TreeRows.Wanted], None],
        on_label: Callable[[str, str], None],
    ) -> None:
        """Show a tree.

        Args:
            tree: the tree.
            palette: the styles.
            filter: to begin with.
            on_wanted: called when the user wants something done with an entry.
            on_label: called with an entry and its new label.
        """
        super().__init__()
        self._on_wanted = on_wanted
        self._on_label = on_label
        self.pane = TreePane(palette, beside_from=BESIDE_FROM)
        self.pane.rows.view.filter = filter
        self._tree = tree

    def compose(self) -> ComposeResult:
        """Pane, hints."""
        yield self.pane
        yield Hints(keys_of(self).hints(_HINTS), id="tree-hints")

    def on_mount(self) -> None:
        """Show the tree."""
        self.pane.show(self._tree)
        self.pane.focus_rows()

    def action_turn(self) -> None:
        """Give the keys to the entry, or back to the rows."""
        self.pane.turn()

    def action_leave(self) -> None:
        """Back from the entry to the rows, else out."""
        if self.focused is not self.pane.rows:
            self.pane.focus_rows()
        else:
            self.dismiss()

    def action_step_back(self) -> None:
        """End the search, else leave."""
        if self.pane.rows.view.query:
            self.pane.rows.search("")
        else:
            self.action_leave()

    def on_paste(self, event: Paste) -> None:
        """A paste is looked for."""
        event.stop()
        self.pane.rows.search(self.pane.rows.view.query + " ".join(event.text.split()))

    @on(TreeRows.Wanted)
    def _wanted(self, event: TreeRows.Wanted) -> None:
        self._on_wanted(event)

    @on(TreeRows.KeysWanted)
    def _keys(self, event: TreeRows.KeysWanted) -> None:
        show_tree_keys(event.rows)

    @on(LabelInput.Given)
    def _label(self, event: LabelInput.Given) -> None:
        self._on_label(event.entry_id, event.label)

    @on(TreeRows.Left)
    def _left(self) -> None:
        self.dismiss()
