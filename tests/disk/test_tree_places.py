from __future__ import annotations

from pathlib import Path

import pytest

from pitui.disk.tree_places import MOST_PLACES, Place, TreePlaces


def test_a_place_is_there_for_the_next_run_until_it_is_forgotten(tmp_path: Path) -> None:
    file = tmp_path / "state" / "places.json"
    place = Place("target", None, "last")
    TreePlaces(file).put("/s/one.jsonl", place)
    TreePlaces(file).put("/s/two.jsonl", Place("t", "leaf", "l"))
    assert TreePlaces(file).get("/s/one.jsonl") == place
    assert TreePlaces(file).get("/s/two.jsonl") == Place("t", "leaf", "l")
    assert TreePlaces(file).get("/s/three.jsonl") is None
    TreePlaces(file).put("/s/one.jsonl", None)
    assert TreePlaces(file).get("/s/one.jsonl") is None
    assert [path.name for path in file.parent.iterdir()] == ["places.json"]
    assert file.stat().st_mode & 0o777 == 0o600


def test_only_the_latest_are_kept(tmp_path: Path) -> None:
    places = TreePlaces(tmp_path / "places.json")
    for number in range(MOST_PLACES + 5):
        places.put(f"/s/{number}", Place("t", "l", "e"))
    assert places.get("/s/4") is None
    assert places.get("/s/5") is not None


@pytest.mark.parametrize(
    "text", ["", "nonsense", "[]", '{"/s": 1}', '{"/s": ["a", 2, "c"]}', '{"/s": ["a"]}']
)
def test_a_damaged_file_is_no_place(tmp_path: Path, text: str) -> None:
    file = tmp_path / "places.json"
    file.write_text(text)
    assert TreePlaces(file).get("/s") is None
    TreePlaces(file).put("/s", Place("t", "l", "e"))
    assert TreePlaces(file).get("/s") == Place("t", "l", "e")


@pytest.mark.parametrize("has_file", [False, True])
def test_without_a_file_places_last_as_long_as_the_program(tmp_path: Path, has_file: bool) -> None:
    (tmp_path / "state").write_text("a file where the folder should be")
    file = tmp_path / "state" / "places.json" if has_file else None
    places = TreePlaces(file)
    places.put("/s", Place("t", "l", "e"))
    assert places.get("/s") == Place("t", "l", "e")
    assert TreePlaces(file).get("/s") is None
