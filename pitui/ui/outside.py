"""Another program on the terminal: the app steps aside until it has ended."""

from __future__ import annotations

import signal
import subprocess
from types import FrameType
from typing import Any

from textual.app import App, SuspendNotSupported

from pitui.client import Launch


def run_outside(app: App[Any], launch: Launch, *, words: str = "") -> None:
    """Let a program have the terminal.

    Args:
        app: steps aside meanwhile.
        launch: the program.
        words: a line to print before it starts.
    """
    try:
        with app.suspend():
            if words:
                print(words, flush=True)
            # Ctrl+C is for the program; as a handler, unlike SIG_IGN, this is not inherited by it.
            before = signal.signal(signal.SIGINT, _ignore)
            try:
                status = subprocess.run(launch.argv, cwd=launch.cwd, env=launch.env, check=False).returncode
            finally:
                signal.signal(signal.SIGINT, before)
    except SuspendNotSupported:
        app.notify("The screen cannot be left for another program here.", severity="warning", markup=False)
        return
    except OSError as error:
        app.notify(f"{launch.argv[0]} cannot be started: {error}.", severity="error", markup=False)
        return
    if status:
        app.notify(f"{launch.argv[0]} ended with status {status}.", severity="warning", markup=False)


def _ignore(_number: int, _frame: FrameType | None) -> None:
    return
