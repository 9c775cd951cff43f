"""The frame of the screen, painted while what fills it is still being loaded.

Textual alone takes half of the time of a start. Whatever this module imports is painted later for it: it knows neither
pi's records nor the conversation.
"""

from __future__ import annotations

from collections.abc import Callable

from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.screen import Screen
from textual.widgets import Static

from pitui.ui.place import place_label
from pitui.ui.plan import Plan
from pitui.ui.widgets.empty import Empty
from pitui.ui.widgets.header import Header


class Opening(Screen[None]):
    """Looks like the empty screen of a session, cell by cell; keys are kept for that one."""

    def __init__(self, plan: Plan, on_painted: Callable[[], object]) -> None:
        """Make the frame.

        Args:
            plan: tells where pi works.
            on_painted: called when the frame stands on the terminal.
        """
        super().__init__()
        self._plan = plan
        self._on_painted = on_painted

    def compose(self) -> ComposeResult:
        """The rooms of the screen that are seen from the beginning."""
        yield Header()
        yield Static(id="body")
        if not self._plan.is_watched:
            yield Empty(self._plan)
            yield Static("⠋ starting pi", id="starting", markup=False)
            with Horizontal(id="input", classes="-focus"):
                yield Static("❯", id="prompt-mark", markup=False)
        yield Static(id="status")

    def on_mount(self) -> None:
        """Say where pi works."""
        self.query_one(Header).tell(None, place_label(self._plan.cwd))
        self.call_after_refresh(self._on_painted)
