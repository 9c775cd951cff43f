"""What the terminal is told about a session: that pi works, waits for the user, is done, or has failed.

It is the session's name, the title of a question, or the first line of an error: never a prompt or an answer.
"""

from __future__ import annotations

from textual.dom import DOMNode

from pitui.protocol.extension_ui import ConfirmRequest
from pitui.session.outcome import Ended, Outcome
from pitui.session.phase import Phase
from pitui.session.state import Session
from pitui.ui.status_channel import Status, StatusChannel
from pitui.ui.textual_private import app_of, driver_of
from pitui.ui.widgets.dialogs import Question

_STILL = (Phase.IDLE, Phase.SENDING, Phase.STARTING)


def status_of(session: Session, question: Question | None) -> Status:
    """What is to be told of a session.

    Args:
        session: what pi does.
        question: the one that waits on the card.
    """
    if question is not None:
        is_permission = isinstance(question.request, ConfirmRequest)
        return Status("blocked", question.request.title, "permission" if is_permission else "question")
    name = session.state.session_name or ""
    match session.phase:
        case Phase.DEAD:
            return Status("error", "pi has ended")
        case Phase.COMPACTING:
            return Status("working", "Compacting context")
        case phase if phase not in _STILL:
            return _working(session)
        case _:
            pass
    match session.outcome.ended:
        case Ended.FAILED:
            return Status("error", session.outcome.reason)
        case Ended.DONE:
            return Status("done", name)
        case Ended.NOTHING:
            return Status()


def _working(session: Session) -> Status:
    return Status("working", session.state.session_name or "")


class ProgramStatus:
    """Tells the terminal of one screen."""

    def __init__(self, node: DOMNode) -> None:
        """Tell the terminal that a node is drawn on."""
        self._node = node
        self._outcome = Outcome()

    def take(self, session: Session, question: Question | None) -> None:
        """Follow a session, and what waits on its card."""
        channel = getattr(driver_of(app_of(self._node)), "status", None)
        if not isinstance(channel, StatusChannel):
            return
        outcome = session.outcome
        if outcome is not self._outcome:
            self._outcome = outcome
            if outcome.ended is not Ended.NOTHING:
                # What ran may have been shorter than the time between two looks at it.
                channel.tell(_working(session))
        channel.tell(status_of(session, question))
