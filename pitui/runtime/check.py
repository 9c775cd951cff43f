"""What `pitui --check` says: what is installed, what is missing, and what to do about it."""

from __future__ import annotations

import os
import platform
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path
from typing import Final, NamedTuple

from pitui.runtime.command import PI_VERSION, PiCommand, RuntimeProblem
from pitui.runtime.find import find_pi
from pitui.runtime.node import need_npm
from pitui.runtime.terminal import terminal_abilities
from pitui.runtime.versions import ask_version

_PI: Final = "pi"
_SOURCES: Final = {"option": "given with --pi", "path": "found on the PATH", "own": "pitui's own copy"}


class Finding(NamedTuple):
    """One line of the report: what was looked for, what was found or is to be done, and whether it is all right."""

    name: str
    text: str
    ok: bool


@dataclass(frozen=True)
class Report:
    """All findings, and what follows from them."""

    findings: tuple[Finding, ...]

    @property
    def can_start(self) -> bool:
        """Whether pi starts as things are now."""
        return any(finding.name == _PI and finding.ok for finding in self.findings)

    @property
    def text(self) -> str:
        """The findings as lines of plain text."""
        marks = {True: "ok     ", False: "missing"}
        return "\n".join(f"{marks[ok]}  {name:<12}  {text}" for name, text, ok in self.findings)


def check(option: str | None) -> Report:
    """Look at everything that pitui needs. It starts pi and Node.js, and takes some seconds at worst.

    Args:
        option: What the user gave with `--pi`, if anything.
    """
    return Report(
        (
            Finding("Python", platform.python_version(), True),
            _library("Textual"),
            _node(),
            _pi(option),
            _agent_folder(),
            *(Finding(*ability) for ability in terminal_abilities()),
        )
    )


def _library(name: str) -> Finding:
    try:
        return Finding(name, metadata.version(name.lower()), True)
    except metadata.PackageNotFoundError:
        return Finding(name, "not installed: run `pip install pitui` again", False)


def _node() -> Finding:
    try:
        node = need_npm()
    except RuntimeProblem as problem:
        return Finding("Node.js", str(problem), False)
    return Finding("Node.js", f"{node.version} ({node.path})", True)


def _pi(option: str | None) -> Finding:
    try:
        command = find_pi(option)
    except RuntimeProblem as problem:
        return Finding(_PI, str(problem), False)
    if command is None:
        return Finding(
            _PI, f"not installed yet: `pitui` installs pi {PI_VERSION} when it first starts", False
        )
    return _started(command)


def _started(command: PiCommand) -> Finding:
    words = " ".join(command.argv)
    version = ask_version(command.argv, env=command.env)
    if version is None:
        return Finding(_PI, f"`{words} --version` fails: run it to see why, or give another --pi", False)
    return Finding(_PI, f"{version}, {_SOURCES[command.source]} ({words})", True)


def _agent_folder() -> Finding:
    configured = os.environ.get("PI_CODING_AGENT_DIR")
    folder = Path(os.path.expanduser(configured)) if configured else Path.home() / ".pi" / "agent"
    place = folder
    while not os.path.exists(place) and place != place.parent:
        place = place.parent
    if not os.path.isdir(place) or not os.access(place, os.W_OK | os.X_OK):
        return Finding(
            "agent folder", f"{folder} cannot be written: pi keeps sessions and settings there", False
        )
    return Finding("agent folder", str(folder) if place == folder else f"{folder} (pi makes it)", True)
