"""The session tree beside the conversation: every entry of every branch, the present place marked."""

from __future__ import annotations

from rich.text import Text
from textual.app import ComposeResult
from textual.containers import Vertical

from pitui.render.sanitize import visible
from pitui.session.changes import Area, ChangeSet
from pitui.session.state import Session
from pitui.session.tree import TreeRow
from pitui.ui.widgets.row_list import RowList

_MARKS = {"user": "┃", "assistant": " ", "toolResult": "·", "bashExecution": "!"}


class TreeRows(RowList):
    """A row for each entry; only branching indents."""

    def __init__(self) -> None:
        """Make an empty list."""
        super().__init__(id="tree-rows", empty="Nothing here yet: send a prompt.")
        self.entries: list[TreeRow] = []

    def row(self, index: int, width: int) -> Text:
        """Indentation, marks, role and the first line of an entry."""
        entry = self.entries[index]
        style = "" if entry.active else "dim"
        line = Text(" " * (2 * entry.depth), no_wrap=True, style=style)
        line.append("● " if entry.leaf else "• " if entry.active else "  ")
        line.append(f"{_MARKS.get(entry.kind, '·')} ", style="bold")
        if entry.label:
            line.append(f"[{visible(entry.label)}] ", style="bold")
        line.append(" ".join(visible(entry.text).split()), style="bold" if entry.kind == "user" else "")
        return line


class TreePane(Vertical):
    """Follows the session as entries arrive."""

    DEFAULT_CSS = """
    TreePane { height: 1fr; }
    """

    def __init__(self, *, id: str | None = None) -> None:
        """Make an empty pane."""
        super().__init__(id=id)
        self.rows = TreeRows()

    def compose(self) -> ComposeResult:
        """The rows alone."""
        yield self.rows

    def take(self, session: Session, changes: ChangeSet) -> None:
        """Show what changed."""
        if Area.TREE not in changes.areas:
            return
        rows = self.rows
        following = rows.cursor >= rows.count - 1 or not rows.has_focus
        rows.entries = session.tree.rows()
        rows.set_count(len(rows.entries))
        if following:
            leaf = next((n for n, entry in enumerate(rows.entries) if entry.leaf), rows.count - 1)
            rows.move_to(leaf, tell=False)
