"""Images in the conversation: `[image png 800×600 32 KB]`, and below it the picture where one can be shown."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rich.segment import Segment
from rich.style import Style

from pitui.protocol.content import ImageContent
from pitui.render.format import size
from pitui.render.layout import Row, clip, lead_of, row_width, spaces
from pitui.render.line import Line
from pitui.render.look import Look
from pitui.render.sanitize import visible
from pitui.session.images import image_bytes, image_dimensions, image_kind

MOST_PICTURES = 8
"""Further images of a block are chips only."""

_META = "image"
"""Under which the style of a chip knows the number of its image."""


def chip(image: ImageContent) -> str:
    """What the image is, in brackets."""
    dimensions = image_dimensions(image)
    shape = f" {dimensions[0]}×{dimensions[1]}" if dimensions else ""
    kind = visible(" ".join(image_kind(image).split()))
    return f"[image {kind}{shape} {size(image_bytes(image))}]"


def chips(images: Iterable[ImageContent], look: Look, indent: int = 0) -> list[Line]:
    """One line for each image, and below it the picture, of which nothing is copied."""
    lead = lead_of(indent, look.width)
    room = look.width - len(lead)
    lines: list[Line] = []
    for index, image in enumerate(images):
        style = look.palette.accent + Style(meta={_META: index})
        row = (Segment(lead), *clip((Segment(chip(image), style),), room))
        lines.append(Line(tuple(s for s in row if s.text), len(lead)) if row_width(row) else Line(()))
        if index < MOST_PICTURES:
            lines += (_picture_line(lead, cells) for cells in look.pictures(image, room))
    return lines


def image_at(lines: Sequence[Line], n: int) -> int | None:
    """Which image of a block its line `n` shows, the chip or the picture below it; None when it shows none."""
    while n > 0 and lines[n].joint == "":
        n -= 1
    styles = (segment.style for segment in lines[n].segments if segment.style)
    return next((style.meta[_META] for style in styles if _META in style.meta), None)


def _picture_line(lead: str, cells: Row) -> Line:
    row = (*spaces(lead), *cells)
    return Line(row, sum(len(segment.text) for segment in row), "")
