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
        if self._timer is None and self._is_in_sight() and self._widget.is_on_screen:
            seconds = SPIN_SECONDS if self._is_moving else STILL_SECONDS
            self._timer = self._widget.set_timer(seconds, self._tick)

    @property
    def _is_moving(self) -> bool:
        return app_of(self._widget).animation_level != "none"

    def _tick(self) -> None:
        self._timer = None
        if self._widget.is_on_screen:
            self._ticks += 1
            self._draw_again()
