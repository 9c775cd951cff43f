"""Reading pi's files without a trace, and changing its JSON files without losing what others write into them."""

from __future__ import annotations

import contextlib
import json
import os
import time
from collections.abc import Callable, Generator
from pathlib import Path
from typing import Any, cast

from pitui.protocol.json_object import JsonObject

STALE_SECONDS = 10.0
"""A lock this old was left behind (proper-lockfile's default, which pi uses)."""

LOCK_SECONDS = 2.0
"""How long a lock of somebody else is waited for."""

PRIVATE = 0o600
"""The permissions of a file that only the user may read."""

_NO_TRACE = getattr(os, "O_NOATIME", 0)


class DiskError(Exception):
    """A file of pi could not be read or changed; the text says which, why, and what to do."""


def reason(error: Exception) -> str:
    """What was wrong, in the system's words: without the number and the path that Python puts around them."""
    return error.strerror if isinstance(error, OSError) and error.strerror else str(error)


def read_bytes(path: Path) -> bytes:
    """Read a file; where the system allows it, not even its access time changes.

    Raises:
        OSError: when it cannot be read.
    """
    flags = os.O_RDONLY | getattr(os, "O_BINARY", 0)
    try:
        descriptor = os.open(path, flags | _NO_TRACE)
    except PermissionError:
        descriptor = os.open(path, flags)
    with open(descriptor, "rb") as file:
        return file.read()


def read_object(path: Path) -> JsonObject:
    """Read a JSON file that holds an object.

    Returns:
        The object; empty when there is no file.

    Raises:
        DiskError: when it cannot be read or holds something else.
    """
    try:
        text = path.read_text(encoding="utf-8-sig")
    except FileNotFoundError:
        return {}
    except (OSError, UnicodeError) as error:
        raise DiskError(f"{path} cannot be read: {reason(error)}.") from error
    try:
        data: Any = json.loads(text) if text.strip() else {}
    except (ValueError, RecursionError) as error:
        raise DiskError(f"{path} is not JSON ({error}): repair it first.") from error
    if not isinstance(data, dict):
        raise DiskError(f"{path} holds no JSON object: repair it first.")
    return cast("JsonObject", data)


def change_object(path: Path, change: Callable[[JsonObject], None], *, mode: int | None = None) -> JsonObject:
    """Change a JSON file under pi's own lock, and replace it in one step.

    A file that cannot be read is left as it is.

    Args:
        path: the file; made when it is not there. Of a link, the file behind it is changed; the lock is beside the
            link, where pi has it.
        change: changes the object in place; it gets what the file holds at that moment.
        mode: the permissions to give the file; None keeps those it has.

    Returns:
        What the file holds now.

    Raises:
        DiskError: when it cannot be read, locked or written.
    """
    real = Path(os.path.realpath(path))
    try:
        real.parent.mkdir(parents=True, exist_ok=True)
        with lock(path):
            data = read_object(real)
            change(data)
            text = json.dumps(data, indent=2, ensure_ascii=False) + "\n"
            # UTF-8 cannot hold half of a pair of surrogates; `\ud83d` is JSON's own way to write it.
            replace_text(real, text.encode("utf-8", "backslashreplace").decode(), mode=mode)
    except OSError as error:
        raise DiskError(f"{path} cannot be changed: {reason(error)}.") from error
    return data


def replace_text(path: Path, text: str, *, mode: int | None = None) -> None:
    """Write a file so that nobody ever sees half of it.

    Args:
        path: the file.
        text: all of it.
        mode: the permissions; None keeps those of the present file, or takes the usual ones.

    Raises:
        OSError: when it cannot be written.
    """
    if mode is None and path.exists():
        mode = path.stat().st_mode & 0o777
    draft = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o666 if mode is None else mode)
        with open(descriptor, "w", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        if mode is not None:
            draft.chmod(mode)
        draft.replace(path)
    finally:
        draft.unlink(missing_ok=True)


@contextlib.contextmanager
def lock(path: Path) -> Generator[None]:
    """Hold the lock that pi takes for a file: a folder beside it (proper-lockfile; pi 0.82.1 and 1.6.0).

    Raises:
        DiskError: when somebody else holds it for `LOCK_SECONDS`.
        OSError: when it cannot be taken.
    """
    folder = path.with_name(f"{path.name}.lock")
    deadline = time.monotonic() + LOCK_SECONDS
    while True:
        try:
            folder.mkdir()
            break
        except FileExistsError:
            if _is_stale(folder):
                with contextlib.suppress(OSError):
                    folder.rmdir()
            elif time.monotonic() > deadline:
                raise DiskError(f"{path} is locked by another program: try again in a moment.") from None
            else:
                time.sleep(0.02)
    try:
        yield
    finally:
        with contextlib.suppress(OSError):
            folder.rmdir()


def _is_stale(folder: Path) -> bool:
    try:
        return time.time() - folder.stat().st_mtime > STALE_SECONDS
    except OSError:
        return False
