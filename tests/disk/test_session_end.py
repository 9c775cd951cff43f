"""The end of a session file, read before the rest: a part of what the whole file gives, or nothing."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from pitui.disk.last_words import END_BYTES, read_last_words
from pitui.disk.session_end import LONG_BYTES, read_session_end
from pitui.disk.session_file import read_session_file
from pitui.protocol.entries import MessageEntry
from pitui.protocol.messages import UserMessage

HEADER: dict[str, Any] = {"type": "session", "version": 3, "id": "s", "timestamp": "", "cwd": "/p"}


def message(number: int, role: str, text: str, parent: int | None, **more: Any) -> dict[str, Any]:
    content = [{"type": "text", "text": text}]
    stop = {"stopReason": "stop"} if role == "assistant" else {}
    return {
        "type": "message",
        "id": f"{number:08x}",
        "parentId": None if parent is None else f"{parent:08x}",
        "message": {"role": role, "content": content, **stop, **more},
    }


def turns(count: int, words: str = "word " * 100) -> list[dict[str, Any]]:
    roles = ("user", "assistant")
    return [message(n, roles[n % 2], f"{n} {words}", n - 1 if n else None) for n in range(count)]


def written(path: Path, *lines: object) -> Path:
    text = "".join((line if isinstance(line, str) else json.dumps(line)) + "\n" for line in lines)
    path.write_text(text, encoding="utf-8")
    return path


def test_the_end_is_the_end_of_the_whole(tmp_path: Path) -> None:
    path = written(tmp_path / "s.jsonl", HEADER, *turns(2000))
    end, whole = read_session_end(path), read_session_file(path)
    assert end is not None
    count = len(end.entries.entries)
    assert 10 < count < 2000
    assert end.entries.entries == whole.entries.entries[-count:]
    assert end.entries.leaf_id == whole.entries.leaf_id
    first = end.entries.entries[0]
    assert isinstance(first, MessageEntry)
    assert isinstance(first.message, UserMessage)


def test_only_the_branch_that_the_session_goes_on_from_is_in_it(tmp_path: Path) -> None:
    told = turns(2000)
    other = [message(2000, "user", "elsewhere", 1900), message(2001, "assistant", "there", 2000)]
    back = [message(2002, "user", "back", 1999), message(2003, "assistant", "here", 2002)]
    end = read_session_end(written(tmp_path / "s.jsonl", HEADER, *told, *other, *back))
    assert end is not None
    ids = [entry.id for entry in end.entries.entries]
    assert ids[-3:] == [f"{n:08x}" for n in (1999, 2002, 2003)]
    assert not {f"{n:08x}" for n in (2000, 2001)} & set(ids)


@pytest.mark.parametrize(
    "lines",
    [
        pytest.param([HEADER, *turns(4)], id="short"),
        pytest.param([{**HEADER, "version": 1}, *turns(2000)], id="old"),
        pytest.param(
            [HEADER, *turns(2000), message(2000, "user", "x" * LONG_BYTES, 1999)], id="one long line"
        ),
        pytest.param(["no header", *turns(2000)], id="no session"),
    ],
)
def test_what_has_no_such_end_is_read_whole(tmp_path: Path, lines: list[object]) -> None:
    assert read_session_end(written(tmp_path / "s.jsonl", *lines)) is None


def test_a_file_that_is_not_there_has_no_end(tmp_path: Path) -> None:
    assert read_session_end(tmp_path / "none") is None
    assert read_last_words(tmp_path / "none") is None


def test_the_last_words_are_those_of_the_model(tmp_path: Path) -> None:
    said = [*turns(3), message(3, "assistant", "**Done.**", 2)]
    label = {"type": "label", "id": "l", "parentId": f"{3:08x}", "targetId": "x", "label": "here"}
    named = {"type": "session_info", "id": "n", "parentId": "l", "name": "tides"}
    assert read_last_words(written(tmp_path / "a", HEADER, *said)) == "**Done.**"
    assert read_last_words(written(tmp_path / "b", HEADER, *said, label, named)) == "**Done.**"


@pytest.mark.parametrize(
    "after",
    [
        pytest.param([message(4, "user", "and now?", 3)], id="a prompt"),
        pytest.param([message(4, "assistant", "cut", 3, stopReason="aborted")], id="an aborted answer"),
        pytest.param([{"type": "label", "id": "l", "parentId": "00000001", "targetId": "x"}], id="a branch"),
        pytest.param([{"type": "compaction", "id": "c", "parentId": "00000003"}], id="a compaction"),
        pytest.param(["{half a li"], id="half a line"),
        pytest.param([message(4, "assistant", "x" * END_BYTES, 3)], id="a long answer"),
        pytest.param([message(4, "assistant", "x", 3, content="text")], id="a foreign form"),
        pytest.param(["[" * 5000], id="nested too deep"),
    ],
)
def test_a_session_that_ends_otherwise_has_no_last_words(tmp_path: Path, after: list[object]) -> None:
    said = [*turns(3), message(3, "assistant", "Done.", 2)]
    assert read_last_words(written(tmp_path / "s.jsonl", HEADER, *said, *after)) is None
