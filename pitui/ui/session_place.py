"""Which folder the open session works in: pi's `get_state` does not tell, the session's file does."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

from pitui.disk.folders import SessionPlaces, agent_folder, session_folder_option
from pitui.disk.session_header import read_header
from pitui.runtime.find import is_elsewhere
from pitui.ui.plan import Plan, option_value


class SessionPlace:
    """The folder of the session on the screen.

    A session without a file yet is in the folder of the one before it, as in pi.

    Attributes:
        cwd: the folder.
        is_here: whether pi runs on this machine, so that its files can be read.
    """

    def __init__(self, plan: Plan) -> None:
        """Begin with the folder in which pi is started."""
        self._environment = {**os.environ, **plan.env}
        self._session_dir = option_value(plan.pi_args, "--session-dir")
        self._file: str | None = None
        self.cwd = plan.cwd
        self.is_here = not is_elsewhere(plan.pi_option)

    @property
    def agent(self) -> Path:
        """pi's agent folder."""
        return agent_folder(self._environment)

    @property
    def environment(self) -> Mapping[str, str]:
        """The environment of pi."""
        return self._environment

    def follow(self, session_file: str | None) -> None:
        """The session on the screen is in this file now."""
        if session_file is None or session_file == self._file or not self.is_here:
            return
        header = read_header(Path(session_file))
        if header is not None:
            self._file = session_file
            self.cwd = Path(header.cwd) if header.cwd else self.cwd

    def go(self, cwd: str) -> None:
        """The session on the screen is of this folder; "" for one that does not say."""
        self.cwd = Path(cwd) if cwd else self.cwd

    def sessions(self) -> SessionPlaces:
        """Where to look for sessions."""
        agent = self.agent
        return SessionPlaces(
            self.cwd, agent, session_folder_option(self._session_dir, self._environment, agent)
        )
