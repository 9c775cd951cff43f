"""pitui's own copy of pi: where it lies, and how it is started."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import platformdirs

from pitui.runtime.command import PI_PACKAGE, PI_VERSION, PiCommand
from pitui.runtime.node import Node, find_node


def own_folder(version: str = PI_VERSION) -> Path:
    """Give the folder that holds, or will hold, pitui's own copy of this version of pi."""
    return platformdirs.user_data_path("pitui") / "pi" / version


def own_pi(folder: Path | None = None) -> PiCommand | None:
    """Give the command of the copy in `folder` (the one that pitui installs for itself, if not given).

    Returns:
        None if no copy is there, or no Node.js that could run it.
    """
    node = find_node()
    return command_in(folder or own_folder(), node) if node else None


def command_in(folder: Path, node: Node) -> PiCommand | None:
    """Give the command of the copy of pi in `folder`, run by `node`; None if it is not there or not whole."""
    package = folder / "node_modules" / PI_PACKAGE
    try:
        facts: Any = json.loads((package / "package.json").read_bytes())
        version, name = str(facts["version"]), str(facts["bin"]["pi"])
    except (OSError, ValueError, KeyError, TypeError):
        return None
    script = package / name  # elsewhere in 0.82.1 than in 1.6.0
    if not script.is_file():
        return None
    return PiCommand((str(node.path), str(script)), version, "own", node.environment())
