"""What the controls of a dialog have in common: they say how many rows they would like, and hand over an answer."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from textual.message import Message


@dataclass
class Given(Message):
    """The user gave an answer: a text, or yes or no."""

    value: str | bool


class Control(Protocol):
    """A widget that takes an answer; messages of the class `Given` bubble up from it."""

    hint: str
    """What its keys do, in a few words."""

    on_purpose: bool
    """Whether the user gave it the keys; else it took them, and a text may be meant for the editor."""

    @property
    def written(self) -> str:
        """What the user has written in it, "" for nothing."""
        ...

    def write(self, text: str) -> None:
        """Put back what was written in it before."""
        ...

    def choice(self, character: str) -> str | bool | None:
        """The answer that a character stands for, None when it stands for none."""
        ...

    def filter_by(self, text: str) -> bool:
        """Add a text to what it looks for; False when it looks for nothing."""
        ...

    def rows_wanted(self, width: int) -> int:
        """How many rows show all of it at this width."""
        ...

    def step_back(self) -> bool:
        """Undo what is innermost, such as a filter; False when there is nothing."""
        ...
