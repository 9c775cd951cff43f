"""Keys in the order in which they were pressed: what follows a key goes to whoever has the focus after it.

Textual 8.2 puts each key into the queue of the widget that has the focus when the key arrives, and a key that is no
text for it wanders up to the app before it does anything (app.py, `on_event` and `_on_key`). Of keys that come at
once, as from a fast hand on a slow line, the later ones would so go to a widget that the first one is leaving.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Awaitable, Callable
from typing import Any

from textual import events
from textual.app import App
from textual.message_pump import MessagePump
from textual.screen import Screen
from textual.timer import Timer

LONGEST_SECONDS = 0.25
"""So long a key may hold up those that follow it, whatever it does."""

MOUNT_SECONDS = 0.02
"""After so long it is looked again whether a new screen is ready for keys."""

ROUNDS = 2
"""What a key does may be a message that goes its way once more."""


_HELD = -1


class KeyOrder:
    """Holds keys back while one before them is still on its way."""

    def __init__(self, app: App[Any], route: Callable[[events.Event], Awaitable[None]]) -> None:
        """Serve an app.

        Args:
            app: whose keys are held.
            route: hands a key or a paste to the widget that has the focus.
        """
        self._app = app
        self._route = route
        self._waiting: deque[events.Key | events.Paste] = deque()
        self._under_way = 0
        self._count = 0
        self._limit: Timer | None = None
        self._seen: Screen[Any] | None = None
        self._opening_until = 0.0

    def hold(self) -> None:
        """Keep all keys until `release`."""
        self._under_way = _HELD

    async def release(self) -> None:
        """Hand on what was kept."""
        await self._go_on()

    async def take(self, event: events.Key | events.Paste) -> None:
        """Route a key or a paste now, or after those before it."""
        self._waiting.append(event)
        if not self._under_way and len(self._waiting) == 1:
            await self._go_on()

    def _is_ready(self, screen: Screen[Any]) -> bool:
        """Whether a screen takes keys: a new one is empty at first, and then nothing in it has the focus."""
        if screen is not self._seen:
            self._seen, self._opening_until = screen, time.monotonic() + LONGEST_SECONDS
        is_open = screen.focused is not None or time.monotonic() > self._opening_until
        return screen.is_mounted and is_open

    async def _send(self, event: events.Key | events.Paste) -> None:
        from textual.widgets import Input, TextArea  # needed for no key of the first picture; takes 10 ms

        target = self._app.focused or self._app.screen
        is_text = isinstance(target, (Input, TextArea)) and (
            isinstance(event, events.Paste) or event.is_printable
        )
        if not is_text:
            self._count += 1
            self._under_way = self._count
            self._limit = self._app.set_timer(LONGEST_SECONDS, self._go_on)
        await self._route(event)
        if not is_text:
            way: list[MessagePump] = [target, *target.ancestors]
            self._follow(way * ROUNDS, self._count)

    def _follow(self, way: list[MessagePump], number: int) -> None:
        """Go behind a key through the queues of all who may do something with it."""
        if self._under_way != number:
            return
        if way and way[0].call_later(self._follow, way[1:], number):
            return
        self._app.call_later(self._arrived, number)

    async def _arrived(self, number: int) -> None:
        screen = self._app.screen
        if self._under_way == number and (screen.focused is not None or screen.is_mounted):
            await self._go_on()

    async def _go_on(self) -> None:
        self._under_way = 0
        if self._limit is not None:
            self._limit.stop()
            self._limit = None
        while self._waiting and not self._under_way:
            if not self._is_ready(self._app.screen):
                self._limit = self._app.set_timer(MOUNT_SECONDS, self._go_on)
                return
            await self._send(self._waiting.popleft())
