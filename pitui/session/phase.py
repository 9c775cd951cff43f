"""What pi is doing, derived from its events and from what the controller tells; never guessed from texts.

`agent_end` ends nothing: retries, compactions and queued messages may follow. Only `agent_settled` ends a run.
"""

from __future__ import annotations

from enum import Enum


class Phase(Enum):
    """What the status line says."""

    STARTING = "starting"
    IDLE = "idle"
    SENDING = "sending"
    """A prompt is on its way, or accepted by a pi that does not say whether a run follows."""
    WORKING = "working"
    RETRY_WAIT = "retry wait"
    COMPACTING = "compacting"
    SUMMARISING = "summarising"
    """pi writes the summary of a branch that is being left."""
    STOPPING = "stopping"
    DEAD = "dead"

    @property
    def is_busy(self) -> bool:
        """Whether a prompt that is sent now would have to wait or be queued."""
        return self not in (Phase.IDLE, Phase.DEAD, Phase.STARTING)


class Progress:
    """The facts behind the phase.

    A prompt's response can be heard later than the events after it, up to a whole run later: `accepted` therefore
    looks whether a run began since its `sending`.
    """

    def __init__(self) -> None:
        self._forget()

    def _forget(self) -> None:
        self._starting = True
        self._dead = False
        self._running = False
        self._retrying = False
        self._compacting = False
        self._summarising = False
        self._stopping = False
        self._unclear = False
        self._runs = 0
        self._sent: list[int] = []

    @property
    def phase(self) -> Phase:
        """The phase that the facts amount to."""
        if self._dead:
            return Phase.DEAD
        if self._starting:
            return Phase.STARTING
        if self._stopping:
            return Phase.STOPPING
        if self._retrying:
            return Phase.RETRY_WAIT
        if self._compacting:
            return Phase.COMPACTING
        if self._summarising:
            return Phase.SUMMARISING
        if self._running:
            return Phase.WORKING
        return Phase.SENDING if self._sent or self._unclear else Phase.IDLE

    @property
    def is_running(self) -> bool:
        """Whether a run is under way: from the accepted prompt to `agent_settled`."""
        return self._running

    def started(self) -> None:
        """A new pi process was started; `loaded` ends this."""
        self._forget()

    def loaded(self, running: bool, compacting: bool) -> None:
        """Everything was fetched anew: what `get_state` says counts, since no event tells of a replacement."""
        self._forget()
        self._starting = False
        self._running = running
        self._compacting = compacting

    def died(self) -> None:
        """pi has ended."""
        self._forget()
        self._dead = True

    def sending(self) -> None:
        """A prompt goes to pi."""
        self._sent.append(self._runs)

    def accepted(self, disposition: str | None) -> None:
        """pi has accepted the earliest prompt that is on its way.

        Args:
            disposition: `started`, `queued`, `handled`, or None from a pi before 0.99. Then the phase stays
                `SENDING` until `agent_start`, or until `checked` says that no run is under way.
        """
        runs_before = self._sent.pop(0) if self._sent else self._runs
        began_since = self._running or self._runs > runs_before
        if disposition == "started" and not began_since:
            self._begin()
        elif disposition is None and not began_since:
            self._unclear = True
        self._calm()

    def refused(self) -> None:
        """pi has refused the earliest prompt that is on its way."""
        if self._sent:
            self._sent.pop(0)
        self._calm()

    def checked(self, running: bool) -> None:
        """`get_state` was answered after a prompt of which it is not known whether it began a run."""
        if self._unclear:
            self._unclear = False
            if running and not self._running:
                self._begin()
        self._calm()

    def stopping(self) -> None:
        """The user wants the run to stop."""
        self._stopping = True
        self._calm()

    def agent_started(self) -> None:
        """`agent_start`: the first of a run, or one more after a retry, a compaction or with queued messages."""
        if not self._running:
            self._begin()
        self._unclear = False
        self._retrying = False

    def settled(self) -> None:
        """`agent_settled`: nothing follows by itself."""
        self._running = False
        self._retrying = False
        self._unclear = False
        self._calm()

    def retrying(self, waiting: bool) -> None:
        """`auto_retry_start` and `auto_retry_end`."""
        self._retrying = waiting
        self._calm()

    def compacting(self, under_way: bool) -> None:
        """`compaction_start` and `compaction_end`."""
        self._compacting = under_way
        self._calm()

    def summarising(self, under_way: bool) -> None:
        """The summary of a branch is asked for, or there; no event of pi tells (0.82.1 and 1.6.0)."""
        self._summarising = under_way
        self._calm()

    def _begin(self) -> None:
        self._running = True
        self._runs += 1

    def _calm(self) -> None:
        waits = self._retrying or self._compacting or self._summarising
        busy = self._running or waits or self._unclear or bool(self._sent)
        self._stopping = self._stopping and busy
