"""How to go on from an entry of the tree: without a summary of what is left, with one, or under own instructions."""

from __future__ import annotations

from typing import ClassVar, NamedTuple

from rich.text import Text
from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.screen import ModalScreen
from textual.widgets import Input, OptionList, Static
from textual.widgets.option_list import Option

from pitui.render.sanitize import visible
from pitui.ui.focus import take_focus
from pitui.ui.leaving import leave_bindings


class Way(NamedTuple):
    """What becomes of the branch that is left; `instructions` say what its summary looks at."""

    summarize: bool
    instructions: str = ""


_WAYS = {
    "none": "Go on there, without a summary",
    "summary": "Summarise the branch I leave, then go on there",
    "own": "Summarise under my own instructions …",
}


class GoOn(ModalScreen[Way | None]):
    """Enter or the number chooses; Esc leaves everything as it is."""

    DEFAULT_CSS = """
    GoOn { align: center middle; }
    GoOn > Vertical {
        width: 90%; max-width: 76; height: auto; max-height: 100%; padding: 0 1; background: $background;
        border: solid $surface-lighten-2;
    }
    GoOn Static { height: auto; }
    GoOn #go-title { text-style: bold; max-height: 3; }
    GoOn #go-notes { color: $text-muted; }
    GoOn OptionList { height: auto; border: none; padding: 0; background: $background; }
    GoOn Input { display: none; height: 1; border: none; padding: 0; background: $surface; }
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        *leave_bindings("leave", priority=True),
        Binding("1", "take('none')", show=False),
        Binding("2", "take('summary')", show=False),
        Binding("3", "take('own')", show=False),
    ]

    def __init__(self, text: str, notes: list[str]) -> None:
        """Ask.

        Args:
            text: what the entry says; foreign text.
            notes: what happens besides.
        """
        super().__init__()
        self._text = " ".join(visible(text).split())
        self._notes = notes

    def compose(self) -> ComposeResult:
        """Title, ways, notes."""
        with Vertical():
            yield Static(Text(f"Go on from “{self._text}”"), id="go-title", markup=False)
            yield OptionList(
                *(Option(f"{n}  {words}", id=way) for n, (way, words) in enumerate(_WAYS.items(), 1)),
                markup=False,
                compact=True,
            )
            yield Input(placeholder="what the summary should look at", compact=True)
            yield Static(
                Text("\n".join([*self._notes, "enter takes it · esc leaves"])), id="go-notes", markup=False
            )

    def on_mount(self) -> None:
        """The keys go to the ways."""
        take_focus(self.query_one(OptionList))

    def action_take(self, way: str) -> None:
        """Take a way; the last one asks for its instructions first."""
        if way != "own":
            self.dismiss(Way(way == "summary"))
            return
        field = self.query_one(Input)
        field.display = True
        take_focus(field)

    def action_leave(self) -> None:
        """Leave the instructions, then the question."""
        field = self.query_one(Input)
        if field.display:
            field.display = False
            take_focus(self.query_one(OptionList))
        else:
            self.dismiss(None)

    @on(OptionList.OptionSelected)
    def _chosen(self, event: OptionList.OptionSelected) -> None:
        self.action_take(event.option.id or "none")

    @on(Input.Submitted)
    def _given(self, event: Input.Submitted) -> None:
        self.dismiss(Way(True, event.value.strip()))
