"""What a line in the editor is: a prompt, a command of pitui or of pi, or a shell command."""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

from pitui.ui.actions import BY_SLASH, Action


class Entered(NamedTuple):
    """What the user meant; a prompt when nothing is set.

    Attributes:
        action: pitui's own command, with its `argument`.
        shell: the command after `!`; `excluded` keeps its output from the model (`!!`).
        problem: why the text cannot be sent; it then stays in the editor.
    """

    action: Action | None = None
    argument: str = ""
    shell: str | None = None
    excluded: bool = False
    problem: str | None = None


def parse_input(text: str, known: Collection[str]) -> Entered:
    """Say what a text in the editor is.

    Args:
        text: without white space around it.
        known: pi's own commands, without their slash.
    """
    if text.startswith("!"):
        command = text.lstrip("!").strip()
        if not command:
            return Entered(problem="Type a shell command behind the !.")
        return Entered(shell=command, excluded=text.startswith("!!"))
    if not text.startswith("/") or text.startswith("//"):
        return Entered()
    name, _, argument = text[1:].partition(" ")
    if name in BY_SLASH:
        return Entered(action=BY_SLASH[name], argument=argument.strip())
    if name in known or not name.replace("-", "").replace("_", "").replace(":", "").isalnum():
        return Entered()
    return Entered(problem=f"There is no command /{name}: /help lists all commands.")
