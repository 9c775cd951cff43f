"""Starts pi while the app is still being imported, where nothing is to be asked first: both take about as long."""

from __future__ import annotations

from pathlib import Path
from threading import Thread

from pitui.client import Launch, PiError, Spawned, spawn
from pitui.disk.files import DiskError
from pitui.disk.session_header import read_header
from pitui.disk.trust import undecided
from pitui.runtime.bridge import BRIDGE_EXTENSION
from pitui.runtime.find import RuntimeProblem, find_pi
from pitui.ui.plan import TRUST_OPTIONS, Plan, option_value
from pitui.ui.session_place import SessionPlace

_LATER = ("--fork", "--continue", "-c")
"""Words with which pi starts later: it would write a second copy, or pitui looks for the session first."""


class EarlyStart:
    """One pi, started in a thread as the plan wants it. Whoever starts a pi takes it, or has it ended."""

    def __init__(self, plan: Plan) -> None:
        """Begin, if that is safe."""
        self._plan = plan
        self._launch: Launch | None = None
        self._spawned: Spawned | None = None
        self._thread = Thread(target=self._start, name="early-start", daemon=True)
        self._thread.start()

    def take(self, launch: Launch | None) -> Spawned | None:
        """Give the started pi away, once; it may block until it is started.

        Args:
            launch: how pi is to be started now; one that was started otherwise is ended.

        Returns:
            None when there is none.
        """
        self._thread.join()
        spawned, self._spawned = self._spawned, None
        if spawned is None or launch == self._launch:
            return spawned
        spawned.discard()
        return None

    def _start(self) -> None:
        try:
            if not is_settled(self._plan):
                return
            pi = find_pi(self._plan.pi_option)
            if pi is not None:
                bridge = str(BRIDGE_EXTENSION) if self._plan.bridge else None
                file = option_value(self._plan.pi_args, "--session")
                launch = self._plan.launch(pi, file, bridge=bridge)
                self._launch, self._spawned = launch, spawn(launch)
        except (DiskError, PiError, RuntimeProblem):
            return  # whoever starts pi later tells it


def is_settled(plan: Plan) -> bool:
    """Whether nothing is to be asked or looked for before pi starts.

    Raises:
        DiskError: when a file of pi cannot be read that tells it.
    """
    place = SessionPlace(plan)
    is_live = plan.replay is None and plan.view is None and not plan.resume
    if not is_live or any(word in _LATER for word in plan.pi_args):
        return False
    if not place.is_here:
        return True
    cwd = plan.cwd
    file = option_value(plan.pi_args, "--session")
    if file is not None:
        header = read_header(Path(file))
        if header is None or (header.cwd and not Path(header.cwd).is_dir()):
            return False
        cwd = Path(header.cwd) if header.cwd else cwd
    is_decided = any(word in TRUST_OPTIONS for word in plan.pi_args)
    return is_decided or not undecided(place.agent, cwd, place.environment)
