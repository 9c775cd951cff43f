"""Files are found as they are named, and what is ignored is not offered."""

from __future__ import annotations

import subprocess
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitui.complete.files import FileIndex, list_files, list_folder

PATHS = [
    "README.md",
    "src/app/main.py",
    "src/app/main_widget.py",
    "src/domain/animal.py",
    "tests/test_main.py",
    "docs/Main Page.md",
]


def found(query: str, paths: list[str] | None = None) -> list[str]:
    lists = list(FileIndex(PATHS if paths is None else paths).search(query))
    return lists[-1] if lists else []


def test_a_name_that_begins_so_comes_first() -> None:
    assert found("main")[:3] == ["src/app/main.py", "docs/Main Page.md", "src/app/main_widget.py"]
    assert set(found("main")[3:]) == {"tests/test_main.py", "src/domain/animal.py", "src/domain/"}


def test_letters_need_not_stand_side_by_side() -> None:
    assert found("smwid") == ["src/app/main_widget.py"]
    assert found("s/a/m.py")[0] == "src/app/main.py"


def test_nothing_typed_shows_the_top_of_the_folder() -> None:
    assert set(found("")) == {"README.md", "src/", "tests/", "docs/"}


def test_folders_are_offered_with_a_slash() -> None:
    assert "src/app/" in found("app")


def test_each_list_keeps_what_the_one_before_had() -> None:
    lists = list(FileIndex(PATHS).search("main"))
    assert all(later[: len(earlier)] == earlier for earlier, later in pairwise(lists))


def test_a_search_that_nobody_wants_any_more_ends() -> None:
    assert list(FileIndex(PATHS).search("main", is_stale=lambda: True)) == []


def test_a_hundred_thousand_files_are_searched_to_the_last() -> None:
    paths = [f"pkg{n % 300}/module_{n}/file_{n}.py" for n in range(100_000)]
    assert found("file_99999", paths) == ["pkg99/module_99999/file_99999.py"]
    assert found("p99mod99999f", paths)[0] == "pkg99/module_99999/file_99999.py"
    assert len(found("file", paths)) == 100


@given(
    st.lists(st.text(alphabet="aAbß/.[(* é", min_size=1, max_size=12), max_size=8),
    st.text(alphabet="ab.[(*é", max_size=4),
)
def test_every_hit_has_the_letters_in_order(paths: list[str], query: str) -> None:
    for path in found(query, paths) if query else []:
        letters = iter(path.lower())
        assert all(char in letters for char in query)


@pytest.fixture
def project(tmp_path: Path) -> Path:
    for name in (
        "kept.py",
        "src/kept too.py",
        "build/out.o",
        "src/skipped.log",
        "notes.tmp",
        "src/deep/x.tmp",
    ):
        file = tmp_path / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text("x")
    (tmp_path / ".gitignore").write_text("build/\n*.log\n")
    (tmp_path / ".ignore").write_text("*.tmp\n")
    return tmp_path


VISIBLE = {".gitignore", ".ignore", "kept.py", "src/kept too.py"}


def test_ignore_files_count_without_git(project: Path) -> None:
    assert set(list_files(project)) == VISIBLE


def test_ignore_files_count_with_git(project: Path) -> None:
    subprocess.run(["git", "init", "-q"], cwd=project, check=True)
    assert set(list_files(project)) == VISIBLE


def test_paths_are_completed_as_in_a_shell(project: Path) -> None:
    assert list_folder("sr", project) == ["src/"]
    assert list_folder("src/", project) == ["src/deep/", "src/kept too.py", "src/skipped.log"]
    assert list_folder(str(project / "kep"), project) == [str(project / "kept.py")]
    assert list_folder(".gi", project) == [".gitignore"]
    assert list_folder("nowhere/x", project) == []


def test_a_home_that_is_not_there_and_a_link_to_itself_are_no_obstacle(tmp_path: Path) -> None:
    (tmp_path / "loop").symlink_to("loop")
    assert list_folder("lo", tmp_path) == ["loop"]
    assert list_folder("~nobody-of-this-name/x", tmp_path) == []
