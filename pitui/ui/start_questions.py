"""What pitui asks about a dialog that no answer can reach: pi reads no input before it has started.

A dialog of a `session_start` handler at the start of pi waits for its time limit, or for ever (pi 0.82.1 and 1.6.0).
The record does not say which extension asks.
"""

from __future__ import annotations

from pitui.protocol.extension_ui import ConfirmRequest, ExtensionUIResponse, SelectRequest
from pitui.session.state import PendingDialog
from pitui.ui.live import Live
from pitui.ui.widgets.dialogs.question import Question

WAIT = "Wait"
AGAIN = "Start pi again as it was"
LEAVE = "Leave it"
END = "End pi"
WITHOUT = "Start pi without extensions (also without those given with -e)"


def start_question(pending: PendingDialog, live: Live) -> Question:
    """What to do about a dialog while pi starts.

    Args:
        pending: the dialog.
        live: the pi that starts.
    """
    request = pending.request
    message = f"\n{request.message}" if isinstance(request, ConfirmRequest) and request.message else ""
    if pending.deadline is None:
        outlook = "It has no time limit, so pi will never be ready."
    else:
        assumed = "no" if isinstance(request, ConfirmRequest) else "no answer"
        outlook = f"When its time is over pi goes on with “{assumed}”."
    note = (
        "\npi is starting, and an extension asks this. No answer can reach it: pi reads no input before it is ready. "
        f"{outlook}"
    )
    options = [END, WITHOUT] if pending.deadline is None else [WAIT, END, WITHOUT]
    shown = SelectRequest(id=f"pitui-start-{request.id}", title=f"{request.title}{message}", options=options)

    def answered(response: ExtensionUIResponse) -> None:
        match response.value:
            case value if value == END:
                live.end()
            case value if value == WITHOUT:
                live.start_without_extensions()
            case _:
                pass

    return Question(shown, pending.deadline, note, answered)


def ended_question(live: Live) -> Question:
    """What to do after pi has ended because of such a dialog.

    Args:
        live: the pi that has ended.
    """
    shown = SelectRequest(
        id="pitui-ended",
        title="pi has ended: an extension asked something while it was starting.",
        options=[WITHOUT, AGAIN, LEAVE],
    )

    def answered(response: ExtensionUIResponse) -> None:
        match response.value:
            case value if value == WITHOUT:
                live.start_without_extensions()
            case value if value == AGAIN:
                live.restart()
            case _:
                pass

    return Question(shown, answered=answered)
