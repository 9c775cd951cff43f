"""The source of a block as text: what find searches and what copying gives."""

from __future__ import annotations

import re
from itertools import islice
from typing import Any, assert_never, cast

from pitui.protocol.content import ContentBlock, ImageContent, TextContent, text_of
from pitui.session.arguments import readable, string_argument
from pitui.session.blocks import (
    AnyBlock,
    BashBlock,
    BranchSummaryBlock,
    CompactionBlock,
    CustomBlock,
    NoticeBlock,
    RetryBlock,
    TextBlock,
    ThinkingBlock,
    ToolBlock,
    UnknownBlock,
    UserBlock,
)
from pitui.session.images import image_kind
from pitui.session.target import tool_target

_COLOUR = re.compile(r"\x1b\[[\d;:]*m")
_MOST_ARGUMENT_LINES = 100_000


def source_text(block: AnyBlock) -> str:
    """All that a block can show, as its source: markdown, command and output, diff, arguments.

    Colours are taken out of the output of tools; other control characters stay.
    """
    match block:
        case UserBlock():
            skill = f"[skill] {block.skill}\n{block.skill_text}".rstrip() if block.skill else ""
            return _join(skill, block.text, *map(_image, block.images))
        case TextBlock() | ThinkingBlock():
            return block.text.text
        case ToolBlock():
            return _tool(block)
        case BashBlock():
            return _join(f"$ {block.command}", plain(block.output.text))
        case NoticeBlock() | UnknownBlock():
            return block.text
        case RetryBlock():
            return block.error
        case CompactionBlock():
            return _join(block.summary, block.error)
        case BranchSummaryBlock():
            return block.summary
        case CustomBlock():
            return _join(block.text, *map(_image, block.images))
        case _ as unreachable:
            assert_never(unreachable)


def plain(text: str) -> str:
    """The output of a program without its colours and with `\\n` as its line ends."""
    if "\x1b" in text:
        text = _COLOUR.sub("", text)
    return text.replace("\r\n", "\n") if "\r" in text else text


def diff_of(block: ToolBlock) -> str:
    """`details.diff` of an edit: numbered lines (`+12 text`, the same in pi 0.82.1 and 1.6.0), "" without one."""
    return string_argument(block.details, "diff")


def edits_of(block: ToolBlock) -> list[tuple[str, str]]:
    """The replacements that an edit asks for, as (old, new).

    pi takes `edits: [{oldText, newText}]`, and from models that send them `oldText` and `newText` beside the
    path (0.82.1 and 1.6.0) or one object as `edits` (1.6.0). While arguments stream, the last may lack its new text.
    """
    found: list[tuple[str, str]] = []
    given: Any = block.arguments.get("edits")
    for edit in (cast("list[Any]", given) if isinstance(given, list) else [given]) + [block.arguments]:
        old, new = string_argument(edit, "oldText"), string_argument(edit, "newText")
        if old or new:
            found.append((old, new))
    return found


def edits_text(block: ToolBlock) -> str:
    """The replacements that an edit asks for as removed and added lines."""
    return "\n".join(
        f"{sign}{line}"
        for old, new in edits_of(block)
        for sign, text in (("-", old), ("+", new))
        for line in text.removesuffix("\n").split("\n")
        if text
    )


def output_text(output: list[ContentBlock]) -> str:
    """The text of a tool's output; not copied when it is one block."""
    texts = [block.text for block in output if isinstance(block, TextContent)]
    return texts[0] if len(texts) == 1 else text_of(output)


def _tool(block: ToolBlock) -> str:
    output = plain(output_text(block.output))
    match block.name:
        case "bash" | "powershell":
            return _join(f"$ {string_argument(block.arguments, 'command')}", output)
        case "edit":
            diff = diff_of(block) or edits_text(block)
            return _join(f"edit {tool_target(block)}", diff, output)
        case "write":
            content = string_argument(block.arguments, "content")
            return _join(f"write {tool_target(block)}", content, output)
        case "codemode":
            parts = (string_argument(block.arguments, "code"), *map(_tool, block.nested), output)
            return _join("codemode", *parts)
        case "read" | "grep" | "find" | "ls":
            images = (_image(part) for part in block.output if isinstance(part, ImageContent))
            return _join(f"{block.name} {tool_target(block)}", output, *images)
        case _:
            lines = islice(readable(block.arguments), _MOST_ARGUMENT_LINES)
            return _join(block.name, "\n".join(lines), *map(_tool, block.nested), output)


def _image(image: ImageContent) -> str:
    return f"[image {image_kind(image)}]"


def _join(*parts: str) -> str:
    return "\n".join(part for part in parts if part)
