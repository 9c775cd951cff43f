"""edit: a diff, from the arguments before the result is there, then from what pi says that it did."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import islice

from rich.segment import Segment

from pitui.render.diff import DiffLine, compare, count_changes, diff_lines, parse_diff, split_lines
from pitui.render.line import Line
from pitui.render.look import Look
from pitui.render.output import more
from pitui.render.tools.failure import failure_lines
from pitui.render.tools.row import call_row
from pitui.session.blocks import ToolBlock, ToolState
from pitui.session.text import diff_of, edits_of

_FOLDED_ROWS = 12
_MOST_COMPARED = 200_000
_FIRST_LOOKED_AT = 50_000


def render_edit(block: ToolBlock, look: Look) -> list[Line]:
    """Draw an edit.

    `details` is `{diff, patch, firstChangedLine}` on success and `{}` on failure, in pi 0.82.1 and 1.6.0; before
    the result the numbers of the lines are not known.
    """
    plan = _done(diff) if (diff := diff_of(block)) else _planned(block)
    rows = look.rows(_FOLDED_ROWS)
    taken = list(islice(plan.lines, rows))
    lines = list(islice(diff_lines(taken, look.palette, look.width), rows + 1))
    hidden = plan.total - len(taken) + (len(lines) > rows)
    return [
        call_row(block, look, _figures(plan, look)),
        *lines[:rows],
        *more(hidden, look),
        *failure_lines(block, look),
    ]


@dataclass(frozen=True, slots=True)
class _Changes:
    lines: Iterable[DiffLine]
    total: int
    added: int
    removed: int


def _done(diff: str) -> _Changes:
    added, removed = count_changes(diff)
    return _Changes(parse_diff(diff), diff.count("\n") + 1, added, removed)


def _planned(block: ToolBlock) -> _Changes:
    edits = edits_of(block)
    if sum(len(old) + len(new) for old, new in edits) > _MOST_COMPARED:
        return _unread(edits)
    lines: list[DiffLine] = []
    for old, new in edits:
        if lines:
            lines.append(DiffLine("…"))
        lines += compare(old, new, block.state is ToolState.PREPARING)
    signs = [line.sign for line in lines]
    return _Changes(lines, len(lines), signs.count("+"), signs.count("-"))


def _unread(edits: list[tuple[str, str]]) -> _Changes:
    """So much text that only its first lines are looked at, none compared."""
    removed = sum(_line_count(old) for old, _ in edits)
    added = sum(_line_count(new) for _, new in edits)
    lines = (
        DiffLine(sign, "", line)
        for old, new in edits
        for sign, text in (("-", old), ("+", new))
        for line in split_lines(text[:_FIRST_LOOKED_AT])
    )
    return _Changes(lines, removed + added, added, removed)


def _line_count(text: str) -> int:
    return text.count("\n") + (text != "" and not text.endswith("\n"))


def _figures(changes: _Changes, look: Look) -> list[Segment]:
    if not changes.added and not changes.removed:
        return []
    palette = look.palette
    return [
        Segment(f"+{changes.added}", palette.diff_added),
        Segment(f"−{changes.removed}", palette.diff_removed),
    ]
