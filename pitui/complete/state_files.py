"""Small files of the user's state folder: readable by the user alone, written whole or not at all."""

from __future__ import annotations

import contextlib
import os
import tempfile
from pathlib import Path


def write_private(file: Path, text: str) -> None:
    """Put a text in the place of a file, which only the user may read.

    Raises:
        OSError: it cannot be written; the file is as it was.
    """
    file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    handle, name = tempfile.mkstemp(dir=file.parent, prefix=file.name)
    try:
        with os.fdopen(handle, "w", encoding="utf-8", errors="surrogatepass") as stream:
            stream.write(text)
        os.replace(name, file)
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(name)
        raise


def append_private(file: Path, text: str) -> None:
    """Add a text at the end of a file, in one go, so that two programs can do it at the same time.

    Raises:
        OSError: it cannot be written.
    """
    file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    handle = os.open(file, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
    try:
        os.write(handle, text.encode("utf-8", "surrogatepass"))
    finally:
        os.close(handle)


def read_text(file: Path) -> str:
    """A file's text; "" when it cannot be read."""
    try:
        return file.read_bytes().decode("utf-8", "replace")
    except OSError:
        return ""
