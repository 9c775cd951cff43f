"""What the bridge extension says and is asked (`pitui/runtime/bridge.ts`), without any I/O.

It answers by JSON under a reserved status key, because pi's RPC has no channel for an extension's data (PI-RPC 9.5).
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple, cast

from pitui.protocol.json_object import JsonObject
from pitui.protocol.responses import SlashCommand

STATUS_KEY = "pitui"
"""The status key of the bridge; never shown."""

PREFIX = "pitui-"
"""What the names of the bridge's commands begin with."""


class Answer(NamedTuple):
    """The answer to a request: `data`, or why it failed, in pi's words, which are foreign text."""

    request: int
    data: JsonObject
    error: str | None = None


class Report(NamedTuple):
    """What the bridge tells by itself: `session_start`, `session_tree`, …; kinds that pitui does not know too."""

    kind: str
    data: JsonObject


def decode(text: str | None) -> Answer | Report | None:
    """Read what the bridge put into its status.

    Returns:
        None for what the bridge does not write.
    """
    try:
        value: Any = json.loads(text or "")
    except (ValueError, RecursionError):
        return None
    if not isinstance(value, dict):
        return None
    data = cast("JsonObject", value)
    kind, request, result = data.get("kind"), data.get("req"), data.get("data")
    if kind == "answer" and isinstance(request, int):
        error = data.get("error")
        found = cast("JsonObject", result) if isinstance(result, dict) else {}
        return Answer(request, found, error if isinstance(error, str) else None)
    return Report(kind, data) if isinstance(kind, str) and kind != "answer" else None


class Bridge:
    """The bridge of one pi: which names its commands have, and which requests wait for their answer.

    Attributes:
        version: of pi, as the bridge reported it; None before.
        agent_dir: pi's agent folder, as the bridge reported it; None before.
        file: the file of the extension, None when pi was started without it.
    """

    def __init__(self, file: str | None = None) -> None:
        """Begin with a pi that was given this extension file."""
        self.file = file
        self.version: str | None = None
        self.agent_dir: str | None = None
        self._names: dict[str, str] = {}
        self._last_request = 0
        self._answers: dict[int, Answer] = {}
        self._open: set[int] = set()

    @property
    def is_there(self) -> bool:
        """Whether pi knows the bridge's commands."""
        return bool(self._names)

    def find_commands(self, commands: Sequence[SlashCommand]) -> list[SlashCommand]:
        """Learn the names of the bridge's commands from `get_commands`.

        A name that two extensions want becomes `name:1` and `name:2` (pi 0.82.1 and 1.6.0); so the path tells.

        Returns:
            The other commands, which the user may see.
        """
        self._names = {}
        others: list[SlashCommand] = []
        for command in commands:
            if self.file is not None and command.source_info.path == self.file:
                self._names[command.name.partition(":")[0].removeprefix(PREFIX)] = command.name
            else:
                others.append(command)
        return others

    def request(self, name: str, **arguments: Any) -> tuple[int, str]:
        """A new request.

        Args:
            name: of the command, without its prefix.
            arguments: what the command takes; None leaves an argument out.

        Returns:
            The number of the request, and the prompt that makes it.

        Raises:
            KeyError: when the bridge has no such command.
        """
        command = self._names[name]
        self._last_request += 1
        self._open.add(self._last_request)
        given = {key: value for key, value in arguments.items() if value is not None}
        return self._last_request, f"/{command} {json.dumps({'req': self._last_request, **given})}"

    def take(self, text: str | None) -> Report | None:
        """Take in a status of the bridge; an answer waits for `answer`.

        Returns:
            What the bridge told by itself.
        """
        match decode(text):
            case Answer() as answer:
                if answer.request in self._open:
                    self._answers[answer.request] = answer
                return None
            case Report() as report:
                if report.kind == "session_start":
                    self.version = _text(report.data, "version") or self.version
                    self.agent_dir = _text(report.data, "agentDir") or self.agent_dir
                return report
            case None:
                return None

    def answer(self, request: int) -> Answer:
        """The answer to a request after pi has responded to its prompt, which comes after the answer."""
        self._open.discard(request)
        missing = Answer(request, {}, "The bridge extension gave no answer.")
        return self._answers.pop(request, missing)


def without_bridge(commands: Iterable[SlashCommand]) -> list[SlashCommand]:
    """The commands of a recording that are not the bridge's; where its file was is not known there."""
    return [
        command
        for command in commands
        if not (command.name.startswith(PREFIX) and command.source_info.path.endswith("bridge.ts"))
    ]


def _text(data: JsonObject, name: str) -> str | None:
    value = data.get(name)
    return value if isinstance(value, str) else None
