"""Images as rows of half blocks, two pixels in a cell, by Pillow, which the extra `images` brings.

Whatever the data holds, drawing it is bounded: in bytes, in pixels, in the kinds that are read, and in the scans of a
JPEG. Done in a thread it holds up nobody.
"""

from __future__ import annotations

import base64
import io
from collections.abc import Callable, Sequence
from functools import cache
from importlib.util import find_spec
from itertools import groupby
from typing import Any

from rich.color import Color
from rich.segment import Segment
from rich.style import Style

from pitui.protocol.content import ImageContent
from pitui.render.layout import Row
from pitui.session.images import image_bytes, image_dimensions

MOST_ROWS = 20
MOST_BYTES = 20_000_000
MOST_PIXELS = 32_000_000
"""A larger image is not drawn; its pixels would take 128 MB."""
MOST_SCANS = 64
"""Of a progressive JPEG, which takes the decoder once over all pixels for each; ten are usual."""

_SLICE = 1 << 18
"""Base64 characters that are decoded at a time: other threads stand still meanwhile."""
_JPEG, _SCAN = b"\xff\xd8", b"\xff\xda"
_KINDS = ("PNG", "JPEG", "GIF", "WEBP")
_OPAQUE = 128

Pictures = Callable[[ImageContent, int], Sequence[Row]]
"""Gives the rows of an image for so many columns, none when it is not shown."""


class NoPicture(Exception):
    """The image cannot be drawn."""


def no_pictures(image: ImageContent, columns: int) -> Sequence[Row]:
    """Where no pictures are shown."""
    del image, columns
    return ()


@cache
def can_draw() -> bool:
    """Whether Pillow is installed."""
    return find_spec("PIL") is not None


def picture_size(image: ImageContent, columns: int) -> tuple[int, int] | None:
    """Columns and rows of pixels that an image is drawn with, two of which make a row of cells.

    It is never enlarged.

    Args:
        image: any image; only its header is read.
        columns: that it may take.

    Returns:
        None when it will not be drawn.
    """
    size = image_dimensions(image)
    if size is None or columns < 1 or image_bytes(image) > MOST_BYTES:
        return None
    width, height = size
    if not 0 < width * height <= MOST_PIXELS:
        return None
    scale = min(1, columns / width, 2 * MOST_ROWS / height)
    return max(1, round(width * scale)), max(1, round(height * scale))


def draw_picture(image: ImageContent, size: tuple[int, int]) -> list[Row]:
    """Draw an image.

    Args:
        image: of which `picture_size` gave a size.
        size: this size.

    Returns:
        Rows of cells; what is transparent shows the background.

    Raises:
        NoPicture: its data cannot be decoded.
    """
    try:
        pixels = _pixels(_stream(image), size)
    except Exception as error:
        # Pillow's decoders raise nearly everything: OSError, ValueError, SyntaxError, struct.error, KeyError.
        raise NoPicture(str(error)) from error
    width, height = size
    rows = [pixels[at : at + 4 * width] for at in range(0, 4 * width * height, 4 * width)]
    below = bytes(4 * width)
    return [_row(top, bottom) for top, bottom in zip(rows[::2], [*rows[1::2], below], strict=False)]


def _stream(image: ImageContent) -> io.BytesIO:
    """The bytes of an image, made a little at a time."""
    stream = io.BytesIO()
    text, scans = image.data, 0
    for at in range(0, len(text), _SLICE):
        part = base64.b64decode(text[at : at + _SLICE])
        scans += part.count(_SCAN)
        stream.write(part)
    stream.seek(0)
    if stream.read(2) == _JPEG and scans > MOST_SCANS:
        raise NoPicture("too many scans")
    return stream


def _pixels(stream: io.BytesIO, size: tuple[int, int]) -> bytes:
    """Red, green, blue and alpha of every pixel."""
    from PIL import Image, ImageOps

    with Image.open(stream, formats=_KINDS) as opened:
        image: Any = opened
        if image.width * image.height > MOST_PIXELS:
            raise NoPicture("too many pixels")
        image.draft("RGB", (max(size) * 2, max(size) * 2))
        if image.format == "JPEG":
            image = ImageOps.exif_transpose(image)
        # Pillow cuts 16 bits of grey off at 255 instead of scaling them.
        grey = image.point(_upper_byte).convert("L") if image.mode[0] == "I" else image
        return grey.convert("RGBA").resize(size, Image.Resampling.BOX).tobytes()


def _upper_byte(value: Any) -> Any:
    return value * (1 / 256)


def _row(top: bytes, bottom: bytes) -> Row:
    pairs = ((top[at : at + 4], bottom[at : at + 4]) for at in range(0, len(top), 4))
    return tuple(_cells(*pair, sum(1 for _ in run)) for pair, run in groupby(pairs))


def _cells(top: bytes, bottom: bytes, count: int) -> Segment:
    above, below = top[3] >= _OPAQUE, bottom[3] >= _OPAQUE
    if not above and not below:
        return Segment(" " * count, Style())
    if not above:
        return Segment("▄" * count, Style(color=Color.from_rgb(*bottom[:3])))
    ground = Color.from_rgb(*bottom[:3]) if below else None
    return Segment("▀" * count, Style(color=Color.from_rgb(*top[:3]), bgcolor=ground))
