"""The last entries of a long session file: enough for a screen, at once, while the whole is still being read."""

from __future__ import annotations

import os
from pathlib import Path

from pitui.disk.session_file import TREE_VERSION, SessionFile, decode_stored
from pitui.disk.session_header import read_header
from pitui.protocol.entries import MessageEntry, SessionEntry
from pitui.protocol.json_line import parse_object
from pitui.protocol.messages import UserMessage
from pitui.protocol.responses import Entries

END_BYTES = 1 << 16
"""So much of the end is read."""

LONG_BYTES = 1 << 19
"""A shorter file is read whole as fast."""


def read_session_end(path: Path) -> SessionFile | None:
    """Read the end of the branch that a session goes on from, its last prompts with all that came of them.

    Returns:
        None for a file that is short, old, cannot be read, or whose end holds no prompt of that branch: then it has to
        be read whole. The name is not looked for.
    """
    header = read_header(path)
    if header is None or (header.version or 1) < TREE_VERSION:
        return None
    try:
        with path.open("rb") as file:
            if file.seek(0, os.SEEK_END) < LONG_BYTES:
                return None
            file.seek(-END_BYTES, os.SEEK_END)
            lines = file.read(END_BYTES).split(b"\n")[1:]
    except OSError:
        return None
    found = [decode_stored(item) for line in lines if (item := parse_object(line))]
    branch = _branch(found)
    first = next((n for n, entry in enumerate(branch) if _is_prompt(entry)), None)
    if first is None:
        return None
    entries = Entries.model_construct(entries=branch[first:], leaf_id=branch[-1].id)
    return SessionFile(header, entries, None, 0)


def _branch(entries: list[SessionEntry]) -> list[SessionEntry]:
    """The entries that lead to the last one, as far as they are there; each one comes after its parent."""
    branch: list[SessionEntry] = []
    wanted: str | None = None
    for entry in reversed(entries):
        if entry.id and (not branch or entry.id == wanted):
            branch.append(entry)
            wanted = entry.parent_id
    return branch[::-1]


def _is_prompt(entry: SessionEntry) -> bool:
    return isinstance(entry, MessageEntry) and isinstance(entry.message, UserMessage)
