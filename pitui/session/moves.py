"""How a move in the session tree went, or why it could not be made."""

from __future__ import annotations

from typing import NamedTuple

from pitui.client import PiError


class CannotMove(PiError):
    """Something stands in the way of a move; the text says what, and what to do."""


class Moved(NamedTuple):
    """How a move went.

    Attributes:
        cancelled: the place is still the old one: an extension objected, or the summary was stopped.
        text: what belongs into the editor: the text of the message of the user that was chosen.
        leaf: the entry from which the session goes on now, None for before the first.
        is_kept: whether pi has stored the move; it forgets one without a summary when it ends.
    """

    cancelled: bool
    text: str | None = None
    leaf: str | None = None
    is_kept: bool = False
