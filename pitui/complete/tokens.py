"""What stands before the caret, and with what it could go on."""

from __future__ import annotations

import re
from typing import Literal, NamedTuple

_FILE = re.compile(r'(?:^|(?<=[\s(\[{=,:]))@("[^"\n]*|[^\s"]*)$')
_COMMAND = re.compile(r"^/(\S*)$")
_ARGUMENT = re.compile(r"^/(\S+) +(\S*)$")
_PATH = re.compile(r'(?:^|(?<=[\s(\[{=,:"\'@]))([^\s"\'(\[{=,:@]*)$')


class Token(NamedTuple):
    """A piece of text that can be completed.

    Attributes:
        kind: what it is the beginning of.
        start: the column where it begins.
        query: what it is completed from.
        command: the name of the command whose argument it is.
    """

    kind: Literal["command", "argument", "file", "path"]
    start: int
    query: str
    command: str = ""


def token_before(line: str, *, first_line: bool, wants_path: bool = False) -> Token | None:
    """What stands at the end of a piece of a line.

    Args:
        line: the line up to the caret.
        first_line: whether it is the first one of the text; commands stand only there.
        wants_path: whether the user asked for paths (Tab).
    """
    if first_line and (command := _COMMAND.match(line)) and not (wants_path and "/" in command[1]):
        return Token("command", 0, command[1])
    if found := _FILE.search(line):
        return Token("file", found.start(), found[1].lstrip('"'))
    if first_line and not wants_path and (argument := _ARGUMENT.match(line)):
        return Token("argument", argument.start(2), argument[2], argument[1])
    if wants_path and (path := _PATH.search(line)):
        return Token("path", path.start(1), path[1])
    return None


def quoted_file(path: str) -> str:
    """How a file is named in a prompt; quotes when there is white space in it."""
    return f'@"{path}"' if re.search(r"\s", path) else f"@{path}"
