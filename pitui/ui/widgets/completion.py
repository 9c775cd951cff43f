"""The list above the editor from which what is typed can be completed. It floats: nothing moves when it comes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from rich.text import Text
from textual.geometry import Offset, Region
from textual.widgets import Static

from pitui.render.sanitize import visible

MOST_ROWS = 8


class Choice(NamedTuple):
    """One row.

    Attributes:
        insert: what takes the place of what was typed.
        label: how the row reads.
        detail: what it is, dim behind the label.
        source: where it comes from, at the right edge.
    """

    insert: str
    label: str
    detail: str = ""
    source: str = ""


class Completion(Static):
    """Rows with a cursor; the keys come from the editor, which keeps the focus."""

    DEFAULT_CSS = """
    Completion { overlay: screen; display: none; background: $surface; height: auto; width: auto; }
    """

    def __init__(self) -> None:
        """Make it hidden."""
        super().__init__(markup=False)
        self._choices: list[Choice] = []
        self._cursor = 0
        self._first = 0
        self._room = MOST_ROWS
        self._width = 0

    @property
    def is_open(self) -> bool:
        """Whether rows are shown."""
        return bool(self.display)

    @property
    def chosen(self) -> Choice | None:
        """The row under the cursor."""
        return self._choices[self._cursor] if self._choices else None

    def show(self, choices: Sequence[Choice], below: Region, *, keep: bool = False) -> None:
        """Show rows above a place of the screen; none hides the list.

        Args:
            choices: best first.
            below: the editor.
            keep: the list is the same one made better: the cursor stays on its row.
        """
        chosen = self.chosen if keep else None
        self._choices = list(choices)
        self._cursor = 0 if chosen is None or chosen not in choices else choices.index(chosen)
        self._first = 0
        self.display = bool(self._choices)
        if not self._choices:
            return
        self._room = max(1, min(MOST_ROWS, below.y, len(self._choices)))
        self._width = max(10, min(below.width, 100))
        self.styles.width, self.styles.height = self._width, self._room
        self.absolute_offset = Offset(below.x, below.y - self._room)
        self._draw()

    def close(self) -> None:
        """Hide the list."""
        self._choices = []
        if self.display:
            self.display = False

    def move(self, rows: int) -> None:
        """Move the cursor, around the ends too."""
        self._cursor = (self._cursor + rows) % len(self._choices)
        self._draw()

    def _draw(self) -> None:
        self._first = max(min(self._first, self._cursor), self._cursor - self._room + 1)
        shown = self._choices[self._first : self._first + self._room]
        label_width = min(max(len(choice.label) for choice in shown), self._width // 2)
        lines = [self._line(choice, label_width, is_chosen=choice is self.chosen) for choice in shown]
        self.update(Text("\n").join(lines))

    def _line(self, choice: Choice, label_width: int, *, is_chosen: bool) -> Text:
        quiet = "" if is_chosen else "dim"
        line = Text(" ", no_wrap=True)
        label = Text(_one_line(choice.label), style="bold")
        if choice.detail or choice.source:
            label.truncate(label_width, overflow="ellipsis", pad=True)
        line.append_text(label)
        line.append("  " + _one_line(choice.detail), style=quiet)
        source = f"  {_one_line(choice.source)} " if choice.source else " "
        line.truncate(self._width - len(source), overflow="ellipsis", pad=True)
        line.append(source, style=quiet)
        line.truncate(self._width, overflow="ellipsis")
        if is_chosen:
            line.stylize("reverse")
        return line


def _one_line(text: str) -> str:
    return " ".join(visible(text[:300]).split())
