"""Session files as pi writes them, made up."""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

BEGIN = 1_760_000_000
"""When the first of the sessions was made, Unix time in seconds."""


USAGE = {
    "input": 100,
    "output": 20,
    "cacheRead": 0,
    "cacheWrite": 0,
    "totalTokens": 120,
    "cost": {"input": 0.01, "output": 0.02, "cacheRead": 0, "cacheWrite": 0, "total": 0.03},
}


def iso(at: float) -> str:
    """A time as pi writes it."""
    return datetime.fromtimestamp(at, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def entries_of(texts: Sequence[str], *, at: float = BEGIN, name: str | None = None) -> list[dict[str, Any]]:
    """User and model in turn, a tool result after each answer, and a name at the end."""
    entries: list[dict[str, Any]] = []

    def add(kind: str, **fields: Any) -> None:
        number = len(entries)
        parent = entries[-1]["id"] if entries else None
        when = iso(at + number)
        entries.append(
            {"type": kind, "id": f"e{number:07x}", "parentId": parent, "timestamp": when, **fields}
        )

    for number, text in enumerate(texts):
        stamp = int((at + len(entries)) * 1000)
        content = [{"type": "text", "text": text}]
        if number % 2:
            message = {"role": "assistant", "content": content, "stopReason": "stop", "timestamp": stamp}
            message |= {"api": "x", "provider": "p", "model": "m", "usage": USAGE}
        else:
            message = {"role": "user", "content": content, "timestamp": stamp}
        add("message", message=message)
    if name is not None:
        add("session_info", name=name)
    return entries


def write_session(
    folder: Path,
    number: int = 0,
    texts: Sequence[str] = ("Hello", "Hi, what shall we do?"),
    *,
    cwd: str = "/nowhere",
    name: str | None = None,
    parent: Path | None = None,
    compact: bool = True,
) -> Path:
    """Write a session file, an hour later for each number; with blanks between its parts unless `compact`."""
    at = BEGIN + number * 3600
    header: dict[str, Any] = {"type": "session", "version": 3, "id": f"s{number:07x}", "timestamp": iso(at)}
    header["cwd"] = cwd
    if parent is not None:
        header["parentSession"] = str(parent)
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{iso(at).replace(':', '-').replace('.', '-')}_s{number:07x}.jsonl"
    separators = (",", ":") if compact else None
    lines = [
        json.dumps(line, separators=separators) for line in [header, *entries_of(texts, at=at, name=name)]
    ]
    path.write_text("\n".join(lines) + "\n")
    return path
