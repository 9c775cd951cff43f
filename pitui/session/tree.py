"""The session as the tree that it is, by id, from either of pi's two accounts of it.

`get_entries` is flat and complete, `get_tree` nested one level an entry. Both give the same rows. Everything is a
loop: a conversation of 30,000 entries is a path 30,000 deep.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from itertools import islice
from typing import Any, cast

from pitui.protocol.content import ToolCall
from pitui.protocol.entries import LabelEntry, MessageEntry, SessionEntry, decode_entry
from pitui.protocol.json_object import JsonObject
from pitui.protocol.messages import AssistantMessage
from pitui.protocol.responses import Entries, Tree
from pitui.protocol.timestamps import entry_time, iso_time
from pitui.session.growing import join_surrogates
from pitui.session.tree_filters import Sort, sort_of
from pitui.session.tree_rows import Labels, TreeRow, make_rows
from pitui.session.tree_text import BOOKKEEPING, entry_kind

__all__ = ["SessionTree", "TreeRow", "is_hidden"]


def is_hidden(entry: SessionEntry) -> bool:
    """The default filter: bookkeeping is not shown."""
    return entry_kind(entry) in BOOKKEEPING


class SessionTree:
    """The entries of a session file.

    Attributes:
        leaf_id: the entry from which the session goes on, None before the first.
        last_id: the latest entry in the order of the file, the cursor for `get_entries`; None without entries.
        version: grows with every change.
        is_running: whether a run is under way, whose entries are still to come.
    """

    def __init__(self) -> None:
        self.leaf_id: str | None = None
        self.last_id: str | None = None
        self.is_running = False
        self._entries: dict[str, SessionEntry] = {}
        self._children: dict[str, list[str]] = {}
        self._labels: dict[str, tuple[str, float]] = {}
        self._rows: list[TreeRow] | None = None
        self._order: list[SessionEntry] | None = None
        self._path: list[SessionEntry] | None = None
        self._sorts: dict[str, Sort] = {}
        self._calls: dict[str, ToolCall] = {}
        self.version = 0

    def __len__(self) -> int:
        return len(self._entries)

    def entry(self, entry_id: str) -> SessionEntry | None:
        """The entry with this id."""
        return self._entries.get(entry_id)

    def label(self, entry_id: str) -> str | None:
        """The label of an entry."""
        found = self._labels.get(entry_id)
        return found[0] if found else None

    def children(self, entry_id: str) -> list[SessionEntry]:
        """The entries that continue from an entry, the earliest first."""
        return [self._entries[child] for child in self._in_time(self._children.get(entry_id, ()))]

    @property
    def labels(self) -> Labels:
        """The label of each labelled entry, and when it was set."""
        return self._labels

    def call(self, call_id: str) -> ToolCall | None:
        """The tool call with this id, the latest when a model gave it twice."""
        return self._calls.get(call_id)

    def is_branching(self, entry_id: str) -> bool:
        """Whether more than one entry continues from this one."""
        return len(self._children.get(entry_id, ())) > 1

    @property
    def sorts(self) -> Mapping[str, Sort]:
        """What each entry is to the filters."""
        return self._sorts

    def since(self, count: int) -> Iterator[SessionEntry]:
        """The entries after the first `count`, as they came."""
        return islice(self._entries.values(), count, None)

    def latest_answer(self) -> AssistantMessage | None:
        """The answer that came last, on whatever branch."""
        for entry in reversed(self._entries.values()):
            if isinstance(entry, MessageEntry) and isinstance(entry.message, AssistantMessage):
                return entry.message
        return None

    def add(self, entries: Entries) -> None:
        """Take in entries of `get_entries`, all or those since `last_id`, and the leaf; known ones are skipped."""
        for entry in entries.entries:
            if not entry.id:
                continue
            if entry.id not in self._entries:
                self._take(entry)
                if isinstance(entry, LabelEntry):
                    self._set_label(entry.target_id, entry.label, entry_time(entry))
            self.last_id = entry.id
        self.leaf_id = entries.leaf_id
        self._changed()

    def add_nodes(self, tree: Tree) -> None:
        """Take in the nodes of `get_tree`: entries that are still unknown, all labels, and the leaf."""
        unknown: list[SessionEntry] = []
        self._labels.clear()
        for node in _flatten(tree.tree):
            raw = cast("JsonObject", node["entry"])
            entry_id, label = raw.get("id"), node.get("label")
            if not isinstance(entry_id, str) or not entry_id:
                continue
            if entry_id not in self._entries:
                unknown.append(decode_entry(raw))
            if isinstance(label, str):
                self._set_label(entry_id, label, iso_time(node.get("labelTimestamp")))
        for entry in sorted(unknown, key=entry_time):
            self._take(entry)
            self.last_id = entry.id
        self.leaf_id = tree.leaf_id
        self._changed()

    def path(self, entry_id: str | None = None) -> list[SessionEntry]:
        """The entries from the root to an entry, or to the leaf; a damaged chain begins where it can be followed."""
        if entry_id is None or entry_id == self.leaf_id:
            if self._path is None:
                self._path = self._path_to(self.leaf_id)
            return list(self._path)
        return self._path_to(entry_id)

    def _path_to(self, at: str | None) -> list[SessionEntry]:
        path: list[SessionEntry] = []
        seen: set[str] = set()
        while at is not None and at not in seen and (entry := self._entries.get(at)) is not None:
            seen.add(at)
            path.append(entry)
            at = entry.parent_id
        path.reverse()
        return path

    def path_since(self, entry_id: str | None) -> list[SessionEntry] | None:
        """The part of the path to the leaf that comes after an entry.

        Returns:
            None when the entry is not on the path: the branch is another one.
        """
        if entry_id is None:
            return self.path()
        path: list[SessionEntry] = []
        seen: set[str] = set()
        at = self.leaf_id
        while at is not None and at != entry_id:
            entry = self._entries.get(at)
            if entry is None or at in seen:
                return None
            seen.add(at)
            path.append(entry)
            at = entry.parent_id
        if at is None:
            return None
        path.reverse()
        return path

    def order(self) -> list[SessionEntry]:
        """All entries, parents before children, the branch of the leaf first, then the earliest; not to be changed."""
        if self._order is None:
            active = {entry.id for entry in self.path()}
            self._order = [self._entries[entry_id] for entry_id in self._ordered(active)]
        return self._order

    def rows(
        self, hidden: Callable[[SessionEntry], bool] = is_hidden, folded: Collection[str] = ()
    ) -> list[TreeRow]:
        """The tree as rows, parents above children, the branch of the leaf first, then the earliest.

        Args:
            hidden: which entries have no row; what continues from them continues from the row above.
            folded: entries whose descendants have no row.
        """
        if self._rows is not None and hidden is is_hidden and not folded:
            return self._rows
        order = self.order()
        shown = {entry.id for entry in order if not hidden(entry)}
        rows = make_rows(order, shown, self.path(), self._labels, folded)
        if hidden is is_hidden and not folded:
            self._rows = rows
        return rows

    def _take(self, entry: SessionEntry) -> None:
        self._entries[entry.id] = entry
        self._sorts[entry.id] = sort_of(entry)
        if entry.parent_id is not None and entry.parent_id != entry.id:
            self._children.setdefault(entry.parent_id, []).append(entry.id)
        if isinstance(entry, MessageEntry) and isinstance(entry.message, AssistantMessage):
            for part in entry.message.content:
                if isinstance(part, ToolCall):
                    self._calls[part.id] = part

    def _set_label(self, target: str, label: str | None, at: float) -> None:
        if label:
            self._labels[target] = (join_surrogates(label), at)
        else:
            self._labels.pop(target, None)

    def _in_time(self, ids: Iterable[str]) -> list[str]:
        """As pi sorts children in `get_tree`: by timestamp, else as they came (session-manager.js `getTree`)."""
        return sorted(ids, key=lambda id: entry_time(self._entries[id]))

    def _ordered(self, active: set[str]) -> list[str]:
        """All entries, parents before children; the first of each chain that cannot be followed counts as a root."""
        roots = [
            entry.id
            for entry in self._entries.values()
            if entry.parent_id is None or entry.parent_id == entry.id or entry.parent_id not in self._entries
        ]
        order: list[str] = []
        seen: set[str] = set()
        stack = _active_last(self._in_time(roots), active)
        rest = iter(self._entries)
        while True:
            while stack:
                entry_id = stack.pop()
                if entry_id in seen:
                    continue
                seen.add(entry_id)
                order.append(entry_id)
                children = self._children.get(entry_id)
                if children:
                    stack += children if len(children) == 1 else _active_last(self._in_time(children), active)
            lost = next((entry_id for entry_id in rest if entry_id not in seen), None)
            if lost is None:
                return order
            stack.append(lost)

    def _changed(self) -> None:
        self.version += 1
        self._rows = None
        self._order = None
        self._path = None


def _active_last(ids: list[str], active: set[str]) -> list[str]:
    """Ready to be popped: the branch of the leaf first, then the earliest."""
    ids.sort(key=lambda id: id not in active)
    ids.reverse()
    return ids


def _flatten(nodes: Iterable[Any]) -> list[JsonObject]:
    """The nodes of `get_tree`, parents before children; what is no node is left out."""
    flat: list[JsonObject] = []
    stack = list(nodes)[::-1]
    while stack:
        node = stack.pop()
        if not isinstance(node, dict):
            continue
        data = cast("JsonObject", node)
        if isinstance(data.get("entry"), dict):
            flat.append(data)
        children = data.get("children")
        if isinstance(children, list):
            stack += cast("list[Any]", children)[::-1]
    return flat
