"""The last entries of a long session file: enough for a screen, at once, while the whole is still being read."""

from __future__ import annotations

import os
from pathlib import Path

from pitui.disk.session_file import TREE_VERSION, SessionFile, decode_stored
from pitui.disk.session_header import read_header
from pitui.protocol.branch_end import branch_end
from pitui.protocol.json_line import parse_object

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
    end = branch_end([decode_stored(item) for line in lines if (item := parse_object(line))])
    return None if end is None else SessionFile(header, end, None, 0)
