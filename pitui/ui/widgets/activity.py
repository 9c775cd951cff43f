"""What pi is doing right now, for how long, and what the keys do meanwhile."""

from __future__ import annotations

import time

from rich.text import Text
from textual.timer import Timer
from textual.widgets import Static

from pitui.render.format import whole_duration
from pitui.session.phase import Phase
from pitui.session.state import Session
from pitui.ui.actions import ACTIONS, BY_ID
from pitui.ui.editor_actions import FOLLOW_UP, SUBMIT
from pitui.ui.keys import Hint, Keys
from pitui.ui.preferences import keys_of
from pitui.ui.textual_private import app_of
from pitui.ui.widgets.hints import BETWEEN, fit

FRAMES = "⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏"
FRAME_SECONDS = 0.1

HELP = "pitui.help"
_OTHER = (HELP, "app.interrupt")
"""One stands first in the hint line, one only while there is something to stop."""

STOPS_SHELL = ("app.interrupt", "stops the command")
"""What the key does while a `!` command runs and pi has nothing else to do."""

STILL = "•"
"""Stands for the spinner where nothing may move."""

_STOPS = ("app.interrupt", "stops")
_WORDS: dict[Phase, tuple[str, tuple[Hint, ...]]] = {
    Phase.STARTING: ("starting pi", ()),
    Phase.SENDING: ("sending", (_STOPS,)),
    Phase.WORKING: ("working", (_STOPS, (SUBMIT.id, "steers"), (FOLLOW_UP.id, "follows up"))),
    Phase.RETRY_WAIT: ("waiting to retry", (_STOPS,)),
    Phase.COMPACTING: ("compacting the context", (_STOPS,)),
    Phase.SUMMARISING: ("summarising the branch", (_STOPS,)),
    Phase.STOPPING: ("stopping", ()),
}


class Activity(Static):
    """One line. The spinner is the only motion on the screen, and only while pi works."""

    DEFAULT_CSS = """
    Activity { height: 1; padding: 0 1; }
    """

    def __init__(self, session: Session, clock: float) -> None:
        """Make the line for a session; `clock` is the present time in its clock."""
        super().__init__(markup=False)
        self._session = session
        self._now = clock
        self._detail = ""
        self._frame = 0
        self._moved_at = 0.0
        self._drawn: tuple[object, ...] = ()
        self._timer: Timer | None = None
        self._place: tuple[str, ...] = ()
        self._told = ""
        self._telling: Timer | None = None

    def on_mount(self) -> None:
        """Prepare the spinner."""
        self._timer = self.set_interval(FRAME_SECONDS, self._tick, pause=True)

    def take(self, session: Session, now: float, detail: str = "") -> None:
        """Show the phase of a session at a time of its clock, and what exactly is done in it."""
        self._session = session
        self._detail = detail
        self._now = now
        if self._timer is not None:
            if session.phase in _WORDS:
                self._timer.resume()
            else:
                self._timer.pause()
        self._draw()

    def tell_place(self, hints: tuple[str, ...]) -> None:
        """Say what the keys do where the focus is; no hints say that it is in the editor."""
        self._place = hints
        self._draw()

    def tell(self, words: str, seconds: float | None = None) -> None:
        """Show some words before everything else, for a while or until other words come; "" ends it."""
        self._told = words
        if self._telling is not None:
            self._telling.stop()
        self._telling = None if seconds is None else self.set_timer(seconds, self._told_enough)
        self._draw()

    def _told_enough(self) -> None:
        self._told = ""
        self._draw()

    def _tick(self) -> None:
        """Go on where nothing else draws; while something does, the spinner moves with that."""
        if time.monotonic() - self._moved_at >= 1.5 * FRAME_SECONDS:
            self._now += FRAME_SECONDS
            self._draw()

    def _draw(self) -> None:
        """Draw anew if the line reads otherwise than before."""
        session = self._session
        if session.phase in _WORDS and time.monotonic() - self._moved_at >= FRAME_SECONDS:
            self._moved_at = time.monotonic()
            self._frame = (self._frame + 1) % len(FRAMES)
        drawn = (
            session.phase,
            session.phase_since,
            int(self._now - session.phase_since),
            self._detail,
            self._frame,
            self._told,
            self._place,
            session.runs_shell,
        )
        if drawn != self._drawn:
            self._drawn = drawn
            self.refresh()

    def render(self) -> Text:
        """Draw the line."""
        phase = self._session.phase
        keys = keys_of(self)
        line = Text(no_wrap=True)
        if self._told:
            line.append(self._told, style="bold")
        elif phase in _WORDS:
            word, wanted = _WORDS[phase]
            elapsed = whole_duration(max(0.0, self._now - self._session.phase_since))
            sign = FRAMES[self._frame] if app_of(self).animation_level != "none" else STILL
            line.append(f"{sign} {word} {elapsed}", style="bold")
            own = () if self.screen.has_class("-view") else keys.hints(wanted)
            hints = self._detail.split(BETWEEN) if self._detail else self._place or own
            room = self.content_size.width - line.cell_len - 2
            line.append(f"  {fit(hints, room)}", style="dim")
        elif self.screen.has_class("-view"):
            hints = [
                *(self._detail or "read only").split(BETWEEN),
                *idle_hints(keys, sends=False),
            ]
            line.append(fit(hints, self.content_size.width), style="dim")
        elif phase is Phase.DEAD:
            line.append("✗ pi has ended", style="bold")
            line.append(f"  {keys.hint('app.restart', 'starts it again on the same session')}", style="dim")
        else:
            stops = keys.hints([STOPS_SHELL]) if self._session.runs_shell else ()
            hints = self._place or [*stops, *idle_hints(keys)]
            line.append(fit(hints, self.content_size.width), style="dim")
        line.truncate(self.content_size.width, overflow="ellipsis")
        return line


def idle_hints(keys: Keys, *, sends: bool = True) -> list[str]:
    """What the keys do while pi is idle: those of the actions that have a hint, and first the one that sends."""
    first = [(SUBMIT.id, "sends")] if sends else []
    shown = [BY_ID[HELP], *(action for action in ACTIONS if action.id not in _OTHER)]
    return list(keys.hints([*first, *((action.id, action.hint) for action in shown if action.hint)]))
