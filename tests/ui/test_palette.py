"""Text can be read in every theme: its contrast is computed here, apart from the code that chose the colours."""

from __future__ import annotations

from dataclasses import fields

import pytest
from rich.color import Color
from rich.style import Style
from textual.app import App
from textual.theme import BUILTIN_THEMES, Theme

from pitui.render.markdown import render_markdown
from pitui.render.palette import Palette
from pitui.ui.palette import palette_for
from pitui.ui.themes import THEMES

COLOURED = [theme for theme in (*THEMES, *BUILTIN_THEMES.values()) if not theme.ansi]
TERMINAL = [theme for theme in (*THEMES, *BUILTIN_THEMES.values()) if theme.ansi]


def luminance(colour: Color) -> float:
    channels = [value / 255 for value in colour.get_truecolor()]
    linear = [c / 12.92 if c <= 0.03928 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(a: Color, b: Color) -> float:
    high, low = sorted((luminance(a), luminance(b)), reverse=True)
    return (high + 0.05) / (low + 0.05)


def styles_of(palette: Palette) -> dict[str, Style]:
    """All styles, by name."""
    values = {field.name: getattr(palette, field.name) for field in fields(palette)}
    found = {name: value for name, value in values.items() if isinstance(value, Style)}
    found |= {f"heading {n}": style for n, style in enumerate(palette.heading)}
    return found | {f"token {name}": style for name, style in palette.tokens.items()}


@pytest.mark.anyio
@pytest.mark.parametrize("theme", COLOURED, ids=lambda theme: theme.name)
async def test_every_style_can_be_read_on_the_theme_s_background(theme: Theme) -> None:
    app: App[None] = App()
    app.register_theme(theme)
    app.theme = theme.name
    async with app.run_test():
        background = Color.parse(app.theme_variables["background"][:7])
    for name, style in styles_of(palette_for(theme)).items():
        if style.color is None:
            continue
        ratio = contrast(style.color, style.bgcolor or background)
        assert ratio >= 4.5, f"{theme.name}: {name} has a contrast of {ratio:.2f}"


@pytest.mark.parametrize("theme", TERMINAL, ids=lambda theme: theme.name)
def test_terminal_themes_use_the_terminal_s_colours_only(theme: Theme) -> None:
    for style in styles_of(palette_for(theme)).values():
        for colour in (style.color, style.bgcolor):
            assert colour is None or colour.triplet is None


def test_no_two_palettes_share_a_name() -> None:
    names = [palette_for(theme).name for theme in (*THEMES, *BUILTIN_THEMES.values())]
    assert len(names) == len(set(names))


def test_what_happened_to_a_line_of_a_diff_is_not_told_by_colour_alone() -> None:
    palette = palette_for(THEMES[0])
    assert palette.diff_added_word.bold
    assert palette.diff_removed_word.bold


@pytest.mark.parametrize("theme", THEMES, ids=lambda theme: theme.name)
def test_a_diff_in_an_answer_is_coloured(theme: Theme) -> None:
    palette = palette_for(theme)
    lines = render_markdown("```diff\n-old\n+new\n same\n```", 40, palette)
    removed, added, same = (line.segments[-1].style for line in lines)
    assert removed == palette.text + palette.tokens["Generic.Deleted"]
    assert added == palette.text + palette.tokens["Generic.Inserted"]
    assert len({removed, added, same}) == 3
