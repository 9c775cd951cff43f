"""The calls that a call made, as a small tree below its row."""

from __future__ import annotations

from collections.abc import Sequence

from rich.segment import Segment

from pitui.render.layout import led, remark
from pitui.render.line import Line
from pitui.render.look import OPEN_ROWS, Look
from pitui.render.output import earlier
from pitui.render.sanitize import visible
from pitui.render.tools.parts import Part, Small
from pitui.render.tools.row import call_row
from pitui.session.blocks import ToolBlock, ToolState
from pitui.session.target import tool_target
from pitui.session.text import output_text

_FOLDED_CALLS = 8
_LONGEST_ERROR = 300


def nested(calls: Sequence[ToolBlock]) -> list[Part]:
    """The calls that a call made, as a part of it."""
    if not calls:
        return []
    source = "\n".join(f"{call.name} {tool_target(call)}" for call in calls)
    return [Small(lambda look: nested_lines(calls, look), source, is_timed=True)]


def nested_lines(calls: Sequence[ToolBlock], look: Look, depth: int = 0) -> list[Line]:
    """One row for each call, its own nested calls below it; folded, the last eight."""
    most = min(look.rows(_FOLDED_CALLS), OPEN_ROWS)
    shown = calls if len(calls) == most + 1 else calls[-most:]
    lines = earlier(len(calls) - len(shown), look, noun="earlier call")
    for call in shown:
        lead, rest = ("  └ ", "    ") if call is calls[-1] else ("  ├ ", "  │ ")
        if look.width <= len(lead) + 8:
            lead = rest = ""
        inner = look._replace(width=look.width - len(lead))
        lines.append(_led(call_row(call, inner), lead, look))
        if look.expanded and call.state is ToolState.FAILED:
            words = " ".join(output_text(call.output)[:_LONGEST_ERROR].split())
            error = remark(visible(words), inner.width, look.palette.error)
            lines += [_led(line, rest, look) for line in error]
        if call.nested and depth < 4:
            lines += [_led(line, rest, look) for line in nested_lines(call.nested, inner, depth + 1)]
    return lines


def _led(line: Line, lead: str, look: Look) -> Line:
    if not lead:
        return line
    return led(line, Segment(lead, look.palette.dim))
