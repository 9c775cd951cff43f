"""Keeps the session up to date with what no record of pi carries: state, figures, entries, the tree."""

from __future__ import annotations

import contextlib
from collections.abc import Awaitable, Callable

import anyio

from pitui.client import CommandFailed, PiClient, PiError
from pitui.protocol.branch_end import branch_end
from pitui.protocol.responses import ModelInfo, SessionState
from pitui.session.changes import Area
from pitui.session.state import Session
from pitui.session.stored import Stored

TREE_LIMIT = 400
"""Above so many entries the tree is built from `get_entries`: `get_tree` nests one level an entry, and Python's
JSON parser takes about 500 of them, pi 1.6.0 itself about 5,000."""


REST_SECONDS = 0.3
"""So long after the first screen the rest is asked for: a prompt that is already there goes first."""

LONG, END = 1000, 100
"""Of a session with more entries than that the last ones are shown first."""


class Fetching:
    """Asks pi and tells the session; requests for the same thing that come close together are one."""

    def __init__(
        self,
        session: Session,
        stored: Stored,
        *,
        client: Callable[[], PiClient],
        spawn: Callable[[Callable[[], Awaitable[object]]], None],
        on_change: Callable[[], None],
    ) -> None:
        """Fetch for a session.

        Args:
            session: what is told.
            stored: knows what is already shown from the session's file.
            client: the pi to ask; raises `PiExited` when there is none.
            spawn: runs something in the background.
            on_change: called after the session changed.
        """
        self._session = session
        self._stored = stored
        self._client = client
        self._spawn = spawn
        self._on_change = on_change
        self._refreshing = self._learning = False

    async def entries(self, state: SessionState) -> None:
        """Fetch all entries, or, where the session is shown from its file, only what pi has beyond that."""
        client = self._client()
        if self._session.cache_notices.are_wanted():
            with contextlib.suppress(CommandFailed):
                self._session.cache_notices.price(await self.models())
        last_id = self._stored.last_shown(state)
        if last_id is not None:
            with contextlib.suppress(CommandFailed):  # pi gives the entries of an old file other ids
                self._session.go_on(await client.get_entries(last_id), state)
                return
        unread = await client.get_unread_entries()
        if len(unread) > LONG and not state.is_streaming:
            end = branch_end(unread.last(END))
            if end is not None and end.leaf_id == unread.leaf_id:
                self._session.load(end, state)
                self._on_change()
                shown = self._session.tree
                whole = await unread.decoded()
                if self._session.tree is shown:
                    self._session.load_whole(whole)
                return
        self._session.load(await unread.decoded(), state)

    async def figures(self) -> None:
        """Fetch the totals of the session.

        pi cannot count a session with an answer that has no usage, as some tools write them (0.82.1 and 1.6.0).
        """
        try:
            self._session.stats = await self._client().get_session_stats()
        except CommandFailed:
            self._session.stats = None

    async def models(self) -> list[ModelInfo]:
        """Fetch the models that can be used."""
        models = await self._client().get_available_models()
        providers = frozenset(model.provider for model in models)
        if providers != self._session.providers:
            self._session.providers = providers
            self._session.changes.area(Area.STATUS)
            self._on_change()
        return models

    async def rest(self) -> None:
        """Fetch what no first screen waits for, a little later than that: the tree, and who has models."""
        await anyio.sleep(REST_SECONDS)
        await self.tree()
        with contextlib.suppress(CommandFailed):
            await self.models()

    async def tree(self) -> None:
        """Read the tree: by `get_tree` while that can carry it, else from the entries."""
        await self.learn()
        if len(self._session.tree) > TREE_LIMIT:
            return
        with contextlib.suppress(PiError):
            self._session.load_tree(await self._client().get_tree())
            self._on_change()

    async def refresh(self) -> None:
        """Fetch state, figures and new entries."""
        self._refreshing = False
        self._session.update_state(await self._client().get_state())
        await self.figures()
        await self.learn()

    async def learn(self) -> None:
        """Fetch the entries that are new."""
        self._learning = False
        self._session.learn(await self._client().get_entries(self._session.tree.last_id))
        self._on_change()

    def refresh_soon(self) -> None:
        """Refresh in the background."""
        if not self._refreshing:
            self._refreshing = True
            self._spawn(self.refresh)

    def learn_soon(self) -> None:
        """The tree grows while pi works; a refresh that is about to come does it too."""
        if not self._refreshing and not self._learning:
            self._learning = True
            self._spawn(self.learn)

    def started(self) -> None:
        """Another pi is there: what was asked of the one before will not be answered."""
        self._refreshing = self._learning = False
