"""Finding the pi to start: the one that was asked for, else the one on the PATH, else pitui's own copy."""

from __future__ import annotations

import shlex
import shutil
from pathlib import Path

from pitui.runtime.command import PiCommand, RuntimeProblem
from pitui.runtime.own import own_pi
from pitui.runtime.versions import VERSION_TIMEOUT, known_version

__all__ = ["PiCommand", "RuntimeProblem", "find_pi", "is_elsewhere"]

_ELSEWHERE = {
    "ssh",
    "mosh",
    "docker",
    "podman",
    "nerdctl",
    "kubectl",
    "distrobox",
    "toolbox",
    "wsl",
    "wsl.exe",
}


def find_pi(option: str | None, *, timeout: float = VERSION_TIMEOUT) -> PiCommand | None:
    """Find the pi to start.

    It may start a process and wait for it: call it from a thread, not from the event loop.

    Args:
        option: What the user gave with `--pi`: one shell-quoted string.
        timeout: Seconds that a `--version` may take.

    Returns:
        The command, or None if no pi is there and it needs to be installed (`install_pi`).

    Raises:
        RuntimeProblem: The option does not name a program.
    """
    if option is not None:
        return _of_option(option, timeout)
    return _on_path(timeout) or own_pi()


def is_elsewhere(option: str | None) -> bool:
    """Tell whether `--pi` starts pi on another machine or in a container, whose files are not the ones here."""
    try:
        words = shlex.split(option or "")
    except ValueError:
        return False
    return bool(words) and Path(words[0]).name in _ELSEWHERE


def _of_option(option: str, timeout: float) -> PiCommand:
    try:
        words = shlex.split(option)
    except ValueError as error:
        raise RuntimeProblem(f"--pi {option!r} is not a command ({error}): check its quotes.") from error
    if not words:
        raise RuntimeProblem("--pi is empty: give the command that starts pi, such as --pi 'ssh box pi'.")
    program = shutil.which(words[0])
    if program is None:
        raise RuntimeProblem(f"--pi: {words[0]} cannot be run: check its name and the PATH.")
    argv = (program, *words[1:])
    version = known_version(argv, timeout=timeout) if _runs_here(argv) else None
    return PiCommand(argv, version, "option")


def _runs_here(argv: tuple[str, ...]) -> bool:
    """Tell a plain `pi` or `node cli.js` from a wrapper such as ssh, slow to answer and apt to ask back."""
    program = Path(argv[0]).name
    return (program == "pi" and len(argv) == 1) or (
        program == "node" and len(argv) == 2 and Path(argv[1]).is_file()
    )


def _on_path(timeout: float) -> PiCommand | None:
    program = shutil.which("pi")
    version = program and known_version((program,), timeout=timeout)
    return PiCommand((program,), version, "path") if program and version else None
