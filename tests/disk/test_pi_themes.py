"""pi's theme files: every way to write a colour, and what is wrong is said."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitui.disk.files import DiskError
from pitui.disk.pi_themes import find_theme, read_theme


def written(folder: Path, name: str = "mine", **data: Any) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / f"{name}.json"
    file.write_text(json.dumps({"name": name, **data}), encoding="utf-8")
    return file


@pytest.mark.parametrize(
    ("value", "resolved"),
    [
        ("#0af", "#00aaff"),
        ("#00AAFF", "#00aaff"),
        ("", ""),
        (0, "#000000"),
        (15, "#ffffff"),
        (16, "#000000"),
        (231, "#ffffff"),
        (196, "#ff0000"),
        (255, "#eeeeee"),
        ("first", "#123456"),
        ("oklch(100% 0 0)", "#ffffff"),
        ("okhsl(120 0% 0%)", "#000000"),
    ],
)
def test_every_way_to_write_a_colour(tmp_path: Path, value: object, resolved: str) -> None:
    file = written(tmp_path, vars={"first": "second", "second": "#123456"}, colors={"accent": value})
    assert read_theme(file).colors["accent"] == resolved


@pytest.mark.parametrize("value", ["nothing", "a", "#12345", 256, -1, True, None, ["#fff"], "oklch(x)"])
def test_a_colour_that_cannot_be_understood_is_named(tmp_path: Path, value: object) -> None:
    file = written(tmp_path, vars={"a": "b", "b": "a"}, colors={"mdLink": value})
    with pytest.raises(DiskError, match="mdLink"):
        read_theme(file)


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"name": "x"}', '{"name": 1, "colors": {}}', "{"])
def test_what_is_no_theme_is_said(tmp_path: Path, text: str) -> None:
    file = tmp_path / "x.json"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(DiskError, match=r"x\.json"):
        read_theme(file)


@pytest.mark.parametrize(
    ("colors", "appearance", "dark"),
    [
        ({"text": "#eeeeee"}, None, True),
        ({"text": "#222222"}, None, False),
        ({"text": "#222222"}, "dark", True),
        ({"userMessageBg": "#ffffff"}, None, False),
        ({}, None, True),
    ],
)
def test_the_appearance_is_seen_from_the_colours(
    tmp_path: Path, colors: dict[str, str], appearance: str | None, dark: bool
) -> None:
    more = {} if appearance is None else {"appearance": appearance}
    assert read_theme(written(tmp_path, colors=colors, **more)).dark is dark


def test_a_theme_is_found_by_the_name_it_says(tmp_path: Path) -> None:
    written(tmp_path / "themes", "file", colors={})
    (tmp_path / "themes" / "other.json").write_text('{"name": "said", "colors": {}}', encoding="utf-8")
    (tmp_path / "themes" / "broken.json").write_text("{", encoding="utf-8")
    assert find_theme(tmp_path, "file") is not None
    assert find_theme(tmp_path, "said") is not None
    assert find_theme(tmp_path, "other") is None
    with pytest.raises(DiskError):
        find_theme(tmp_path, "broken")


@given(
    st.floats(-400, 800),
    st.floats(0, 100),
    st.floats(0, 100),
    st.sampled_from(["okhsl({} {}% {}%)", "oklch({2}% {1} {0})"]),
)
def test_every_colour_of_these_spaces_is_one_of_the_screen(hue: float, a: float, b: float, form: str) -> None:
    import tempfile

    with tempfile.TemporaryDirectory() as folder:
        text = form.format(f"{hue:.3f}", f"{a:.3f}", f"{b:.3f}")
        found = read_theme(written(Path(folder), colors={"accent": text})).colors["accent"]
        assert len(found) == 7
        int(found[1:], 16)
