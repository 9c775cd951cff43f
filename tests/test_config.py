"""pitui's settings file: read strictly, and changed without losing what the user wrote."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitui.config import Config, ConfigError, change_config, read_config


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "pitui" / "config.toml"


def written(file: Path, text: str) -> Path:
    file.parent.mkdir(parents=True)
    file.write_text(text, encoding="utf-8")
    return file


def test_without_a_file_all_is_at_its_default(file: Path) -> None:
    assert read_config(file) == Config()
    assert not file.exists()


def test_keys_may_be_quoted_or_tables_one_or_several(file: Path) -> None:
    written(file, '[keys]\n"app.exit" = "ctrl+q"\napp.session.tree = ["f4", "f8"]\n"app.clear" = []\n')
    assert read_config(file).keys == {
        "app.exit": ("ctrl+q",),
        "app.session.tree": ("f4", "f8"),
        "app.clear": (),
    }


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("colour = 1\n", "colour"),
        ("motion = 'no'\n", "motion"),
        ("ring = 'gong'\n", "ring"),
        ("theme = 4\n", "theme"),
        ("[keys]\napp.exit = 5\n", "app.exit"),
        ("keys = 1\n", "keys"),
    ],
)
def test_an_error_names_the_file_and_the_key(file: Path, text: str, key: str) -> None:
    written(file, text)
    with pytest.raises(ConfigError) as caught:
        read_config(file)
    assert str(file) in str(caught.value)
    assert key in str(caught.value)


def test_what_is_no_toml_is_an_error_and_stays(file: Path) -> None:
    written(file, "theme = \n")
    with pytest.raises(ConfigError, match="not TOML"):
        change_config(file, theme="x")
    assert file.read_text(encoding="utf-8") == "theme = \n"


def test_a_change_keeps_comments_and_order(file: Path) -> None:
    written(file, '# mine\ntheme = "a"  # for the day\n\n[keys]\n# odd\n"app.exit" = "ctrl+q"\n')
    change_config(file, theme="b", motion=False)
    text = file.read_text(encoding="utf-8")
    assert all(part in text for part in ("# mine", "# for the day", "# odd"))
    assert read_config(file) == Config(theme="b", motion=False, keys={"app.exit": ("ctrl+q",)})
    change_config(file, theme=None)
    assert read_config(file).theme is None
    assert read_config(file).keys == {"app.exit": ("ctrl+q",)}


def test_a_wrong_change_leaves_the_file_alone(file: Path) -> None:
    written(file, 'theme = "a"\n')
    with pytest.raises(ConfigError):
        change_config(file, motion="yes")
    assert file.read_text(encoding="utf-8") == 'theme = "a"\n'


def test_what_the_system_refuses_is_told_in_its_own_words(tmp_path: Path) -> None:
    (tmp_path / "pitui").write_text("a file where a folder should be")
    file = tmp_path / "pitui" / "config.toml"
    with pytest.raises(ConfigError) as failed:
        change_config(file, theme="light")
    assert str(failed.value).startswith(f"{file} cannot be ")
    assert "Errno" not in str(failed.value)


def test_a_link_stays_a_link(file: Path, tmp_path: Path) -> None:
    file.parent.mkdir(parents=True)
    real = tmp_path / "dotfiles.toml"
    real.write_text("", encoding="utf-8")
    file.symlink_to(real)
    change_config(file, theme="a")
    assert file.is_symlink()
    assert tomllib.loads(real.read_text(encoding="utf-8")) == {"theme": "a"}


@given(st.text(st.characters(exclude_categories=("Cs",))))
def test_every_theme_name_comes_back(name: str) -> None:
    import tempfile

    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "config.toml"
        assert change_config(file, theme=name).theme == name
        assert read_config(file).theme == name
