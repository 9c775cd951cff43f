"""pitui's own themes: quiet, one accent, made for long reading. The third uses the terminal's own colours."""

from __future__ import annotations

from dataclasses import replace

from textual.color import Color
from textual.theme import Theme

DARK = Theme(
    name="pitui-dark",
    primary="#7fb3e6",
    secondary="#7fb3e6",
    accent="#7fb3e6",
    foreground="#d3d6db",
    background="#15171b",
    surface="#1a1d22",
    panel="#21252b",
    success="#8fc28a",
    warning="#dcb56d",
    error="#ee8a85",
    dark=True,
    variables={
        "screen-selection-background": "#2c4666",
        "screen-selection-foreground": "#f0f2f5",
        "input-selection-background": "#2c4666",
        "block-cursor-background": "#2c4666",
        "block-cursor-foreground": "#f0f2f5",
        "block-cursor-text-style": "none",
        "border": "#33383f",
        "border-blurred": "#33383f",
    },
)

LIGHT = Theme(
    name="pitui-light",
    primary="#1f5fae",
    secondary="#1f5fae",
    accent="#1f5fae",
    foreground="#26292e",
    background="#faf9f6",
    surface="#f3f1ec",
    panel="#e9e6df",
    success="#2c6e34",
    warning="#805500",
    error="#b0271f",
    dark=False,
    variables={
        "screen-selection-background": "#c9dcf3",
        "screen-selection-foreground": "#15171b",
        "input-selection-background": "#c9dcf3",
        "block-cursor-background": "#c9dcf3",
        "block-cursor-foreground": "#15171b",
        "block-cursor-text-style": "none",
        "border": "#d3cfc6",
        "border-blurred": "#d3cfc6",
    },
)

TERMINAL = Theme(
    name="pitui-terminal",
    ansi=True,
    primary="ansi_cyan",
    secondary="ansi_cyan",
    accent="ansi_cyan",
    foreground="ansi_default",
    background="ansi_default",
    surface="ansi_default",
    panel="ansi_default",
    boost="ansi_default",
    success="ansi_green",
    warning="ansi_yellow",
    error="ansi_red",
    dark=True,
    variables={
        "ansi-background": "ansi_black",
        "ansi-foreground": "ansi_white",
        "border": "ansi_bright_black",
        "border-blurred": "ansi_bright_black",
        "block-cursor-foreground": "ansi_black",
        "block-cursor-background": "ansi_cyan",
        "block-cursor-text-style": "none",
        "input-cursor-background": "ansi_white",
        "input-cursor-foreground": "ansi_black",
        "input-cursor-text-style": "none",
        "input-selection-background": "ansi_cyan",
        "input-selection-foreground": "ansi_black",
        "screen-selection-background": "ansi_cyan",
        "screen-selection-foreground": "ansi_black",
    },
)

THEMES = (DARK, LIGHT, TERMINAL)
"""The first is the default."""

LINE = "surface-lighten-2"
"""The variable of Textual that the lines between panes and around lists are drawn in."""


def with_quiet_lines(theme: Theme) -> Theme:
    """A light theme whose lines can be seen: Textual 8.2 makes this colour lighter than the surface, so white there."""
    if theme.dark or theme.ansi or LINE in theme.variables:
        return theme
    colours = theme.to_color_system().generate()
    background, foreground = Color.parse(colours["background"][:7]), Color.parse(colours["foreground"][:7])
    return replace(theme, variables={**theme.variables, LINE: background.blend(foreground, 0.2).hex})
