"""The two programs that are compared, each in a fresh project with a fresh agent folder, and how they are started."""

from __future__ import annotations

import functools
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Final, Literal, Self

from tests.bench.sessions import write_session
from tests.bench.terminal import Terminal
from tests.conftest import installed_pi

Name = Literal["pitui", "pi"]
"""`pitui`, or pi's own TUI."""

_ROOT: Final = Path(__file__).parents[2]
"""Where the pitui is that is measured: the one that this file belongs to."""

_EXTENSION: Final = Path(__file__).with_name("bench.ts")
_MODEL: Final = ("-e", str(_EXTENSION), "--provider", "bench", "--model", "bench-1")
NEWEST: Final = "1.6.0"
OLDEST: Final = "0.82.1"


@dataclass(frozen=True)
class Start:
    """How a program is started.

    `messages` is the length of the session that is opened, 0 for a new one. With `through_rpc`, pitui cannot read its
    file, as that of a pi behind `ssh`, so that it has to ask what is in it.
    """

    name: Name
    version: str = NEWEST
    messages: int = 0
    through_rpc: bool = False


class Running:
    """A started program, its terminal and what `bench.ts` wrote down. A context manager that ends it."""

    def __init__(self, start: Start) -> None:
        self._folder = tempfile.TemporaryDirectory(prefix="pitui-bench-", ignore_cleanup_errors=True)
        root = Path(self._folder.name)
        self._log = root / "log"
        project = root / "project"
        project.mkdir()
        env = _environment(root, self._log)
        self.terminal = Terminal(_command(start, root, project), cwd=project, env=env)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.terminal.close()
        self._folder.cleanup()

    @property
    def pid(self) -> int:
        """The process that draws: Python for pitui, Node.js for pi's TUI."""
        return self.terminal.pid

    def send(self, prompt: str) -> float:
        """Type a prompt, wait until it stands in the editor, press Enter, and give the time of that."""
        self.terminal.write(prompt)
        self.terminal.wait_for(prompt.split()[-1])
        self.terminal.wait_for_picture()
        return self.terminal.write("\r")

    def answered(self) -> float:
        """Give when pi was done with its last answer, in seconds since 1970."""
        return int(self._log.read_text().split()[-1]) / 1000


def prepare() -> None:
    """Install what is not there yet and start all of it once, so that no measurement waits for what is done once."""
    for start in (Start("pi"), Start("pitui"), Start("pitui", OLDEST)):
        with Running(start) as program:
            program.terminal.wait_for_text()
            program.send("say 1")
            program.terminal.wait_for("endmark1")


def _command(start: Start, root: Path, project: Path) -> list[str]:
    pi = _pi(start.version)
    opened: list[str] = []
    if start.messages:
        session = root / "session.jsonl"
        write_session(session, start.messages, project)
        opened = ["--session", str(session)]
    if start.name == "pi":
        return [*pi, *opened, *_MODEL]
    command = " ".join((_far_away(root), *pi) if start.through_rpc else pi)
    return [sys.executable, "-m", "pitui", "--pi", command, *opened, "--", *_MODEL]


def _far_away(root: Path) -> str:
    """A stand-in for `ssh` that stays here: pitui then takes no file for one that it could read."""
    script = root / "ssh"
    script.write_text('#!/bin/sh\nexec "$@"\n')
    script.chmod(0o755)
    return str(script)


@functools.cache
def _home() -> tempfile.TemporaryDirectory[str]:
    """One for all, because what is remembered in it from the first start on is there in every other."""
    return tempfile.TemporaryDirectory(prefix="pitui-bench-home-")


@functools.cache
def _pi(version: str) -> tuple[str, ...]:
    """How pi is started, by Node.js itself and not by a script in front of it, so that both start the same."""
    node, script = installed_pi(version).argv
    found = subprocess.run([node, "-p", "process.execPath"], capture_output=True, text=True, check=True)
    return found.stdout.strip(), script


def _environment(root: Path, log: Path) -> Mapping[str, str]:
    agent = root / "agent"
    agent.mkdir()
    settings = {"quietStartup": True, "enableInstallTelemetry": False}
    (agent / "settings.json").write_text(json.dumps(settings))
    return {
        "PATH": os.environ.get("PATH", os.defpath),
        "HOME": _home().name,
        "LANG": "C.UTF-8",
        "TERM": "xterm-256color",
        "COLORTERM": "truecolor",
        "PYTHONPATH": str(_ROOT),
        "PI_OFFLINE": "1",
        "PI_CODING_AGENT_DIR": str(agent),
        "BENCH_LOG": str(log),
    }
