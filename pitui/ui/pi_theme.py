"""A theme of pi as a theme of Textual; the roles that Textual does not have go to the conversation's palette."""

from __future__ import annotations

from textual.color import Color
from textual.theme import Theme

from pitui.disk.pi_themes import PiTheme
from pitui.ui.contrast import contrast, readable
from pitui.ui.palette import PREFIX
from pitui.ui.themes import DARK, LIGHT

_GROUND = 12
"""The contrast with white or black that a background needs, so that text and colours can stand on it."""

_FOR_PALETTE = {
    "syntaxKeyword": "keyword",
    "syntaxFunction": "name",
    "syntaxType": "type",
    "syntaxString": "string",
    "syntaxNumber": "number",
    "syntaxOperator": "operator",
    "mdHeading": "heading",
    "mdLink": "link",
    "mdCode": "code",
    "mdListBullet": "bullet",
    "thinkingText": "thinking",
    "toolDiffAdded": "added",
    "toolDiffRemoved": "removed",
}


def theme_of(theme: PiTheme) -> Theme:
    """The theme, under the name that pi has for it; what it leaves to the terminal is as in pitui's own theme."""
    base = DARK if theme.dark else LIGHT

    def colour(role: str, instead: str | None) -> str:
        return theme.colors.get(role) or instead or base.primary

    background = Color.parse(colour("pageBg", base.background))
    if contrast(background, Color(255, 255, 255) if theme.dark else Color(0, 0, 0)) < _GROUND:
        background = Color.parse(colour("", base.background))
    foreground = readable(Color.parse(colour("text", base.foreground)), background, least=7)
    surface, panel = background.blend(foreground, 0.04), background.blend(foreground, 0.08)
    selected = Color.parse(colour("selectedBg", panel.hex))
    on_selected = readable(foreground, selected).hex

    def ink(role: str, instead: str | None) -> str:
        return readable(Color.parse(colour(role, instead)), background, surface, panel).hex

    accent = ink("accent", base.accent)
    return Theme(
        name=theme.name,
        primary=accent,
        secondary=accent,
        accent=accent,
        foreground=foreground.hex,
        background=background.hex,
        surface=surface.hex,
        panel=panel.hex,
        success=ink("success", base.success),
        warning=ink("warning", base.warning),
        error=ink("error", base.error),
        dark=theme.dark,
        variables={
            "screen-selection-background": selected.hex,
            "screen-selection-foreground": on_selected,
            "input-selection-background": selected.hex,
            "block-cursor-background": selected.hex,
            "block-cursor-foreground": on_selected,
            "block-cursor-text-style": "none",
            "border": colour("borderMuted", base.variables["border"]),
            "border-blurred": colour("borderMuted", base.variables["border"]),
            **{
                PREFIX + name: theme.colors[role]
                for role, name in _FOR_PALETTE.items()
                if theme.colors.get(role)
            },
        },
    )
