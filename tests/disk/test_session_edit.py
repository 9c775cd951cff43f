"""Names, trash and copies: only what was listed, never what is open or has changed."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from pitui.disk.files import DiskError
from pitui.disk.session_edit import copy_session, import_session, rename_session, trash_session
from pitui.disk.session_file import read_session_file
from pitui.disk.summaries import SessionSummary, summarize
from tests.disk.making import write_session


@pytest.fixture(autouse=True)
def own_trash(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A trash of the test's own, and no `trash` program."""
    data = tmp_path / "data"
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("XDG_DATA_HOME", str(data))
    monkeypatch.setenv("PATH", "/usr/bin:/bin")
    return data


def listed(path: Path) -> SessionSummary:
    found = summarize(path)
    assert found is not None
    return found


def test_a_name_is_appended_below_the_leaf(tmp_path: Path) -> None:
    path = write_session(tmp_path / "s", 0, ["a", "b"])
    before = path.read_bytes()
    rename_session(listed(path), " a\nnew  name ")
    assert path.read_bytes().startswith(before)
    found = read_session_file(path)
    assert found.name == "a new name"
    assert found.entries.entries[-1].parent_id == found.entries.entries[-2].id
    rename_session(listed(path), "")
    assert read_session_file(path).name is None


def test_a_name_does_not_damage_a_file_without_a_last_newline(tmp_path: Path) -> None:
    path = write_session(tmp_path / "s", 0, ["a", "b"])
    path.write_bytes(path.read_bytes().rstrip(b"\n"))
    rename_session(listed(path), "x")
    assert (read_session_file(path).name, read_session_file(path).damaged) == ("x", 0)


def test_what_changed_meanwhile_is_neither_renamed_nor_deleted(tmp_path: Path) -> None:
    path = write_session(tmp_path / "s", 0)
    session = listed(path)
    with path.open("ab") as file:
        file.write(b"\n")
    for change in (lambda: rename_session(session, "x"), lambda: trash_session(session, open_file=None)):
        with pytest.raises(DiskError, match="changed meanwhile"):
            change()
    assert path.exists()


def test_the_open_session_is_not_deleted_under_any_of_its_names(tmp_path: Path) -> None:
    path = write_session(tmp_path / "s", 0)
    link = tmp_path / "link"
    link.symlink_to(tmp_path / "s")
    with pytest.raises(DiskError, match="open"):
        trash_session(listed(path), open_file=link / path.name)
    assert path.exists()


def test_a_deleted_session_is_in_the_trash(tmp_path: Path, own_trash: Path) -> None:
    path = write_session(tmp_path / "s", 0)
    content = path.read_bytes()
    # A process of its own: where the trash is, is read when the library is loaded.
    program = "import sys; from pathlib import Path; from pitui.disk import session_edit, summaries;"
    program += "session_edit.trash_session(summaries.summarize(Path(sys.argv[1])), open_file=None)"
    subprocess.run([sys.executable, "-c", program, str(path)], check=True)
    assert not path.exists()
    (kept,) = [file for file in own_trash.rglob("*.jsonl") if file.is_file()]
    assert kept.read_bytes() == content


def test_the_trash_program_goes_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    program = tmp_path / "bin" / "trash"
    program.parent.mkdir()
    program.write_text(f'#!/bin/sh\nmv "$1" {tmp_path}/thrown\n')
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{program.parent}:/usr/bin:/bin")
    path = write_session(tmp_path / "s", 0)
    trash_session(listed(path), open_file=None)
    assert (tmp_path / "thrown").is_file()
    assert not path.exists()


def test_a_copy_goes_on_in_another_folder_and_remembers_where_it_came_from(tmp_path: Path) -> None:
    path = write_session(tmp_path / "s", 0, ["a", "b"], cwd="/gone", name="n")
    os.utime(path, (1, 1))
    before = path.read_bytes()
    copy = copy_session(path, tmp_path / "t", tmp_path)
    one, other = read_session_file(path), read_session_file(copy)
    assert other.entries == one.entries
    assert (other.header.cwd, other.header.parent_session) == (str(tmp_path), str(path))
    assert other.header.id != one.header.id
    assert (path.read_bytes(), path.stat().st_mtime) == (before, 1)


def test_a_copy_can_go_on_in_a_folder_whose_name_is_no_text(tmp_path: Path) -> None:
    cwd = tmp_path / os.fsdecode(b"tide\xff")
    copy = copy_session(write_session(tmp_path / "s"), tmp_path / "t", cwd)
    assert read_session_file(copy).header.cwd == str(cwd)


def test_an_import_never_overwrites(tmp_path: Path) -> None:
    path = write_session(tmp_path / "s", 0)
    first, second = import_session(path, tmp_path / "t"), import_session(path, tmp_path / "t")
    assert first != second
    assert first.read_bytes() == second.read_bytes() == path.read_bytes()
    assert import_session(first, tmp_path / "t") == first
