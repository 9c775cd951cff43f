"""From the editor to pi and back: what is sent, refused or taken back, and no word is lost on the way."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from textual.screen import Screen

from pitui.protocol.commands import StreamingBehavior
from pitui.session.controller import Controller
from pitui.session.delivery import Refused
from pitui.session.phase import Phase
from pitui.session.waiting import Waiting
from pitui.ui.actions import BY_SLASH
from pitui.ui.slash import parse_input
from pitui.ui.widgets.editor import Editor


class Sending:
    """What happens to the text of one screen's editor."""

    def __init__(self, screen: Screen[Any], controller: Controller) -> None:
        """Serve a screen that has an `Editor`."""
        self._screen = screen
        self._controller = controller

    def submit(self, text: str, lane: StreamingBehavior) -> None:
        """Send what the user entered; what cannot be sent stays in the editor and says why."""
        controller = self._controller
        entered = parse_input(text, {command.name for command in controller.session.commands})
        problem = entered.problem
        if problem is None and entered.action is None and controller.session.phase is Phase.DEAD:
            problem = "pi has ended: ctrl+r starts it again."
        if problem is None and controller.is_replay:
            problem = "This is a recording: nothing can be sent."
        if problem is not None:
            self._screen.notify(problem, severity="warning", markup=False)
            return
        self._editor.clear()
        if entered.action is not None:
            self._run_slash(entered.action.slash or "", entered.argument)
        elif entered.shell is not None:
            shell, excluded = entered.shell, entered.excluded
            controller.intend(lambda: controller.bash(shell, excluded=excluded))
        else:
            controller.send(text, lane)

    def give_back(self, refused: Refused) -> None:
        """Put back what pi refused, and say why."""
        self.take_back(refused.messages)
        self._screen.notify(refused.reason, severity="error", markup=False)

    def take_back(self, texts: Sequence[Waiting]) -> None:
        """Put queued texts back, in order, above the draft."""
        if texts:
            self._editor.give_back("\n\n".join(message.draft for message in texts))

    @property
    def _editor(self) -> Editor:
        return self._screen.query_one(Editor)

    def _run_slash(self, name: str, argument: str) -> None:
        match name:
            case "label":
                self._screen.run_worker(self._screen.run_action(f"screen.label_place({argument!r})"))
            case _:
                self._screen.run_worker(self._screen.run_action(BY_SLASH[name].with_argument(argument)))
