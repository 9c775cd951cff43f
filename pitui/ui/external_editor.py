"""A text in the user's own editor: the app steps aside until the editor has ended."""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from textual.app import App, SuspendNotSupported

from pitui.disk.files import reason
from pitui.ui.preferences import Preferences


def edit_outside(app: App[Any], text: str) -> str | None:
    """Let the user edit a text in pi's `externalEditor`, `$VISUAL`, `$EDITOR`, nano or vi, the first that is there.

    Args:
        app: steps aside meanwhile.
        text: to begin with.

    Returns:
        The text as it was saved, without a newline that the editor added; None when there is no editor, or it
        failed (the user is told).
    """
    preferences = getattr(app, "preferences", None)
    wanted = preferences.external_editor if isinstance(preferences, Preferences) else None
    command = shlex.split(wanted) if wanted is not None else editor_command(os.environ)
    if command is None:
        app.notify("There is no editor: set VISUAL or EDITOR.", severity="warning", markup=False)
        return None
    with tempfile.TemporaryDirectory(prefix="pitui-") as folder:
        file = Path(folder, "text.md")
        file.write_bytes(text.encode("utf-8", "replace"))
        try:
            with app.suspend():
                status = subprocess.run([*command, str(file)], check=False).returncode
        except SuspendNotSupported:
            app.notify("The screen cannot be left for an editor here.", severity="warning", markup=False)
            return None
        except OSError as error:
            app.notify(f"{command[0]} cannot be started: {reason(error)}.", severity="error", markup=False)
            return None
        if status != 0:
            app.notify(
                f"{command[0]} ended with status {status}: the text is as it was.",
                severity="warning",
                markup=False,
            )
            return None
        edited = file.read_text(encoding="utf-8", errors="replace")
    return edited[:-1] if edited.endswith("\n") and not text.endswith("\n") else edited


def editor_command(environment: Mapping[str, str]) -> list[str] | None:
    """The command that edits a file, without the file."""
    for name in ("VISUAL", "EDITOR"):
        if words := shlex.split(environment.get(name, "")):
            return words
    return next(([name] for name in ("nano", "vi") if shutil.which(name)), None)
