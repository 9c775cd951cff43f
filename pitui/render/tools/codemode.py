"""codemode: a script, the calls that it made as a small tree, what it printed."""

from __future__ import annotations

import re
from typing import Any, cast

from pitui.protocol.content import TextContent, images_of
from pitui.render.look import Look
from pitui.render.tools.nested import nested
from pitui.render.tools.parts import Content, Output, Part, images, rest_of_arguments, row, words
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


def codemode_parts(block: ToolBlock, look: Look) -> list[Part]:
    """A script.

    pi 1.6.0 (0.82.1 has no codemode): `arguments.code` is the script; the result is a text block
    `Script completed\\nWall time 0.3 seconds\\nOutput:\\n`, then blocks of what it printed; `details.calls` lists the
    calls as `{id, name, args, status, durationMs, error?, cost?}`, also in updates, where the id ends with `/?`
    until the call is over. Calls of `models.*` are listed there only: they are no tool calls.
    """
    parts: list[Part] = [row(block)]
    code = string_argument(block.arguments, "code")
    is_growing = block.state is ToolState.PREPARING
    if code and (is_growing or look.expanded):
        parts.append(Content(code, "script.js", is_growing=is_growing))
    if look.whole:
        parts += rest_of_arguments(block, "code")
    parts += nested([*block.nested, *_listed(block)])
    parts += _output(block, look)
    path = string_argument(block.details, "fullOutputPath")
    return [*parts, words(f"Full output: {' '.join(path.split())}", look.palette.dim)] if path else parts


def _output(block: ToolBlock, look: Look) -> list[Part]:
    printed = list(block.output)
    if printed and isinstance(printed[0], TextContent):
        header = _HEADER.match(printed[0].text)
        if header and header.end() == len(printed[0].text):
            printed = printed[1:]
    style = look.palette.error if block.state is ToolState.FAILED else look.palette.dim
    # Its value comes first, an error last.
    is_first = block.state is ToolState.DONE
    output = Output(output_text(printed), style, is_first=is_first, words=True)
    return [output, *images(images_of(printed))]


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
