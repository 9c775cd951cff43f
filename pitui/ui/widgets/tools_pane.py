"""The tools pane: every call of the session, and the selected one whole below."""

from __future__ import annotations

from dataclasses import dataclass

from rich.text import Text
from textual import on
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.geometry import Size
from textual.message import Message
from textual.scroll_view import ScrollView
from textual.strip import Strip

from pitui.render.block import Look, render_block
from pitui.render.format import duration
from pitui.render.line import Line
from pitui.render.palette import Palette
from pitui.render.sanitize import visible
from pitui.session.blocks import ToolBlock, ToolState
from pitui.session.changes import ChangeSet
from pitui.session.state import Session
from pitui.session.target import tool_target
from pitui.ui.widgets.row_list import RowList

GLYPHS = {
    ToolState.PREPARING: "…",
    ToolState.RUNNING: "•",
    ToolState.DONE: "✓",
    ToolState.FAILED: "✗",
    ToolState.DENIED: "⊘",
    ToolState.ABORTED: "■",
}


class ToolRows(RowList):
    """A row for each call: state, name, target, duration."""

    def __init__(self) -> None:
        """Make an empty list."""
        super().__init__(id="tool-rows", empty="No tool has run yet.")
        self.calls: list[ToolBlock] = []

    def row(self, index: int, width: int) -> Text:
        """State, name and target on the left, the duration at the right edge."""
        call = self.calls[index]
        time = "" if call.seconds is None else duration(call.seconds)
        left = Text(f"{GLYPHS[call.state]} ", no_wrap=True)
        left.append(visible(call.name), style="bold")
        left.append(f"  {visible(tool_target(call))}".replace("\n", " "))
        left.truncate(max(4, width - len(time) - 1), overflow="ellipsis")
        left.append(" " * max(1, width - left.cell_len - len(time)) + time, style="dim")
        return left


class CallView(ScrollView, can_focus=True):
    """One call whole: arguments, output, diff."""

    DEFAULT_CSS = """
    CallView { height: 2fr; scrollbar-size-vertical: 1; overflow-x: hidden; }
    """

    def __init__(self, palette: Palette) -> None:
        """Make an empty view."""
        super().__init__(id="call-view")
        self.palette = palette
        self._call: ToolBlock | None = None
        self._seen: tuple[int, int, int] | None = None
        self._lines: list[Line] = []

    def show(self, call: ToolBlock | None) -> None:
        """Show a call, or what has changed of it."""
        width = self.size.width - 1
        if call is None or width < 2:
            return
        seen = (call.key, call.version, width)
        if seen == self._seen:
            return
        other = self._call is not call
        self._call, self._seen = call, seen
        self._lines = render_block(call, Look(width=width, palette=self.palette, expanded=True))
        self.virtual_size = Size(width, len(self._lines))
        if other:
            self.scroll_home(animate=False, immediate=True)
        self.refresh()

    def on_resize(self) -> None:
        """Wrap anew."""
        self.show(self._call)

    def set_palette(self, palette: Palette) -> None:
        """Draw in other colours."""
        self.palette = palette
        self._seen = None
        self.show(self._call)

    def render_line(self, y: int) -> Strip:
        """Draw one row of the window."""
        index = y + self.scroll_offset.y
        base = self.rich_style
        if index >= len(self._lines):
            return Strip.blank(self.size.width, base)
        strip = Strip(self._lines[index].segments).apply_style(base)
        return strip.adjust_cell_length(self.size.width, base)


class ToolsPane(Vertical):
    """The list follows the running call until the user moves in it, and again from its last row."""

    DEFAULT_CSS = """
    ToolsPane { height: 1fr; }
    ToolsPane ToolRows { border-bottom: solid $surface-lighten-2; }
    """

    @dataclass
    class Selected(Message):
        """A call was chosen; the conversation moves to it."""

        key: int

    def __init__(self, palette: Palette, *, id: str | None = None) -> None:
        """Make an empty pane."""
        super().__init__(id=id)
        self.rows = ToolRows()
        self.call_view = CallView(palette)
        self._known = 0

    def compose(self) -> ComposeResult:
        """The list above the call."""
        yield self.rows
        yield self.call_view

    def take(self, session: Session, changes: ChangeSet) -> None:
        """Show what changed."""
        rows = self.rows
        if changes.restructured_from is not None:
            following = rows.cursor >= rows.count - 1
            rows.calls = [block for block in session.blocks if isinstance(block, ToolBlock)]
            rows.set_count(len(rows.calls))
            if following:
                rows.move_to(rows.count - 1, tell=False)
        rows.refresh()
        self._show_call()

    def select(self, key: int) -> None:
        """Select the call of a block, if it is one."""
        for index, call in enumerate(self.rows.calls):
            if call.key == key:
                self.rows.move_to(index, tell=False)
                self._show_call()

    def _show_call(self) -> None:
        if self.rows.calls:
            self.call_view.show(self.rows.calls[self.rows.cursor])

    @on(RowList.Highlighted)
    def _moved(self, event: RowList.Highlighted) -> None:
        event.stop()
        self._show_call()

    @on(RowList.Chosen)
    def _chosen(self, event: RowList.Chosen) -> None:
        event.stop()
        self._show_call()
        self.post_message(self.Selected(self.rows.calls[event.index].key))
