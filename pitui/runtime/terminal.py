"""What the terminal can do, as far as the environment tells."""

from __future__ import annotations

import locale
import os
import shutil
import sys

_SMALLEST = (40, 10)


def terminal_abilities() -> list[tuple[str, str, bool]]:
    """Give the name of each ability, what there is or what to do, and whether it is all right."""
    return [_terminal(), _colours(), _size(), _characters(), *_between()]


def _terminal() -> tuple[str, str, bool]:
    term = os.environ.get("TERM", "")
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        return "terminal", f"TERM={term or '(unset)'}, but this is not a terminal: start pitui in one", False
    if term in {"", "dumb", "unknown"}:
        return (
            "terminal",
            f"TERM={term or '(unset)'}: set it to what the terminal is, e.g. xterm-256color",
            False,
        )
    return "terminal", " ".join(filter(None, (term, os.environ.get("TERM_PROGRAM")))), True


def _colours() -> tuple[str, str, bool]:
    if os.environ.get("COLORTERM") in {"truecolor", "24bit"} or os.environ.get("TERM", "").endswith(
        "-direct"
    ):
        return "colours", "16 million", True
    if "256color" in os.environ.get("TERM", ""):
        return "colours", "256 (set COLORTERM=truecolor if the terminal has more)", True
    return "colours", "16: set TERM=xterm-256color or COLORTERM=truecolor if the terminal has more", False


def _size() -> tuple[str, str, bool]:
    columns, lines = shutil.get_terminal_size()
    if columns < _SMALLEST[0] or lines < _SMALLEST[1]:
        return "size", f"{columns}x{lines}: pitui needs {_SMALLEST[0]}x{_SMALLEST[1]}, better 80x24", False
    return "size", f"{columns}x{lines}", True


def _characters() -> tuple[str, str, bool]:
    encoding = locale.getencoding()
    if encoding.lower().replace("-", "") != "utf8":
        return "characters", f"{encoding}: set LANG to a UTF-8 locale, e.g. C.UTF-8", False
    return "characters", "UTF-8", True


def _between() -> list[tuple[str, str, bool]]:
    """Name what stands between pitui and the terminal, if anything."""
    found: list[tuple[str, str, bool]] = []
    if "TMUX" in os.environ:
        found.append(
            ("tmux", "yes; for Shift+Enter and the like: `set -g extended-keys on` in tmux.conf", True)
        )
    if "SSH_CONNECTION" in os.environ:
        found.append(("ssh", "yes; copying goes through the terminal (OSC 52)", True))
    return found
