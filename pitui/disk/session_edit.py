"""Changes to session files that pi has not open: a name, the trash, a copy for another folder."""

from __future__ import annotations

import contextlib
import json
import os
import secrets
import shutil
import subprocess
import time
from collections.abc import Iterable
from datetime import UTC, datetime
from pathlib import Path
from uuid import UUID

from send2trash import send2trash

from pitui.disk.files import DiskError, read_bytes
from pitui.disk.session_file import parse_session, read_session_file
from pitui.disk.summaries import SessionSummary, file_stamp
from pitui.protocol.json_line import parse_object
from pitui.protocol.json_object import JsonObject

FORMAT_VERSION = 3
"""The version of the format that is written (pi 0.82.1 to 1.6.0)."""

TRASH_SECONDS = 20.0
"""So long the `trash` program may take."""


def rename_session(session: SessionSummary, name: str) -> None:
    """Give a session a name by appending an entry, as pi does; "" takes the name away.

    Args:
        session: one that is not open; to the open one pi itself gives the name.
        name: newlines become blanks.

    Raises:
        DiskError: when the file changed since it was listed, or cannot be written.
    """
    _refuse_changed(session)
    try:
        data = read_bytes(session.path)
        entry: JsonObject = {
            "type": "session_info",
            "id": _new_id(data),
            "parentId": _last_id(data),
            "timestamp": _now(),
            "name": " ".join(name.split()),
        }
        start = b"" if data.endswith(b"\n") else b"\n"
        with session.path.open("ab") as file:
            file.write(start + _line(entry))
    except OSError as error:
        raise DiskError(f"{session.path} cannot be renamed: {error.strerror or error}.") from error


def trash_session(session: SessionSummary, *, open_file: Path | None) -> None:
    """Put a session file into the trash: by the `trash` program if there is one, else the platform's own way.

    Args:
        session: as it was listed.
        open_file: the file of the session that is open, which is never deleted.

    Raises:
        DiskError: when it is the open one, has changed since it was listed, or there is no trash for it.
    """
    if open_file is not None and _same(session.path, open_file):
        raise DiskError("This session is open: start another one before deleting it.")
    _refuse_changed(session)
    path = str(session.path.absolute())
    program = shutil.which("trash")
    if program is not None:
        with contextlib.suppress(OSError, subprocess.SubprocessError):
            subprocess.run([program, path], capture_output=True, timeout=TRASH_SECONDS, check=False)
        if not os.path.lexists(session.path):
            return
    try:
        send2trash(path)
    except Exception as error:
        raise DiskError(f"{session.path.name} could not be put into the trash: {error}.") from error


def copy_session(source: Path, folder: Path, cwd: Path) -> Path:
    """Copy a session so that it goes on in another project folder; the original stays as it is.

    The same as `pi --fork` does (pi 0.82.1 and 1.6.0, session-manager.js forkFrom).

    Args:
        source: the session file.
        folder: where session files of the project are; made when it is not there.
        cwd: the project folder.

    Returns:
        The new file.

    Raises:
        DiskError: when the source is no session, or the copy cannot be written.
    """
    version = read_session_file(source).header.version
    session_id = new_session_id()
    at = _now()
    header: JsonObject = {
        "type": "session",
        "version": version,
        "id": session_id,
        "timestamp": at,
        "cwd": str(cwd.absolute()),
        "parentSession": str(source.absolute()),
    }
    if version is None:
        del header["version"]
    target = folder / f"{at.replace(':', '-').replace('.', '-')}_{session_id}.jsonl"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        lines = [line for line in read_bytes(source).split(b"\n") if line.strip()]
        kept = [line for line in lines if parse_object(line).get("type") != "session"]
        with target.open("xb") as file:
            file.write(_line(header) + b"".join(line + b"\n" for line in kept))
    except OSError as error:
        raise DiskError(f"{source} cannot be copied to {folder}: {error.strerror or error}.") from error
    return target


def import_session(source: Path, folder: Path) -> Path:
    """Copy a session file into the folder of a project, under a new name when its own is taken.

    Returns:
        The file to open; the source itself when it is in the folder already.

    Raises:
        DiskError: when the source is no session, or cannot be copied.
    """
    read_session_file(source)
    if _same(source.parent, folder):
        return source
    target = folder / source.name
    number = 0
    while os.path.lexists(target):
        number += 1
        target = folder / f"{source.stem}-{number}{source.suffix}"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with target.open("xb") as file:
            file.write(read_bytes(source))
    except OSError as error:
        raise DiskError(f"{source} cannot be copied to {folder}: {error.strerror or error}.") from error
    return target


def write_branch(target: Path, session_id: str, cwd: Path, entries: Iterable[JsonObject]) -> None:
    """Write a branch as a session file of its own, each entry below the one before it, as pi's `/export` does.

    Raises:
        DiskError: when the file is there already or cannot be written.
    """
    lines: list[JsonObject] = [
        {"type": "session", "version": FORMAT_VERSION, "id": session_id, "timestamp": _now(), "cwd": str(cwd)}
    ]
    parent: object = None
    for entry in entries:
        lines.append({**entry, "parentId": parent})
        parent = entry.get("id")
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        with target.open("xb") as file:
            file.writelines(map(_line, lines))
    except OSError as error:
        raise DiskError(f"{target} cannot be written: {error.strerror or error}.") from error


def new_session_id() -> str:
    """A version 7 UUID, as pi gives its sessions."""
    stamp = int(time.time() * 1000) & (1 << 48) - 1
    value = stamp << 80 | secrets.randbits(80)
    value = value & ~(0xF << 76) | 7 << 76
    return str(UUID(int=value & ~(0x3 << 62) | 0x2 << 62))


def _refuse_changed(session: SessionSummary) -> None:
    try:
        stamp = file_stamp(session.path)
    except OSError as error:
        raise DiskError(f"{session.path.name} is not there any more.") from error
    if stamp != session.stamp:
        raise DiskError(
            f"{session.path.name} has changed meanwhile, it may be in use: list the sessions anew."
        )


def _new_id(data: bytes) -> str:
    while True:
        entry_id = secrets.token_hex(4)
        if entry_id.encode() not in data:
            return entry_id


def _last_id(data: bytes) -> str | None:
    found = parse_session(data)
    return found.entries.leaf_id if found is not None else None


def _line(record: JsonObject) -> bytes:
    """A record as pi writes it; half of a pair of surrogates, which UTF-8 cannot hold, as JSON's `\\ud83d`."""
    text = json.dumps(record, ensure_ascii=False, separators=(",", ":"))
    return text.encode("utf-8", "backslashreplace") + b"\n"


def _same(one: Path, other: Path) -> bool:
    try:
        return os.path.samefile(one, other)
    except OSError:
        return one.absolute() == other.absolute()


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
