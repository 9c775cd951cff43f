"""A screen with a side pane: beside the conversation where that has room, over it where it has not."""

from __future__ import annotations

from textual import on

from pitui.ui.focus import take_focus
from pitui.ui.plan import WIDE
from pitui.ui.screens.conversation import ConversationScreen
from pitui.ui.widgets.editor import Editor
from pitui.ui.widgets.side import Side
from pitui.ui.widgets.tools_pane import ToolsPane
from pitui.ui.widgets.transcript import Transcript
from pitui.ui.widgets.tree import TreeRows


class PanesScreen(ConversationScreen):
    """Holds a `Side`; the classes `-side` and `-slim` say whether it is shown and whether the screen is narrow."""

    def __init__(self) -> None:
        """Show the side pane where it has room."""
        super().__init__()
        self._beside, self._over = True, False

    def update_node_styles(self, animate: bool = True) -> None:
        """Find the styles anew; not those of a new screen, whose parts have just got theirs.

        Textual 8.2 finds all once more when a screen is shown (screen.py, `_on_screen_resume`).
        """
        if self.outer_size or not self.stack_updates:
            super().update_node_styles(animate=animate)

    def rearrange_side(self, width: int) -> None:
        """Arrange for a new width; where the pane has no room any more, it covers nothing unasked."""
        if width < WIDE and not self.has_class("-slim"):
            self._over = False
            if self.query_one(Side).has_keys:
                take_focus(self.query_one(Editor))
        self.arrange_side(width)

    def arrange_side(self, width: int) -> None:
        """Put the pane where it belongs on a screen of this width."""
        wide = width >= WIDE
        before = self.classes
        self.set_class(self._beside if wide else self._over, "-side", update=False)
        self.set_class(not wide, "-slim", update=False)
        if self.classes != before and self.is_mounted:
            self.place_side(self.query_one(Side), self.query_one(Transcript))

    def place_side(self, side: Side, transcript: Transcript) -> None:
        """Show the pane as the screen is arranged; one that is over the conversation takes its place."""
        is_shown, is_slim = self.has_class("-side"), self.has_class("-slim")
        side.set_class(is_shown, "-shown", update=False)
        side.set_class(is_slim, "-slim", update=False)
        if side.is_mounted:
            side.update_node_styles()
        has_room = not (is_shown and is_slim)
        if transcript.display != has_room:
            transcript.display = has_room

    def open_side(self, opened: bool) -> None:
        """Show the pane, or hide it and give the keys to the editor."""
        if self.has_class("-slim"):
            self._over = opened
        else:
            self._beside = opened
        self.arrange_side(self.size.width)
        if not opened:
            take_focus(self.query_one(Editor))

    def action_toggle_pane(self, name: str) -> None:
        """Show a pane and give it the keys, or hide it when it has them."""
        side = self.query_one(Side)
        if self.has_class("-side") and side.current == name and side.has_keys:
            self.open_side(False)
            return
        self.open_side(True)
        self._show_pane(name)

    def pane_shown(self, name: str) -> None:
        """A pane is shown now."""

    def _show_pane(self, name: str) -> None:
        self.query_one(Side).show(name)
        self.pane_shown(name)

    @on(Side.Switched)
    def _side_switched(self, event: Side.Switched) -> None:
        self._show_pane(event.name)

    @on(ToolsPane.Left)
    @on(TreeRows.Left)
    def leave_pane(self) -> None:
        """Give the keys back; a pane over the conversation goes with that."""
        if self.has_class("-slim"):
            self.open_side(False)
        self.back_to_editor()

    @on(ToolsPane.Selected)
    def _show_call(self, event: ToolsPane.Selected) -> None:
        self.query_one(Transcript).reveal(event.key)

    def action_next_pane(self) -> None:
        """Move the focus: editor, conversation, side pane, dialog."""
        self.focus_next()
