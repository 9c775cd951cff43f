"""A call after a short time that comes for certain.

Textual 8.2 loses a one-shot `set_timer` whose time is over before its task first looks at the clock (timer.py, `_run`):
a wait of a few microseconds, or of a millisecond on a busy machine, never ends.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

from textual.message_pump import MessagePump


class Later:
    """One call that is still to come."""

    def __init__(self, pump: MessagePump, seconds: float, call: Callable[[], Awaitable[None] | None]) -> None:
        """Have a widget or screen make the call among its messages.

        Args:
            pump: the widget, screen or app; when it is gone by then, nothing is called.
            seconds: from now; 0 and less is as soon as possible.
            call: what is called.
        """
        self._handle = asyncio.get_running_loop().call_later(max(0.0, seconds), pump.call_later, call)

    def stop(self) -> None:
        """Do not call."""
        self._handle.cancel()
