"""What copying a tool call gives: what came of it, and what was asked for, each by its own name."""

from __future__ import annotations

from typing import NamedTuple

from pitui.session.arguments import readable, string_argument
from pitui.session.blocks import ToolBlock
from pitui.session.target import tool_target
from pitui.session.text import diff_of, edits_text, output_text, plain


class Copied(NamedTuple):
    """A text and its name in a notice."""

    text: str
    what: str


def result_of(block: ToolBlock) -> Copied:
    """The diff of an edit, the content that a write writes, the output of any other call; "" when there is none."""
    match block.name:
        case "edit" if text := diff_of(block) or edits_text(block):
            return Copied(text, "the diff")
        case "write" if text := string_argument(block.arguments, "content"):
            return Copied(text, "the content")
        case _:
            return Copied(plain(output_text(block.output)), "the output")


def request_of(block: ToolBlock) -> Copied:
    """The command, the script, the path, or else all arguments."""
    match block.name:
        case "bash" | "powershell":
            return Copied(string_argument(block.arguments, "command"), "the command")
        case "codemode":
            return Copied(string_argument(block.arguments, "code"), "the script")
        case "read" | "edit" | "write":
            return Copied(string_argument(block.arguments, "path", "file_path"), "the path")
        case "grep" | "find" | "ls":
            return Copied(tool_target(block), "what was looked for")
        case _:
            return Copied("\n".join(readable(block.arguments or block.arguments_text)), "the arguments")
