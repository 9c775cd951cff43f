"""edit: a diff, from the arguments before the result is there, then from what pi says that it did."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from rich.segment import Segment

from pitui.render.diff import DiffLine, compare, count_changes, parse_diff, split_lines
from pitui.render.look import Look
from pitui.render.tools.outcome import outcome
from pitui.render.tools.parts import Changes, Part, headed, row
from pitui.session.blocks import ToolBlock, ToolState
from pitui.session.text import diff_of, edits_of

_FOLDED_ROWS = 12
_MOST_COMPARED = 200_000
_FIRST_LOOKED_AT = 50_000


def edit_parts(block: ToolBlock, look: Look) -> list[Part]:
    """An edit.

    `details` is `{diff, patch, firstChangedLine}` on success and `{}` on failure, in pi 0.82.1 and 1.6.0; before
    the result the numbers of the lines are not known.
    """
    plan = _done(diff) if (diff := diff_of(block)) else _planned(block, look)
    return [
        *headed(
            row(block, _figures(plan, look)), block, look, "path", "file_path", "edits", "oldText", "newText"
        ),
        Changes(plan.lines, plan.total, _FOLDED_ROWS),
        *outcome(block, look),
    ]


class _Plan(NamedTuple):
    lines: Iterable[DiffLine]
    total: int
    added: int
    removed: int


def _done(diff: str) -> _Plan:
    added, removed = count_changes(diff)
    return _Plan(parse_diff(diff), diff.count("\n") + 1, added, removed)


def _planned(block: ToolBlock, look: Look) -> _Plan:
    edits = edits_of(block)
    if sum(len(old) + len(new) for old, new in edits) > _MOST_COMPARED:
        return _unread(edits, None if look.whole else _FIRST_LOOKED_AT)
    lines: list[DiffLine] = []
    for old, new in edits:
        if lines:
            lines.append(DiffLine("…"))
        lines += compare(old, new, block.state is ToolState.PREPARING)
    signs = [line.sign for line in lines]
    return _Plan(lines, len(lines), signs.count("+"), signs.count("-"))


def _unread(edits: list[tuple[str, str]], most: int | None) -> _Plan:
    """So much text that nothing is compared, and of each only the first `most` characters are looked at."""
    removed = sum(_line_count(old) for old, _ in edits)
    added = sum(_line_count(new) for _, new in edits)
    lines = (
        DiffLine(sign, "", line)
        for old, new in edits
        for sign, text in (("-", old), ("+", new))
        for line in split_lines(text[:most])
    )
    return _Plan(lines, removed + added, added, removed)


def _line_count(text: str) -> int:
    return text.count("\n") + (text != "" and not text.endswith("\n"))


def _figures(changes: _Plan, look: Look) -> list[Segment]:
    if not changes.added and not changes.removed:
        return []
    palette = look.palette
    return [
        Segment(f"+{changes.added}", palette.diff_added),
        Segment(f"−{changes.removed}", palette.diff_removed),
    ]
