"""One prompt in flight at a time, and an abort in the right place among the prompts.

pi (0.82.1 and 1.6.0) loses the second of two prompts that it reads before it has answered the first one, and an
abort that it reads before that answer does nothing.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable

Send = Callable[[], None]


class PromptLine:
    """Sends prompts one by one, each when the one before was answered, and urgent commands ahead of those in line."""

    def __init__(self) -> None:
        self._in_flight = False
        self._urgent: deque[Send] = deque()
        self._prompts: deque[Send] = deque()

    def prompt(self, send: Send) -> None:
        """Send a prompt now, or when all prompts before it were answered."""
        if self._in_flight:
            self._prompts.append(send)
        else:
            self._in_flight = True
            send()

    def ahead(self, send: Send) -> None:
        """Send an urgent command now, or when the prompt in flight was answered."""
        if self._in_flight:
            self._urgent.append(send)
        else:
            send()

    def withdraw(self, send: Send) -> bool:
        """Take back what was not sent yet; False when it was."""
        for line in (self._urgent, self._prompts):
            if send in line:
                line.remove(send)
                return True
        return False

    def answered(self) -> None:
        """The prompt in flight was answered."""
        while self._urgent:
            self._urgent.popleft()()
        if self._prompts:
            self._prompts.popleft()()
        else:
            self._in_flight = False
