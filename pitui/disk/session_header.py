"""The first line of a session file, without the rest of it; a start needs it before anything else."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, NamedTuple, cast

from pitui.protocol.json_object import JsonObject

HEADER_BYTES = 1 << 20
"""A first line that is longer is no header (as in pi 1.6.0)."""


class SessionHeader(NamedTuple):
    """What a session file says of itself.

    Attributes:
        id: of the session.
        timestamp: when it began, ISO 8601.
        cwd: its folder, "" in very old files.
        version: of the format, None before there were versions.
        parent_session: the file that it was forked from.
    """

    id: str
    timestamp: str = ""
    cwd: str = ""
    version: int | None = None
    parent_session: str | None = None


def read_header(path: Path) -> SessionHeader | None:
    """The header of a session file, without reading the rest; None when it has none or cannot be read."""
    try:
        with path.open("rb") as file:
            data: Any = json.loads(file.readline(HEADER_BYTES).decode("utf-8", "replace"))
    except (OSError, ValueError, RecursionError):
        return None
    return parse_header(cast("JsonObject", data)) if isinstance(data, dict) else None


def parse_header(data: JsonObject) -> SessionHeader | None:
    """The header of a session file, None when it is none."""
    if data.get("type") != "session" or not isinstance(data.get("id"), str):
        return None
    version, parent = data.get("version"), data.get("parentSession")
    return SessionHeader(
        id=_text(data, "id"),
        timestamp=_text(data, "timestamp"),
        cwd=_text(data, "cwd"),
        version=version if isinstance(version, int) else None,
        parent_session=parent if isinstance(parent, str) else None,
    )


def _text(data: JsonObject, name: str) -> str:
    value: Any = data.get(name)
    return value if isinstance(value, str) else ""
