"""One session file as pi stores it, read without pi and without a trace, old versions of the format too."""

from __future__ import annotations

from collections.abc import Iterable
from io import BytesIO
from pathlib import Path
from typing import Any, NamedTuple, cast

from pitui.disk.files import DiskError, read_bytes
from pitui.disk.session_header import SessionHeader, parse_header
from pitui.protocol.entries import SessionEntry, decode_entry
from pitui.protocol.json_line import parse_object
from pitui.protocol.json_object import JsonObject
from pitui.protocol.responses import Entries

TREE_VERSION = 2
"""Since this version of the format entries have ids; before, each follows the one above it."""


class SessionFile(NamedTuple):
    """What a session file holds.

    Attributes:
        header: its first line.
        entries: all entries; the leaf is the last one, as when pi opens the file.
        name: the session's name, None without one.
        damaged: how many lines could not be read and are left out, as pi does.
    """

    header: SessionHeader
    entries: Entries
    name: str | None
    damaged: int


def read_session_file(path: Path) -> SessionFile:
    """Read a session file.

    Raises:
        DiskError: when it cannot be read, or is no session file.
    """
    try:
        data = read_bytes(path)
    except OSError as error:
        raise DiskError(f"{path} cannot be read: {error.strerror or error}.") from error
    found = parse_session(data)
    if found is None:
        raise DiskError(f"{path} is no session file of pi: its first line is no session header.")
    return found


def parse_session(data: bytes) -> SessionFile | None:
    """Take the bytes of a session file apart.

    Returns:
        None when they do not begin with the header of a session.
    """
    # One object after the other: all of them beside all entries would take twice the memory.
    lines = (line for line in BytesIO(data) if line.strip())
    damaged = 0
    name: str | None = None
    header: SessionHeader | None = None
    chain: list[JsonObject] = []
    entries: list[SessionEntry] = []
    for item in map(parse_object, lines):
        if not item:
            damaged += 1
        elif header is None:
            header = parse_header(item)
            if header is None:
                return None
        elif item.get("type") != "session":
            name = session_name([item], name)
            if (header.version or 1) < TREE_VERSION:
                chain.append(item)
            else:
                entries.append(decode_stored(item))
    if header is None:
        return None
    if chain:
        _give_ids(chain)
        entries = [decode_stored(item) for item in chain]
    leaf = next((entry.id for entry in reversed(entries) if entry.id), None)
    return SessionFile(header, Entries.model_construct(entries=entries, leaf_id=leaf), name, damaged)


def decode_stored(item: JsonObject) -> SessionEntry:
    """Decode an entry of a session file.

    Before version 3 a custom message had another role (pi 0.82.1 and 1.6.0, session-manager.js).
    """
    message: Any = item.get("message")
    if isinstance(message, dict) and cast("JsonObject", message).get("role") == "hookMessage":
        message["role"] = "custom"
    return decode_entry(item)


def session_name(entries: Iterable[JsonObject], name: str | None = None) -> str | None:
    """The name that the latest `session_info` gives, None when it was cleared; `name` without one."""
    for entry in entries:
        if entry.get("type") == "session_info":
            value = entry.get("name")
            name = (value.strip() or None) if isinstance(value, str) else None
    return name


def _give_ids(entries: list[JsonObject]) -> None:
    """Give entries of version 1 ids as pi does (pi 0.82.1 and 1.6.0, session-manager.js), but always the same ones."""
    for number, entry in enumerate(entries):
        entry["id"] = _plain_id(number)
        entry["parentId"] = _plain_id(number - 1) if number else None
        kept: Any = entry.pop("firstKeptEntryIndex", None)
        if isinstance(kept, int) and 0 < kept <= len(entries):
            # The index counts the header as the first line.
            entry["firstKeptEntryId"] = _plain_id(kept - 1)


def _plain_id(number: int) -> str:
    return f"{number:08x}"
