"""A draft is there again after a crash, once, and not while its pitui still runs."""

from __future__ import annotations

import json
import stat
import subprocess
import sys
from pathlib import Path

from pitui.complete.drafts import Drafts, SavedDraft

DRAFT = SavedDraft(
    "see [paste 1: 2 lines] [image 2: x 1 KB]",
    {"[paste 1: 2 lines]": "a\nb"},
    (("[image 2: x 1 KB]", "QUJD", "image/png"),),
)

ANOTHER_RUN = """
import sys, pathlib
from pitui.complete.drafts import Drafts, SavedDraft
drafts = Drafts(pathlib.Path(sys.argv[1]), "/project")
drafts.save(SavedDraft("half a thought"))
print("saved", flush=True)
sys.stdin.read()
"""


def another_run(folder: Path) -> subprocess.Popen[str]:
    run = subprocess.Popen(
        [sys.executable, "-c", ANOTHER_RUN, str(folder)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert run.stdout is not None
    assert run.stdout.readline() == "saved\n"
    return run


def test_a_draft_of_a_run_that_was_killed_is_adopted_once(tmp_path: Path) -> None:
    with another_run(tmp_path) as run:
        drafts = Drafts(tmp_path, "/project")
        assert drafts.adopt() == []
        run.kill()
        run.wait()
        assert [draft.text for draft in drafts.adopt()] == ["half a thought"]
        assert drafts.adopt() == []
    assert list(tmp_path.iterdir()) == []


def test_a_draft_left_behind_under_the_same_process_id_is_adopted(tmp_path: Path) -> None:
    # In a container every run has the same one.
    before = Drafts(tmp_path, "/project")
    before.save(DRAFT)
    before.close()
    now = Drafts(tmp_path, "/project")
    assert now.adopt() == [DRAFT]
    now.save(SavedDraft("another thought"))
    assert now.adopt() == []
    now.close()


def test_a_draft_of_another_project_is_left_alone(tmp_path: Path) -> None:
    with another_run(tmp_path) as run:
        run.kill()
        run.wait()
        assert Drafts(tmp_path, "/elsewhere").adopt() == []
        assert len(Drafts(tmp_path, "/project").adopt()) == 1


def test_pastes_and_images_are_kept_in_a_file_for_the_user_alone(tmp_path: Path) -> None:
    drafts = Drafts(tmp_path, "/project")
    drafts.save(DRAFT)
    file = next(tmp_path.glob("*.json"))
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    record = json.loads(file.read_text())
    assert record["pastes"] == dict(DRAFT.pastes)
    drafts.close()
    file.rename(file.with_name(file.name.rpartition("-")[0] + "-1.json"))
    assert Drafts(tmp_path, "/project").adopt() == [DRAFT]


def test_an_empty_draft_leaves_no_file(tmp_path: Path) -> None:
    drafts = Drafts(tmp_path, "/project")
    drafts.save(DRAFT)
    drafts.save(SavedDraft(" \n"))
    drafts.close()
    assert list(tmp_path.iterdir()) == []


def test_a_damaged_file_is_no_draft(tmp_path: Path) -> None:
    drafts = Drafts(tmp_path, "/project")
    drafts.save(DRAFT)
    file = next(tmp_path.glob("*.json"))
    drafts.close()
    file.rename(file.with_name(file.name.rpartition("-")[0] + "-1.json")).write_text('{"text": 3')
    assert Drafts(tmp_path, "/project").adopt() == []
