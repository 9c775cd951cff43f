"""Reading session files: nothing of them is lost, and nothing of them changes."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from pitui.disk.files import DiskError
from pitui.disk.session_file import read_session_file
from pitui.disk.summaries import list_sessions, message_texts, summarize
from pitui.protocol.entries import CompactionEntry, MessageEntry
from pitui.protocol.messages import CustomMessage
from tests.disk.making import BEGIN, entries_of, write_session


def test_a_summary_says_what_pi_would_say(tmp_path: Path) -> None:
    parent = write_session(tmp_path, 0)
    path = write_session(
        tmp_path, 1, ["fix it", "done", "thanks", "ok"], cwd="/a/b", name=" two ", parent=parent
    )
    found = summarize(path)
    assert found is not None
    assert (found.cwd, found.name, found.parent, found.messages) == ("/a/b", "two", parent, 4)
    assert (found.first, found.title) == ("fix it", "two")
    assert (found.created, found.modified) == (BEGIN + 3600, BEGIN + 3603)


@pytest.mark.parametrize("damage", [b"", b"\n\n", b'{"half', b"\xff\xfe\n", b'{"id":"x","type":"custom"}\n'])
def test_unusual_lines_change_no_figure(tmp_path: Path, damage: bytes) -> None:
    path = write_session(tmp_path, 0, ["one", "two", "three"], name="named")
    clean = summarize(path)
    assert clean is not None
    path.write_bytes(path.read_bytes() + damage)
    found = summarize(path)
    assert found is not None
    assert (found.name, found.messages, found.first) == ("named", 3, "one")
    assert found.modified == clean.modified


def test_spaces_between_the_parts_of_a_line_do_not_matter(tmp_path: Path) -> None:
    path = write_session(tmp_path, 0, ["one", "two"], name="spaced", compact=False)
    found = summarize(path)
    assert found is not None
    assert (found.name, found.messages, found.first) == ("spaced", 2, "one")


def test_a_cleared_name_is_none(tmp_path: Path) -> None:
    path = write_session(tmp_path, 0, name="old")
    with path.open("a") as file:
        file.write('{"type":"session_info","id":"z","parentId":null,"timestamp":"","name":""}\n')
    found = summarize(path)
    assert found is not None
    assert found.name is None


@pytest.mark.parametrize(
    "content", [b"", b"garbage", b'{"type":"message"}\n', b"[1]\n", b"null\n", b"\xff" * 99]
)
def test_what_is_no_session_is_left_out_and_said_clearly(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "x.jsonl"
    path.write_bytes(content)
    assert summarize(path) is None
    with pytest.raises(DiskError, match="no session file"):
        read_session_file(path)


def test_a_list_of_two_thousand_comes_in_slices_and_leaves_the_files_alone(tmp_path: Path) -> None:
    paths = [write_session(tmp_path / f"p{n % 7}", n, [f"question {n}", "answer"]) for n in range(2000)]
    contents = {path: path.read_bytes() for path in paths}
    times = {path: (path.stat().st_mtime_ns, path.stat().st_atime_ns) for path in paths}
    folders = [tmp_path / f"p{n}" for n in range(7)]
    slices = list(list_sessions(folders, seconds=0.01))
    assert len(slices) > 1
    assert slices[-1].done == slices[-1].total == 2000
    sessions = [session for part in slices for session in part.sessions]
    assert {session.path for session in sessions} == set(paths)
    assert {session.first for session in sessions} == {f"question {n}" for n in range(2000)}
    for path in paths[:20]:
        read_session_file(path)
    assert {path: (path.stat().st_mtime_ns, path.stat().st_atime_ns) for path in paths} == times
    assert {path: path.read_bytes() for path in paths} == contents


def test_a_missing_folder_is_an_empty_list(tmp_path: Path) -> None:
    (only,) = list_sessions([tmp_path / "none"])
    assert (only.sessions, only.done, only.total) == ((), 0, 0)


def test_what_was_said_is_what_a_search_finds(tmp_path: Path) -> None:
    path = write_session(tmp_path, 0, ["where is it?", "über da"])
    with path.open("a") as file:
        result = {
            "role": "toolResult",
            "toolCallId": "1",
            "toolName": "x",
            "content": [{"type": "text", "text": "no"}],
        }
        file.write(json.dumps({"type": "message", "id": "t", "parentId": "x", "message": result}) + "\n")
        file.write(
            json.dumps({"type": "message", "id": "u", "message": {"role": "user", "content": "plain"}}) + "\n"
        )
    assert list(message_texts(path.read_bytes())) == ["where is it?", "über da", "plain"]


def test_a_session_is_read_with_its_leaf_and_its_name(tmp_path: Path) -> None:
    path = write_session(tmp_path, 0, ["a", "b", "c"], name="n")
    with path.open("ab") as file:
        file.write(b'{"broken\n')
    found = read_session_file(path)
    assert [entry.id for entry in found.entries.entries] == [
        entry["id"] for entry in entries_of("abc", name="n")
    ]
    assert found.entries.leaf_id == "e0000003"
    assert (found.name, found.damaged, found.header.id) == ("n", 1, "s0000000")


def test_a_file_of_the_first_version_becomes_a_line(tmp_path: Path) -> None:
    path = tmp_path / "old.jsonl"
    message = {"role": "hookMessage", "customType": "x", "content": "hook", "display": True}
    lines = [
        {"type": "session", "id": "old", "timestamp": "2025-01-01T00:00:00Z", "cwd": "/x"},
        {"type": "message", "message": {"role": "user", "content": "first"}},
        {"type": "message", "message": message},
        {"type": "compaction", "summary": "short", "firstKeptEntryIndex": 2, "tokensBefore": 9},
    ]
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))
    bytes_before = path.read_bytes()
    entries = read_session_file(path).entries
    first, hook, compaction = entries.entries
    assert (first.parent_id, hook.parent_id, compaction.parent_id) == (None, first.id, hook.id)
    assert isinstance(hook, MessageEntry)
    assert isinstance(hook.message, CustomMessage)
    assert isinstance(compaction, CompactionEntry)
    assert compaction.first_kept_entry_id == hook.id
    assert entries.leaf_id == compaction.id
    assert path.read_bytes() == bytes_before
