"""The throw-away project of the demo: real pi and a scripted model in it, and nothing of the user's is touched."""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Generator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

DEMO_EXTENSION: Final = Path(__file__).with_name("demo.ts")
"""The extension that gives pi the scripted model."""

DEMO_ARGS: Final = ("-e", str(DEMO_EXTENSION), "--provider", "demo", "--model", "demo-1")
"""pi's options for the demo."""

_TEMPLATE: Final = Path(__file__).with_name("demo_project")


@dataclass(frozen=True)
class DemoPlan:
    """How to start pi for the demo: the folder to start it in, additions to its environment, its options."""

    cwd: Path
    env: Mapping[str, str]
    pi_args: tuple[str, ...]


@contextlib.contextmanager
def demo_project() -> Generator[DemoPlan]:
    """Make the project and an agent folder for pi, and remove both at the end."""
    with tempfile.TemporaryDirectory(prefix="pitui-demo-", ignore_cleanup_errors=True) as root:
        cwd = Path(root, "tidewatch")
        agent = Path(root, "agent")
        write_project(cwd)
        write_agent_folder(agent)
        yield DemoPlan(cwd, {"PI_OFFLINE": "1", "PI_CODING_AGENT_DIR": str(agent)}, DEMO_ARGS)


def write_project(cwd: Path) -> None:
    """Write the demo's project into `cwd`, as a git repository where git is installed."""
    for source in sorted(_TEMPLATE.rglob("*.in")):
        target = cwd / source.relative_to(_TEMPLATE).with_suffix("")
        target.parent.mkdir(parents=True, exist_ok=True)
        text = source.read_text(encoding="utf-8").replace("@python@", sys.executable)
        target.write_text(text, encoding="utf-8")
    (cwd / "run-tests").chmod(0o755)
    _make_repository(cwd)


def write_agent_folder(folder: Path) -> None:
    """Write pi's agent folder for the demo: quiet, without telemetry, the scripted model preset."""
    folder.mkdir(parents=True, exist_ok=True)
    settings = {
        "quietStartup": True,
        "enableInstallTelemetry": False,
        "defaultProvider": "demo",
        "defaultModel": "demo-1",
        "defaultThinkingLevel": "medium",
    }
    (folder / "settings.json").write_text(json.dumps(settings, indent=2) + "\n", encoding="utf-8")


def _make_repository(cwd: Path) -> None:
    """Commit the project, without the user's git settings, hooks and templates; without git it does as well."""
    git = shutil.which("git")
    if git is None:
        return
    kept = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
    env = {**kept, "GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_SYSTEM": os.devnull}
    identity = ("-c", "user.name=pitui demo", "-c", "user.email=demo@localhost")
    for words in (("init", "-q"), ("add", "-A"), (*identity, "commit", "-q", "-m", "Watch the tide")):
        with contextlib.suppress(OSError, subprocess.SubprocessError):
            subprocess.run((git, *words), cwd=cwd, env=env, capture_output=True, check=True, timeout=30)
