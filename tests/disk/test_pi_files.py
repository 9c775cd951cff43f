"""settings.json, trust.json and auth.json: what others wrote stays, and what cannot be read is left alone."""

from __future__ import annotations

import json
import os
import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from pitui.disk import files
from pitui.disk.auth import store_api_key, stored_providers
from pitui.disk.files import DiskError
from pitui.disk.folders import agent_folder, default_session_folder, session_folder_option
from pitui.disk.settings import change_settings, read_settings, settings_file
from pitui.disk.trust import decision, needs_trust, remember, trust_choices


def test_settings_are_merged_field_by_field(tmp_path: Path) -> None:
    file = settings_file(tmp_path)
    file.write_text('\ufeff{"a": {"x": 1, "y": 2}, "b": [1], "c": 3}', encoding="utf-8")
    file.chmod(0o640)
    change_settings(file, {"a": {"y": 5}, "c": None, "d": {"n": "ü"}})
    assert read_settings(tmp_path) == {"a": {"x": 1, "y": 5}, "b": [1], "d": {"n": "ü"}}
    assert file.stat().st_mode & 0o777 == 0o640
    assert os.listdir(tmp_path) == ["settings.json"]


def change_setting(folder: Path) -> None:
    change_settings(settings_file(folder), {"a": 1})


def trust_it(folder: Path) -> None:
    remember(folder, [(folder, True)])


def store_a_key(folder: Path) -> None:
    store_api_key(folder, "p", "k")


@pytest.mark.parametrize("content", ["{", "[1]", "null", '"text"'])
@pytest.mark.parametrize("change", [change_setting, trust_it, store_a_key])
def test_a_file_that_cannot_be_understood_is_left_alone(
    tmp_path: Path, content: str, change: Callable[[Path], None]
) -> None:
    for name in ("settings.json", "trust.json", "auth.json"):
        (tmp_path / name).write_text(content)
    with pytest.raises(DiskError, match="repair"):
        change(tmp_path)
    assert {file.read_text() for file in tmp_path.iterdir()} == {content}


def test_changes_at_the_same_time_are_all_kept(tmp_path: Path) -> None:
    file = settings_file(tmp_path)

    def write(start: int) -> None:
        for number in range(start, start + 10):
            change_settings(file, {f"n{number}": number})

    writers = [threading.Thread(target=write, args=(start,)) for start in (0, 10, 20)]
    for writer in writers:
        writer.start()
    for writer in writers:
        writer.join()
    assert read_settings(tmp_path) == {f"n{number}": number for number in range(30)}


def test_a_lock_of_pi_is_respected_and_a_dead_one_is_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = settings_file(tmp_path)
    held = tmp_path / "settings.json.lock"
    held.mkdir()
    monkeypatch.setattr(files, "LOCK_SECONDS", 0.05)
    with pytest.raises(DiskError, match="locked"):
        change_settings(file, {"a": 1})
    assert not file.exists()
    os.utime(held, (1, 1))
    change_settings(file, {"a": 1})
    assert read_settings(tmp_path) == {"a": 1}
    assert not held.exists()


def test_a_key_is_private_and_beside_the_others(tmp_path: Path) -> None:
    (tmp_path / "auth.json").write_text('{"one": {"type": "oauth", "access": "a"}}')
    (tmp_path / "auth.json").chmod(0o644)
    store_api_key(tmp_path, "two", "secret")
    assert stored_providers(tmp_path) == ["one", "two"]
    assert json.loads((tmp_path / "auth.json").read_text())["two"] == {"type": "api_key", "key": "secret"}
    assert (tmp_path / "auth.json").stat().st_mode & 0o777 == 0o600


def test_the_nearest_decision_counts(tmp_path: Path) -> None:
    project = tmp_path / "a" / "b"
    project.mkdir(parents=True)
    agent = tmp_path / "agent"
    assert decision(agent, project) is None
    remember(agent, [(tmp_path, True)])
    assert decision(agent, project) is True
    remember(agent, [(tmp_path / "a", False)])
    assert decision(agent, project) is False
    remember(agent, [(tmp_path / "a", None), (tmp_path, None)])
    assert decision(agent, project) is None


def test_trusting_the_parent_takes_the_own_entry_out(tmp_path: Path) -> None:
    project = tmp_path / "p"
    project.mkdir()
    agent = tmp_path / "agent"
    remember(agent, [(project, False)])
    parent = next(choice for choice in trust_choices(project) if choice.label.startswith("Trust parent"))
    remember(agent, parent.updates)
    assert json.loads((agent / "trust.json").read_text()) == {str(tmp_path): True}
    assert len(trust_choices(project)) == 5


@pytest.mark.parametrize("name", ["settings.json", "extensions", "skills", "prompts", "themes", "SYSTEM.md"])
def test_what_pi_would_load_from_a_project_needs_trust(tmp_path: Path, name: str) -> None:
    project = tmp_path / "p"
    (project / ".pi" / name).mkdir(parents=True)
    assert needs_trust(project, {"HOME": str(tmp_path)}) == [project / ".pi" / name]


def test_skills_of_a_folder_above_need_trust_but_not_the_users_own(tmp_path: Path) -> None:
    project = tmp_path / "a" / "p"
    project.mkdir(parents=True)
    (tmp_path / ".agents" / "skills").mkdir(parents=True)
    assert needs_trust(project, {"HOME": str(tmp_path)}) == []
    (tmp_path / "a" / ".agents" / "skills").mkdir(parents=True)
    assert needs_trust(project, {"HOME": str(tmp_path)}) == [tmp_path / "a" / ".agents" / "skills"]


def test_the_places_are_those_of_pi(tmp_path: Path) -> None:
    assert agent_folder({"PI_CODING_AGENT_DIR": "/x"}) == Path("/x")
    assert agent_folder({}) == Path.home() / ".pi" / "agent"
    assert default_session_folder(Path("/home/me/my.pro:ject"), Path("/x")) == Path(
        "/x/sessions/--home-me-my.pro-ject--"
    )
    environment = {"PI_CODING_AGENT_SESSION_DIR": "/env"}
    change_settings(settings_file(tmp_path), {"sessionDir": "/set"})
    assert session_folder_option("/opt", environment, tmp_path) == Path("/opt")
    assert session_folder_option(None, environment, tmp_path) == Path("/env")
    assert session_folder_option(None, {}, tmp_path) == Path("/set")
    assert session_folder_option(None, {}, tmp_path / "none") is None


def test_the_home_of_a_user_who_is_not_there_is_taken_as_it_stands(tmp_path: Path) -> None:
    environment = {"PI_CODING_AGENT_DIR": "~nobody-of-this-name/agent"}
    assert agent_folder(environment) == Path.cwd() / "~nobody-of-this-name/agent"
    change_settings(settings_file(tmp_path), {"sessionDir": "~nobody-of-this-name/s"})
    assert session_folder_option(None, {}, tmp_path) == Path.cwd() / "~nobody-of-this-name/s"


def test_half_of_an_emoji_in_a_setting_stays(tmp_path: Path) -> None:
    settings_file(tmp_path).write_text('{"a": "\\ud83d"}')
    change_settings(settings_file(tmp_path), {"b": 1})
    assert read_settings(tmp_path) == {"a": "\ud83d", "b": 1}
