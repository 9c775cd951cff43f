"""What becomes of the dialogs of extensions: answered by their id, cancelled, or expired; each leaves a quiet line."""

from __future__ import annotations

from collections.abc import Callable

import anyio

from pitui.client import PiClient
from pitui.protocol.extension_ui import Dialog, ExtensionUIResponse
from pitui.session.blocks import Level
from pitui.session.dialog_lines import answered_line, expired_line
from pitui.session.state import PendingDialog, Session


class Answering:
    """Answers the dialogs of one session."""

    def __init__(self, session: Session, clock: Callable[[], float], on_change: Callable[[], None]) -> None:
        """Serve a session.

        Args:
            session: whose dialogs are answered.
            clock: the clock of its deadlines.
            on_change: called after the session changed.
        """
        self._session = session
        self._clock = clock
        self._on_change = on_change

    async def answer(self, client: PiClient | None, response: ExtensionUIResponse) -> Dialog | None:
        """Answer a dialog; nothing is sent for one that has expired or is unknown.

        Returns:
            The dialog that was answered.
        """
        self.expire()
        pending = self._session.close_dialog(response.id)
        if pending is None or client is None:
            return None
        await client.answer(response)
        self._session.notice(Level.INFO, answered_line(pending.request, response), self._clock())
        self._on_change()
        return pending.request

    async def cancel_all(self, client: PiClient | None) -> None:
        """Answer all dialogs that wait with `cancelled`."""
        for dialog in list(self._session.dialogs):
            await self.answer(client, ExtensionUIResponse(id=dialog.request.id, cancelled=True))

    def expire(self) -> None:
        """Close the dialogs whose time limit has passed; pi has already assumed an answer and sent nothing."""
        expired = self._session.expire_dialogs(self._clock())
        for dialog in expired:
            self._session.notice(Level.INFO, expired_line(dialog.request), self._clock())
        if expired:
            self._on_change()

    async def watch(self, request_id: str) -> None:
        """Stay until a dialog is gone, and close it when its time limit has passed."""
        while (pending := self._pending(request_id)) is not None and pending.deadline is not None:
            left = pending.deadline - self._clock()
            if left <= 0:
                self.expire()
                return
            await anyio.sleep(left)

    def _pending(self, request_id: str) -> PendingDialog | None:
        return next((d for d in self._session.dialogs if d.request.id == request_id), None)


def asked_too_early(asked: list[PendingDialog]) -> str:
    """Why a pi has ended that was asking something while it started.

    Without a time limit nothing keeps such a pi alive: it reads no input before its `session_start` handlers have
    returned, and Node.js ends when nothing is left to wait for (seen with pi 0.82.1 and 1.6.0: exit status 0).
    """
    title = " ".join(asked[0].request.title.split())
    return (
        f"An extension asked “{title}” while pi was starting. No answer can reach pi then, and without one it ended. "
        "Start it without extensions, or change the extension so that it asks later or with a time limit."
    )
