"""The options of a `select`: wrapped, numbered, filtered by typing when there are more than nine."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from rich.cells import cell_len
from rich.style import Style
from textual import events
from textual.binding import Binding, BindingType
from textual.geometry import Region
from textual.scroll_view import ScrollView
from textual.strip import Strip

from pitui.render.ansi import expand_tabs
from pitui.render.line import Line
from pitui.render.sanitize import visible
from pitui.render.wrap import NO_PREFIX, wrap
from pitui.ui.preferences import keys_of
from pitui.ui.widgets.dialogs.control import Given
from pitui.ui.widgets.hints import BETWEEN
from pitui.ui.widgets.virtual_rows import virtual_rows

MOST_DIGITS = 9
"""Up to so many options each have a digit; with more, typing filters."""

_PLAIN = Style()
_DIM = Style(dim=True)
_CURSOR = Style(bold=True)


class Choices(ScrollView, can_focus=True):
    """Answers with the exact string of the option under the cursor."""

    DEFAULT_CSS = """
    Choices { height: auto; scrollbar-size-vertical: 1; overflow-x: hidden; background: $background; }
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "move(-1)", show=False),
        Binding("down", "move(1)", show=False),
        Binding("home", "edge(0)", show=False),
        Binding("end", "edge(-1)", show=False),
        Binding("enter", "choose", show=False),
        Binding("backspace", "shorten", show=False),
    ]

    def __init__(self, options: Sequence[str]) -> None:
        """Make the list of these options; foreign text."""
        super().__init__()
        self.on_purpose = False
        self._options = list(options)
        self._shown = [_one_paragraph(option) for option in options]
        self._filter = ""
        self._matching = list(range(len(options)))
        self._cursor = 0
        self._lines: list[tuple[int | None, Line]] = []
        self._tops: list[int] = []
        self._width = 0

    @property
    def hint(self) -> str:
        """What the keys do."""
        if not self._options:
            return "nothing to choose"
        if not self._filters:
            return "↑↓ enter · digits"
        if self.on_purpose:
            return "↑↓ enter · type to filter"
        return BETWEEN.join(keys_of(self).hints(("↑↓ enter", ("pitui.dialog.next", "to filter"))))

    @property
    def written(self) -> str:
        """Nothing is written here."""
        return ""

    def write(self, text: str) -> None:
        """Nothing is written here."""

    @property
    def _filters(self) -> bool:
        return len(self._options) > MOST_DIGITS

    def rows_wanted(self, width: int) -> int:
        """How many rows all options take."""
        if width != self._width:
            self._width = width
            self._lay_out()
        return len(self._lines)

    def step_back(self) -> bool:
        """Forget the filter."""
        if not self._filter:
            return False
        self._search("")
        return True

    def choice(self, character: str) -> str | None:
        """The option of a digit, unless there are more options than digits."""
        if self._filters or not (character.isascii() and character.isdigit()):
            return None
        return self._options[int(character) - 1] if 0 < int(character) <= len(self._options) else None

    def filter_by(self, text: str) -> bool:
        """Show what has this too, if the user wants to filter."""
        if not self._filters or not self.on_purpose:
            return False
        self._search(self._filter + text)
        return True

    def on_click(self, event: events.Click) -> None:
        """Choose the option under the mouse."""
        row = event.y + self.scroll_offset.y
        option = self._lines[row][0] if row < len(self._lines) else None
        if option is not None:
            self.post_message(Given(self._options[option]))

    def action_move(self, options: int) -> None:
        """Move the cursor, from one end on to the other."""
        if self._matching:
            self._move_to((self._cursor + options) % len(self._matching))

    def action_edge(self, index: int) -> None:
        """Move the cursor to the first option (0) or the last (-1)."""
        if self._matching:
            self._move_to(index % len(self._matching))

    def action_choose(self) -> None:
        """Answer with the option under the cursor."""
        if self._matching:
            self.post_message(Given(self._options[self._matching[self._cursor]]))

    def action_shorten(self) -> None:
        """Take the last character from the filter."""
        if self._filter:
            self._search(self._filter[:-1])

    def _search(self, text: str) -> None:
        self._filter = text
        words = text.casefold().split()
        self._matching = [
            index
            for index, option in enumerate(self._shown)
            if all(word in option.casefold() for word in words)
        ]
        self._lay_out()
        self._move_to(0)

    def _move_to(self, cursor: int) -> None:
        self._cursor = cursor
        self._lay_out()
        if not self._matching:
            return
        top = self._tops[cursor]
        rows = sum(option == self._matching[cursor] for option, _ in self._lines)
        if cursor == 0:
            top, rows = 0, top + rows
        self.scroll_to_region(Region(0, top, 1, rows), animate=False, immediate=True)

    def _lay_out(self) -> None:
        self._lines.clear()
        self._tops.clear()
        if self._filter:
            filter_line = wrap([(f"filter: {visible(self._filter)}", _DIM)], max(1, self._width))
            self._lines += [(None, line) for line in filter_line]
        digits = len(str(len(self._options)))
        for position, index in enumerate(self._matching):
            mark = "❯ " if position == self._cursor else "  "
            number = f"{index + 1:>{digits}}. "
            style = _CURSOR if position == self._cursor else _PLAIN
            first = NO_PREFIX.then(mark, _CURSOR).then(number, _DIM)
            rest = NO_PREFIX.then(" " * cell_len(mark + number), _PLAIN)
            self._tops.append(len(self._lines))
            wrapped = wrap([(self._shown[index], style)], max(1, self._width), first, rest)
            self._lines += [(index, line) for line in wrapped]
        if not self._matching:
            words = (
                "no option matches: backspace, or esc shows all" if self._filter else "no options were given"
            )
            self._lines += [(None, line) for line in wrap([(words, _DIM)], max(1, self._width))]
        self.virtual_size = virtual_rows(len(self._lines))
        self.refresh()

    def render_line(self, y: int) -> Strip:
        """Draw one row of the window."""
        index = y + self.scroll_offset.y
        segments = self._lines[index][1].segments if index < len(self._lines) else ()
        return Strip(segments).adjust_cell_length(self.size.width).apply_style(self.rich_style)


def _one_paragraph(option: str) -> str:
    """An option as it is shown: its lines stay, what a terminal would obey is seen."""
    return visible(expand_tabs(option.replace("\r\n", "\n").strip("\n")))
