"""Blocks of every kind with any text in them, and how to read what was drawn."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from hypothesis import strategies as st

from pitui.protocol.content import ContentBlock, ImageContent, TextContent
from pitui.render.block import Look
from pitui.render.line import Line
from pitui.render.palette import Palette
from pitui.session.blocks import (
    AnyBlock,
    BashBlock,
    BranchSummaryBlock,
    CompactionBlock,
    CustomBlock,
    Level,
    NoticeBlock,
    RetryBlock,
    TextBlock,
    ThinkingBlock,
    ToolBlock,
    ToolState,
    UnknownBlock,
    UserBlock,
    WaitState,
)
from pitui.session.growing import GrowingText

PALETTE = Palette("test")
TOOL_NAMES = ("bash", "read", "edit", "write", "grep", "find", "ls", "codemode", "powershell", "my_tool")


def look(width: int = 80, *, expanded: bool = False, now: float = 0, spinner: str = "⠹") -> Look:
    return Look(width=width, palette=PALETTE, expanded=expanded, now=now, spinner=spinner)


def rows(lines: Iterable[Line]) -> list[str]:
    return [line.text.rstrip() for line in lines]


def tool(name: str, arguments: dict[str, Any] | None = None, output: str = "", **rest: Any) -> ToolBlock:
    block = ToolBlock(key=1, name=name, arguments=arguments or {}, state=ToolState.DONE)
    if output:
        block.output = [TextContent(text=output)]
    for field, value in rest.items():
        setattr(block, field, value)
    return block


_pieces = st.sampled_from(
    [
        "\x1b[31m", "\x1b[0m", "\x1b[1;38;5;200m", "\x1b[38;2;1;2;3m", "\x1b[2J", "\x1b]8;;http://x\x07",
        "\r", "\b", "\t",
        "\n", "\r\n", "\x00", "\x7f", "\x9b31m", "\u202e", "\u200b", "e\u0301", "漢字", "👨‍👩‍👧", "❤️",
        "🇩🇪", "\ud83d", "[bold]",
        "**b**", "`c`", "# h\n", "- a\n", "```\n", "| a | b |\n|---|---|\n", "word ", "x" * 50, "/a/path.py",
        "Command exited with code 3", "[Showing lines 1-2 of 3. Full output: /tmp/x]", "+1 a\n", "-1 b\n", " 2 c\n",
    ]
)  # fmt: skip
texts = st.lists(_pieces | st.text(max_size=12), max_size=14).map("".join)
growing = texts.map(GrowingText)
json_values: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | texts,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(texts, inner, max_size=3),
    max_leaves=8,
)
images = st.builds(ImageContent, data=st.text("iVBORw0KGgo=", max_size=40), mime_type=texts)
contents: st.SearchStrategy[list[ContentBlock]] = st.lists(
    st.builds(TextContent, text=texts) | images, max_size=3
)
seconds = st.none() | st.floats(allow_nan=True)
_edits = st.lists(st.fixed_dictionaries({"oldText": texts, "newText": texts}) | json_values, max_size=3)
_known = st.fixed_dictionaries(
    {},
    optional={
        "path": texts | json_values,
        "command": texts | json_values,
        "code": texts,
        "content": texts | json_values,
        "pattern": texts,
        "glob": texts,
        "oldText": texts,
        "newText": texts,
        "edits": _edits | json_values,
        "offset": st.integers() | st.floats(),
        "limit": st.integers() | json_values,
        "timeout": st.integers() | st.floats() | json_values,
    },
)
_details = (
    st.none()
    | json_values
    | st.fixed_dictionaries(
        {},
        optional={
            "diff": texts,
            "fullOutputPath": texts,
            "calls": st.lists(
                st.fixed_dictionaries(
                    {"name": texts, "args": texts, "status": st.sampled_from(["ok", "error", "?"])}
                ),
                max_size=3,
            )
            | json_values,
        },
    )
)


def _tools(nested: st.SearchStrategy[list[ToolBlock]]) -> st.SearchStrategy[ToolBlock]:
    return st.builds(
        ToolBlock,
        key=st.just(1),
        name=st.sampled_from(TOOL_NAMES) | texts,
        arguments=_known | st.dictionaries(texts, json_values, max_size=4),
        arguments_text=texts,
        state=st.sampled_from(ToolState),
        output=contents,
        details=_details,
        seconds=seconds,
        started=seconds,
        nested=nested,
    )


tools = _tools(st.lists(_tools(st.just([])), max_size=3))
blocks: st.SearchStrategy[AnyBlock] = st.one_of(
    st.builds(
        UserBlock,
        key=st.just(1),
        text=texts,
        images=st.lists(images, max_size=2),
        skill=st.none() | texts,
        skill_text=texts,
    ),
    st.builds(TextBlock, key=st.just(1), text=growing, streaming=st.booleans()),
    st.builds(
        ThinkingBlock,
        key=st.just(1),
        text=growing,
        streaming=st.booleans(),
        redacted=st.booleans(),
        started=seconds,
        seconds=seconds,
    ),
    tools,
    st.builds(
        BashBlock,
        key=st.just(1),
        command=texts,
        output=growing,
        running=st.booleans(),
        exit_code=st.none() | st.integers(),
        cancelled=st.booleans(),
        truncated=st.booleans(),
        full_output_path=st.none() | texts,
        excluded=st.booleans(),
        started=seconds,
        seconds=seconds,
    ),
    st.builds(NoticeBlock, key=st.just(1), level=st.sampled_from(Level), text=texts, omitted=st.booleans()),
    st.builds(
        RetryBlock,
        key=st.just(1),
        attempt=st.integers(),
        max_attempts=st.integers(),
        until=st.floats(),
        error=texts,
        state=st.sampled_from(WaitState),
    ),
    st.builds(
        CompactionBlock,
        key=st.just(1),
        reason=st.sampled_from(["manual", "threshold", "overflow", ""]),
        summary=texts,
        tokens_before=st.none() | st.integers(),
        tokens_after=st.none() | st.integers(),
        state=st.sampled_from(WaitState),
        error=texts,
    ),
    st.builds(BranchSummaryBlock, key=st.just(1), summary=texts),
    st.builds(
        CustomBlock, key=st.just(1), custom_type=texts, text=texts, images=st.lists(images, max_size=2)
    ),
    st.builds(UnknownBlock, key=st.just(1), kind=texts, text=texts),
)
