"""pi's settings.json, of the user and of a project: read, and changed field by field."""

from __future__ import annotations

from pathlib import Path
from typing import Any, cast

from pitui.disk.files import change_object, read_object
from pitui.protocol.json_object import JsonObject


def settings_file(agent: Path) -> Path:
    """The user's own settings."""
    return agent / "settings.json"


def project_settings_file(cwd: Path) -> Path:
    """The settings of a project, which go before the user's own when the project is trusted."""
    return cwd / ".pi" / "settings.json"


def read_settings(agent: Path) -> JsonObject:
    """The user's own settings; empty when there are none.

    Raises:
        DiskError: when the file cannot be read.
    """
    return read_object(settings_file(agent))


def change_settings(file: Path, changes: JsonObject) -> JsonObject:
    """Set some settings and leave all others as they are.

    Args:
        file: of the user or of a project.
        changes: by name; an object is merged into the present one, None takes a setting out.

    Returns:
        The settings as they are now.

    Raises:
        DiskError: when the file cannot be read or written; it is left alone then.
    """
    return change_object(file, lambda settings: _merge(settings, changes))


def _merge(settings: JsonObject, changes: JsonObject) -> None:
    for name, value in changes.items():
        present: Any = settings.get(name)
        if value is None:
            settings.pop(name, None)
        elif isinstance(value, dict) and isinstance(present, dict):
            _merge(cast("JsonObject", present), cast("JsonObject", value))
        else:
            settings[name] = value
