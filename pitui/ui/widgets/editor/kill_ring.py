"""What was killed, for Ctrl+Y and Alt+Y: kills that follow each other become one."""

from __future__ import annotations

MOST = 60
"""So many kills are kept."""


class KillRing:
    """The latest kills; one is on top."""

    def __init__(self) -> None:
        self._kills: list[str] = []

    @property
    def top(self) -> str:
        """What Ctrl+Y inserts; "" when nothing was killed."""
        return self._kills[-1] if self._kills else ""

    def kill(self, text: str, *, before: bool = False, joins: bool = False) -> None:
        """Keep a killed text.

        Args:
            text: what was killed.
            before: it stood before what was killed last.
            joins: it follows the last kill and becomes one with it.
        """
        if not text:
            return
        if joins and self._kills:
            last = self._kills.pop()
            text = text + last if before else last + text
        self._kills.append(text)
        del self._kills[:-MOST]

    def turn(self) -> str:
        """Bring the kill before to the top, and return it."""
        if self._kills:
            self._kills.insert(0, self._kills.pop())
        return self.top
