"""Who asks and when: what stands on the card, when the card may take keys, and where its answers go.

A key that was meant for the prompt answers nothing: a card takes keys by itself only when the editor has the focus,
is empty, and has been left alone for a moment since the card came; else the user gives them to it.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from textual.screen import Screen
from textual.timer import Timer

from pitui.session.changes import Area, ChangeSet
from pitui.session.controller import Controller
from pitui.ui.focus import take_focus
from pitui.ui.live import Live
from pitui.ui.preferences import keys_of
from pitui.ui.start_questions import ended_question, start_question
from pitui.ui.widgets.dialogs import DialogCard, Question
from pitui.ui.widgets.editor import Editor
from pitui.ui.widgets.side import Side

GRACE_SECONDS = 0.3
"""A key so soon after a card came, or after one in the editor, was meant for the editor."""


class Asking:
    """The questions of one screen that has an `Editor` and a `DialogCard`."""

    def __init__(
        self, screen: Screen[Any], live: Live, on_ring: Callable[[], None], on_shown: Callable[[], None]
    ) -> None:
        """Serve a screen.

        Args:
            screen: it is mounted when the other methods are called.
            live: its pi, and the clock of the deadlines.
            on_ring: called when a question comes.
            on_shown: called when another question, or none, is on the card.
        """
        self._screen = screen
        self._live = live
        self._on_ring = on_ring
        self._on_shown = on_shown
        self._own: list[Question] = []
        self._known: set[str] = set()
        self._declined: str | None = None
        self._grace: Timer | None = None
        self._grace_until = self._taken_at = 0.0
        self._countdown: Timer | None = None
        self._was_ready = False
        self._had_asked_too_early = False

    # -- what waits ------------------------------------------------------------------------------------------

    def ask(self, question: Question) -> None:
        """Put a question of pitui's own into the line; it takes the place of one with the same id."""
        self._own = [own for own in self._own if own.request.id != question.request.id]
        self._own.append(question)
        self._screen.call_later(self._show)

    async def take(self, changes: ChangeSet) -> None:
        """Show what waits after these changes of the session."""
        controller = self._controller
        if controller.asked_too_early != self._had_asked_too_early:
            self._had_asked_too_early = controller.asked_too_early
            self._withdraw(ended_question(self._live).request.id)
            if controller.asked_too_early:
                self.ask(ended_question(self._live))
        if Area.DIALOGS in changes.areas or controller.was_ready != self._was_ready:
            self._was_ready = controller.was_ready
            await self._show()

    async def answered(self, event: DialogCard.Answered) -> None:
        """Carry out what the user answered; keys go to the editor until the next card may have them."""
        question = event.question
        take_focus(self._editor)
        self._declined = question.request.id
        if question.answered is None:
            await self._controller.answer(event.response)
            return
        self._withdraw(question.request.id)
        question.answered(event.response)
        await self._show()

    def _withdraw(self, request_id: str) -> None:
        self._own = [own for own in self._own if own.request.id != request_id]

    def _questions(self) -> list[Question]:
        if self._controller.was_ready:
            asked = [Question.of(pending) for pending in self._controller.session.dialogs]
        else:
            asked = [start_question(pending, self._live) for pending in self._controller.session.dialogs]
        return asked + self._own

    async def _show(self) -> None:
        questions = self._questions()
        card = self._card
        had_keys = card.has_keys or self._screen.focused is None
        is_other = await card.take(questions, self._live.now(), self._reach)
        if any(question.request.id not in self._known for question in questions):
            self._on_ring()
        self._known = {question.request.id for question in questions}
        if is_other:
            self._declined = None
            self._wait()
        if had_keys and (is_other or not questions):
            take_focus(self._editor)
        self._on_shown()
        self._count_down()

    # -- who has the keys ------------------------------------------------------------------------------------

    def escape(self) -> bool:
        """Cancel the question on the card, but not in its first moment.

        Returns:
            False when Esc is meant for something else.
        """
        card = self._card
        if card.shown is None or (not card.has_keys and self._live.now() < self._grace_until):
            return False
        focused = self._screen.focused
        if focused is not None and any(isinstance(ancestor, Side) for ancestor in focused.ancestors):
            return False
        card.cancel()
        return True

    def switch(self) -> bool:
        """Give the keys to the card, or back to the editor.

        Returns:
            False when nothing waits.
        """
        card = self._card
        if card.shown is None:
            return False
        if card.has_keys and self._live.now() < self._taken_at + GRACE_SECONDS:
            card.take_keys()  # it has just done by itself what the user wants
        elif card.has_keys:
            self._declined = card.shown.request.id
            take_focus(self._editor)
            self._tell_reach()
        else:
            card.take_keys()
        return True

    async def turn(self, steps: int) -> None:
        """Give the keys to the card; when it has them, look through what waits."""
        if self._card.has_keys:
            await self._card.turn(steps)
            self._on_shown()
        else:
            self._card.take_keys()
        self._count_down()

    def typed(self) -> None:
        """The text in the editor changed: the card waits until it has been left alone."""
        if self._card.shown is not None:
            self._tell_reach()
            self._wait()

    def _wait(self) -> None:
        self._grace_until = self._live.now() + GRACE_SECONDS
        if self._grace is not None:
            self._grace.stop()
        self._grace = self._screen.set_timer(GRACE_SECONDS, self._offer)

    def _offer(self) -> None:
        card, editor = self._card, self._editor
        self._tell_reach()
        if card.shown is None or card.shown.request.id == self._declined:
            return
        if self._screen.focused is not editor:
            return
        if not editor.text:
            self._taken_at = self._live.now()
            card.take_keys(on_purpose=False)

    def _tell_reach(self) -> None:
        self._card.tell_reach(self._reach)

    @property
    def _reach(self) -> str:
        keys = keys_of(self._screen).names("pitui.dialog.switch", "pitui.dialog.next")
        how = f"{keys} answers it" if keys else "a click answers it"
        return f"{how}, your draft stays" if self._editor.text else how

    # -- time ------------------------------------------------------------------------------------------------

    def _count_down(self) -> None:
        """Draw the countdown again when its next second begins; without a limit on the card nothing runs."""
        if self._countdown is not None:
            self._countdown.stop()
            self._countdown = None
        shown = self._card.shown
        if shown is None or shown.deadline is None:
            return
        left = shown.deadline - self._live.now()
        self._card.tell_time(self._live.now())
        if left > 0:
            until_next = left - math.ceil(left) + 1
            self._countdown = self._screen.set_timer(until_next + 0.01, self._count_down)

    # -- plumbing --------------------------------------------------------------------------------------------

    @property
    def _controller(self) -> Controller:
        return self._live.controller

    @property
    def _card(self) -> DialogCard:
        return self._screen.query_one(DialogCard)

    @property
    def _editor(self) -> Editor:
        return self._screen.query_one(Editor)
