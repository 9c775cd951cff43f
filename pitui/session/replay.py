"""A recording instead of a live pi: the same records give the same screen."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Iterable
from typing import Any

import anyio
from pydantic import ValidationError

from pitui.client import Recorded
from pitui.protocol.codec import decode_line
from pitui.protocol.json_line import parse_object
from pitui.protocol.json_object import JsonObject
from pitui.protocol.responses import (
    BashResult,
    Entries,
    PromptResult,
    Response,
    SessionState,
    SessionStats,
    SlashCommands,
    Tree,
)
from pitui.session.bridge import without_bridge
from pitui.session.state import Session

SHORTEST_PAUSE, LONGEST_PAUSE = 0.005, 1.0
"""Seconds between two records of a recording that are waited, at least and at most."""


class Pace:
    """How fast a recording is shown: as it was made, not at all while paused, or the rest at once.

    Attributes:
        is_paused: whether it stands still.
        is_whole: whether the rest is shown without waiting.
        is_over: whether all is shown.
    """

    def __init__(self) -> None:
        self.is_paused = self.is_whole = self.is_over = False
        self._changed = anyio.Event()

    def pause(self) -> None:
        """Stand still, or go on."""
        self.is_paused = not self.is_paused
        self._change()

    def show_rest(self) -> None:
        """Wait no more."""
        self.is_whole, self.is_paused = True, False
        self._change()

    async def wait(self, seconds: float) -> None:
        """Wait so long, pauses not counted."""
        while not self.is_whole and (seconds > 0 or self.is_paused):
            since = anyio.current_time()
            changed, is_paused = self._changed, self.is_paused
            with anyio.move_on_after(None if is_paused else seconds):
                await changed.wait()
            if not is_paused:
                seconds -= anyio.current_time() - since

    async def follow(self, recording: Iterable[Recorded]) -> AsyncGenerator[Recorded]:
        """The lines of a recording, each when its time has come, long pauses shortened."""
        shown = 0.0
        for recorded in recording:
            wait = min(recorded.time - shown, LONGEST_PAUSE)
            shown = recorded.time
            if wait > SHORTEST_PAUSE or self.is_paused:
                await self.wait(wait)
            elif self.is_whole:
                await anyio.sleep(0)
            yield recorded

    def _change(self) -> None:
        self._changed.set()
        self._changed = anyio.Event()


class Replay:
    """Feeds a session with the lines of a recording, and tells it what the client had told it then."""

    def __init__(self, session: Session) -> None:
        """Feed a fresh session."""
        self._session = session
        self._asked: dict[str, JsonObject] = {}
        self._state = SessionState()

    def take(self, recorded: Recorded, now: float) -> None:
        """Take in the next line. Never raises.

        Args:
            recorded: the line.
            now: the time in the session's clock.
        """
        if recorded.direction == "out":
            self._take_command(parse_object(recorded.line), now)
            return
        record = decode_line(recorded.line)
        if isinstance(record, Response):
            asked = self._asked.pop(str(record.id), None)
            if asked is not None:
                self._take_response(asked, record, now)
        else:
            self._session.apply(record, now)

    def _take_command(self, command: JsonObject, now: float) -> None:
        self._asked[str(command.get("id"))] = command
        session = self._session
        match command.get("type"):
            case "prompt":
                session.sending(now)
            case "abort":
                session.stopping(now)
            case "bash":
                excluded = bool(command.get("excludeFromContext"))
                session.bash_started(str(command.get("id")), str(command.get("command")), excluded, now)
            case "extension_ui_response":
                session.close_dialog(str(command.get("id")))
            case _:
                pass

    def _take_response(self, asked: JsonObject, response: Response, now: float) -> None:
        session = self._session
        name = asked.get("type")
        if not response.success:
            if name == "prompt":
                session.refused(response.error or "", now)
            return
        data: Any = response.data or {}
        try:
            match name:
                case "prompt":
                    session.accepted(PromptResult.model_validate(data).disposition, now)
                case "get_state":
                    self._state = SessionState.model_validate(data)
                    session.update_state(self._state)
                case "get_entries" if asked.get("since") is None:
                    session.load(Entries.model_validate(data), self._state)
                case "get_entries":
                    session.add_entries(Entries.model_validate(data))
                case "get_tree":
                    session.load_tree(Tree.model_validate(data))
                case "get_session_stats":
                    session.stats = SessionStats.model_validate(data)
                case "get_commands":
                    session.commands = without_bridge(SlashCommands.model_validate(data).commands)
                case "bash":
                    session.bash_finished(str(asked.get("id")), BashResult.model_validate(data), now)
                case _:
                    pass
        except ValidationError:
            return
