from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from pitui.runtime.demo import demo_project, write_project


def test_the_project_is_there_while_it_is_used_and_nothing_of_the_user_is_touched(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    for name in ("XDG_CONFIG_HOME", "XDG_CACHE_HOME", "XDG_DATA_HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("PI_CODING_AGENT_DIR", str(tmp_path))
    with demo_project() as plan:
        agent = Path(plan.env["PI_CODING_AGENT_DIR"])
        root = plan.cwd.parent
        assert (plan.cwd / "tests" / "test_watcher.py").is_file()
        assert (agent / "settings.json").is_file()
        assert agent.parent == root
        assert plan.env["PI_OFFLINE"] == "1"
        assert Path(plan.pi_args[plan.pi_args.index("-e") + 1]).is_file()
    assert not root.exists()
    assert list(tmp_path.iterdir()) == []


def test_the_project_has_one_flaky_test(tmp_path: Path) -> None:
    write_project(tmp_path)
    done = subprocess.run(
        [tmp_path / "run-tests", "--repeat", "2"], capture_output=True, text=True, check=False, timeout=60
    )
    assert done.returncode == 1, done.stderr
    first, second = done.stdout.split("--- run 2 of 2")
    assert "FAIL" not in first
    assert second.count("... FAIL") == 1
    assert "1 of 2 runs passed" in second


def test_the_project_is_a_clean_git_repository_where_git_is(tmp_path: Path) -> None:
    if shutil.which("git") is None:
        pytest.fail("The tests need git: install it.")
    write_project(tmp_path)
    subprocess.run([tmp_path / "run-tests"], capture_output=True, check=False, timeout=60)
    status = subprocess.run(
        ["git", "status", "--porcelain"], cwd=tmp_path, capture_output=True, text=True, check=True, timeout=60
    )
    assert status.stdout == ""


def test_without_git_the_project_is_there_as_well(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    write_project(tmp_path / "project")
    assert os.access(tmp_path / "project" / "run-tests", os.X_OK)
    assert not (tmp_path / "project" / ".git").exists()
