"""Entries of a session tree as rows: who stands below whom, how deep, and what continues where."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple

from pitui.protocol.entries import SessionEntry
from pitui.protocol.timestamps import entry_time
from pitui.session.tree_text import BOOKKEEPING, entry_kind, entry_text

Labels = Mapping[str, tuple[str, float]]
"""The label of an entry, and when it was set, Unix time in seconds."""

_NO_LABEL = (None, 0.0)


class TreeRow(NamedTuple):
    """One entry as a row.

    Attributes:
        id: the entry.
        parent_id: the nearest row above it in the tree, None for a root.
        depth: how many branchings are above it; a line of conversation has one depth.
        entry: the entry itself.
        label: its label, None without one.
        label_at: when it was labelled, Unix time in seconds; 0 without a label.
        active: whether it is on the path from the root to the leaf.
        leaf: whether the session goes on from here: only bookkeeping may follow on the path.
        children: how many rows continue from it; more than one makes it a branching.
        head: whether it is the first row of a branch: the row above it is a branching, or it is one of several roots.
        rails: bit d is set when at depth d another branch follows below.
        folded: how many rows below it are folded away.
        above_leaf: whether it is the nearest row above the leaf, which has none itself.
    """

    id: str
    parent_id: str | None
    depth: int
    entry: SessionEntry
    label: str | None
    label_at: float
    active: bool
    leaf: bool
    children: int
    head: bool = False
    rails: int = 0
    folded: int = 0
    above_leaf: bool = False

    @property
    def kind(self) -> str:
        """The role of a message, else the type of the entry."""
        return entry_kind(self.entry)

    @property
    def text(self) -> str:
        """One line: the first of the text, or what a turn of tool calls did. Foreign text."""
        return entry_text(self.entry)

    @property
    def at(self) -> float:
        """When the entry was written, Unix time in seconds; 0 when unknown."""
        return entry_time(self.entry)


def make_rows(
    order: Sequence[SessionEntry],
    shown: Collection[str],
    path: Sequence[SessionEntry],
    labels: Labels,
    folded: Collection[str] = (),
) -> list[TreeRow]:
    """Make the rows.

    Args:
        order: all entries, parents before children, each branch in one piece.
        shown: the ids of the entries that have a row; what continues from others continues from the row above.
        path: the entries from the root to the leaf.
        labels: the labels.
        folded: entries whose descendants have no row.
    """
    active = {entry.id for entry in path}
    above: dict[str, str | None] = {}
    """The row that each entry stands on: its own or the nearest above."""
    inside: dict[str, str] = {}
    """The folded entry around each entry that is folded away."""
    counts: dict[str | None, int] = {}
    hidden: dict[str, int] = {}
    placed: list[tuple[SessionEntry, str | None]] = []
    for entry in order:
        parent = entry.parent_id
        row = above.get(parent) if parent is not None else None
        entry_id = entry.id
        if folded and parent in above and (fold := inside.get(parent) or (parent in folded and parent)):
            inside[entry_id] = fold
            above[entry_id] = row
            if entry_id in shown:
                counts[row] = counts.get(row, 0) + (row == fold)
                hidden[fold] = hidden.get(fold, 0) + 1
        elif entry_id in shown:
            above[entry_id] = entry_id
            counts[row] = counts.get(row, 0) + 1
            placed.append((entry, row))
        else:
            above[entry_id] = row
    leaf: str | None = None
    is_hidden = False
    for entry in reversed(path):
        if above.get(entry.id) == entry.id:
            leaf = entry.id
            break
        is_hidden = is_hidden or entry_kind(entry) not in BOOKKEEPING
    return _placed_rows(placed, counts, hidden, active, (leaf, is_hidden), labels)


def _placed_rows(
    placed: list[tuple[SessionEntry, str | None]],
    counts: Mapping[str | None, int],
    hidden: Mapping[str, int],
    active: Collection[str],
    leaf: tuple[str | None, bool],
    labels: Labels,
) -> list[TreeRow]:
    rows: list[TreeRow] = []
    at, is_hidden = leaf
    lines: dict[str | None, tuple[int, int]] = {None: (0, 0)}
    """Depth and rails of each row that can have rows below it."""
    seen: dict[str | None, int] = {}
    for entry, row in placed:
        entry_id = entry.id
        depth, rails = lines[row]
        siblings = counts[row]
        head = siblings > 1
        if head and row is not None:
            depth += 1
            number = seen[row] = seen.get(row, 0) + 1
            rails |= (number < siblings) << depth
        lines[entry_id] = (depth, rails)
        label, label_at = labels.get(entry_id, _NO_LABEL)
        rows.append(
            TreeRow(
                entry_id,
                row,
                depth,
                entry,
                label,
                label_at,
                entry_id in active,
                entry_id == at and not is_hidden,
                counts.get(entry_id, 0),
                head,
                rails,
                hidden.get(entry_id, 0),
                entry_id == at and is_hidden,
            )
        )
    return rows
