"""Another program on the terminal: the app steps aside until it has ended."""

from __future__ import annotations

import contextlib
import signal
import subprocess
from types import FrameType
from typing import Any

from textual.app import App, SuspendNotSupported

from pitui.client import Launch


def run_outside(app: App[Any], launch: Launch, *, words: str = "", pause: bool = False) -> int | None:
    """Let a program have the terminal.

    Args:
        app: steps aside meanwhile.
        launch: the program.
        words: a line to print before it starts.
        pause: whether its last words stay until the user has read them.

    Returns:
        Its exit status; None when it did not run.
    """
    try:
        with app.suspend():
            if words:
                print(words, flush=True)
            # Ctrl+C is for the program; as a handler, unlike SIG_IGN, this is not inherited by it.
            before = signal.signal(signal.SIGINT, _ignore)
            try:
                status = subprocess.run(launch.argv, cwd=launch.cwd, env=launch.env, check=False).returncode
                if pause:
                    _wait_for_enter()
            finally:
                signal.signal(signal.SIGINT, before)
    except SuspendNotSupported:
        app.notify("The screen cannot be left for another program here.", severity="warning", markup=False)
        return None
    except OSError as error:
        app.notify(f"{launch.argv[0]} cannot be started: {error}.", severity="error", markup=False)
        return None
    if status and not pause:
        app.notify(f"{launch.argv[0]} ended with status {status}.", severity="warning", markup=False)
    return status


def _wait_for_enter() -> None:
    with contextlib.suppress(EOFError):
        input("\nEnter comes back to pitui. ")


def _ignore(_number: int, _frame: FrameType | None) -> None:
    return
