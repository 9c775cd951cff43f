"""Many session files at a glance: what a list of sessions shows, without parsing more than a few lines of each."""

from __future__ import annotations

import os
import re
import time
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple, cast

from pitui.disk.files import read_bytes
from pitui.disk.folders import SessionPlaces
from pitui.disk.session_file import session_name
from pitui.disk.session_header import parse_header, read_header
from pitui.protocol.json_line import parse_object
from pitui.protocol.json_object import JsonObject
from pitui.protocol.timestamps import iso_time

SLICE_SECONDS = 0.02
"""After so long a slice of the list is handed out."""

_TYPED = re.compile(rb'\n\{\s*"type"\s*:\s*"([a-z_]+)"')
_FIRST_MESSAGES = 40
"""So many messages are looked through for the first one of the user."""


class SessionSummary(NamedTuple):
    """A session file in a list.

    Attributes:
        path: the file.
        id: of the session.
        cwd: its folder, "" in very old files.
        name: None without one.
        parent: the file it was forked from, None for none.
        created: Unix time in seconds.
        modified: when its last message was written, Unix time in seconds, as pi sorts sessions.
        messages: how many messages it holds.
        first: the first words of the user, "" when there are none yet. Foreign text, as are `name` and `cwd`.
        stamp: size and change time of the file; another one means that it changed meanwhile.
    """

    path: Path
    id: str
    cwd: str
    name: str | None
    parent: Path | None
    created: float
    modified: float
    messages: int
    first: str
    stamp: tuple[int, int]

    @property
    def title(self) -> str:
        """Its name, else its first words. Foreign text."""
        return self.name or self.first or "(no messages)"


class Slice(NamedTuple):
    """A part of a list: the sessions that were read, and how many of how many files are done."""

    sessions: tuple[SessionSummary, ...]
    done: int
    total: int


def list_sessions(folders: Iterable[Path], *, seconds: float = SLICE_SECONDS) -> Iterator[Slice]:
    """Read the sessions of some folders, the latest changed files first.

    Each step of the iterator takes about `seconds`, so it can be run between two keys or in a thread. Files that
    are no sessions, or cannot be read, are counted and left out.

    Yields:
        A slice at least once, the last one with `done == total`.
    """
    files = session_files(folders)
    total = len(files)
    found: list[SessionSummary] = []
    since = time.monotonic()
    for number, path in enumerate(files):
        summary = summarize(path)
        if summary is not None:
            found.append(summary)
        if time.monotonic() - since > seconds and number + 1 < total:
            yield Slice(tuple(found), number + 1, total)
            found.clear()
            since = time.monotonic()
    yield Slice(tuple(found), total, total)


def session_files(folders: Iterable[Path]) -> list[Path]:
    """The session files of some folders, the latest changed first."""
    files: list[tuple[float, str]] = []
    for folder in folders:
        try:
            items = list(os.scandir(folder))
        except OSError:
            continue
        for item in items:
            if item.name.endswith(".jsonl"):
                try:
                    files.append((item.stat().st_mtime, item.path))
                except OSError:
                    continue
    files.sort(reverse=True)
    return [Path(path) for _, path in files]


def newest_session(places: SessionPlaces) -> Path | None:
    """The session that `pi --continue` opens: the file that was changed last and is of this project."""
    cwd = os.path.abspath(places.cwd)
    for path in session_files([places.own_folder]):
        header = read_header(path)
        if header is not None and (places.one_folder is None or os.path.abspath(header.cwd or "/") == cwd):
            return path
    return None


def find_session(session_id: str, places: SessionPlaces) -> Path | None:
    """The session whose id begins so: of this project if there is one, else the latest of all.

    Given to pi as it is, an id that belongs to another folder makes it ask where nobody can answer (PI-RPC fact 17).
    """
    for everywhere in (False, True):
        for path in session_files(places.folders(everywhere=everywhere)):
            header = read_header(path)
            if header is not None and header.id.startswith(session_id):
                return path
    return None


def file_stamp(path: Path) -> tuple[int, int]:
    """Size and change time of a file, to see whether it changes.

    Raises:
        OSError: when it is not there.
    """
    status = path.stat()
    return status.st_size, status.st_mtime_ns


def summarize(path: Path) -> SessionSummary | None:
    """Read what a list shows of a session file; its bytes and times stay.

    Returns:
        None when the file cannot be read or is no session.
    """
    try:
        stamp = file_stamp(path)
        data = read_bytes(path)
    except OSError:
        return None
    head, _, _ = data.lstrip().partition(b"\n")
    header = parse_header(parse_object(head))
    if header is None:
        return None
    body = _Body(data)
    created = iso_time(header.timestamp)
    parent = header.parent_session
    return SessionSummary(
        path=path,
        id=header.id,
        cwd=header.cwd,
        name=body.name,
        parent=Path(parent) if parent else None,
        created=created or stamp[1] / 1e9,
        modified=body.modified or created or stamp[1] / 1e9,
        messages=body.messages,
        first=body.first,
        stamp=stamp,
    )


def message_texts(data: bytes) -> Iterator[str]:
    """What the user and the model said, message by message, in the order of the file; what a search looks through."""
    for line in data.split(b"\n"):
        if b'"message"' in line and b'"toolResult"' not in line[:400]:
            text = _spoken(parse_object(line))
            if text:
                yield text


class _Body:
    """The lines after the header: counted by how they begin, and only a few of them parsed."""

    def __init__(self, data: bytes) -> None:
        marks = [(found.start() + 1, found[1]) for found in _TYPED.finditer(data)]
        lines = data.count(b"\n") - (data.endswith(b"\n"))
        if len(marks) < lines:
            self._read_slowly(data)
            return
        messages = [start for start, kind in marks if kind == b"message"]
        named = [start for start, kind in marks if kind == b"session_info"]
        self.messages = len(messages)
        self.name = session_name([_line(data, named[-1])]) if named else None
        self.first = next(
            (text for at in messages[:_FIRST_MESSAGES] if (text := _of_user(_line(data, at)))), ""
        )
        self.modified = _written(_line(data, messages[-1])) if messages else 0.0

    def _read_slowly(self, data: bytes) -> None:
        """A file whose lines do not begin with their type, or with blank or damaged lines in it."""
        entries = [parse_object(line) for line in data.split(b"\n")]
        messages = [entry for entry in entries if entry.get("type") == "message"]
        self.messages = len(messages)
        self.name = session_name(entries)
        self.first = next((text for entry in messages if (text := _of_user(entry))), "")
        self.modified = _written(messages[-1]) if messages else 0.0


def _line(data: bytes, start: int) -> JsonObject:
    end = data.find(b"\n", start)
    return parse_object(data[start : len(data) if end < 0 else end])


def _of_user(entry: JsonObject) -> str:
    message: Any = entry.get("message")
    if not isinstance(message, dict) or cast("JsonObject", message).get("role") != "user":
        return ""
    return _spoken(entry).strip()


def _spoken(entry: JsonObject) -> str:
    """The text of a message of the user or the model, "" for everything else."""
    message: Any = entry.get("message")
    if not isinstance(message, dict):
        return ""
    found = cast("JsonObject", message)
    content: Any = found.get("content")
    if found.get("role") not in ("user", "assistant"):
        return ""
    if isinstance(content, str):
        return content
    if not isinstance(content, list):
        return ""
    blocks = [cast("JsonObject", block) for block in cast("list[Any]", content) if isinstance(block, dict)]
    texts = [block.get("text") for block in blocks if block.get("type") == "text"]
    return " ".join(text for text in texts if isinstance(text, str))


def _written(entry: JsonObject) -> float:
    message: Any = entry.get("message")
    at: Any = cast("JsonObject", message).get("timestamp") if isinstance(message, dict) else None
    return at / 1000 if isinstance(at, int | float) and at > 0 else iso_time(entry.get("timestamp"))
