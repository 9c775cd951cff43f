"""A pi that is started while the app is imported: only where nothing is to be asked, and only for what is wanted."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from pitui.client import Launch, Spawned, spawn
from pitui.disk.trust import remember
from pitui.runtime.find import find_pi
from pitui.ui.early import EarlyStart, is_settled
from pitui.ui.plan import Plan
from tests.disk.making import write_session

PATIENT = f"{shlex.quote(sys.executable)} -c 'import sys; sys.stdin.read()'"
"""Stands for pi: it lives until the end of its stdin."""


@pytest.fixture
def plan(tmp_path: Path) -> Plan:
    """A plan for an empty project, with an agent folder of its own."""
    project = tmp_path / "project"
    project.mkdir()
    env = {"PI_CODING_AGENT_DIR": str(tmp_path / "agent"), "HOME": str(tmp_path)}
    return Plan(cwd=project, pi_option=PATIENT, env=env, bridge=False)


def test_the_pi_that_is_wanted_is_handed_over_once(plan: Plan) -> None:
    early = EarlyStart(plan)
    pi = find_pi(PATIENT)
    assert pi is not None
    spawned = early.take(plan.launch(pi))
    assert spawned is not None
    assert spawned.process.poll() is None
    assert early.take(plan.launch(pi)) is None
    spawned.discard()
    assert spawned.process.wait(10) is not None


def test_a_pi_that_was_started_otherwise_is_ended(plan: Plan, monkeypatch: pytest.MonkeyPatch) -> None:
    started: list[Spawned] = []

    def watched(launch: Launch) -> Spawned:
        started.append(spawn(launch))
        return started[-1]

    monkeypatch.setattr("pitui.ui.early.spawn", watched)
    early = EarlyStart(plan)
    pi = find_pi(PATIENT)
    assert pi is not None
    assert early.take(replace(plan, pi_args=("--approve",)).launch(pi)) is None
    assert started[0].process.wait(10) is not None


def test_a_pi_that_is_not_there_is_told_by_whoever_starts_it(plan: Plan) -> None:
    assert EarlyStart(replace(plan, pi_option="no-such-pi")).take(None) is None


def of_project(plan: Plan) -> None:
    (plan.cwd / ".pi" / "extensions").mkdir(parents=True)


def nothing(plan: Plan) -> None:
    del plan


@pytest.mark.parametrize(
    ("prepare", "words", "settled"),
    [
        (nothing, (), True),
        (nothing, ("--fork", "x.jsonl"), False),
        (nothing, ("-c",), False),
        (nothing, ("--session", "no-such-file"), False),
        (of_project, (), False),
        (of_project, ("--approve",), True),
    ],
)
def test_pi_starts_early_only_where_nothing_is_asked(
    plan: Plan, prepare: Callable[[Plan], None], words: tuple[str, ...], settled: bool
) -> None:
    prepare(plan)
    assert is_settled(replace(plan, pi_args=words)) is settled


def test_a_decided_project_is_not_asked_about(plan: Plan, tmp_path: Path) -> None:
    of_project(plan)
    remember(tmp_path / "agent", [(plan.cwd, True)])
    assert is_settled(plan)


def test_the_folder_of_the_session_counts(plan: Plan, tmp_path: Path) -> None:
    of_project(plan)
    here = write_session(tmp_path, 1, ["a", "b"], cwd=str(plan.cwd))
    elsewhere = write_session(tmp_path, 2, ["a", "b"], cwd=str(tmp_path))
    gone = write_session(tmp_path, 3, ["a", "b"], cwd=str(tmp_path / "gone"))
    found = [is_settled(replace(plan, pi_args=("--session", str(file)))) for file in (here, elsewhere, gone)]
    assert found == [False, True, False]


def test_what_needs_no_pi_starts_none(plan: Plan, tmp_path: Path) -> None:
    for other in (
        replace(plan, resume=True),
        replace(plan, view=tmp_path),
        replace(plan, replay=tmp_path),
    ):
        assert not is_settled(other)


def test_of_a_pi_on_another_machine_nothing_can_be_looked_at_first(plan: Plan, tmp_path: Path) -> None:
    of_project(plan)
    far = replace(plan, pi_option="ssh box pi")
    assert is_settled(far)
    assert is_settled(replace(far, pi_args=("--session", str(tmp_path / "gone.jsonl"))))
    assert not is_settled(replace(far, pi_args=("--fork", "x.jsonl")))
