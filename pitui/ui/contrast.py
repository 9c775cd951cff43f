"""Colours that can be read: contrast as WCAG 2 counts it, and the nearest colour that has enough of it."""

from __future__ import annotations

from textual.color import Color

ENOUGH = 4.5
"""WCAG AA for text."""


def contrast(a: Color, b: Color) -> float:
    """The contrast ratio of two colours, from 1 to 21."""
    lighter, darker = sorted((_luminance(a), _luminance(b)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


def readable(color: Color, *backgrounds: Color, least: float = ENOUGH) -> Color:
    """A colour, or if need be the nearest one on the way to white or black that can be read on all backgrounds."""
    dark = _luminance(backgrounds[0]) < 0.18
    goal = Color(255, 255, 255) if dark else Color(0, 0, 0)
    for step in range(21):
        candidate = color.blend(goal, step / 20)
        if all(contrast(candidate, background) >= least for background in backgrounds):
            return candidate
    return goal


def faded(color: Color, background: Color, least: float = ENOUGH) -> Color:
    """A colour drawn half-way to the background, but no nearer than can be read."""
    return readable(color.blend(background, 0.5), background, least=least)


def _luminance(color: Color) -> float:
    red, green, blue = (_linear(channel / 255) for channel in (color.r, color.g, color.b))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _linear(channel: float) -> float:
    return channel / 12.92 if channel <= 0.04045 else ((channel + 0.055) / 1.055) ** 2.4
