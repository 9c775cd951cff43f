"""From the editor to pi and back: what is sent, refused or taken back, and no word is lost on the way."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from textual.screen import Screen

from pitui.protocol.commands import QueueMode, StreamingBehavior
from pitui.session.controller import Controller
from pitui.session.delivery import Refused
from pitui.session.phase import Phase
from pitui.session.waiting import Waiting
from pitui.ui.actions import Action
from pitui.ui.image_files import images_named
from pitui.ui.preferences import keys_of
from pitui.ui.slash import Entered, parse_input
from pitui.ui.widgets.editor import Editor


class Sending:
    """What happens to the text of one screen's editor.

    Attributes:
        on_sent: called with each text that left the editor, as it stood there.
        on_waiting: called when a text begins to wait here.
    """

    def __init__(self, screen: Screen[Any], controller: Controller, folder: Path) -> None:
        """Serve a screen that has an `Editor`; `folder` is what paths in a text start from."""
        self._screen = screen
        self._controller = controller
        self._folder = folder
        self.on_sent: Callable[[str], None] = lambda _: None
        self.on_waiting: Callable[[], None] = lambda: None
        self._held: list[Editor.Submitted] = []

    @property
    def waiting(self) -> str:
        """What waits until pi has told its commands, "" for nothing."""
        return f"{' '.join(held.text for held in self._held)} waits" if self._held else ""

    def take(self) -> None:
        """Send what has waited until pi told its commands; give it back when pi has ended instead."""
        is_dead = self._controller.session.phase is Phase.DEAD
        if not self._held or not (self._controller.knows_commands or is_dead):
            return
        held, self._held = self._held, []
        for event in held:
            if not self.submit(event):
                self._editor.give_back(event.written)

    def problem(self, text: str) -> str | None:
        """Why a text cannot be sent now; None when it can."""
        controller = self._controller
        entered = self._parse(text)
        if entered.problem is not None:
            return entered.problem
        if entered.action is None and controller.session.phase is Phase.DEAD:
            starts = keys_of(self._screen).hint("app.restart", "starts it again")
            return f"pi has ended: {starts or 'start it again from F1'}."
        if controller.is_replay:
            return "This is a recording: nothing can be sent."
        return None

    def is_prompt(self, text: str) -> bool:
        """Whether a text is for the model, no command and nothing for the shell."""
        entered = self._parse(text)
        return entered.action is None and entered.shell is None

    def submit(self, event: Editor.Submitted) -> bool:
        """Send what the user entered; what cannot be sent stays in the editor and says why.

        Returns:
            Whether it was sent.
        """
        controller = self._controller
        problem = self.problem(event.text)
        if problem is not None and self._may_be_of_pi(event.text):
            self._held.append(event)
            self.on_waiting()
            return True
        if problem is not None:
            self._screen.notify(problem, severity="warning", markup=False)
            return False
        entered = self._parse(event.text)
        if entered.action is not None and not self._run_slash(entered.action, entered.argument):
            return False
        self.on_sent(event.written)
        if entered.action is not None:
            return True
        if entered.shell is not None:
            shell, excluded = entered.shell, entered.excluded
            controller.intend(lambda: controller.bash(shell, excluded=excluded))
        else:
            images = (*event.images, *images_named(event.text, self._folder))
            controller.send(event.text, event.lane, images, written=event.written)
        return True

    def _may_be_of_pi(self, text: str) -> bool:
        """Whether a text is a command that a pi which is starting may have."""
        is_known = self._controller.knows_commands or self._controller.is_replay
        return text.startswith("/") and not is_known and self._controller.session.phase is not Phase.DEAD

    def give_back(self, refused: Refused) -> None:
        """Put back what pi refused, and say why."""
        self.take_back(refused.messages)
        if not refused.is_told:
            self._screen.notify(refused.reason, severity="error", markup=False)

    def take_back(self, texts: Sequence[Waiting]) -> None:
        """Put queued texts back, in order, above the draft."""
        if texts:
            self._editor.give_back("\n\n".join(self._editable(message) for message in texts))

    def _editable(self, message: Waiting) -> str:
        return message.written or self._editor.markers.restore(message.text, message.images)

    def _parse(self, text: str) -> Entered:
        return parse_input(text, {command.name for command in self._controller.session.commands})

    @property
    def _editor(self) -> Editor:
        return self._screen.query_one(Editor)

    def _run_slash(self, action: Action, argument: str) -> bool:
        controller = self._controller
        if action.arguments and argument not in action.arguments:
            self._screen.notify(f"/{action.slash} {' or '.join(action.arguments)}", markup=False)
            return False
        match action.slash:
            case "steering-mode" | "follow-up-mode" as name:
                lane: StreamingBehavior = "steer" if name == "steering-mode" else "followUp"
                mode: QueueMode = "all" if argument == "all" else "one-at-a-time"
                controller.intend(lambda: controller.steering.set_mode(lane, mode))
                self._screen.notify(f"{name}: {mode.replace('-', ' ')}", markup=False)
            case "label":
                self._screen.run_worker(self._screen.run_action(f"screen.label_place({argument!r})"))
            case _:
                self._screen.run_worker(self._screen.run_action(action.with_argument(argument)))
        return True
