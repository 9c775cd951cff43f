"""The tools pane: every call of the session, and the selected one whole below."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar

from textual import events, on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical
from textual.message import Message

from pitui.render.palette import Palette
from pitui.session.call_text import Copied, request_of, result_of
from pitui.session.changes import ChangeSet
from pitui.session.images import images_in
from pitui.ui.clipboard import copy_text
from pitui.ui.focus import take_focus
from pitui.ui.image_viewer import ImageViewer
from pitui.ui.list_actions import TOOLS_ACTIONS
from pitui.ui.textual_private import app_of
from pitui.ui.widgets.calls.rows import CallRows
from pitui.ui.widgets.calls.view import CallView
from pitui.ui.widgets.find_bar import FindLine
from pitui.ui.widgets.row_list import RowList
from pitui.ui.widgets.transcript.conversation import Shown

LEAST_ROWS = 9
"""With fewer rows of the screen the call is shown only instead of the list (Tab)."""


class ToolsPane(Vertical):
    """The list above the call; F3 finds in the call, Tab goes from one to the other."""

    DEFAULT_CSS = """
    ToolsPane {
        height: 1fr;
        CallRows { border-bottom: solid $surface-lighten-2; }
        &.-short CallRows { border-bottom: none; }
        &.-short.-call CallRows { display: none; }
        &.-short CallView { display: none; }
        &.-short.-call CallView { display: block; }
    }
    """

    BINDINGS: ClassVar[list[BindingType]] = [*(action.binding() for action in TOOLS_ACTIONS)]

    @dataclass
    class Selected(Message):
        """A call was chosen; the conversation moves to the block that shows it."""

        key: int

    class Left(Message):
        """The keys go back to the editor."""

    def __init__(
        self, palette: Palette, *, id: str | None = None, clock: Callable[[], float] = time.monotonic
    ) -> None:
        """Make an empty pane.

        Args:
            palette: the styles.
            id: the widget's id.
            clock: the reducer's clock, for what is running.
        """
        super().__init__(id=id)
        self.rows = CallRows(palette, clock)
        self.call_view = CallView(palette, clock)
        self.find_line = FindLine()
        self._viewer = ImageViewer(self)

    def on_unmount(self) -> None:
        """Take the files of opened images away."""
        self._viewer.close()

    def compose(self) -> ComposeResult:
        """The list, the call, and the line to find in it."""
        yield self.rows
        yield self.call_view
        yield self.find_line

    def take(self, session: Shown, changes: ChangeSet) -> None:
        """Show what changed."""
        if self.rows.take(session.blocks, changes):
            self._show_call()

    def select(self, key: int) -> None:
        """Select the call that a block of the conversation shows, if it shows one."""
        current = self.rows.current
        if (current is None or current.block_key != key) and self.rows.select(key):
            self._show_call()

    def _show_call(self) -> None:
        row = self.rows.current
        self.call_view.show(None if row is None else row.call)

    def on_resize(self, event: events.Resize) -> None:
        """Show one of the two when there is no room for both."""
        self.set_class(event.size.height < LEAST_ROWS, "-short")

    # -- the list --------------------------------------------------------------------------------------------

    @on(RowList.Highlighted)
    def _moved(self, event: RowList.Highlighted) -> None:
        event.stop()
        self._show_call()
        if row := self.rows.current:
            self.post_message(self.Selected(row.block_key))

    @on(RowList.Chosen)
    def _chosen(self, event: RowList.Chosen) -> None:
        event.stop()
        self._go_to_call()

    # -- keys ------------------------------------------------------------------------------------------------

    def action_switch(self) -> None:
        """From the list to the call and back."""
        if self.screen.focused is self.rows:
            self._go_to_call()
        else:
            self.remove_class("-call")
            self.screen.set_focus(self.rows)

    def _go_to_call(self) -> None:
        self.add_class("-call")
        self.screen.set_focus(self.call_view)

    def action_leave(self) -> None:
        """End the find, else give the keys back."""
        if self.find_line.display:
            self.find_line.action_close()
        else:
            self.post_message(self.Left())

    def action_copy_result(self) -> None:
        """Copy the output, the diff or the content."""
        if row := self.rows.current:
            result = result_of(row.call)
            self._copy(result if result.text else request_of(row.call))

    def action_copy_request(self) -> None:
        """Copy the command, the script or the arguments."""
        if row := self.rows.current:
            self._copy(request_of(row.call))

    def action_open_image(self) -> None:
        """Open an image of the call; the next one each time, and the first again after the last."""
        row = self.rows.current
        images = [] if row is None else images_in(row.call)
        if row is None or not images:
            self.notify("There is no image in this call.", markup=False)
            return
        self._viewer.open_of(row.call.key, images)

    def _copy(self, copied: Copied) -> None:
        if copied.text:
            copy_text(app_of(self), copied.text, copied.what)
        else:
            self.notify("There is nothing to copy yet.", markup=False)

    # -- find ------------------------------------------------------------------------------------------------

    def action_find(self) -> None:
        """Find in the call."""
        self.add_class("-call")
        self.find_line.open()

    def action_find_step(self, direction: int) -> None:
        """Go to another occurrence."""
        if self.find_line.display:
            self.find_line.tell(*self.call_view.find_step(direction))
        else:
            self.action_find()

    @on(FindLine.Wanted)
    def _find(self, event: FindLine.Wanted) -> None:
        event.stop()
        self.find_line.tell(*self.call_view.find(event.text))

    @on(FindLine.Step)
    def _find_step(self, event: FindLine.Step) -> None:
        event.stop()
        self.find_line.tell(*self.call_view.find_step(event.direction))

    @on(CallView.Found)
    def _found(self, event: CallView.Found) -> None:
        event.stop()
        self.find_line.tell(event.position, event.total)

    @on(FindLine.Closed)
    def _find_closed(self, event: FindLine.Closed) -> None:
        event.stop()
        self.call_view.find("")
        take_focus(self.call_view)
