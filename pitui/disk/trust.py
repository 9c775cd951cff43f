"""Which project folders the user trusts, and which projects hold something that needs trust (pi's trust.json)."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import NamedTuple

from pitui.disk.files import change_object, read_object
from pitui.disk.settings import read_settings
from pitui.protocol.json_object import JsonObject

_RESOURCES = (
    "settings.json",
    "mcp.json",
    "extensions",
    "skills",
    "prompts",
    "themes",
    "SYSTEM.md",
    "APPEND_SYSTEM.md",
)
"""In a project's `.pi` folder (pi 1.6.0, trust-manager.js; 0.82.1 does not know mcp.json)."""


class TrustChoice(NamedTuple):
    """One of pi's answers to whether a project is trusted.

    Attributes:
        label: pi's words.
        trusted: the decision for this run.
        updates: what to write into trust.json; None takes an entry out.
    """

    label: str
    trusted: bool
    updates: tuple[tuple[Path, bool | None], ...] = ()


def trust_choices(cwd: Path) -> list[TrustChoice]:
    """pi's choices for a project, in its order (pi 0.82.1 and 1.6.0, trust-manager.js); four in the root folder."""
    folder = _real(cwd)
    choices = [TrustChoice("Trust", True, ((folder, True),))]
    if folder.parent != folder:
        updates = ((folder.parent, True), (folder, None))
        choices.append(TrustChoice(f"Trust parent folder ({folder.parent})", True, updates))
    choices += [
        TrustChoice("Trust (this session only)", True),
        TrustChoice("Do not trust", False, ((folder, False),)),
        TrustChoice("Do not trust (this session only)", False),
    ]
    return choices


def needs_trust(cwd: Path, environment: Mapping[str, str]) -> list[Path]:
    """What a project holds that pi loads only when the project is trusted.

    Args:
        cwd: the project folder.
        environment: of pi; the user's own `~/.agents/skills` needs no trust.
    """
    folder = _real(cwd)
    found = [path for name in _RESOURCES if os.path.exists(path := folder / ".pi" / name)]
    home = environment.get("HOME")
    own = _real(Path(home) if home else Path.home()) / ".agents" / "skills"
    for place in (folder, *folder.parents):
        skills = place / ".agents" / "skills"
        if skills != own and os.path.exists(skills):
            found.append(skills)
    return found


def decision(agent: Path, cwd: Path) -> bool | None:
    """The stored decision of the nearest folder that has one; None without one.

    Raises:
        DiskError: when trust.json cannot be read.
    """
    stored = read_object(_file(agent))
    folder = _real(cwd)
    for place in (folder, *folder.parents):
        value = stored.get(str(place))
        if isinstance(value, bool):
            return value
    return None


def undecided(agent: Path, cwd: Path, environment: Mapping[str, str]) -> list[Path]:
    """What a project holds about which pi would ask; nothing when all is decided.

    Raises:
        DiskError: when the settings or trust.json cannot be read.
    """
    found = needs_trust(cwd, environment)
    default = read_settings(agent).get("defaultProjectTrust", "ask")
    return found if found and default == "ask" and decision(agent, cwd) is None else []


def remember(agent: Path, updates: Iterable[tuple[Path, bool | None]]) -> None:
    """Store decisions under pi's lock; None takes one out.

    Raises:
        DiskError: when trust.json cannot be read or written; it is left alone then.
    """
    wanted = list(updates)
    if not wanted:
        return

    def change(stored: JsonObject) -> None:
        for folder, value in wanted:
            stored.pop(str(_real(folder)), None)
            if value is not None:
                stored[str(_real(folder))] = value
        in_order = dict(sorted(stored.items()))
        stored.clear()
        stored.update(in_order)

    change_object(_file(agent), change)


def _file(agent: Path) -> Path:
    return agent / "trust.json"


def _real(folder: Path) -> Path:
    return Path(os.path.realpath(os.path.expanduser(folder)))
