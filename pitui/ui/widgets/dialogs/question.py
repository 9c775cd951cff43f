"""What stands on the card: a dialog of an extension, or a question of pitui's own in the same form."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from pitui.protocol.extension_ui import Dialog, ExtensionUIResponse
from pitui.session.state import PendingDialog


class Question(NamedTuple):
    """Something that waits for the user.

    Attributes:
        request: what is asked; its id names the question.
        deadline: when it closes by itself, in the clock of the session; None when it waits for ever.
        note: pitui's own words about it, below what the extension says.
        answered: what to do with an answer that is not for pi; None sends it to pi.
    """

    request: Dialog
    deadline: float | None = None
    note: str = ""
    answered: Callable[[ExtensionUIResponse], None] | None = None

    @classmethod
    def of(cls, pending: PendingDialog) -> Question:
        """The question of a dialog that waits in pi."""
        return cls(pending.request, pending.deadline)
