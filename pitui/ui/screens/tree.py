"""The session tree on the whole screen."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from rich.text import Text
from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.screen import Screen
from textual.widgets import Static

from pitui.render.palette import Palette
from pitui.session.tree import SessionTree
from pitui.session.tree_filters import Filter
from pitui.ui.widgets.tree import LabelInput, TreePane, TreeRows

BESIDE_FROM = 110
"""From so many columns the entry stands beside the rows."""

_HINTS = (
    "enter go on · ctrl+f fork · ctrl+y clone · L label · ctrl+b compare · ctrl+o filter · tab entry · esc"
)


class TreeScreen(Screen[None]):
    """The pane and a line with its keys. What is wanted goes to whoever opened the screen."""

    DEFAULT_CSS = """
    TreeScreen { background: $background; }
    TreeScreen #tree-hints { height: 1; padding: 0 1; color: $text-muted; }
    TreeScreen TreePane { padding: 0 1; }
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,ctrl+c,f4", "leave", show=False),
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
        yield Static(Text(_HINTS, no_wrap=True, overflow="ellipsis"), id="tree-hints", markup=False)

    def on_mount(self) -> None:
        """Show the tree."""
        self.pane.show(self._tree)
        self.pane.focus_rows()

    def action_turn(self) -> None:
        """Give the keys to the entry, or back to the rows."""
        self.pane.turn()

    def action_leave(self) -> None:
        """Back from the entry to the rows, else out."""
        if not self.pane.rows.has_focus:
            self.pane.focus_rows()
        else:
            self.dismiss()

    @on(TreeRows.Wanted)
    def _wanted(self, event: TreeRows.Wanted) -> None:
        self._on_wanted(event)

    @on(LabelInput.Given)
    def _label(self, event: LabelInput.Given) -> None:
        self._on_label(event.entry_id, event.label)

    @on(TreeRows.Left)
    def _left(self) -> None:
        self.dismiss()
