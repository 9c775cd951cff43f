"""What the command line says before anything is started."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from pitui.cli import USAGE_ERROR, run


@pytest.fixture
def gone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A present folder that was deleted."""
    folder = tmp_path / "gone"
    folder.mkdir()
    monkeypatch.chdir(folder)
    folder.rmdir()


def said(capsys: pytest.CaptureFixture[str]) -> str:
    """The one line on stderr."""
    (line,) = capsys.readouterr().err.splitlines()
    return line


@pytest.mark.usefixtures("gone")
@pytest.mark.parametrize("words", [[], ["-C", "."], ["a prompt"]])
def test_a_deleted_folder_is_named_as_what_is_wrong(
    words: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(words) == USAGE_ERROR
    assert "folder" in said(capsys)


@pytest.mark.parametrize("option", ["--view", "--replay"])
def test_a_folder_is_no_file_to_show(option: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run([option, str(tmp_path)]) == USAGE_ERROR
    assert f"{tmp_path} is a folder" in said(capsys)


@pytest.mark.parametrize("name", ["none", "a" * 5000])
@pytest.mark.parametrize("option", ["--view", "--replay"])
def test_a_file_that_is_not_there(
    option: str, name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run([option, os.fspath(tmp_path / name)]) == USAGE_ERROR
    assert "There is no file" in said(capsys)
