"""Times as pi writes them, in session files and on the wire, whatever else stands there in a damaged one."""

from __future__ import annotations

from datetime import datetime

from pitui.protocol.entries import SessionEntry


def entry_time(entry: SessionEntry) -> float:
    """When an entry was written, Unix time in seconds; 0 when its timestamp cannot be read."""
    return iso_time(entry.timestamp)


def iso_time(text: object) -> float:
    """The Unix time of an ISO 8601 text in seconds, 0 when it is none."""
    if not isinstance(text, str) or not text:
        return 0
    try:
        return datetime.fromisoformat(text).timestamp()
    except (ValueError, OverflowError, OSError):
        return 0
