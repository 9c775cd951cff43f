"""Moves in the session tree and out of it: go on from an entry, label, fork, clone.

pi's RPC can fork and clone; the rest goes through the bridge extension. pi 0.82.1 guards none of this against a run or
a compaction that is under way (PI-RPC, fact 9); so it is guarded here.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Generator
from contextlib import contextmanager, suppress
from typing import Any, Literal

import anyio

from pitui.client import CommandFailed, PiClient, PiError
from pitui.protocol.extension_ui import SetStatusRequest
from pitui.protocol.json_object import JsonObject
from pitui.protocol.responses import SlashCommand
from pitui.session.bridge import Bridge, Report
from pitui.session.moves import CannotMove, Moved
from pitui.session.phase import Phase
from pitui.session.state import Session
from pitui.session.steering import Steering
from pitui.session.waiting import Waiting

__all__ = ["CannotMove", "Moved", "Navigator"]

Stale = Literal["tree", "reload", "session"]
"""What on the screen is not of the present place any more."""

STOP_SECONDS = 20.0
"""So long a run may take to stop before a move is given up."""


class Navigator:
    """Moves the session of one controller.

    Attributes:
        bridge: of the pi that runs.
        problem: why the bridge is not there, a sentence without its stop; "" while it is not known to be missing.
        warning: what to tell the user as soon as pi is ready, "" when there is nothing to tell.
    """

    def __init__(
        self,
        session: Session,
        steering: Steering,
        *,
        client: Callable[[], PiClient | None],
        reload: Callable[[], Awaitable[None]],
        replaced: Callable[[], None],
        clock: Callable[[], float],
        on_change: Callable[[], None],
    ) -> None:
        """Serve a session.

        Args:
            session: what is on the screen.
            steering: stops a run.
            client: the running pi, None when there is none.
            reload: fetches everything anew.
            replaced: takes away what belonged to a session that was replaced.
            clock: the time in the session's clock.
            on_change: called after the session changed.
        """
        self.bridge = Bridge()
        self.problem = ""
        self.warning = ""
        self._session = session
        self._steering = steering
        self._client = client
        self._reload = reload
        self._replaced = replaced
        self._clock = clock
        self._on_change = on_change
        self._busy = 0
        self._stale: Stale | None = None
        self._is_reloading = False

    # -- what pi says ----------------------------------------------------------------------------------------

    def started(self, bridge_file: str | None) -> None:
        """Another pi is started, with this extension file or without the bridge."""
        self.bridge = Bridge(bridge_file)

    def find_commands(self, commands: list[SlashCommand]) -> list[SlashCommand]:
        """Learn the bridge's commands from `get_commands`, and give the others."""
        return self.bridge.find_commands(commands)

    def take(self, request: SetStatusRequest) -> Report | None:
        """Take in what the bridge says.

        Returns:
            What it told by itself, when the screen has to follow.
        """
        report = self.bridge.take(request.status_text)
        if report is None:
            return None
        match report.kind:
            case "session_shutdown":
                self._session.replacing()
                for dialog in list(self._session.dialogs):
                    self._session.close_dialog(dialog.request.id)
            case "session_start" if report.data.get("reason") != "startup":
                self._stale = "reload" if report.data.get("reason") == "reload" else "session"
            case "session_tree":
                self._stale = self._stale or "tree"
            case _:
                pass
        return report

    async def catch_up(self) -> None:
        """Fetch everything anew when a report told that the place is another one; one's own moves do so themselves."""
        if self._busy or self._is_reloading or self._session.phase is Phase.STARTING:
            return
        self._is_reloading = True
        try:
            while self._stale is not None:
                stale, self._stale = self._stale, None
                if stale == "session":
                    self._replaced()
                elif stale == "reload":
                    self._session.replaced()
                await self._reload()
        finally:
            self._is_reloading = False

    @contextmanager
    def moving(self) -> Generator[None]:
        """Meanwhile the place changes, and whoever changes it fetches everything anew: nothing goes to pi."""
        self._busy += 1
        self._session.replacing()
        try:
            with self._steering.delivery.hold():
                yield
        finally:
            self._busy -= 1
            self._stale = None

    # -- what the user wants ---------------------------------------------------------------------------------

    async def ask(self, command: str, **arguments: Any) -> JsonObject:
        """Ask the bridge.

        Args:
            command: the name of its command, without prefix.
            arguments: of the command.

        Returns:
            Its answer.

        Raises:
            CannotMove: when the bridge is not there.
            CommandFailed: when pi or the bridge refused.
        """
        client = self._need_client()
        bridge = self.bridge
        try:
            number, text = bridge.request(command, **arguments)
        except KeyError:
            raise CannotMove(self._missing()) from None
        await client.run_command(text)
        answer = bridge.answer(number)
        if answer.error is not None:
            raise CommandFailed(command, answer.error)
        return answer.data

    def check(self, *, bridge: bool = False) -> None:
        """See whether a move is possible now.

        Args:
            bridge: whether the move needs the bridge.

        Raises:
            CannotMove: when it is not.
        """
        match self._session.phase:
            case Phase.DEAD:
                raise CannotMove("pi has ended: start it again, then move.")
            case Phase.STARTING:
                raise CannotMove("pi is starting: wait until it is ready, then move.")
            case Phase.COMPACTING:
                raise CannotMove("pi is compacting the context: wait for it, or stop it with esc, then move.")
            case Phase.SUMMARISING:
                raise CannotMove("pi is writing a summary: wait for it, or stop it with esc, then move.")
            case _:
                self._need_client()
        if self._busy:
            raise CannotMove("Another move is under way: wait until it is done.")
        if bridge and not self.bridge.is_there:
            raise CannotMove(self._missing())

    async def stop_run(self) -> list[Waiting]:
        """Stop what runs, so that a move can begin.

        Returns:
            The messages that waited: they belong back in the editor.

        Raises:
            CannotMove: when pi has ended before. Whether it really stopped is seen by what comes next.
        """
        client = self._need_client()
        waiting = await self._steering.stop() if self._session.phase.is_busy else []
        with anyio.move_on_after(STOP_SECONDS), suppress(PiError):  # an error must not cost the words
            await client.wait_settled()
        return waiting

    async def go(
        self,
        entry_id: str,
        *,
        summarize: bool = False,
        instructions: str | None = None,
        label: str | None = None,
    ) -> Moved:
        """Go on from an entry; what runs has been stopped before.

        Args:
            entry_id: a message of the user gives its text, and its parent becomes the leaf; any other entry becomes
                the leaf itself.
            summarize: whether pi writes a summary of what is left.
            instructions: what the summary should look at.
            label: for the summary.

        Raises:
            CannotMove: when a move is not possible now.
            CommandFailed: when pi refused.
        """
        self.check()
        if self.bridge.is_there and (await self._need_client().get_state()).is_streaming:
            raise CannotMove("pi did not stop what it was doing: wait for it, then move.")
        with self.moving():
            self._summarising(summarize)
            try:
                given = (summarize or None, instructions or None, label or None)
                data = await self.ask(
                    "nav", id=entry_id, summarize=given[0], instructions=given[1], label=given[2]
                )
            finally:
                self._summarising(False)
            if not data.get("cancelled"):
                await self._reload()
        text, leaf = data.get("text"), data.get("leaf")
        return Moved(
            cancelled=bool(data.get("cancelled")),
            text=text if isinstance(text, str) else None,
            leaf=leaf if isinstance(leaf, str) else None,
            is_kept=bool(data.get("summary")),
        )

    async def stop_summary(self) -> None:
        """Stop the summary that is being written; the place is then still the old one."""
        client = self._need_client()
        try:
            stopped = bool((await self.ask("stop-summary")).get("stopped"))
        except CommandFailed:
            stopped = False
        if not stopped:
            await client.abort()

    async def label(self, entry_id: str, label: str) -> None:
        """Label an entry; an empty label is taken away.

        Raises:
            CannotMove: when the bridge is not there.
            CommandFailed: when pi refused.
        """
        await self.ask("label", id=entry_id, label=" ".join(label.split()) or None)
        client = self._need_client()
        self._session.learn(await client.get_entries(self._session.tree.last_id))
        self._on_change()

    async def fork(self, entry_id: str) -> Moved:
        """Begin a new session before a message of the user, whose text belongs into the editor.

        Raises:
            CannotMove: when a move is not possible now.
            CommandFailed: when pi refused.
        """
        self.check()
        with self.moving():
            result = await self._need_client().fork(entry_id)
            if not result.cancelled:
                await self._show_replacement()
        return Moved(result.cancelled, result.text, is_kept=True)

    async def clone(self, end: str | None = None) -> Moved:
        """Begin a new session with a copy of the branch.

        Args:
            end: the last entry of the branch, which may be another one than the present; None for the present.

        Raises:
            CannotMove: when a move is not possible now.
            CommandFailed: when pi refused.
        """
        self.check()
        with self.moving():
            if end is None:
                cancelled = (await self._need_client().clone()).cancelled
            else:
                cancelled = bool((await self.ask("clone", id=end)).get("cancelled"))
            if not cancelled:
                await self._show_replacement()
        return Moved(cancelled, is_kept=True)

    # -- plumbing --------------------------------------------------------------------------------------------

    def _summarising(self, under_way: bool) -> None:
        self._session.summarising(under_way, self._clock())
        self._on_change()

    async def _show_replacement(self) -> None:
        self._replaced()
        await self._reload()

    def _missing(self) -> str:
        reason = self.problem or "It is not loaded in this pi"
        return f"This needs the extension that pitui hands to pi. {reason}."

    def _need_client(self) -> PiClient:
        client = self._client()
        if client is None:
            raise CannotMove("pi has ended: start it again.")
        return client
