"""Which theme is in force: of the command line, of pitui's settings, of pi's settings, or by the terminal."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from textual.theme import BUILTIN_THEMES, Theme

from pitui.disk.files import DiskError
from pitui.ui.themes import DARK, LIGHT, TERMINAL, THEMES

_SHORT = {"dark": DARK, "light": LIGHT, "terminal": TERMINAL}
_OWN = {theme.name: theme for theme in THEMES}


class Choice(NamedTuple):
    """A theme, and what kept another one from being it; foreign text may be in the words."""

    theme: Theme
    problem: str | None = None


def choose_theme(
    name: str | None,
    of_pi: object,
    agent: Path | None,
    environment: Mapping[str, str],
    *,
    no_color: bool = False,
) -> Choice:
    """Choose the theme to begin with.

    Args:
        name: what the user wants of pitui; None leaves it to pi's setting.
        of_pi: pi's setting `theme`: a name, or two with a slash between, for light and dark terminals.
        agent: pi's agent folder with the user's own themes; None when it cannot be read.
        environment: of the terminal.
        no_color: the user wants no colours at all.
    """
    if no_color:
        return Choice(TERMINAL)
    wanted = name if name is not None else of_pi if isinstance(of_pi, str) else None
    dark = is_dark_terminal(environment)
    if wanted is None:
        return Choice(DARK if dark else LIGHT)
    if name is None and "/" in wanted:
        light_name, _, dark_name = wanted.partition("/")
        wanted = dark_name if dark else light_name
    if wanted == "system":
        return Choice(TERMINAL)
    instead = DARK if dark else LIGHT
    try:
        theme = theme_called(wanted, agent)
    except DiskError as error:
        return Choice(instead, str(error))
    if theme is None:
        return Choice(instead, f"There is no theme {wanted}: /theme lists them.")
    return Choice(theme)


def theme_called(name: str, agent: Path | None) -> Theme | None:
    """The theme of a name: one of the user's own for pi goes first, as in pi.

    Raises:
        DiskError: when its file cannot be used.
    """
    if agent is not None and "/" not in name and name not in _OWN:
        from pitui.disk.pi_themes import find_theme
        from pitui.ui.pi_theme import theme_of

        found = find_theme(agent, name)
        if found is not None:
            return theme_of(found)
    return _OWN.get(name) or _SHORT.get(name) or BUILTIN_THEMES.get(name)


def all_themes(agent: Path | None) -> tuple[list[tuple[str, Theme]], list[str]]:
    """Every theme there is, with the group it belongs to, and what is wrong with those that cannot be used."""
    found = [("pitui", theme) for theme in THEMES]
    problems: list[str] = []
    if agent is not None:
        from pitui.disk.pi_themes import read_theme, theme_files
        from pitui.ui.pi_theme import theme_of

        for file in theme_files(agent):
            try:
                found.append(("pi, your own", theme_of(read_theme(file))))
            except DiskError as error:
                problems.append(str(error))
    names = {theme.name for _, theme in found}
    found += [("Textual", theme) for name, theme in sorted(BUILTIN_THEMES.items()) if name not in names]
    return found, problems


def is_dark_terminal(environment: Mapping[str, str]) -> bool:
    """Whether the terminal's background is dark, as far as `COLORFGBG` tells (rxvt, Konsole and others set it)."""
    background = environment.get("COLORFGBG", "").rpartition(";")[2]
    return background not in ("7", "9", "10", "11", "12", "13", "14", "15")
