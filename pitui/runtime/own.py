"""pitui's own copy of pi: where it lies, and how it is started."""

from __future__ import annotations

from pathlib import Path

import platformdirs
from pydantic import BaseModel, ValidationError

from pitui.runtime.command import PI_PACKAGE, PI_VERSION, PiCommand
from pitui.runtime.node import Node, find_node


class _Package(BaseModel):
    """What is read of pi's package.json: its start script is elsewhere in 0.82.1 than in 1.6.0."""

    version: str
    bin: dict[str, str]


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
        facts = _Package.model_validate_json((package / "package.json").read_bytes())
    except (OSError, ValidationError):
        return None
    script = package / facts.bin.get("pi", "")
    if not script.is_file():
        return None
    return PiCommand((str(node.path), str(script)), facts.version, "own", node.environment())
