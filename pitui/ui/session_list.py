"""The sessions of the picker in the order they are shown: threads, latest first, or the best fit."""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum
from pathlib import Path
from typing import NamedTuple

from pitui.disk.summaries import SessionSummary
from pitui.session.session_search import Query, Searched


class Order(Enum):
    """How sessions are sorted."""

    THREADS = "threads"
    RECENT = "recent"
    RELEVANCE = "relevance"

    @property
    def following(self) -> Order:
        """The one that comes next when the user goes through them."""
        orders = list(Order)
        return orders[(orders.index(self) + 1) % len(orders)]


class SessionRow(NamedTuple):
    """A session in the list; `depth` counts the sessions above it that it was forked from."""

    session: SessionSummary
    depth: int = 0


class SessionList:
    """All sessions that were found, and what the user wants to see of them.

    Attributes:
        order: how they are sorted; with a query, threads are not shown.
        named_only: whether sessions without a name are left out.
        query: what to look for.
        texts: what was said in each session, casefolded, as far as it was read.
    """

    def __init__(self) -> None:
        """Make an empty list."""
        self.order = Order.THREADS
        self.named_only = False
        self.query = Query("")
        self.texts: dict[Path, str] = {}
        self._sessions: dict[Path, SessionSummary] = {}

    def __len__(self) -> int:
        return len(self._sessions)

    def clear(self) -> None:
        """Forget the sessions, not what was said in them."""
        self._sessions.clear()

    def add(self, sessions: Iterable[SessionSummary]) -> None:
        """Take in sessions, or new facts about them."""
        for session in sessions:
            self._sessions[session.path] = session

    def remove(self, path: Path) -> None:
        """A session is not there any more."""
        self._sessions.pop(path, None)
        self.texts.pop(path, None)

    def unread(self) -> list[Path]:
        """The sessions whose texts were not read yet."""
        return [path for path in self._sessions if path not in self.texts]

    def rows(self) -> list[SessionRow]:
        """The sessions to show, in order.

        It may be called in a thread: 30 MB of texts take a pattern about a second. When the query changes meanwhile,
        it ends early with nothing.
        """
        sessions = [s for s in list(self._sessions.values()) if s.name or not self.named_only]
        query = self.query
        if not query.is_empty:
            return self._fitting(query, sessions)
        if self.order is Order.THREADS:
            return _threads(sessions)
        return [SessionRow(session) for session in sorted(sessions, key=_latest_first)]

    def _fitting(self, query: Query, sessions: list[SessionSummary]) -> list[SessionRow]:
        found: list[tuple[int, SessionSummary]] = []
        for session in sessions:
            if query is not self.query:
                return []
            text = self.texts.get(session.path, session.first.casefold())
            cost = query.rate(Searched(session.name or "", session.id, session.cwd, text))
            if cost is not None:
                found.append((cost if self.order is Order.RELEVANCE else 0, session))
        found.sort(key=lambda pair: (pair[0], _latest_first(pair[1])))
        return [SessionRow(session) for _, session in found]


def _latest_first(session: SessionSummary) -> tuple[float, str]:
    return -session.modified, session.path.name


def _threads(sessions: list[SessionSummary]) -> list[SessionRow]:
    """Forks below what they were forked from; the thread with the latest message first."""
    by_path = {session.path: session for session in sessions}
    children: dict[Path | None, list[SessionSummary]] = {}
    for session in sessions:
        parent = session.parent if session.parent in by_path and session.parent != session.path else None
        children.setdefault(parent, []).append(session)
    latest: dict[Path, float] = {}
    for session in sorted(sessions, key=lambda s: s.modified, reverse=True):
        at: SessionSummary | None = session
        while at is not None and at.path not in latest:
            latest[at.path] = session.modified
            at = by_path.get(at.parent) if at.parent is not None else None
    for below in children.values():
        below.sort(key=lambda s: (-latest[s.path], s.path.name))
    rows: list[SessionRow] = []
    seen: set[Path] = set()
    # A loop of parents, which only a damaged file has, hangs below no root: it is shown in the end.
    for root in [*children.get(None, ()), *sessions]:
        todo = [SessionRow(root)]
        while todo:
            row = todo.pop()
            if row.session.path in seen:
                continue
            seen.add(row.session.path)
            rows.append(row)
            below = children.get(row.session.path, ())
            todo += [SessionRow(session, row.depth + 1) for session in reversed(below)]
    return rows
