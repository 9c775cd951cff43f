"""Palettes for what is not meant for the reader in the first place: thoughts, and what pi took back."""

from __future__ import annotations

from dataclasses import fields, replace
from typing import cast

from rich.style import Style

from pitui.render.palette import Palette

_PALETTES: dict[str, Palette] = {}


def thinking_palette(palette: Palette) -> Palette:
    """The palette of thoughts."""
    return _subdued(palette, palette.thinking, "thinking")


def omitted_palette(palette: Palette) -> Palette:
    """The palette of what pi took out of the model's context."""
    return _subdued(palette, palette.dim, "omitted")


def _subdued(palette: Palette, base: Style, name: str) -> Palette:
    """Every style on top of a base, which alone says what colour plain text has."""
    name = f"{palette.name} {name}"
    known = _PALETTES.get(name)
    if known is not None:
        return known

    def over(style: Style) -> Style:
        return base + (style.without_color if style.color == palette.text.color else style)

    changed: dict[str, Style | tuple[Style, ...]] = {}
    for field in fields(palette):
        value: object = getattr(palette, field.name)
        if isinstance(value, Style):
            changed[field.name] = over(value)
        elif isinstance(value, tuple):
            changed[field.name] = tuple(map(over, cast("tuple[Style, ...]", value)))
    made = replace(palette, name=name, **changed)
    _PALETTES[name] = made
    return made
