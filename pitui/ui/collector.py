"""When Python's garbage collector runs: never in the middle of a stream, because a full collection of a long session
stops the screen for a tenth of a second and more.

Most garbage is freed by reference counts at once. What is left is collected young at a steady pace while something
goes on, and wholly when nothing has happened for a second.
"""

from __future__ import annotations

import gc
import time
from collections.abc import Callable

YOUNG_SECONDS = 0.1
"""Between two collections of young objects while something goes on; after half a second one takes 10 ms."""
QUIET_SECONDS = 1.0
"""After so long without anything going on everything is collected."""
LONGEST_SECONDS = 60.0
"""After so long without a quiet second the objects made since the last one are collected all the same."""


class Collector:
    """Takes the collector into its own hands from `start` to `stop`."""

    def __init__(
        self,
        call_after: Callable[[float, Callable[[], None]], object],
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """Make a collector that does nothing yet.

        Args:
            call_after: calls a function once after so many seconds, such as `set_timer` of a widget.
            clock: seconds that never run backwards.
        """
        self._call_after = call_after
        self._clock = clock
        self._is_started = False
        self._is_waiting = False
        self._has_opened = False
        self._busy_at = 0.0
        self._young_at = 0.0
        self._whole_at = 0.0

    def start(self) -> None:
        """Stop the automatic collection; what is there now (modules, style sheets) stays and is not looked at again."""
        gc.disable()
        gc.freeze()
        self._is_started = True
        self._young_at = self._whole_at = self._clock()

    def stop(self) -> None:
        """Give the collector back to Python."""
        if self._is_started:
            self._is_started = False
            gc.unfreeze()
            gc.enable()

    def opened(self) -> None:
        """A session was opened: its objects stay. What the one before left is collected in the next quiet second."""
        if self._is_started:
            gc.freeze()
            self._has_opened = True
            self.busy()

    def busy(self) -> None:
        """Something goes on; called for every frame."""
        if not self._is_started:
            return
        now = self._busy_at = self._clock()
        if not self._is_waiting:
            self._is_waiting = True
            self._call_after(QUIET_SECONDS, self._look)
        if now - self._whole_at >= LONGEST_SECONDS:
            self._collect(now)
        elif now - self._young_at >= YOUNG_SECONDS:
            self._young_at = now
            gc.collect(1)

    def _look(self) -> None:
        self._is_waiting = False
        if not self._is_started:
            return
        now = self._clock()
        left = self._busy_at + QUIET_SECONDS - now
        if left > 0:
            self._is_waiting = True
            self._call_after(left, self._look)
            return
        if self._has_opened:
            self._has_opened = False
            gc.unfreeze()
        self._collect(now)

    def _collect(self, now: float) -> None:
        gc.collect()
        gc.freeze()
        self._young_at = self._whole_at = now
