"""The two buttons of a `confirm`, on one row."""

from __future__ import annotations

from typing import ClassVar

from rich.text import Text
from textual import events
from textual.binding import Binding, BindingType
from textual.widget import Widget

from pitui.ui.widgets.dialogs.control import Given

_YES, _NO = "[y] Yes", "[n] No"
_GAP = "   "


class YesNo(Widget, can_focus=True):
    """`y` and `n` answer, the arrows choose and Enter answers; Yes is chosen first, as in pi's own TUI."""

    DEFAULT_CSS = """
    YesNo { height: 1; background: $background; }
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left,right,up,down", "turn", show=False),
        Binding("enter", "give_chosen", show=False),
    ]

    hint = "y / n · ←→ enter"

    def __init__(self) -> None:
        """Make the buttons."""
        super().__init__()
        self._yes = True
        self.on_purpose = False

    @property
    def written(self) -> str:
        """Nothing is written here."""
        return ""

    def write(self, text: str) -> None:
        """Nothing is written here."""

    def choice(self, character: str) -> bool | None:
        """`y` and `n`."""
        return {"y": True, "n": False}.get(character)

    def filter_by(self, text: str) -> bool:
        """There is nothing to look for."""
        return False

    def rows_wanted(self, width: int) -> int:
        """Always one row."""
        return 1

    def step_back(self) -> bool:
        """There is nothing to undo."""
        return False

    def action_give_chosen(self) -> None:
        """Answer with the chosen button."""
        self.post_message(Given(self._yes))

    def action_turn(self) -> None:
        """Choose the other button."""
        self._yes = not self._yes
        self.refresh()

    def on_click(self, event: events.Click) -> None:
        """Answer with the button under the mouse."""
        column = event.x - 2
        if 0 <= column < len(_YES):
            self.post_message(Given(True))
        elif column >= len(_YES) + len(_GAP):
            self.post_message(Given(False))

    def render(self) -> Text:
        """Draw the row."""
        line = Text(no_wrap=True)
        line.append("❯ " if self._yes else "  ")
        line.append(_YES, style="bold" if self._yes else "dim")
        line.append(_GAP[:-2] + ("  " if self._yes else "❯ "))
        line.append(_NO, style="dim" if self._yes else "bold")
        return line
