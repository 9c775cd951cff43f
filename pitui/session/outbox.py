"""Texts on their way from the editor to pi: nothing that the user sent is lost before pi has accepted it."""

from __future__ import annotations

from dataclasses import dataclass

from pitui.protocol.commands import StreamingBehavior
from pitui.protocol.content import ImageContent


@dataclass(frozen=True, slots=True, eq=False)
class Outgoing:
    """One text of the user with its images; `lane` says where it goes when pi is working."""

    text: str
    lane: StreamingBehavior
    images: tuple[ImageContent, ...] = ()


class Outbox:
    """Texts in the order they were sent; the first may be on its way to pi already."""

    def __init__(self) -> None:
        self._waiting: list[Outgoing] = []
        self._under_way: Outgoing | None = None

    def put(self, outgoing: Outgoing) -> None:
        """Add a text at the end."""
        self._waiting.append(outgoing)

    def begin(self) -> Outgoing:
        """Take the first waiting text to send it; it stays shown until `finish`.

        Raises:
            IndexError: when nothing waits.
        """
        self._under_way = self._waiting.pop(0)
        return self._under_way

    def finish(self, outgoing: Outgoing) -> None:
        """pi has accepted or refused the text."""
        if self._under_way is outgoing:
            self._under_way = None

    def take_waiting(self) -> list[Outgoing]:
        """Take back what is not on its way yet."""
        taken, self._waiting = self._waiting, []
        return taken

    def take_all(self) -> list[Outgoing]:
        """Take back everything, also what may be on its way: pi has ended."""
        taken = self.shown
        self._waiting, self._under_way = [], None
        return taken

    @property
    def shown(self) -> list[Outgoing]:
        """What the screen shows as not yet accepted, in order."""
        return ([self._under_way] if self._under_way else []) + self._waiting

    def __bool__(self) -> bool:
        return bool(self._waiting)
