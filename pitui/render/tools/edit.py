"""edit: a diff, from the arguments before the result is there, then from what pi says that it did."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from rich.segment import Segment

from pitui.render.diff import DiffLine, compare, count_changes, diff_lines, parse_diff
from pitui.render.line import Line
from pitui.render.look import Look
from pitui.render.output import OPEN_ROWS, more
from pitui.render.tools.failure import failure_lines
from pitui.render.tools.row import call_row
from pitui.session.blocks import ToolBlock
from pitui.session.text import diff_of, edits_of

_FOLDED_ROWS = 12


def render_edit(block: ToolBlock, look: Look) -> list[Line]:
    """Draw an edit.

    `details` is `{diff, patch, firstChangedLine}` on success and `{}` on failure, in pi 0.82.1 and 1.6.0; before
    the result the numbers of the lines are not known.
    """
    diff = diff_of(block)
    if diff:
        added, removed = count_changes(diff)
        total = diff.count("\n") + 1
        changes: Iterator[DiffLine] = parse_diff(diff)
    else:
        planned = _planned(block)
        added = sum(1 for line in planned if line.sign == "+")
        removed = sum(1 for line in planned if line.sign == "-")
        total = len(planned)
        changes = iter(planned)
    rows = OPEN_ROWS if look.expanded else _FOLDED_ROWS
    taken = list(islice(changes, rows))
    lines = list(islice(diff_lines(taken, look.palette, look.width, 2), rows + 1))
    hidden = total - len(taken) + (len(lines) > rows)
    return [
        call_row(block, look, _figures(added, removed, look)),
        *lines[:rows],
        *more(hidden, look),
        *failure_lines(block, look),
    ]


def _figures(added: int, removed: int, look: Look) -> list[Segment]:
    if not added and not removed:
        return []
    return [Segment(f"+{added}", look.palette.diff_added), Segment(f"−{removed}", look.palette.diff_removed)]


def _planned(block: ToolBlock) -> list[DiffLine]:
    lines: list[DiffLine] = []
    for old, new in edits_of(block):
        if lines:
            lines.append(DiffLine("…"))
        lines += compare(old, new)
    return lines
