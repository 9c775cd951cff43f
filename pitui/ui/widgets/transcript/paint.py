"""Puts a row together: the strip of its line, what is laid over it, the scrollbar, and the mark for what is new."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from rich.cells import cell_len
from rich.segment import Segment
from rich.style import Style
from textual.strip import Strip

from pitui.render.palette import Palette
from pitui.ui.widgets.transcript.strips import MARGIN, Strips

CURSOR = "▌"
THUMB = "▐"


class Overlay(NamedTuple):
    """What is laid over a row.

    Attributes:
        cursor: the row belongs to the block that keys act on.
        hits: characters that are found, and whether they are the current occurrence.
        selected: the selected characters of the line, from and up to.
        thumb: the scrollbar's thumb is on this row.
        badge: the mark at the right end.
    """

    cursor: bool = False
    hits: tuple[tuple[int, int, bool], ...] = ()
    selected: tuple[int, int] | None = None
    thumb: bool = False
    badge: str = ""


NOTHING = Overlay()


class Inks(NamedTuple):
    """The styles of overlays; each is complete but for `selection` and the hits, which go over the text's own."""

    base: Style
    cursor: Style
    thumb: Style
    badge: Style
    selection: Style
    hit: Style
    current_hit: Style


def inks_of(palette: Palette, base: Style, selection: Style) -> Inks:
    """The styles of overlays on a pane whose own style is `base`."""
    return Inks(
        base=base,
        cursor=base + palette.accent,
        thumb=base + palette.dim,
        badge=base + palette.accent + Style(bold=True, reverse=True),
        selection=selection,
        hit=palette.match,
        current_hit=palette.match + Style(bold=True, underline=True),
    )


class Painter:
    """Composes rows; a row that was composed for the frame before is the same object again."""

    def __init__(self, strips: Strips) -> None:
        self._strips = strips
        self._last: dict[tuple[int, Overlay], tuple[Strip, Strip]] = {}
        self._inks: Inks | None = None

    def frame(self, rows: Sequence[tuple[Strip, Overlay]], width: int, inks: Inks) -> list[Strip]:
        """Compose all rows of a frame.

        Args:
            rows: strips of `width - 1` cells and what is laid over them.
            width: cells of the whole row.
            inks: the styles.
        """
        if inks != self._inks:
            self._inks = inks
            self._last = {}
        composed: dict[tuple[int, Overlay], tuple[Strip, Strip]] = {}
        frame: list[Strip] = []
        for strip, overlay in rows:
            key = (id(strip), overlay)
            known = self._last.get(key) or composed.get(key)
            if known is None:
                known = (strip, self._compose(strip, overlay, width, inks))
            composed[key] = known
            frame.append(known[1])
        self._last = composed
        return frame

    def _compose(self, strip: Strip, overlay: Overlay, width: int, inks: Inks) -> Strip:
        segments = list(strip)
        if overlay.cursor and segments:
            segments[0] = Segment(CURSOR, inks.cursor)
        for start, end, is_current in overlay.hits:
            style = inks.current_hit if is_current else inks.hit
            segments = list(restyled(segments, start + MARGIN, end + MARGIN, style))
        if overlay.selected is not None:
            start, end = overlay.selected
            segments = list(restyled(segments, start + MARGIN, end + MARGIN, inks.selection))
        if overlay.badge:
            room = width - 1 - cell_len(overlay.badge)
            segments = [*Strip(segments).crop(0, max(0, room)), Segment(overlay.badge, inks.badge)]
        segments.append(Segment(THUMB, inks.thumb) if overlay.thumb else Segment(" ", inks.base))
        return self._strips.filtered(Strip(segments).crop(0, width))


def restyled(segments: Sequence[Segment], start: int, end: int, style: Style) -> Iterator[Segment]:
    """The segments with a style over the characters from `start` up to `end`."""
    at = 0
    for segment in segments:
        text, own, control = segment
        after = at + len(text)
        a, b = max(start, at) - at, min(end, after) - at
        at = after
        if a >= b:
            yield segment
            continue
        if a:
            yield Segment(text[:a], own, control)
        yield Segment(text[a:b], own + style if own else style, control)
        if b < len(text):
            yield Segment(text[b:], own, control)


def with_offsets(strip: Strip, length: int, y: int) -> Strip:
    """A strip that tells the screen which character of which line is under the mouse.

    Args:
        strip: a composed row.
        length: characters of its line.
        y: the `point` of its line.
    """
    segments: list[Segment] = []
    x = -MARGIN
    for text, style, control in strip:
        if x < length or x < 0 or not segments:
            meta = Style.from_meta({"offset": (max(0, x), y)})
            style = style + meta if style else meta
        segments.append(Segment(text, style, control))
        x += len(text)
    return Strip(segments, strip.cell_length)
