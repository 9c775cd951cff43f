"""The processes of a process group and what they have started, for when pi cannot end them itself any more."""

from __future__ import annotations

import contextlib
import os
import subprocess
from pathlib import Path
from typing import NamedTuple


class _Row(NamedTuple):
    pid: int
    parent: int
    group: int
    is_zombie: bool


def group_members(group: int) -> list[int]:
    """The living processes of a group."""
    try:
        os.killpg(group, 0)
    except ProcessLookupError:
        return []
    except PermissionError:
        pass
    return [row.pid for row in _processes() if row.group == group and not row.is_zombie]


def group_and_descendants(group: int) -> list[int]:
    """The living processes of a group and all they have started, also where that is in groups of its own.

    pi gives each tool a group of its own (0.82.1 and 1.6.0, utils/shell.js).
    """
    children: dict[int, list[int]] = {}
    todo: list[int] = []
    for row in _processes():
        if row.is_zombie:
            continue
        if row.group == group:
            todo.append(row.pid)
        else:
            children.setdefault(row.parent, []).append(row.pid)
    found: list[int] = []
    while todo:
        pid = todo.pop()
        found.append(pid)
        todo += children.pop(pid, [])
    return found


def _processes() -> list[_Row]:
    """All processes: from /proc where there is one, else from `ps`; none where neither tells."""
    if not Path("/proc/self/stat").exists():
        return _processes_by_ps()
    rows: list[_Row] = []
    for folder in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            # The name stands in brackets and may hold anything (proc(5)).
            state, parent, group = (folder / "stat").read_bytes().rpartition(b")")[2].split()[:3]
            rows.append(_Row(int(folder.name), int(parent), int(group), state == b"Z"))
    return rows


def _processes_by_ps() -> list[_Row]:
    command = ["ps", "-A", "-o", "pid=,ppid=,pgid=,stat="]
    try:
        ran = subprocess.run(command, capture_output=True, timeout=2, check=False)
    except (OSError, subprocess.SubprocessError):
        return []
    fields = [line.split() for line in ran.stdout.splitlines()]
    return [
        _Row(int(pid), int(parent), int(group), state.startswith(b"Z"))
        for pid, parent, group, state in (row for row in fields if len(row) == 4)
    ]
