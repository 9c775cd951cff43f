"""Stored sessions for a real pi, and where it keeps them."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from pitui.disk.folders import default_session_folder
from tests.conftest import RealPi
from tests.disk.making import write_session


def store(
    pi: RealPi,
    number: int,
    texts: Sequence[str] = ("Hello", "Hi, what shall we do?"),
    *,
    cwd: Path | None = None,
    name: str | None = None,
    parent: Path | None = None,
) -> Path:
    """Write a session file where pi keeps those of a folder; its project without one."""
    folder = cwd or pi.cwd
    return write_session(
        default_session_folder(folder, pi.agent_dir), number, texts, cwd=str(folder), name=name, parent=parent
    )
