"""What changed since the screen last looked; repeats merge, so a thousand deltas to one block are one change."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from enum import Flag, auto


class Area(Flag):
    """The parts of the screen's state besides the blocks."""

    NONE = 0
    PHASE = auto()
    QUEUE = auto()
    STATUS = auto()
    """Model, thinking level, stats, name, file, title, extension statuses."""
    DIALOGS = auto()
    WIDGETS = auto()
    TREE = auto()
    COMMANDS = auto()
    NOTIFICATIONS = auto()
    EDITOR = auto()
    """`Session.editor_text` was set."""


@dataclass(slots=True)
class ChangeSet:
    """Changes between two looks.

    Attributes:
        blocks: keys of blocks whose version grew.
        restructured_from: the lowest index of `Session.blocks` at which the list itself changed (appended to,
            inserted or removed); None when it did not; 0 when everything was replaced.
        areas: what else changed.
    """

    blocks: set[int] = field(default_factory=set[int])
    restructured_from: int | None = None
    areas: Area = Area.NONE
    _put_off: dict[int, Callable[[], None]] = field(default_factory=dict[int, Callable[[], None]], repr=False)

    def block(self, key: int) -> None:
        """A block's version grew."""
        self.blocks.add(key)

    def put_off(self, key: int, work: Callable[[], None]) -> None:
        """A block's version grew, and `work`, done once at the next `take`, brings the block up to date."""
        self.blocks.add(key)
        self._put_off[key] = work

    def structure(self, index: int) -> None:
        """The list of blocks changed from `index` on."""
        if self.restructured_from is None or index < self.restructured_from:
            self.restructured_from = index

    def area(self, area: Area) -> None:
        """Another part of the state changed."""
        self.areas |= area

    def __bool__(self) -> bool:
        return bool(self.blocks) or self.restructured_from is not None or self.areas is not Area.NONE

    def take(self) -> ChangeSet:
        """Hand over all changes and begin anew."""
        for work in self._put_off.values():
            work()
        self._put_off.clear()
        taken = ChangeSet(self.blocks, self.restructured_from, self.areas)
        self.blocks = set()
        self.restructured_from = None
        self.areas = Area.NONE
        return taken
