"""Draws again what shows that time passes, while it is in sight; no timer runs when nothing does."""

from __future__ import annotations

from collections.abc import Callable

from textual.timer import Timer
from textual.widget import Widget

from pitui.ui.textual_private import app_of

SPINNER = "⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏"
STILL = "•"
SPIN_SECONDS = 0.1
STILL_SECONDS = 1.0
"""How often what is running is drawn again: with a spinner that moves, and without."""


def is_displayed(widget: Widget) -> bool:
    """Whether neither the widget nor anything around it is hidden.

    Textual (8.2) does not tell reliably that a widget is seen again: its `Show` fails to come when anything asked
    for the map of the screen since. What has to catch up does so when it is painted.
    """
    return widget.is_attached and all(node.display for node in widget.ancestors_with_self)


class Running:
    """The clockwork of a widget."""

    def __init__(
        self, widget: Widget, is_in_sight: Callable[[], bool], draw_again: Callable[[], None]
    ) -> None:
        """Make it; it stands still until `watch`.

        Args:
            widget: whose timer is used.
            is_in_sight: whether anything that runs can be seen.
            draw_again: draws it as it is now; `watch` is called whenever something was drawn.
        """
        self._widget = widget
        self._is_in_sight = is_in_sight
        self._draw_again = draw_again
        self._timer: Timer | None = None
        self._ticks = 0
        self._is_paused = False

    @property
    def is_ticking(self) -> bool:
        """Whether something that runs is in sight and will be drawn again."""
        return self._timer is not None

    @property
    def spinner(self) -> str:
        """The glyph that stands for running now."""
        return SPINNER[self._ticks % len(SPINNER)] if self._is_moving else STILL

    def watch(self) -> None:
        """What is in sight changed: see whether anything of it runs."""
        if self._timer is not None or not self._is_in_sight():
            return
        self._is_paused = not is_displayed(self._widget)
        if not self._is_paused:
            seconds = SPIN_SECONDS if self._is_moving else STILL_SECONDS
            self._timer = self._widget.set_timer(seconds, self._tick)

    def resume(self) -> None:
        """The widget is painted: go on if it stood still because it was hidden."""
        if self._is_paused:
            self.watch()

    @property
    def _is_moving(self) -> bool:
        return app_of(self._widget).animation_level != "none"

    def _tick(self) -> None:
        self._timer = None
        self._is_paused = not is_displayed(self._widget)
        if not self._is_paused:
            self._ticks += 1
            self._draw_again()
