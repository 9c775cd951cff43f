"""The card: what is asked, in full, and the control that answers; never a cover over what it asks about."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, cast

from rich.style import Style
from rich.text import Text
from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.message import Message
from textual.timer import Timer
from textual.widget import Widget
from textual.widgets import Static, TextArea

from pitui.protocol.extension_ui import (
    ConfirmRequest,
    EditorRequest,
    ExtensionUIResponse,
    InputRequest,
    SelectRequest,
)
from pitui.render.ansi import expand_tabs
from pitui.render.sanitize import visible
from pitui.render.wrap import Span
from pitui.ui.focus import hand_to_editor, take_focus
from pitui.ui.leaving import clear_binding
from pitui.ui.preferences import keys_of
from pitui.ui.widgets.dialogs.choices import Choices
from pitui.ui.widgets.dialogs.control import Control, Given
from pitui.ui.widgets.dialogs.line_input import LineInput
from pitui.ui.widgets.dialogs.lines import Lines
from pitui.ui.widgets.dialogs.question import Question
from pitui.ui.widgets.dialogs.text_editor import TextEditor
from pitui.ui.widgets.dialogs.yes_no import YesNo
from pitui.ui.widgets.hints import BETWEEN, fit

ALONE_SECONDS = 0.2
"""A letter that answers does so only when nothing is typed for so long: else it begins a sentence for the editor."""

LEAST_ROWS = 4
"""A card has at least its rule, its heading, one row of words and one of its control."""


class DialogCard(Vertical):
    """Shows one of the questions that wait; which one, and for how long it still waits, stands in its heading."""

    DEFAULT_CSS = """
    DialogCard { height: auto; display: none; padding: 0 1; border-top: solid $surface-lighten-2; }
    DialogCard:focus-within { border-top: solid $accent; }
    DialogCard #dialog-heading { height: 1; }
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        clear_binding("screen.clear_or_quit", priority=True),
        Binding("pageup", "scroll_words(-1)", show=False),
        Binding("pagedown", "scroll_words(1)", show=False),
        Binding("alt+right,ctrl+pagedown", "turn(1)", show=False),
        Binding("alt+left,ctrl+pageup", "turn(-1)", show=False),
    ]

    @dataclass
    class Answered(Message):
        """The user answered or cancelled a question."""

        question: Question
        response: ExtensionUIResponse

    @dataclass
    class Dropped(Message):
        """The question of a text that the user was writing is gone, and nobody has got the text."""

        text: str

    def __init__(self, *, id: str | None = None) -> None:
        """Make a hidden card."""
        super().__init__(id=id)
        self._questions: list[Question] = []
        self._shown: Question | None = None
        self._control: Widget | None = None
        self._now = 0.0
        self._reach = ""
        self._held: events.Key | None = None
        self._holding: Timer | None = None
        self._written: dict[str, str] = {}
        self._given_id = ""

    @property
    def shown(self) -> Question | None:
        """The question on the card."""
        return self._shown

    @property
    def has_keys(self) -> bool:
        """Whether keys go to the card."""
        focused = self.screen.focused
        return focused is not None and self in focused.ancestors

    def compose(self) -> ComposeResult:
        """Heading and words; the control is mounted for each question."""
        yield Static(id="dialog-heading", markup=False)
        yield Lines(id="dialog-words")

    async def take(self, questions: Sequence[Question], now: float, reach: str) -> bool:
        """Show these questions: the one that is on the card stays on it.

        Args:
            questions: those that wait, oldest first.
            now: the time of their deadlines' clock.
            reach: how the card is reached while it has no keys.

        Returns:
            Whether another question is on the card now.
        """
        place = self._place()
        self._keep_written()
        for gone in self._written.keys() - {question.request.id for question in questions}:
            self.post_message(self.Dropped(self._written.pop(gone)))
        self._questions = list(questions)
        self._now = now
        self._reach = reach
        if self._shown is not None:
            again = next((q for q in questions if q.request.id == self._shown.request.id), None)
            if again is not None and again.request == self._shown.request:
                self._shown = again
                self._tell_heading()
                self.divide_rows()
                return False
        await self._put_on(questions[min(place, len(questions) - 1)] if questions else None)
        return bool(questions)

    def take_keys(self, *, on_purpose: bool = True) -> None:
        """Give the keys to the control; whether the user wants that decides what becomes of a text."""
        if self._control is not None:
            cast("Control", self._control).on_purpose = on_purpose
            take_focus(self._control)
            self._tell_heading()

    def cancel(self) -> None:
        """Undo the innermost thing of the control, else answer `cancelled`."""
        if self._shown is None or cast("Control", self._control).step_back():
            return
        response = ExtensionUIResponse(id=self._shown.request.id, cancelled=True)
        self.post_message(self.Answered(self._shown, response))

    async def turn(self, steps: int) -> None:
        """Put the next (1) or the one before (-1) of the waiting questions on the card."""
        if len(self._questions) < 2:
            self.take_keys()
            return
        had_keys = self.has_keys
        self._keep_written()
        await self._put_on(self._questions[(self._place() + steps) % len(self._questions)])
        if had_keys:
            self.take_keys()

    def tell_reach(self, reach: str) -> None:
        """Say how the card is reached while it has no keys."""
        self._reach = reach
        self._tell_heading()

    def tell_time(self, now: float) -> None:
        """Draw the countdown for a time."""
        self._now = now
        self._tell_heading()

    def divide_rows(self) -> None:
        """Divide the rows that the card may have between its words and its control."""
        if self._shown is None or self._control is None or not self.display:
            return
        width = self.content_size.width or max(1, self.screen.size.width - 2)
        control = cast("Control", self._control)
        words = self.query_one(Lines)
        rows = self._most_rows() - 2
        wanted = control.rows_wanted(width)
        if wanted > rows // 2:
            wanted = control.rows_wanted(width - 1)
        lines = words.rows_wanted(width)
        if lines + wanted > rows:
            given = max(1, min(wanted, max(rows - lines, (rows + 1) // 2)))
            lines = words.rows_wanted(width - 1)
            words.set_rows(min(lines, max(1, rows - given)))
            self._control.styles.height = given
        else:
            words.set_rows(lines)
            self._control.styles.height = wanted

    def on_resize(self) -> None:
        """Wrap for the new width."""
        self._tell_heading()
        self.divide_rows()

    @on(events.DescendantFocus)
    @on(events.DescendantBlur)
    def _keys_moved(self) -> None:
        self._tell_heading()

    @on(TextArea.Changed)
    def _text_changed(self, event: TextArea.Changed) -> None:
        event.stop()
        self.divide_rows()

    def on_click(self, event: events.Click) -> None:
        """A click gives the keys to the card."""
        self.take_keys()

    # -- keys ------------------------------------------------------------------------------------------------

    def on_key(self, event: events.Key) -> None:
        """A character that answers waits whether it stands alone; with others it is a text for the editor."""
        if self._control is None or self.screen.focused is not self._control:
            return
        control = cast("Control", self._control)
        held = self._release()
        if event.is_printable and event.character is not None:
            event.stop()
            if held is None and control.filter_by(event.character):
                return
            if held is not None or control.choice(event.character) is None:
                hand_to_editor(self, [event] if held is None else [held, event])
            else:
                self._held = event
                self._holding = self.set_timer(ALONE_SECONDS, self._answer_held)
        elif held is not None and event.key == "enter":
            event.stop()
            self._held = held
            self._answer_held()
        elif event.key in ("up", "down", "left", "right", "home", "end", "backspace"):
            control.on_purpose = True
            self._tell_heading()

    def on_paste(self, event: events.Paste) -> None:
        """A paste filters, or it is a text for the editor."""
        event.stop()
        held = self._release()
        if self._control is None or not cast("Control", self._control).filter_by(
            " ".join(event.text.split())
        ):
            hand_to_editor(self, [event] if held is None else [held, event])

    def _release(self) -> events.Key | None:
        """Take back the character that waits to answer."""
        held, self._held = self._held, None
        if self._holding is not None:
            self._holding.stop()
            self._holding = None
        return held

    def _answer_held(self) -> None:
        held = self._release()
        if held is not None and held.character is not None and self._control is not None:
            value = cast("Control", self._control).choice(held.character)
            if value is not None:
                self.post_message(Given(value))

    @on(Given)
    def _given(self, event: Given) -> None:
        event.stop()
        question = self._shown
        if question is None:
            return
        key = self._given_id = question.request.id
        if isinstance(event.value, bool):
            response = ExtensionUIResponse(id=key, confirmed=event.value)
        else:
            response = ExtensionUIResponse(id=key, value=event.value)
        self.post_message(self.Answered(question, response))

    async def action_turn(self, steps: int) -> None:
        """Look through what waits."""
        await self.turn(steps)

    def action_scroll_words(self, pages: int) -> None:
        """Scroll what is asked by windows."""
        words = self.query_one(Lines)
        words.scroll_relative(y=pages * max(1, words.size.height - 1), animate=False, immediate=True)

    # -- plumbing --------------------------------------------------------------------------------------------

    def _place(self) -> int:
        """Where in the line the question on the card stands, or stood."""
        for index, question in enumerate(self._questions):
            if self._shown is not None and question.request.id == self._shown.request.id:
                return index
        return 0

    def _keep_written(self) -> None:
        """Remember what is written for the question on the card."""
        if self._shown is None or self._control is None:
            return
        key, text = self._shown.request.id, cast("Control", self._control).written
        self._written.pop(key, None)
        if text and key != self._given_id:
            self._written[key] = text

    async def _put_on(self, question: Question | None) -> None:
        held = self._release()
        if held is not None or self.has_keys:
            hand_to_editor(self, [] if held is None else [held])
        self._shown = question
        if self._control is not None:
            # A widget that is removed while it is still laid out may be drawn without its styles (Textual 8.2).
            self._control.display = False
            self.call_after_refresh(self._control.remove)
            self._control = None
        if question is None:
            if self.display:
                self.display = False
            return
        self.display = True
        self.query_one(Lines).tell(_words(question))
        self._control = _control(question)
        await self.mount(self._control)
        if question.request.id in self._written:
            cast("Control", self._control).write(self._written[question.request.id])
        self._tell_heading()
        self.divide_rows()
        self.call_after_refresh(self.divide_rows)

    def _most_rows(self) -> int:
        """Half of the screen, less where a long draft or queue needs room, so that the conversation stays seen."""
        screen = self.screen
        taken = sum(
            widget.outer_size.height
            for widget in screen.children
            if widget is not self and widget.id != "body" and widget.display and widget.styles.dock == "none"
        )
        free = screen.size.height - taken
        return max(LEAST_ROWS, min(screen.size.height // 2, free - 2))

    @property
    def _width(self) -> int:
        """Cells of a line."""
        return max(1, self.content_size.width or self.screen.size.width - 2)

    def _tell_heading(self) -> None:
        question = self._shown
        if question is None or self._control is None:
            return
        heading = Text(no_wrap=True)
        has_keys = self.has_keys
        heading.append("? ", style="bold")
        if len(self._questions) > 1:
            heading.append(f"{self._place() + 1}/{len(self._questions)}  ", style="bold")
        if question.deadline is not None:
            heading.append(f"{max(0, math.ceil(question.deadline - self._now))}s left  ", style="bold")
        if has_keys:
            to_prompt = keys_of(self).hint("pitui.dialog.switch", "to the prompt")
            hints = [*cast("Control", self._control).hint.split(BETWEEN), "esc cancels"]
            hints += [to_prompt] if to_prompt else []
            if len(self._questions) > 1:
                hints.insert(-1 if to_prompt else len(hints), "alt+→ next")
            heading.append(fit(hints, self._width - heading.cell_len), style="dim")
        else:
            heading.append(self._reach)
        heading.truncate(self._width, overflow="ellipsis")
        self.query_one("#dialog-heading", Static).update(heading)


def _words(question: Question) -> list[Span]:
    """What is asked, every character that a terminal would obey made visible."""
    request = question.request
    spans: list[Span] = []
    title = _paragraphs(request.title)
    message = _paragraphs(request.message) if isinstance(request, ConfirmRequest) else ""
    if title:
        spans.append((title, Style(bold=True)))
    for text in (message, question.note):
        if text:
            spans.append((f"\n{text}" if spans else text, Style()))
    return spans


def _paragraphs(text: str) -> str:
    return visible(expand_tabs(text.replace("\r\n", "\n").strip("\n")))


def _control(question: Question) -> Widget:
    match question.request:
        case SelectRequest() as request:
            return Choices(request.options)
        case ConfirmRequest():
            return YesNo()
        case InputRequest() as request:
            return LineInput(request.placeholder)
        case EditorRequest() as request:
            return TextEditor(request.prefill)
