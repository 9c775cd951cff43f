"""Gives the conversation and the panes the colours of another theme while pitui runs."""

from __future__ import annotations

from typing import Any, Protocol, runtime_checkable

from textual.app import App
from textual.theme import Theme

from pitui.render.palette import Palette
from pitui.ui.palette import palette_for


@runtime_checkable
class Coloured(Protocol):
    """A widget that draws with a palette of its own."""

    def set_palette(self, palette: Palette) -> None:
        """Draw in other colours from now on."""
        ...


class Colours:
    """Follows the theme of one app."""

    def __init__(self, app: App[Any]) -> None:
        """Follow nothing yet."""
        self._app = app

    def follow(self) -> None:
        """Begin; the app must be running."""
        self._app.theme_changed_signal.subscribe(self._app, self._changed)

    def _changed(self, theme: Theme) -> None:
        _draw(self._app, palette_for(theme))


def draw_anew(app: App[Any]) -> None:
    """Draw everything again that draws with a palette: what is preferred about it has changed."""
    _draw(app, palette_for(app.current_theme))


def _draw(app: App[Any], palette: Palette) -> None:
    for screen in app.screen_stack:
        for widget in screen.walk_children():
            if isinstance(widget, Coloured):
                widget.set_palette(palette)
