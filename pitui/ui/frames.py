"""When to draw: at once after a quiet time, then at most thirty times a second, never without a reason."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable

from textual.widget import Widget

from pitui.ui.later import Later

FRAME_SECONDS = 1 / 30


class Frames:
    """Merges requests for a frame into one call of `draw`."""

    def __init__(self, widget: Widget, draw: Callable[[], Awaitable[None]]) -> None:
        """Draw on the event loop of a widget.

        Args:
            widget: whose timers are used.
            draw: takes what has changed and draws it.
        """
        self._widget = widget
        self._draw = draw
        self._requested = False
        self._is_stopped = False
        self._drawn_at = 0.0
        self._drawn = asyncio.Event()

    def request(self) -> None:
        """Something changed."""
        if self._requested or not self._widget.is_mounted:
            return
        self._requested = True
        Later(self._widget, self._drawn_at + FRAME_SECONDS - time.monotonic(), self._frame)

    async def painted(self) -> None:
        """Wait until what was requested stands on the terminal."""
        if self._requested:
            self._drawn.clear()
            await self._drawn.wait()
        painted = asyncio.Event()
        if self._widget.call_after_refresh(painted.set):
            await painted.wait()

    def stop(self) -> None:
        """Draw nothing any more: what would be drawn on is about to go."""
        self._is_stopped = True

    async def _frame(self) -> None:
        self._requested = False
        if not self._is_stopped:
            await self._draw()
            self._drawn_at = time.monotonic()
        self._drawn.set()
