"""A session as its file alone tells it, before or without pi."""

from __future__ import annotations

from pathlib import Path

from pitui.disk.session_file import SessionFile, read_session_file
from pitui.protocol.responses import SessionState
from pitui.session.state import Session


def stored_state(stored: SessionFile, file: str | None) -> SessionState:
    """What can be said of the state of a session that is in this file."""
    return SessionState(
        session_id=stored.header.id,
        session_file=file,
        session_name=stored.name,
        message_count=len(stored.entries.entries),
    )


def load_stored(path: Path) -> Session:
    """Make a session of a file; it may take a moment and needs no event loop.

    Raises:
        DiskError: when the file cannot be read or is no session.
    """
    found = read_session_file(path)
    session = Session()
    session.load(found.entries, stored_state(found, str(path)))
    return session
