"""pi's keybindings.json: the keys that the user gave to actions, by pi's ids."""

from __future__ import annotations

from pathlib import Path
from typing import Any, cast

from pitui.disk.files import DiskError, read_object


def keybindings_file(agent: Path) -> Path:
    """Where the file is."""
    return agent / "keybindings.json"


def read_keybindings(agent: Path) -> dict[str, tuple[str, ...]]:
    """The keys by action, in pi's spelling; an empty tuple takes all keys from an action.

    pi 0.82.1 and 1.6.0, docs/keybindings.md: an action has one key or a list of keys.

    Raises:
        DiskError: when the file cannot be read, or an action has something else.
    """
    file = keybindings_file(agent)
    found: dict[str, tuple[str, ...]] = {}
    for action, value in read_object(file).items():
        if action.startswith("$"):
            continue
        keys: list[Any] = cast("list[Any]", value) if isinstance(value, list) else [value]
        if not all(isinstance(key, str) for key in keys):
            raise DiskError(f"{file}: {action} must have a key or a list of keys: repair it first.")
        found[action] = tuple(keys)
    return found
