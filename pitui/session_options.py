"""Which session the command line means: always a file for pi, never what makes pi ask where nobody can answer.

pi in RPC mode draws its own picker for `--resume`, and for `--session ID` of another folder it asks and takes the first
command for the answer (pi 0.82.1 and 1.6.0).
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

from pitui.disk.folders import SessionPlaces, agent_folder, session_folder_option

RESUME = ("--resume", "-r")
CHOOSING = ("--session", "--fork")


class NoSuchSession(Exception):
    """A session that was asked for is not there; the text says what to do."""


def session_file(wanted: str, option: str, cwd: Path, session_dir: str | None) -> Path:
    """The file of a session.

    Args:
        wanted: a file, or the beginning of an id.
        option: what asked for it.
        cwd: the project folder.
        session_dir: `--session-dir`.

    Raises:
        NoSuchSession: when there is none.
    """
    path = Path(os.path.expanduser(wanted))
    path = path if path.is_absolute() else Path.cwd() / path
    if os.path.isfile(path):
        return path
    if os.sep in wanted or wanted.endswith(".jsonl") or not wanted:
        what = f"{wanted} is a folder" if os.path.isdir(path) and wanted else f"There is no file {wanted}"
        raise NoSuchSession(f"{what}: {option} takes a session's file or its id.")
    agent = agent_folder(os.environ)
    from pitui.disk.summaries import find_session

    places = SessionPlaces(cwd, agent, session_folder_option(session_dir, os.environ, agent))
    found = find_session(wanted, places)
    if found is None and os.path.isdir(path):
        raise NoSuchSession(f"{wanted} is a folder: {option} takes a session's file or its id.")
    if found is None:
        raise NoSuchSession(
            f"There is no session whose id begins with {wanted}: pitui --resume lists them all."
        )
    return found


def without_traps(words: Sequence[str], cwd: Path, session_dir: str | None) -> tuple[tuple[str, ...], bool]:
    """Arguments for pi with ids of sessions made files, and `--resume` taken out.

    Returns:
        The arguments, and whether `--resume` was among them.

    Raises:
        NoSuchSession: when there is no such session.
    """
    kept: list[str] = []
    resumes = False
    rest = iter(words)
    for word in rest:
        if word in RESUME:
            resumes = True
        elif word in CHOOSING and (wanted := next(rest, None)) is not None:
            kept += [word, str(session_file(wanted, word, cwd, session_dir))]
        else:
            kept.append(word)
    return tuple(kept), resumes
