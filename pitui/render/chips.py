"""Images in the conversation where the terminal draws none: `[image png 800×600 32 KB]`."""

from __future__ import annotations

from collections.abc import Iterable

from rich.segment import Segment

from pitui.protocol.content import ImageContent
from pitui.render.format import size
from pitui.render.layout import clip, lead_of, row_width
from pitui.render.line import Line
from pitui.render.look import Look
from pitui.render.sanitize import visible
from pitui.session.images import image_bytes, image_dimensions, image_kind


def chip(image: ImageContent) -> str:
    """What the image is, in brackets."""
    dimensions = image_dimensions(image)
    shape = f" {dimensions[0]}×{dimensions[1]}" if dimensions else ""
    kind = visible(" ".join(image_kind(image).split()))
    return f"[image {kind}{shape} {size(image_bytes(image))}]"


def chips(images: Iterable[ImageContent], look: Look, indent: int = 0) -> list[Line]:
    """One line for each image."""
    lead = lead_of(indent, look.width)
    lines: list[Line] = []
    for image in images:
        row = (Segment(lead), *clip((Segment(chip(image), look.palette.accent),), look.width - len(lead)))
        lines.append(Line(tuple(s for s in row if s.text), len(lead)) if row_width(row) else Line(()))
    return lines
