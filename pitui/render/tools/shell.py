"""bash (and powershell): the command, the end of what it prints, how it ended."""

from __future__ import annotations

import re
from typing import NamedTuple

from rich.segment import Segment

from pitui.render.look import Look
from pitui.render.sanitize import visible
from pitui.render.tools.command import Command
from pitui.render.tools.parts import Output, Part, rest_of_arguments, row, words
from pitui.session.arguments import number_argument, string_argument
from pitui.session.blocks import ToolBlock
from pitui.session.target import tool_target
from pitui.session.text import output_text

_ENDING_LENGTH = 4_000
_STATUS = re.compile(
    r"(?:\A|\n)(?P<words>Command (?:exited with code (?P<code>-?\d+)"
    r"|timed out after (?P<timeout>[\d.]+) seconds[^\n]*"
    r"|aborted|terminated without an exit code))\s*\Z"
)
_NOTE = re.compile(r"(?:\A|\n)\[Showing (?P<words>[^\n]*Full output: [^\n]*)\]\s*\Z")
_NOTHING = "(no output)"


class ShellOutput(NamedTuple):
    """What pi put behind a command's output, taken apart.

    pi 0.82.1 and 1.6.0 write into the one text block: the output; when it was cut, a blank line and
    `[Showing lines 3001-5000 of 5000. Full output: /tmp/pi-bash-….log]`; when it did not end well, a blank line
    and `Command exited with code 3`, `Command aborted`, `Command timed out after 1 seconds`. An exit code is
    nowhere else in the result of 0.82.1. No output at all is `(no output)`.

    Attributes:
        end: where the output proper ends in the text.
        status: short words for a bad end, such as `exit 3`; "" otherwise.
        remark: a sentence to show whole: where the full output is, or why a timeout hit; "" otherwise.
    """

    end: int
    status: str = ""
    remark: str = ""


def read_shell_output(text: str) -> ShellOutput:
    """Take the output text of a shell call apart; looks at its last 4,000 characters only."""
    offset = max(0, len(text) - _ENDING_LENGTH)
    ending = text[offset:]
    status = said = ""
    if found := _STATUS.search(ending):
        ending = ending[: found.start()].rstrip("\n")
        words = found["words"]
        if found["code"]:
            status = f"exit {found['code']}"
        elif found["timeout"]:
            status = f"timeout {found['timeout']}s"
            said = words if "." in words.partition("seconds")[2] else ""
        elif "terminated" in words:
            status = "no exit code"
    if found := _NOTE.search(ending):
        ending = ending[: found.start()].rstrip("\n")
        kept = f"pi kept {found['words']}"
        said = f"{kept}. {said}".rstrip(". ") if said else kept
    if offset == 0 and ending.strip() == _NOTHING:
        ending = ""
    return ShellOutput(offset + len(ending), status, said)


def shell_parts(block: ToolBlock, look: Look) -> list[Part]:
    """A shell call; an update of the output replaces the one before."""
    palette = look.palette
    text = output_text(block.output)
    output = read_shell_output(text)
    figures: list[Segment] = []
    timeout = number_argument(block.arguments, "timeout")
    if timeout is not None and not output.status:
        figures.append(Segment(f"timeout {timeout}s", palette.dim))
    if output.status:
        figures.append(Segment(output.status, palette.error))
    parts: list[Part] = [row(block, figures)]
    if look.expanded:
        command = string_argument(block.arguments, "command")
        parts.append(Command(command, visible(tool_target(block))))
    if look.whole:
        parts += rest_of_arguments(block, "command", "timeout")
    parts.append(Output(text, palette.dim, output.end))
    said = output.remark or _full_output(block)
    return [*parts, words(said, palette.dim)] if said else parts


def _full_output(block: ToolBlock) -> str:
    """While it runs, only `details` says that the output is cut."""
    path = string_argument(block.details, "fullOutputPath")
    return f"Full output: {' '.join(path.split())}" if path else ""
