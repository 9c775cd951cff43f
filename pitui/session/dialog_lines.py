"""The quiet lines that a dialog leaves in the conversation: what was asked, and what became of it."""

from __future__ import annotations

from pitui.protocol.extension_ui import ConfirmRequest, Dialog, ExtensionUIResponse
from pitui.session.growing import join_surrogates

MOST_CHARACTERS = 160
"""Of a question, and of an answer, so much is kept in the line."""


def answered_line(request: Dialog, response: ExtensionUIResponse) -> str:
    """What was asked and what the user answered, as one line."""
    if response.cancelled:
        answer = "cancelled"
    elif isinstance(request, ConfirmRequest):
        answer = "yes" if response.confirmed else "no"
    else:
        answer = _one_line(response.value or "") or "an empty text"
    return f"{_question(request)} → {answer}"


def expired_line(request: Dialog) -> str:
    """What was asked and what pi assumes since nobody answered in time.

    An expired `confirm` is false for its extension, the others are undefined (pi 0.82.1 and 1.6.0, rpc-mode.js,
    `createDialogPromise`).
    """
    assumed = "no" if isinstance(request, ConfirmRequest) else "no answer"
    return f"{_question(request)} → expired: pi goes on with “{assumed}”"


def _question(request: Dialog) -> str:
    return _one_line(request.title) or f"{request.method} without a title"


def _one_line(text: str) -> str:
    """The text with its white space as single spaces, cut when it is long."""
    line = " ".join(join_surrogates(text[: 4 * MOST_CHARACTERS]).split())
    is_whole = len(line) <= MOST_CHARACTERS and len(text) <= 4 * MOST_CHARACTERS
    return line if is_whole else line[: MOST_CHARACTERS - 1] + "…"
