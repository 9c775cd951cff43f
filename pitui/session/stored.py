"""Shows what session files and streams of records hold, without a pi that could be asked."""

from __future__ import annotations

from collections.abc import Callable

from pitui.protocol.codec import Record
from pitui.protocol.responses import Entries, SessionState
from pitui.session.state import Session


class Stored:
    """Feeds the session of one controller."""

    def __init__(self, session: Session, clock: Callable[[], float], on_change: Callable[[], None]) -> None:
        """Feed a session.

        Args:
            session: what is on the screen.
            clock: the time in the session's clock.
            on_change: called after the session changed.
        """
        self._session = session
        self._clock = clock
        self._on_change = on_change
        self._pi_follows = False

    def show(self, entries: Entries, state: SessionState, *, pi_follows: bool = False) -> None:
        """Show what a session's file holds.

        Args:
            entries: all of them.
            state: what the file tells of it.
            pi_follows: whether a pi is about to start on it, which then has the last word.
        """
        self._session.load(entries, state)
        self._pi_follows = pi_follows
        if pi_follows:
            self._session.started(self._clock())
        self._on_change()

    def last_shown(self, state: SessionState) -> str | None:
        """Up to which entry the session of a pi is shown already, when it is asked for the first time.

        Args:
            state: what pi says of it.

        Returns:
            None when nothing, another session or something older than a run under way is shown.
        """
        pi_follows, self._pi_follows = self._pi_follows, False
        is_same = state.session_id == self._session.state.session_id and not state.is_streaming
        return self._session.tree.last_id if pi_follows and is_same else None

    def record(self, record: Record) -> None:
        """Take in a record of a stream."""
        self._session.apply(record, self._clock())
        self._on_change()

    def entries(self, entries: Entries) -> None:
        """Take in further entries of a session file that comes in through a stream."""
        self._session.add_entries(entries)
        self._on_change()

    def end(self) -> None:
        """The stream has ended; a run that was under way will not end by itself."""
        if self._session.phase.is_busy:
            self._session.died("The records end here, before the run did.", self._clock())
            self._on_change()
