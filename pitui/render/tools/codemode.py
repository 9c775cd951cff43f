"""codemode: a script, the calls that it made as a small tree, what it printed."""

from __future__ import annotations

import re
from typing import Any, cast

from pitui.protocol.content import TextContent, images_of
from pitui.render.chips import chips
from pitui.render.layout import remark
from pitui.render.line import Line
from pitui.render.look import Look
from pitui.render.output import FOLDED_ROWS, earlier, tail
from pitui.render.sanitize import visible
from pitui.render.tools.content import content_head, content_tail
from pitui.render.tools.nested import nested_lines
from pitui.render.tools.row import call_row
from pitui.session.arguments import number_argument, string_argument
from pitui.session.blocks import ToolBlock, ToolState
from pitui.session.text import output_text

_HEADER = re.compile(r"Script (?:completed|failed)\nWall time [\d.]+ seconds\nOutput:\n?")
_STATES = {
    "running": ToolState.RUNNING,
    "ok": ToolState.DONE,
    "error": ToolState.FAILED,
    "cancelled": ToolState.ABORTED,
    "unfinished": ToolState.ABORTED,
}


def render_codemode(block: ToolBlock, look: Look) -> list[Line]:
    """Draw a script.

    pi 1.6.0 (0.82.1 has no codemode): `arguments.code` is the script; the result is a text block
    `Script completed\\nWall time 0.3 seconds\\nOutput:\\n`, then blocks of what it printed; `details.calls` lists the
    calls as `{id, name, args, status, durationMs, error?, cost?}`, also in updates, where the id ends with `/?`
    until the call is over. Calls of `models.*` are listed there only: they are no tool calls.
    """
    lines = [call_row(block, look)]
    code = string_argument(block.arguments, "code")
    if code and block.state is ToolState.PREPARING:
        lines += content_tail(code, "script.js", look)
    elif code and look.expanded:
        lines += content_head(code, "script.js", look)
    lines += nested_lines([*block.nested, *_listed(block)], look)
    lines += _output(block, look)
    path = string_argument(block.details, "fullOutputPath")
    if path:
        lines += remark(visible(f"Full output: {' '.join(path.split())}"), look.width, look.palette.dim)
    return lines


def _output(block: ToolBlock, look: Look) -> list[Line]:
    parts = list(block.output)
    if parts and isinstance(parts[0], TextContent):
        header = _HEADER.match(parts[0].text)
        if header and header.end() == len(parts[0].text):
            parts = parts[1:]
    style = look.palette.error if block.state is ToolState.FAILED else look.palette.dim
    rows = look.rows(FOLDED_ROWS)
    shown = tail(output_text(parts), rows, look.width, style)
    return [*earlier(shown.hidden, look), *shown.lines, *chips(images_of(parts), look, 2)]


def _listed(block: ToolBlock) -> list[ToolBlock]:
    """The calls that only `details.calls` knows: those of models, and all of them when no other record told."""
    details: Any = block.details
    calls: Any = cast("dict[str, Any]", details).get("calls") if isinstance(details, dict) else None
    if not isinstance(calls, list):
        return []
    listed: list[ToolBlock] = []
    for call in cast("list[Any]", calls):
        name = string_argument(call, "name")
        if not name or (block.nested and not name.startswith("models.")):
            continue
        took = number_argument(call, "durationMs")
        error = string_argument(call, "error")
        listed.append(
            ToolBlock(
                key=block.key,
                name=name,
                arguments={"args": string_argument(call, "args")},
                state=_STATES.get(string_argument(call, "status"), ToolState.DONE),
                seconds=None if took is None else took / 1000,
                output=[TextContent(text=error)] if error else [],
            )
        )
    return listed
