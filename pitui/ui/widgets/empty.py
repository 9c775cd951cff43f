"""What an empty conversation says."""

from __future__ import annotations

from textual.widgets import Static

from pitui.runtime.demo import DEMO_EXTENSION
from pitui.ui.plan import Plan


class Empty(Static):
    """One or two lines below the conversation, with what to do next."""

    DEFAULT_CSS = """
    Empty { height: auto; max-height: 2; padding: 0 1; color: $text-muted; }
    """

    def __init__(self, plan: Plan) -> None:
        """Take the words from a plan; where it opens a session, they are not shown before that is known to be empty."""
        super().__init__(empty_words(plan), markup=False)
        self.display = not plan.opens_session


def empty_words(plan: Plan) -> str:
    """What to do next."""
    if plan.is_watched:
        return "Nothing to show yet."
    if str(DEMO_EXTENSION) in plan.pi_args:
        return "A demo with a scripted model: ask “Fix the flaky test”, or enter /demo-tour."
    return "Ask pi for something: it reads, runs and edits in this folder."
