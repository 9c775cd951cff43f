"""The size of what scrolls up and down only."""

from __future__ import annotations

from textual.geometry import Size


def virtual_rows(count: int) -> Size:
    """The virtual size of a `ScrollView` with so many rows, each as wide as the window.

    Its width is always the same: with every other one Textual (8.2, `Widget.virtual_size`) lays out the whole screen,
    so that a new width of the window would be drawn once more.
    """
    return Size(1, count)
