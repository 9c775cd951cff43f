"""Sessions on the command line become files before pi sees them."""

from __future__ import annotations

from pathlib import Path

import pytest

from pitui.disk.folders import default_session_folder
from pitui.session_options import NoSuchSession, without_traps
from tests.disk.making import write_session


@pytest.fixture
def stored(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[Path]:
    """A session of this project and one of another."""
    monkeypatch.setenv("PI_CODING_AGENT_DIR", str(tmp_path / "agent"))
    monkeypatch.delenv("PI_CODING_AGENT_SESSION_DIR", raising=False)
    folders = [default_session_folder(tmp_path / name, tmp_path / "agent") for name in ("here", "there")]
    return [write_session(folder, number, cwd=str(tmp_path)) for number, folder in enumerate(folders, 16)]


def test_an_id_becomes_the_file_also_of_another_folder(stored: list[Path], tmp_path: Path) -> None:
    for file, name in zip(stored, ("s0000010", "s0000011"), strict=True):
        assert without_traps(["--session", name], tmp_path / "here", None) == (
            ("--session", str(file)),
            False,
        )


def test_the_project_itself_goes_first(stored: list[Path], tmp_path: Path) -> None:
    words, _ = without_traps(["--fork", "s00000"], tmp_path / "there", None)
    assert words == ("--fork", str(stored[1]))


def test_a_file_stays_and_other_words_too(stored: list[Path], tmp_path: Path) -> None:
    words = ["--model", "x", "--session", str(stored[0]), "-e", "y"]
    assert without_traps(words, tmp_path, None) == (tuple(words), False)


@pytest.mark.parametrize("word", ["-r", "--resume"])
def test_pi_never_gets_to_draw_its_own_picker(word: str, tmp_path: Path) -> None:
    assert without_traps(["-x", word], tmp_path, None) == (("-x",), True)


@pytest.mark.parametrize("wanted", [".", "sub", "sub/"])
def test_a_folder_is_said_to_be_one(wanted: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PI_CODING_AGENT_DIR", str(tmp_path / "agent"))
    (tmp_path / "sub").mkdir()
    monkeypatch.chdir(tmp_path)
    with pytest.raises(NoSuchSession, match="is a folder"):
        without_traps(["--session", wanted], tmp_path, None)


@pytest.mark.parametrize(
    "wanted", ["nothere", "./none.jsonl", "/none/at/all", "~nobody-here/a", "a" * 5000, ""]
)
def test_what_is_not_there_is_said_before_pi_starts(stored: list[Path], wanted: str, tmp_path: Path) -> None:
    with pytest.raises(NoSuchSession):
        without_traps(["--session", wanted], tmp_path, None)
