"""Reads pi's `queue_update`: whole lists of texts without names, of which each one is one step from the last."""

from __future__ import annotations

from collections.abc import Sequence
from difflib import SequenceMatcher


def still_there(before: Sequence[str], now: Sequence[str]) -> list[int | None]:
    """Say for each text of a new snapshot which text of the last one it is.

    pi takes a message out by its text, the first of equal ones (pi 1.6.0, agent-session.js, `message_start`), and
    adds at the end.

    Returns:
        For each text of `now` its index in `before`, None for a new one; in growing order.
    """
    if len(now) == len(before) - 1:
        for index in range(len(before)):
            is_first = before.index(before[index]) == index
            if is_first and [*before[:index], *before[index + 1 :]] == list(now):
                return [at if at < index else at + 1 for at in range(len(now))]
    found: list[int | None] = [None] * len(now)
    for block in SequenceMatcher(None, before, now, autojunk=False).get_matching_blocks():
        for step in range(block.size):
            found[block.b + step] = block.a + step
    return found
