"""Draws again what shows that time passes, while it is in sight; no timer runs when nothing does."""

from __future__ import annotations

from textual.timer import Timer

from pitui.render.block import is_running
from pitui.ui.textual_private import app_of
from pitui.ui.widgets.transcript.pane import Pane

SPINNER = "⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏"
STILL = "•"
SPIN_SECONDS = 0.1
STILL_SECONDS = 1.0
"""How often what is running is drawn again: with a spinner that moves, and without."""


class Running:
    """The clockwork of a pane."""

    def __init__(self, pane: Pane) -> None:
        """Make it for a pane; it stands still until `watch`."""
        self._pane = pane
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
        if self._timer is None and self._in_sight():
            self._timer = self._pane.set_timer(SPIN_SECONDS if self._is_moving else STILL_SECONDS, self._tick)

    @property
    def _is_moving(self) -> bool:
        return app_of(self._pane).animation_level != "none"

    def _in_sight(self) -> list[int]:
        column = self._pane.column
        indices = map(column.index, self._pane.viewport.visible_keys())
        return [i for i in indices if i is not None and is_running(column.blocks[i])]

    def _tick(self) -> None:
        self._timer = None
        self._ticks += 1
        for i in self._in_sight():
            self._pane.column.render_again(i)
        self._pane.viewport.settle()
        self._pane.paint()
