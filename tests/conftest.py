"""What all tests share: real pi, in both versions that pitui is built for."""

from __future__ import annotations

import functools
import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import platformdirs
import pytest

from pitui.runtime.command import PiCommand, RuntimeProblem
from pitui.runtime.demo import DEMO_ARGS, write_agent_folder, write_project
from pitui.runtime.install import install_pi


@dataclass(frozen=True)
class RealPi:
    """A real pi, ready to be started offline in a fresh project with a fresh agent folder.

    `argv` starts it (node and its script; add `--mode rpc`), `demo_args` give it the scripted model of
    `pitui/runtime/demo.ts`, whose head says what it answers to. `env` is a whole environment.
    """

    version: str
    argv: tuple[str, ...]
    env: Mapping[str, str]
    agent_dir: Path
    cwd: Path
    demo_args: tuple[str, ...] = DEMO_ARGS


@functools.cache
def installed_pi(version: str) -> PiCommand:
    """Install this version of pi for the tests, once for all runs."""
    return install_pi(
        version, target=platformdirs.user_cache_path("pitui-tests") / "pi" / version, progress=print
    )


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture(params=("1.6.0", "0.82.1"))
def pi_version(request: pytest.FixtureRequest) -> str:
    return request.param


@pytest.fixture
def real_pi(pi_version: str, tmp_path: Path) -> RealPi:
    try:
        command = installed_pi(pi_version)
    except RuntimeProblem as problem:
        pytest.fail(f"The tests need pi {pi_version}. {problem}")
    home = tmp_path / "home"
    agent_dir = tmp_path / "agent"
    cwd = tmp_path / "tidewatch"
    home.mkdir()
    write_agent_folder(agent_dir)
    write_project(cwd)
    env = {
        "PATH": os.environ.get("PATH", os.defpath),
        "HOME": str(home),
        "LANG": "C.UTF-8",
        "TERM": "xterm-256color",
        "PI_OFFLINE": "1",
        "PI_CODING_AGENT_DIR": str(agent_dir),
        **command.env,
    }
    return RealPi(pi_version, command.argv, env, agent_dir, cwd)
