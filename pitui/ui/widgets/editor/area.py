"""A text area in which markers, emoji sequences and letters with marks are single characters."""

from __future__ import annotations

import functools
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, ClassVar

from rich.cells import split_graphemes
from rich.style import Style
from rich.text import Text
from textual import events
from textual.binding import Binding, BindingType
from textual.geometry import Offset
from textual.message import Message
from textual.widgets import TextArea
from textual.widgets.text_area import Edit, EditResult, Location, Selection

from pitui.session.draft import Markers, picture
from pitui.ui.editor_actions import JUMP_BACK, JUMP_FORWARD, area_bindings
from pitui.ui.textual_private import app_of, paint_now, teach_keys
from pitui.ui.widgets.editor.jump import Direction, place_of
from pitui.ui.widgets.editor.kill_ring import KillRing


class MarkedArea(TextArea, inherit_bindings=False):
    """What a user writes for pi.

    Attributes:
        markers: the pastes and images that markers in the text stand for.
        kills: what was killed, shared between the areas that use it.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        *area_bindings(),
        Binding("shift+left", "cursor_left(True)", show=False),
        Binding("shift+right", "cursor_right(True)", show=False),
        Binding("ctrl+shift+left", "cursor_word_left(True)", show=False),
        Binding("ctrl+shift+right", "cursor_word_right(True)", show=False),
        Binding("shift+up", "cursor_up(True)", show=False),
        Binding("shift+down", "cursor_down(True)", show=False),
        Binding("shift+home", "cursor_line_start(True)", show=False),
        Binding("shift+end", "cursor_line_end(True)", show=False),
    ]

    @dataclass
    class Jumping(Message):
        """The next character is one to jump to, ahead (1) or back (-1); None: it is a text again."""

        direction: Direction | None

    def __init__(
        self, markers: Markers, kills: KillRing, *, id: str | None = None, placeholder: str = ""
    ) -> None:
        """Make an empty area."""
        teach_keys()
        self.markers = markers
        self.kills = kills
        super().__init__(
            id=id,
            soft_wrap=True,
            show_line_numbers=False,
            highlight_cursor_line=False,
            compact=True,
            placeholder=placeholder,
        )
        self.cursor_blink = False
        self._killing: list[str] | None = None
        self._killed: tuple[str, Selection] | None = None
        self._yanked: tuple[str, Selection, Location, Location] | None = None
        self._jumping: Direction | None = None

    # -- what is one character -------------------------------------------------------------------------------

    def clamp_visitable(self, location: Location) -> Location:
        """The nearest place for the caret: never inside of what counts as one character."""
        row, column = super().clamp_visitable(location)
        span = self._around(row, column)
        if span is None:
            return row, column
        return row, span[1] if (row, column) > self.selection.end else span[0]

    def edit(self, edit: Edit) -> EditResult:
        """Change the text; what counts as one character goes as a whole."""
        start, end = sorted((edit.from_location, edit.to_location))
        if start != end:
            wide_start, wide_end = self._widened(start, 0), self._widened(end, 1)
            if (wide_start, wide_end) != (start, end):
                edit = Edit(edit.text, wide_start, wide_end, edit.maintain_selection_offset)
        result = super().edit(edit)
        if self._killing is not None:
            self._killing.append(result.replaced_text)
        return result

    def get_line(self, line_index: int) -> Text:
        """A line as it looks: markers stand out, characters that a terminal would obey are pictures."""
        line = self.document.get_line(line_index)
        text = Text(picture(line), end="", no_wrap=True)
        for start, end in self.markers.spans(line):
            text.stylize(self._marker_style, start, end)
        return text

    def scroll_cursor_visible(self, center: bool = False, animate: bool = False) -> Offset:
        """Scroll to the caret. In the middle of an undo Textual 8.2 asks for it while the caret is behind the end."""
        if self.cursor_location[0] >= self.document.line_count:
            return Offset(0, 0)
        return super().scroll_cursor_visible(center, animate)

    def marker_at_caret(self) -> tuple[Location, Location] | None:
        """Where the marker stands that the caret touches, the one before it first."""
        row, column = self.selection.end
        spans = list(self.markers.spans(self.document.get_line(row)))
        found = next((s for s in spans if s[1] == column), None) or next(
            (s for s in spans if s[0] <= column < s[1]), None
        )
        return None if found is None else ((row, found[0]), (row, found[1]))

    @property
    def _marker_style(self) -> Style:
        accent = app_of(self).theme_variables.get("accent", "")
        return Style(color=accent or None, bold=True) if accent.startswith("#") else Style(bold=True)

    def _around(self, row: int, column: int) -> tuple[int, int] | None:
        line = self.document.get_line(row)
        spans = (*self.markers.spans(line), *_clusters(line))
        return next((span for span in spans if span[0] < column < span[1]), None)

    def _widened(self, location: Location, side: int) -> Location:
        row, column = location
        span = self._around(row, column)
        return location if span is None else (row, span[side])

    def on_key(self, event: events.Key) -> None:
        """A letter with Alt is no letter, which Textual's text area does not see (8.2)."""
        if event.key.startswith(("alt+", "ctrl+")):
            event.character = None

    def on_text_area_selection_changed(self) -> None:
        """Show what a key has done before anything else is drawn."""
        paint_now(self)

    # -- jumping to a character ------------------------------------------------------------------------------

    async def on_event(self, event: events.Event) -> None:
        """Take the character that a jump waits for, before it does anything else."""
        if self._jumping is not None:
            if isinstance(event, events.Key):
                if self._ends_jump(event):
                    event.stop()
                    return
            elif isinstance(event, (events.Paste, events.Blur)):
                self._wait_for_jump(None)
        await super().on_event(event)

    def action_jump(self, direction: Direction) -> None:
        """Have the next character be one to jump to, ahead (1) or back (-1)."""
        self._wait_for_jump(direction)

    def _wait_for_jump(self, direction: Direction | None) -> None:
        self._jumping = direction
        self.post_message(self.Jumping(direction))

    def _ends_jump(self, event: events.Key) -> bool:
        """Jump or give it up; False when the key is still to do what it does."""
        direction = self._jumping
        self._wait_for_jump(None)
        if direction is not None and event.is_printable and not event.key.startswith(("alt+", "ctrl+")):
            place = place_of(
                event.character or "",
                self.document.lines,
                self.selection.end,
                direction,
                can_stand=lambda row, column: self._around(row, column) is None,
            )
            if place is not None:
                self.move_cursor(place)
            return True
        bound = self.screen.active_bindings.get(event.key)
        ends = (JUMP_FORWARD.call, JUMP_BACK.call)
        return event.key == "escape" or (bound is not None and bound.binding.action in ends)

    # -- pasting ---------------------------------------------------------------------------------------------

    def on_paste(self, event: events.Paste) -> None:
        """Insert a pasted text, a large one as a marker; nothing in it is a key."""
        event.prevent_default()
        event.stop()
        self.put(self.markers.paste(event.text))

    def put(self, text: str) -> None:
        """Insert a text in place of the selection, as one step of undo."""
        self.history.checkpoint()
        start, end = sorted(self.selection)
        result = self.replace(text, start, end, maintain_selection_offset=False)
        self.move_cursor(result.end_location)
        self.history.checkpoint()

    def action_open_marker(self) -> None:
        """Put the text of the paste at the caret in the place of its marker."""
        place = self.marker_at_caret()
        content = None if place is None else self.markers.pasted(self.get_text_range(*place))
        if place is None or content is None:
            self.notify("There is no paste at the caret.", markup=False)
            return
        self.history.checkpoint()
        self.move_cursor(self.replace(content, *place, maintain_selection_offset=False).end_location)
        self.history.checkpoint()

    # -- killing and yanking ---------------------------------------------------------------------------------

    def action_kill(self, what: str) -> None:
        """Kill up to the end or the beginning of a line or word."""
        actions: dict[str, Callable[[], Any]] = {
            "line_end": self._kill_line_end,
            "line_start": self.action_delete_to_start_of_line,
            "word_left": self.action_delete_word_left,
            "word_right": self.action_delete_word_right,
        }
        joins = self._killed == (self.text, self.selection)
        was = self.text
        self._killing = []
        actions[what]()
        killed, self._killing = self._killing, None
        if killed and self.text != was:
            self.kills.kill(killed[0], before=what in ("line_start", "word_left"), joins=joins)
        self._killed = (self.text, self.selection)

    def action_yank(self) -> None:
        """Insert what was killed last."""
        if self.kills.top:
            self._yank(self.kills.top, *sorted(self.selection))

    def action_yank_pop(self) -> None:
        """Right after a yank: what was killed before it instead."""
        if self._yanked is not None and self._yanked[:2] == (self.text, self.selection):
            _, _, start, end = self._yanked
            self._yank(self.kills.turn(), start, end)

    def _yank(self, text: str, start: Location, end: Location) -> None:
        self.history.checkpoint()
        result = self.replace(text, start, end, maintain_selection_offset=False)
        self.move_cursor(result.end_location)
        self._yanked = (self.text, self.selection, start, result.end_location)

    def _kill_line_end(self) -> None:
        if self.cursor_at_end_of_line:
            self.action_delete_right()
        else:
            self.action_delete_to_end_of_line()


@functools.lru_cache(maxsize=512)
def _clusters(line: str) -> tuple[tuple[int, int], ...]:
    """Where several code points make one character."""
    if line.isascii():
        return ()
    return tuple((start, end) for start, end, _ in split_graphemes(line)[0] if end - start > 1)
