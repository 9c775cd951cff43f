"""Commands of extensions: they start no run, may replace the session, and may need what RPC lacks."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import anyio

from pitui.client import CommandFailed, PiClient
from pitui.protocol.codec import Record
from pitui.session.delivery import Delivery
from pitui.session.lacking import QUIET_SECONDS, Lacking, where_it_works
from pitui.session.state import Session
from pitui.session.waiting import Waiting


class ExtensionCommands:
    """Runs them, at once and beside a prompt that is in flight."""

    def __init__(
        self,
        session: Session,
        delivery: Delivery,
        *,
        client: Callable[[], PiClient],
        has_bridge: Callable[[], bool],
        warn: Callable[[str], None],
        show_replaced: Callable[[], Awaitable[None]],
    ) -> None:
        """Run the commands of one session's extensions.

        Args:
            session: knows which commands there are.
            delivery: gets back what pi refuses.
            client: the pi to ask; raises `PiExited` when there is none.
            has_bridge: whether the bridge tells when a command has replaced the session; else pi is asked.
            warn: puts a line into the conversation.
            show_replaced: shows the session that a command has put in the place of the one shown.
        """
        self._session = session
        self._delivery = delivery
        self._client = client
        self._has_bridge = has_bridge
        self._warn = warn
        self._show_replaced = show_replaced
        self._lacking = Lacking()

    def knows(self, text: str) -> bool:
        """Whether a text is one of the commands."""
        name = text[1:].split(maxsplit=1)[0] if text.startswith("/") and text[1:].strip() else ""
        return any(c.name == name and c.source == "extension" for c in self._session.commands)

    def see(self, record: Record) -> None:
        """A record of pi: it may tell that something needs pi's own screen."""
        self._tell_lack(self._lacking.take(record))

    async def run(self, message: Waiting) -> None:
        """Run one and wait until it has ended."""
        client = self._client()
        shown = self._session.state.session_id
        name = message.text[1:].split(maxsplit=1)[0]
        mark = self._lacking.command_started(name)
        self._session.replacing()
        try:
            await client.run_command(message.text)
        except CommandFailed as error:
            self._lacking.command_refused()
            self._delivery.refuse([message], error.error)
            return
        if not self._has_bridge() and (await client.get_state()).session_id != shown:
            await self._show_replaced()
        else:
            await anyio.sleep(QUIET_SECONDS)
            self._tell_lack(self._lacking.command_ended(name, mark))

    def _tell_lack(self, words: str | None) -> None:
        if words is not None:
            self._warn(f"{words} ({where_it_works(self._session.state.session_file)}).")
