"""What was sent is there again: in this run, in the next one, this project's first."""

from __future__ import annotations

import stat
from pathlib import Path

import pytest

from pitui.complete import history as history_module
from pitui.complete.history import History, HistoryEntry


def texts(history: History) -> list[str]:
    return [entry.text for entry in history.entries]


def test_the_next_run_has_it_again_and_nobody_else_may_read_it(tmp_path: Path) -> None:
    file = tmp_path / "state" / "history.jsonl"
    first = History(file, "/project")
    first.add("one", {})
    first.add("see [paste 1: 2 lines]", {"[paste 1: 2 lines]": "a\nb"})
    again = History(file, "/project")
    assert texts(again) == ["see [paste 1: 2 lines]", "one"]
    assert again.entries[0].pastes == {"[paste 1: 2 lines]": "a\nb"}
    assert stat.S_IMODE(file.stat().st_mode) == 0o600


def test_this_projects_texts_come_first(tmp_path: Path) -> None:
    file = tmp_path / "history.jsonl"
    for folder, text in (("/a", "a1"), ("/b", "b1"), ("/a", "a2")):
        History(file, folder).add(text, {})
    assert texts(History(file, "/b")) == ["b1", "a2", "a1"]


def test_a_text_sent_twice_stands_once_and_at_the_front() -> None:
    history = History(None, "/a")
    for text in ("x", "y", "x"):
        history.add(text, {})
    assert texts(history) == ["x", "y"]


def test_the_session_that_is_shown_counts_too() -> None:
    history = History(None, "/a")
    history.load_session(["old", "newer", " "])
    history.add("sent now", {})
    assert texts(history) == ["sent now", "newer", "old"]


def test_up_and_down_walk_through_it_and_back_to_the_draft() -> None:
    history = History(None, "/a")
    for text in ("one", "two"):
        history.add(text, {})
    assert history.step(1, "my draft") == HistoryEntry("two", "/a")
    assert history.step(1, "two") == HistoryEntry("one", "/a")
    assert history.step(1, "one") is None
    assert history.step(-1, "one") == HistoryEntry("two", "/a")
    assert history.step(-1, "two") == "my draft"
    assert not history.is_browsing
    assert history.step(-1, "my draft") is None


def test_damaged_lines_are_passed_over(tmp_path: Path) -> None:
    file = tmp_path / "history.jsonl"
    file.write_bytes(b'{"text": "ok", "folder": "/a"}\n\xff\xfe broken\n[1]\n{"folder": 3}\nnull\n')
    assert texts(History(file, "/a")) == ["ok"]


def test_the_file_does_not_grow_for_ever(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(history_module, "MOST_ENTRIES", 5)
    file = tmp_path / "history.jsonl"
    history = History(file, "/a")
    for number in range(11):
        history.add(f"text {number}", {})
    assert len(file.read_text().splitlines()) == 5
    assert texts(History(file, "/a"))[0] == "text 10"


def test_a_folder_that_cannot_be_written_keeps_nobody_from_working(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    history = History(tmp_path / "file" / "history.jsonl", "/a")
    history.add("one", {})
    assert texts(history) == ["one"]
