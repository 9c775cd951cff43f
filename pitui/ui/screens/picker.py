"""The one picker: a list to choose from by typing, with groups, figures, a line about the chosen one, and more keys."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar, NamedTuple

from rich.text import Text
from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.screen import ModalScreen
from textual.widgets import Input, Static

from pitui.render.sanitize import visible
from pitui.ui.focus import take_focus
from pitui.ui.leaving import leave_bindings
from pitui.ui.matching import match
from pitui.ui.widgets.hints import Hints
from pitui.ui.widgets.row_list import RowList

SLIM_ROWS, SLIM_COLUMNS = 16, 60
"""Below so many rows or columns the picker takes the whole screen."""


FRAME_ROWS = 6
"""Rows of the picker without its items."""


class PickerItem(NamedTuple):
    """Something to choose. All texts may be foreign.

    Attributes:
        value: what is chosen.
        title: how it reads.
        figures: short facts, at the right edge; items whose figures have one width form columns.
        group: the heading that it stands under, at the left of its first item; "" for none.
        mark: one character before the title, such as `●` for the present one.
        about: one line that is shown while it is under the cursor.
        also: more words by which it can be found.
    """

    value: Any
    title: str
    figures: str = ""
    group: str = ""
    mark: str = ""
    about: str = ""
    also: str = ""


class PickerKey(NamedTuple):
    """A key that chooses in another way than Enter.

    Attributes:
        key: in Textual's spelling; one that a line of text has no use for.
        id: the name of this way.
        hint: a word or two for the hint line.
    """

    key: str
    id: str
    hint: str


class Picked(NamedTuple):
    """What was chosen, and by which key: its id, "" for Enter."""

    value: Any
    way: str = ""


class PickerRows(RowList, can_focus=False):
    """The items that fit the query."""

    def __init__(self) -> None:
        """Make an empty list."""
        super().__init__(empty="Nothing fits: backspace, or esc leaves.")
        self.items: list[PickerItem] = []
        self._group_width = 0

    @property
    def is_active(self) -> bool:
        """Always: the line above it hands it the arrow keys."""
        return True

    def show(self, items: Sequence[PickerItem], cursor: int) -> None:
        """Show these items, the cursor on one of them."""
        self.items = list(items)
        self._group_width = max((len(visible(item.group)) for item in self.items), default=0)
        self.set_count(len(self.items))
        self.cursor = -1
        self.move_to(cursor)
        self.refresh()

    def row(self, index: int, width: int) -> Text:
        """Draw an item: group, mark, title, figures."""
        item = self.items[index]
        row = Text(no_wrap=True)
        if self._group_width and width >= SLIM_COLUMNS:
            is_first = index == 0 or self.items[index - 1].group != item.group
            group = Text(visible(item.group) if is_first else "", style="dim")
            group.truncate(min(self._group_width, width // 4), pad=True)
            row.append_text(group).append("  ")
        row.append(f"{item.mark or ' '} ")
        row.append(_line(item.title))
        figures = Text(_line(item.figures), style="dim")
        room = width - figures.cell_len - 2
        if item.figures and room >= width // 3:
            row.truncate(room, overflow="ellipsis", pad=True)
            row.append("  ").append_text(figures)
        return row


class Picker(ModalScreen[Picked | None]):
    """Typing filters, arrows move, Enter chooses, Esc leaves."""

    SLIM_BELOW: ClassVar[int] = SLIM_COLUMNS
    SHARE: ClassVar[float] = 0.8
    """How much of the height of a screen that is large enough it takes at most."""

    DEFAULT_CSS = """
    Picker { align: center middle; }
    Picker > Vertical {
        width: 90%; max-width: 110; height: auto; padding: 0 1; background: $background;
        border: solid $surface-lighten-2;
    }
    Picker.-slim > Vertical { width: 100%; height: 100%; border: none; }

    Picker #picker-title { height: 1; text-style: bold; }
    Picker Input { height: 1; border: none; padding: 0; background: $surface; }
    Picker #picker-about { height: 1; color: $text-muted; }
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        *leave_bindings("dismiss", priority=True),
        Binding("up", "move(-1)", show=False),
        Binding("down", "move(1)", show=False),
        Binding("pageup", "page(-1)", show=False),
        Binding("pagedown", "page(1)", show=False),
    ]

    def __init__(
        self,
        title: str,
        items: Sequence[PickerItem] = (),
        *,
        keys: Sequence[PickerKey] = (),
        query: str = "",
        current: object = None,
        placeholder: str = "type to find",
        enter: str = "enter chooses",
    ) -> None:
        """Make a picker.

        Args:
            title: what is chosen.
            items: in the order of their groups; more can come later (`show`).
            keys: further ways to choose.
            query: what is typed in the beginning.
            current: the value under the cursor in the beginning.
            placeholder: what the empty line says.
            enter: what the hint line says about Enter.
        """
        super().__init__()
        self._title = title
        self._items = list(items)
        self._keys = list(keys)
        self._query = query
        self._current = current
        self._placeholder = placeholder
        self._enter = enter

    def compose(self) -> ComposeResult:
        """Title, query, list, a line about the item, keys."""
        with Vertical():
            yield Static(Text(_line(self._title)), id="picker-title", markup=False)
            yield Input(self._query, placeholder=self._placeholder, compact=True, select_on_focus=False)
            yield PickerRows()
            yield Static(id="picker-about", markup=False)
            yield Hints(id="picker-hint")

    def on_mount(self) -> None:
        """Name the keys and show the items."""
        more = [f"{key.key} {key.hint}" for key in self._keys]
        self.query_one("#picker-hint", Hints).show([self._enter, "esc leaves", *more])
        take_focus(self.query_one(Input))
        self._filter()

    def show(self, items: Sequence[PickerItem]) -> None:
        """Show other items; the cursor stays on its value."""
        self._current = self.value if self._items else self._current
        self._items = list(items)
        if self.is_mounted:
            self._arrange()
            self._filter()

    @property
    def value(self) -> Any:
        """The value under the cursor, None without one."""
        rows = self.query_one(PickerRows) if self.is_mounted else None
        return rows.items[rows.cursor].value if rows is not None and rows.items else None

    def cost(self, query: str, item: PickerItem) -> float | None:
        """How well an item fits the query: the lower the better, None when it does not."""
        return match(query, f"{item.title} {item.group} {item.also}")

    def _filter(self) -> None:
        query = self.query_one(Input).value
        found: list[tuple[float, PickerItem]] = []
        for item in self._items:
            cost = self.cost(query, item)
            if cost is not None:
                found.append((cost, item))
        if query.strip():
            found.sort(key=lambda pair: pair[0])
        items = [item for _, item in found]
        at = next((i for i, item in enumerate(items) if item.value == self._current), 0)
        self.query_one(PickerRows).show(items, 0 if query.strip() else at)
        self._tell_about()

    def _tell_about(self) -> None:
        rows = self.query_one(PickerRows)
        about = rows.items[rows.cursor].about if rows.items else ""
        line = Text(_line(about), no_wrap=True, overflow="ellipsis")
        self.query_one("#picker-about", Static).update(line, layout=False)

    @on(Input.Changed)
    def _typed(self) -> None:
        self._filter()

    @on(RowList.Highlighted)
    def _moved(self) -> None:
        self._tell_about()

    @on(Input.Submitted)
    @on(RowList.Chosen)
    def _choose(self) -> None:
        self._pick("")

    def on_key(self, event: events.Key) -> None:
        """Choose in another way."""
        way = next((key.id for key in self._keys if key.key == event.key), None)
        if way is not None:
            event.stop()
            self._pick(way)

    def _pick(self, way: str) -> None:
        if self.query_one(PickerRows).items:
            self.dismiss(Picked(self.value, way))

    def on_resize(self) -> None:
        """Take the whole of a small screen, and of a large one what the items need."""
        self._arrange()

    def _arrange(self) -> None:
        width, height = self.size
        is_slim = height < SLIM_ROWS or width < self.SLIM_BELOW
        self.set_class(is_slim, "-slim")
        room = int(height * self.SHARE) - FRAME_ROWS
        self.query_one(PickerRows).styles.height = "1fr" if is_slim else max(3, min(len(self._items), room))

    def action_move(self, rows: int) -> None:
        """Move the cursor by rows, around the ends."""
        found = self.query_one(PickerRows)
        if found.count:
            found.move_to((found.cursor + rows) % found.count)

    def action_page(self, pages: int) -> None:
        """Move the cursor by windows."""
        self.query_one(PickerRows).action_page(pages)


def _line(text: str) -> str:
    """Foreign text on one line."""
    return " ".join(visible(text).split()) if "\n" in text or "\t" in text else visible(text)
