"""Copies text to the clipboard of the terminal the user sits at, through ssh and tmux, and says where it went."""

from __future__ import annotations

import base64
import os
import shutil
import subprocess
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from platformdirs import user_cache_path
from textual.app import App

from pitui.ui.textual_private import write_to_terminal

MOST_BYTES = 74_994
"""What xterm takes in one OSC 52 sequence, in bytes of base64; many terminals take more, some less."""


def copy_text(app: App[Any], text: str, what: str) -> None:
    """Copy a text and tell the user.

    The text goes out as OSC 52, which the terminal puts into its clipboard, also at the far end of ssh. In tmux it
    becomes a paste buffer as well, and tmux hands it on. Where it may have got lost it is also written to a file.

    Args:
        app: the running app.
        text: what to copy.
        what: its name in the notice, such as "the last answer".
    """
    text = text.encode("utf-8", "replace").decode()
    app.copy_to_clipboard(text)
    where = "the clipboard"
    if os.environ.get("TMUX"):
        if not _to_tmux(text):
            write_to_terminal(app, through_tmux(osc52(text)))
        where = "the clipboard and a tmux buffer"
    doubt = doubtful(text, os.environ)
    if doubt:
        file = _to_file(text)
        app.notify(
            f"Copied {what} ({_size(text)}). {doubt} The text is also in {file}.", markup=False, timeout=10
        )
    else:
        app.notify(f"Copied {what} to {where} ({_size(text)}).", markup=False)


def osc52(text: str) -> str:
    """The sequence that sets a terminal's clipboard."""
    return f"\x1b]52;c;{base64.b64encode(text.encode()).decode()}\a"


def through_tmux(sequence: str) -> str:
    """A sequence as tmux hands it on unread to the terminal (its option `allow-passthrough`)."""
    return "\x1bPtmux;" + sequence.replace("\x1b", "\x1b\x1b") + "\x1b\\"


def doubtful(text: str, environment: Mapping[str, str]) -> str:
    """Why the clipboard may not have got a text, as a sentence; "" when it should have."""
    if environment.get("TERM_PROGRAM") == "Apple_Terminal" or environment.get("TERM") == "linux":
        return "This terminal has no clipboard for programs (OSC 52)."
    if len(text.encode()) * 4 // 3 > MOST_BYTES:
        return "Some terminals refuse so much."
    return ""


def _to_tmux(text: str) -> bool:
    tmux = shutil.which("tmux")
    if tmux is None:
        return False
    try:
        subprocess.run(
            [tmux, "load-buffer", "-w", "-"], input=text.encode(), timeout=2, check=True, capture_output=True
        )
    except (OSError, subprocess.SubprocessError):
        return False
    return True


def _to_file(text: str) -> Path:
    folder = user_cache_path("pitui", ensure_exists=True)
    file = folder / "copied.txt"
    file.write_text(text, encoding="utf-8")
    file.chmod(0o600)
    return file


def _size(text: str) -> str:
    lines = text.count("\n") + 1
    return f"{lines} lines" if lines > 1 else f"{len(text)} characters"
