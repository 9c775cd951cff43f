"""The field in which a label is written, over the row that gets it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from textual import on
from textual.binding import BindingType
from textual.message import Message
from textual.widgets import Input

from pitui.session.tree import TreeRow
from pitui.ui.focus import take_focus
from pitui.ui.leaving import leave_bindings


class LabelInput(Input):
    """Enter sets the label, an empty one is taken away; Esc leaves it."""

    DEFAULT_CSS = """
    LabelInput {
        layer: above; position: absolute; display: none; width: 100%; height: 1;
        border: none; padding: 0; background: $surface;
        &:focus { border: none; }
    }
    """

    BINDINGS: ClassVar[list[BindingType]] = [*leave_bindings("leave", priority=True)]

    @dataclass
    class Given(Message):
        """The label for an entry; "" takes it away."""

        entry_id: str
        label: str

    class Closed(Message):
        """The field is gone."""

    def __init__(self) -> None:
        """Make a field that is not there yet."""
        super().__init__(placeholder="label, empty clears it · enter · esc", compact=True)
        self._entry_id = ""

    def open(self, row: TreeRow, line: int) -> None:
        """Show the field in a line of the pane, with the present label."""
        self._entry_id = row.id
        self.value = row.label or ""
        self.styles.offset = (0, line)
        self.display = True
        take_focus(self)

    def action_leave(self) -> None:
        """Close without a change."""
        self.display = False
        self.post_message(self.Closed())

    @on(Input.Submitted)
    def _given(self, event: Input.Submitted) -> None:
        event.stop()
        self.action_leave()
        self.post_message(self.Given(self._entry_id, event.value.strip()))
