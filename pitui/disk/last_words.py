"""The last answer of a session, read from the end of its file without a model of anything: a start shows it at once."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any, cast

from pitui.protocol.json_object import JsonObject

END_BYTES = 1 << 15
"""So much of the end is read; an answer that is longer is not shown before the rest is."""

_SILENT = (
    "label",
    "session_info",
    "model_change",
    "thinking_level_change",
    "usage",
    "context_edit",
    "custom",
)
"""Entries that may follow an answer and show nothing."""


def read_last_words(path: Path) -> str | None:
    """Read what the model said last, if the session ends with that.

    Returns:
        The text of the answer, markdown; None when the session ends with anything else, or cannot be read.
    """
    try:
        with path.open("rb") as file:
            file.seek(-min(END_BYTES, file.seek(0, os.SEEK_END)), os.SEEK_END)
            lines = file.read(END_BYTES).splitlines()
    except OSError:
        return None
    wanted: str | None = None
    for line in reversed(lines):
        entry = _object(line)
        if not isinstance(entry.get("id"), str) or (wanted is not None and entry["id"] != wanted):
            return None
        if entry.get("type") == "message":
            return _words(entry.get("message"))
        if entry.get("type") not in _SILENT or not isinstance(entry.get("parentId"), str):
            return None
        wanted = entry["parentId"]
    return None


def _words(message: Any) -> str | None:
    if not isinstance(message, dict):
        return None
    fields = cast("JsonObject", message)
    content: Any = fields.get("content")
    if (
        fields.get("role") != "assistant"
        or fields.get("stopReason") != "stop"
        or not isinstance(content, list)
    ):
        return None
    parts = cast("list[Any]", content)
    last = cast("JsonObject", parts[-1]) if parts and isinstance(parts[-1], dict) else {}
    text: Any = last.get("text")
    return text if last.get("type") == "text" and isinstance(text, str) else None


def _object(line: bytes) -> JsonObject:
    try:
        data: Any = json.loads(line.decode("utf-8", "replace"))
    except (ValueError, RecursionError):
        return {}
    return cast("JsonObject", data) if isinstance(data, dict) else {}
