"""Which theme is in force, and that every theme of pi can be read."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from rich.color import Color
from textual.app import App
from textual.theme import BUILTIN_THEMES, Theme

from pitui.disk.pi_themes import PiTheme
from pitui.ui.palette import palette_for
from pitui.ui.pi_theme import theme_of
from pitui.ui.theme_choice import all_themes, choose_theme, is_dark_terminal
from pitui.ui.themes import LINE, THEMES, with_quiet_lines
from tests.ui.test_palette import contrast, styles_of

ROLES = ("accent", "text", "selectedBg", "mdHeading", "mdLink", "mdCode", "syntaxKeyword", "syntaxString")
MORE = ("thinkingText", "toolDiffAdded", "toolDiffRemoved", "success", "error", "warning", "pageBg")
LIGHT = {"COLORFGBG": "0;15"}


def put_theme(agent: Path, name: str, **colors: str) -> None:
    (agent / "themes").mkdir(exist_ok=True)
    file = agent / "themes" / f"{name}.json"
    file.write_text(json.dumps({"name": name, "appearance": "light", "colors": colors}), encoding="utf-8")


@pytest.mark.parametrize(
    ("name", "of_pi", "environment", "chosen"),
    [
        (None, None, {}, "pitui-dark"),
        (None, None, LIGHT, "pitui-light"),
        (None, "light", {}, "pitui-light"),
        (None, "system", {}, "pitui-terminal"),
        (None, "light/dark", {}, "pitui-dark"),
        (None, "light/dark", LIGHT, "pitui-light"),
        ("pitui-light", "dark", {}, "pitui-light"),
        ("terminal", None, {}, "pitui-terminal"),
        ("nord", None, {}, "nord"),
        (None, "mine", {}, "mine"),
        ("mine", None, {}, "mine"),
    ],
)
def test_the_command_line_goes_first_then_pi_then_the_terminal(
    tmp_path: Path, name: str | None, of_pi: str | None, environment: dict[str, str], chosen: str
) -> None:
    put_theme(tmp_path, "mine", accent="#123456")
    choice = choose_theme(name, of_pi, tmp_path, environment)
    assert choice.theme.name == chosen
    assert choice.problem is None


def test_without_colours_none_are_used(tmp_path: Path) -> None:
    assert choose_theme("nord", None, tmp_path, {}, no_color=True).theme.ansi


def test_a_theme_that_is_missing_or_broken_is_named_and_another_one_is_there(tmp_path: Path) -> None:
    put_theme(tmp_path, "broken", accent="??")
    for name in ("nothing", "broken"):
        choice = choose_theme(name, None, tmp_path, {})
        assert choice.theme.name == "pitui-dark"
        assert name in (choice.problem or "")


def test_the_user_s_own_themes_of_pi_are_listed_and_broken_ones_named(tmp_path: Path) -> None:
    put_theme(tmp_path, "mine", accent="#123456")
    put_theme(tmp_path, "broken", accent="??")
    themes, problems = all_themes(tmp_path)
    names = [theme.name for _, theme in themes]
    assert "mine" in names
    assert len(names) == len(set(names))
    assert len(problems) == 1
    assert "broken" in problems[0]


def test_the_background_of_the_terminal_is_taken_from_what_it_says() -> None:
    assert is_dark_terminal({"COLORFGBG": "15;0"})
    assert is_dark_terminal({"COLORFGBG": "7;default;8"})
    assert not is_dark_terminal(LIGHT)


@settings(max_examples=60, suppress_health_check=[HealthCheck.too_slow], deadline=None)
@given(
    st.dictionaries(st.sampled_from(ROLES + MORE), st.from_regex(r"#[0-9a-f]{6}", fullmatch=True)),
    st.booleans(),
)
def test_whatever_colours_a_theme_of_pi_has_its_text_can_be_read(colors: dict[str, str], dark: bool) -> None:
    theme = theme_of(PiTheme("any", dark, colors))
    background = Color.parse(theme.background or "")
    for name, style in styles_of(palette_for(theme)).items():
        if style.color is not None:
            assert contrast(style.color, style.bgcolor or background) >= 4.5, name
    for name in (theme.foreground, theme.accent, theme.warning, theme.error, theme.success):
        for ground in (theme.background, theme.surface, theme.panel):
            assert contrast(Color.parse(name or ""), Color.parse(ground or "")) >= 4.5


@pytest.mark.parametrize("theme", [*THEMES, *BUILTIN_THEMES.values()], ids=lambda theme: theme.name)
@pytest.mark.anyio
async def test_the_lines_between_panes_can_be_seen(theme: Theme) -> None:
    if theme.ansi:
        return
    app: App[None] = App()
    app.register_theme(with_quiet_lines(theme))
    app.theme = theme.name
    async with app.run_test():
        line, background = (Color.parse(app.theme_variables[name][:7]) for name in (LINE, "background"))
    assert contrast(line, background) >= 1.25
