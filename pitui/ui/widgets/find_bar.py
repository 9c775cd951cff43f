"""A line to find something: what to look for, which occurrence stands highlighted, and how many there are."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from textual import on
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.message import Message
from textual.widgets import Input, Static

from pitui.ui.leaving import leave_bindings


class FindLine(Horizontal):
    """One line that is there while finding; it searches as one types."""

    DEFAULT_CSS = """
    FindLine {
        height: 1;
        padding: 0 1;
        display: none;
        #find-mark { width: auto; color: $accent; }
        Input { width: 1fr; height: 1; border: none; padding: 0; background: $background; }
        #find-count { width: auto; color: $text-muted; }
    }
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter,f3,down,ctrl+g", "step(1)", "Next", show=False, priority=True),
        Binding("shift+enter,shift+f3,up,ctrl+shift+g", "step(-1)", "Previous", show=False, priority=True),
        *leave_bindings("close", priority=True),
    ]

    @dataclass
    class Wanted(Message):
        """Look for this text; empty finds nothing."""

        text: str

    @dataclass
    class Step(Message):
        """Go to the next occurrence (1) or the one before (-1)."""

        direction: int

    class Closed(Message):
        """The user has found it."""

    def open(self) -> None:
        """Show the bar with the last text, selected; what is in it is made when it is first wanted."""
        if not self.children:
            count = Static(id="find-count", markup=False)
            self.mount(Static("find ", id="find-mark", markup=False), Input(compact=True), count)
        self.display = True
        field = self.query_one(Input)
        # At once: what is typed next must not go to who had the focus.
        self.screen.set_focus(field)
        field.action_select_all()
        if field.value:
            self.post_message(self.Wanted(field.value))

    def tell(self, position: int, total: int) -> None:
        """Show which occurrence is the current one, of how many."""
        if not self.children:
            return
        count = f"{position} of {total}" if total else "nothing found" if self.query_one(Input).value else ""
        keys = "  enter next · shift+enter previous · esc closes" if total else "  esc closes"
        self.query_one("#find-count", Static).update(f" {count}{keys if self.size.width >= 80 else ''}")

    @on(Input.Changed)
    def _changed(self, event: Input.Changed) -> None:
        event.stop()
        if self.display:
            self.post_message(self.Wanted(event.value))

    def action_step(self, direction: int) -> None:
        """Go to another occurrence."""
        self.post_message(self.Step(direction))

    def action_close(self) -> None:
        """Hide the bar."""
        self.display = False
        self.post_message(self.Closed())


class FindBar(FindLine):
    """The line above the editor, for the conversation."""
