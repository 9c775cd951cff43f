"""Where pi keeps its files: the agent folder, and the session folders of a project."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from pitui.disk.files import DiskError
from pitui.disk.settings import read_settings

_SEPARATORS = re.compile(r"[/\\:]")


def agent_folder(environment: Mapping[str, str]) -> Path:
    """pi's own folder: `PI_CODING_AGENT_DIR`, else `~/.pi/agent` (pi 0.82.1 and 1.6.0, config.js)."""
    return _absolute(environment.get("PI_CODING_AGENT_DIR") or "~/.pi/agent")


def default_session_folder(cwd: Path, agent: Path) -> Path:
    """Where the sessions of a project are, unless they were put elsewhere.

    pi 0.82.1 and 1.6.0, session-manager.js: the path without its first slash, `/`, `\\` and `:` as `-`.
    """
    path = os.path.abspath(cwd)
    name = _SEPARATORS.sub("-", path[1:] if path[:1] in ("/", "\\") else path)
    return agent / "sessions" / f"--{name}--"


def session_folder_option(option: str | None, environment: Mapping[str, str], agent: Path) -> Path | None:
    """The one folder that all sessions were put into; None when each project has its own.

    Args:
        option: `--session-dir`.
        environment: of pi; `PI_CODING_AGENT_SESSION_DIR` comes second, the setting `sessionDir` last.
        agent: the agent folder.
    """
    chosen = option or environment.get("PI_CODING_AGENT_SESSION_DIR")
    if not chosen:
        try:
            setting = read_settings(agent).get("sessionDir")
        except DiskError:
            setting = None
        chosen = setting if isinstance(setting, str) else None
    return _absolute(chosen) if chosen else None


def all_session_folders(agent: Path) -> list[Path]:
    """The session folders of all projects."""
    try:
        return sorted(Path(item.path) for item in os.scandir(agent / "sessions") if item.is_dir())
    except OSError:
        return []


def _absolute(path: str) -> Path:
    """`~` is the home folder; that of a user who is not there is taken as it stands."""
    return Path(os.path.expanduser(path)).absolute()


class SessionPlaces(NamedTuple):
    """Where to look for sessions.

    Attributes:
        cwd: the project folder.
        agent: pi's agent folder.
        one_folder: the folder that all sessions were put into, None when each project has its own.
    """

    cwd: Path
    agent: Path
    one_folder: Path | None = None

    @property
    def own_folder(self) -> Path:
        """Where new sessions of the project go."""
        return self.one_folder or default_session_folder(self.cwd, self.agent)

    def folders(self, *, everywhere: bool) -> list[Path]:
        """The folders to list, for this project or for all."""
        if self.one_folder is not None or not everywhere:
            return [self.own_folder]
        return all_session_folders(self.agent)

    def is_own(self, cwd: str) -> bool:
        """Whether a session of that folder belongs to the project; in the project's own session folder, all do."""
        return self.one_folder is None or (bool(cwd) and os.path.abspath(cwd) == os.path.abspath(self.cwd))
