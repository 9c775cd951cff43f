"""What the user prefers is read from four files, and a damaged one is named and keeps nobody from working."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from textual.app import App

from pitui.config import Config
from pitui.disk.trust import remember
from pitui.session.tree_filters import Filter
from pitui.ui.plan import Plan
from pitui.ui.preferences import Preferences
from pitui.ui.session_place import SessionPlace


class Place:
    """A project and pi's agent folder."""

    def __init__(self, folder: Path) -> None:
        self.agent, self.project = folder / "agent", folder / "project"
        self.config = folder / "config.toml"
        self.agent.mkdir()
        (self.project / ".pi").mkdir(parents=True)

    def write(self, file: str, **data: Any) -> None:
        (self.agent.parent / file).write_text(json.dumps(data), encoding="utf-8")

    def preferences(self, *, pi_option: str | None = None, config: Path | None = None) -> Preferences:
        plan = Plan(
            cwd=self.project, pi_option=pi_option, env={"PI_CODING_AGENT_DIR": str(self.agent)}, pi_args=()
        )
        preferences = Preferences(App[None](), SessionPlace(plan), file=config)
        preferences.begin()
        return preferences


@pytest.fixture
def place(tmp_path: Path) -> Place:
    return Place(tmp_path)


def test_the_settings_of_a_project_count_when_it_is_trusted(place: Place) -> None:
    place.write("agent/settings.json", treeFilterMode="all", doubleEscapeAction="fork")
    place.write("project/.pi/settings.json", treeFilterMode="user-only")
    assert Filter.of_pi(place.preferences().tree_filter) is Filter.ALL
    remember(place.agent, [(place.project, True)])
    preferences = place.preferences()
    assert Filter.of_pi(preferences.tree_filter) is Filter.USER
    assert preferences.double_escape == "fork"


@pytest.mark.parametrize("value", [7, "sideways", None, ["all"], {}])
def test_a_value_that_pi_does_not_know_is_the_default(place: Place, value: object) -> None:
    place.write(
        "agent/settings.json",
        treeFilterMode=value,
        doubleEscapeAction=value,
        hideThinkingBlock=value,
        externalEditor=[value],
        theme=value,
        markdown={"mermaid": value},
    )
    preferences = place.preferences()
    assert Filter.of_pi(preferences.tree_filter) is Filter.DEFAULT
    assert preferences.double_escape == "tree"
    assert not preferences.shows_thinking
    assert preferences.external_editor is None
    assert preferences.mermaid == "streaming"


@pytest.mark.parametrize("mode", ["off", "final", "streaming"])
def test_when_diagrams_are_drawn(place: Place, mode: str) -> None:
    place.write("agent/settings.json", markdown={"mermaid": mode})
    assert place.preferences().mermaid == mode


@pytest.mark.parametrize("file", ["agent/settings.json", "agent/keybindings.json", "config.toml"])
def test_a_damaged_file_is_named(place: Place, file: str) -> None:
    (place.agent.parent / file).write_text("{", encoding="utf-8")
    preferences = place.preferences(config=place.config)
    assert len(preferences.problems) == 1
    assert file in preferences.problems[0]


def test_files_of_a_pi_elsewhere_are_not_looked_for(place: Place) -> None:
    place.write("agent/settings.json", doubleEscapeAction="none")
    preferences = place.preferences(pi_option="ssh box pi")
    assert preferences.agent is None
    assert preferences.double_escape == "tree"


def test_without_a_file_a_change_lasts_for_this_run(place: Place) -> None:
    preferences = place.preferences()
    preferences.keep(motion=False)
    assert preferences.config == Config(motion=False)
    assert not place.config.exists()


def test_motion_is_what_the_setting_says(place: Place) -> None:
    place.config.write_text("motion = false\n", encoding="utf-8")
    preferences = place.preferences(config=place.config)
    assert preferences.config.motion is False
    preferences.keep(motion=True)
    assert "true" in place.config.read_text(encoding="utf-8")
