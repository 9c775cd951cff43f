"""What can be told about an image without decoding it: its kind, its size and its dimensions."""

from __future__ import annotations

import base64
import binascii

from pitui.protocol.content import ImageContent, images_of
from pitui.session.blocks import Block, CustomBlock, ToolBlock, UserBlock

_APP1 = 0xE1
_ORIENTATION = 0x0112
_LYING = range(5, 9)
"""The orientations of Exif whose rows are the columns of what is stored."""

_HEADS = (1024, 64 * 1024, 1024 * 1024)
"""Base64 characters that are looked at for the dimensions: a JPEG may carry metadata in front of them."""


def images_in(block: Block) -> list[ImageContent]:
    """The images that a block shows, in order."""
    match block:
        case UserBlock() | CustomBlock():
            return block.images
        case ToolBlock():
            return images_of(block.output)
        case _:
            return []


def image_kind(image: ImageContent) -> str:
    """The short name of the kind: `png` for `image/png`."""
    return image.mime_type.rpartition("/")[2] or "?"


def image_bytes(image: ImageContent) -> int:
    """The size of the image in bytes, from the length of its base64."""
    data = image.data
    return max(0, len(data) * 3 // 4 - (len(data[-2:]) - len(data[-2:].rstrip("="))))


def image_dimensions(image: ImageContent) -> tuple[int, int] | None:
    """Width and height in pixels of a PNG, GIF, JPEG or WebP; None when the header does not say."""
    for length in _HEADS:
        head = image.data[:length]
        try:
            data = base64.b64decode(head[: len(head) // 4 * 4])
        except (binascii.Error, ValueError):
            return None
        found = _dimensions(data)
        if found is not None or data[:2] != b"\xff\xd8" or len(head) == len(image.data):
            return found
    return None


def _dimensions(data: bytes) -> tuple[int, int] | None:
    if data[:8] == b"\x89PNG\r\n\x1a\n" and data[12:16] == b"IHDR" and len(data) >= 24:
        return int.from_bytes(data[16:20], "big"), int.from_bytes(data[20:24], "big")
    if data[:6] in (b"GIF87a", b"GIF89a") and len(data) >= 10:
        return int.from_bytes(data[6:8], "little"), int.from_bytes(data[8:10], "little")
    if data[:2] == b"\xff\xd8":
        return _jpeg_dimensions(data)
    if data[:4] == b"RIFF" and data[8:12] == b"WEBP" and len(data) >= 30:
        return _webp_dimensions(data)
    return None


def _webp_dimensions(data: bytes) -> tuple[int, int] | None:
    match data[12:16]:
        case b"VP8X":
            return int.from_bytes(data[24:27], "little") + 1, int.from_bytes(data[27:30], "little") + 1
        case b"VP8L" if data[20] == 0x2F:
            bits = int.from_bytes(data[21:25], "little")
            return (bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1
        case b"VP8 " if data[23:26] == b"\x9d\x01\x2a":
            width, height = data[26:28], data[28:30]
            return int.from_bytes(width, "little") & 0x3FFF, int.from_bytes(height, "little") & 0x3FFF
        case _:
            return None


def _jpeg_dimensions(data: bytes) -> tuple[int, int] | None:
    """Width and height as the picture is looked at: cameras store it lying and note how it was held."""
    at, is_lying = 2, False
    while at + 9 <= len(data) and data[at] == 0xFF:
        marker = data[at + 1]
        if marker == 0xFF:
            at += 1
            continue
        # Start of frame: all of C0-CF but DHT (C4), JPG (C8) and DAC (CC).
        if 0xC0 <= marker <= 0xCF and marker not in (0xC4, 0xC8, 0xCC):
            height = int.from_bytes(data[at + 5 : at + 7], "big")
            width = int.from_bytes(data[at + 7 : at + 9], "big")
            return (height, width) if is_lying else (width, height)
        if marker == _APP1 and data[at + 4 : at + 10] == b"Exif\0\0":
            is_lying = _orientation(data[at + 10 :]) in _LYING
        at += 2 + int.from_bytes(data[at + 2 : at + 4], "big")
    return None


def _orientation(tiff: bytes) -> int:
    """The orientation that Exif notes, 1 when it notes none (Exif 2.32, 4.6.2: the first directory of a TIFF file)."""

    def number(at: int, size: int) -> int:
        return int.from_bytes(tiff[at : at + size], "little" if tiff[:2] == b"II" else "big")

    directory = number(4, 4)
    for at in range(directory + 2, directory + 2 + 12 * number(directory, 2), 12):
        if at >= len(tiff):
            break
        if number(at, 2) == _ORIENTATION:
            return number(at + 8, 2)
    return 1
