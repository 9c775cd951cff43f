"""What a tool call acts on, in one line: the conversation, the tools pane and the tree show it."""

from __future__ import annotations

from itertools import islice

from pitui.protocol.json_object import JsonObject
from pitui.session.arguments import number_argument, scalar, string_argument
from pitui.session.blocks import ToolBlock

_LONGEST = 500
_TELLING = ("path", "file_path", "command", "query", "url", "pattern", "name", "id")


def tool_target(block: ToolBlock) -> str:
    """One line that says what the call acts on: a path, a command, a pattern; "" when nothing is known yet.

    The text is foreign: a line break became a space, other control characters are still in it.
    """
    return target_of(block.name, block.arguments)


def target_of(name: str, arguments: JsonObject) -> str:
    """`tool_target` for a call of which only the name and the arguments are known."""
    match name:
        case "bash" | "powershell":
            return first_line(string_argument(arguments, "command"))
        case "codemode":
            return first_line(script(string_argument(arguments, "code")))
        case "read":
            return one_line(_path(arguments) + _range(arguments))
        case "edit" | "write":
            return one_line(_path(arguments))
        case "ls":
            return one_line(_path(arguments) or ".")
        case "grep" | "find":
            return one_line(_search(name, arguments))
        case _:
            return one_line(_any(arguments))


def is_path_target(name: str) -> bool:
    """Whether the target ends with what matters most (a file name), so that it is cut in its middle."""
    return name in ("read", "edit", "write", "ls")


def first_line(text: str) -> str:
    """The first line that is not blank, with `…` when more follow."""
    head = text[: _LONGEST * 8].strip()[: _LONGEST * 2].rstrip()
    line, newline, _ = head.partition("\n")
    more = newline or len(line) > _LONGEST
    return one_line(line.rstrip()[:_LONGEST]) + (" …" if more else "")


def one_line(text: str) -> str:
    """The text on one line, cut at 500 characters."""
    cut = text[: _LONGEST + 1]
    if "\n" in cut or "\r" in cut or "\t" in cut:
        cut = " ".join(cut.split())
    return cut if len(cut) <= _LONGEST else cut[: _LONGEST - 1] + "…"


def script(code: str) -> str:
    """A codemode script without its options line (`// @options: {…}`; pi 1.6.0, docs/codemode.md)."""
    if code.startswith("// @options"):
        return code.partition("\n")[2]
    return code


def _path(arguments: JsonObject) -> str:
    # pi's own renderers accept file_path too (0.82.1 and 1.6.0): some models send it.
    return string_argument(arguments, "path", "file_path")


def _range(arguments: JsonObject) -> str:
    """`:from-to` of read; `offset` counts from 1 (both versions)."""
    offset, limit = number_argument(arguments, "offset"), number_argument(arguments, "limit")
    if offset is None and limit is None:
        return ""
    start = offset or 1
    return f":{start}-" if limit is None else f":{start}-{start + max(limit, 1) - 1}"


def _search(name: str, arguments: JsonObject) -> str:
    pattern, path = string_argument(arguments, "pattern"), _path(arguments)
    if not pattern and not path:
        return ""
    text = f"/{pattern}/" if name == "grep" and arguments.get("literal") is not True else pattern
    if path and path != ".":
        text += f" in {path}"
    glob = string_argument(arguments, "glob")
    return f"{text} ({glob})" if glob else text


def _any(arguments: JsonObject) -> str:
    telling = string_argument(arguments, *_TELLING)
    if telling:
        return first_line(telling)
    short = {key: value for key, value in arguments.items() if not isinstance(value, dict | list)}
    if len(arguments) == 1:
        return "".join(first_line(scalar(value)) for value in short.values())
    return ", ".join(f"{key}: {first_line(scalar(value))}" for key, value in islice(short.items(), 8))
