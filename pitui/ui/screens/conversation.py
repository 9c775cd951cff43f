"""A screen with a conversation in it: scroll, fold, find and copy."""

from __future__ import annotations

from textual import on
from textual.screen import Screen

from pitui.disk.files import DiskError
from pitui.ui.clipboard import copy_text
from pitui.ui.focus import take_focus
from pitui.ui.preferences import preferences_of
from pitui.ui.textual_private import app_of
from pitui.ui.widgets.editor import Editor
from pitui.ui.widgets.find_bar import FindBar
from pitui.ui.widgets.transcript import Transcript


class ConversationScreen(Screen[None]):
    """Holds a `Transcript`, a `FindBar` and an `Editor`."""

    def back_to_editor(self) -> None:
        """Give the keys to the editor."""
        take_focus(self.query_one(Editor))

    def action_scroll_conversation(self, where: str) -> None:
        """Scroll the conversation by one of the transcript's own moves."""
        self.query_one(Transcript).move(where)

    def action_toggle_thinking(self) -> None:
        """Fold or unfold all thoughts, and keep that as pi's own screen does."""
        shown = self.query_one(Transcript).toggle_thinking()
        try:
            preferences_of(self).keep_shown_thinking(shown)
        except DiskError as problem:
            self.notify(str(problem), severity="warning", markup=False)

    def action_toggle_tools(self) -> None:
        """Fold or unfold all tool output."""
        self.query_one(Transcript).toggle_tools()

    def action_find(self) -> None:
        """Open the find bar."""
        self.query_one(FindBar).open()

    @on(FindBar.Wanted)
    def _find(self, event: FindBar.Wanted) -> None:
        self.query_one(Transcript).find(event.text)
        self.query_one(FindBar).tell(*self.query_one(Transcript).find_position)

    @on(FindBar.Step)
    def _find_step(self, event: FindBar.Step) -> None:
        transcript = self.query_one(Transcript)
        position = transcript.find_next() if event.direction > 0 else transcript.find_previous()
        self.query_one(FindBar).tell(*position)

    @on(Transcript.FindChanged)
    def _found(self, event: Transcript.FindChanged) -> None:
        self.query_one(FindBar).tell(event.position, event.total)

    @on(FindBar.Closed)
    def _find_closed(self) -> None:
        self.query_one(Transcript).find_clear()
        self.back_to_editor()

    def action_copy_answer(self) -> None:
        """Copy the last answer as its source."""
        text = self.query_one(Transcript).last_answer_text()
        if text:
            copy_text(app_of(self), text, "the last answer")
        else:
            self.notify("There is no answer to copy yet.", markup=False)
