from __future__ import annotations

import base64
import struct

from hypothesis import given
from hypothesis import strategies as st

from pitui.protocol.content import ImageContent
from pitui.session.images import image_bytes, image_dimensions, image_kind


def _image(data: bytes, mime_type: str = "image/png") -> ImageContent:
    return ImageContent(data=base64.b64encode(data).decode(), mime_type=mime_type)


@given(st.binary(max_size=100))
def test_the_size_is_that_of_the_bytes(data: bytes) -> None:
    assert image_bytes(_image(data)) == len(data)


def test_dimensions_are_read_from_the_header() -> None:
    png = b"\x89PNG\r\n\x1a\n" + struct.pack(">I", 13) + b"IHDR" + struct.pack(">II", 800, 600) + bytes(9)
    gif = b"GIF89a" + struct.pack("<HH", 320, 200) + bytes(4)
    app = b"\xff\xe0" + struct.pack(">H", 16) + bytes(14)
    frame = b"\xff\xc2" + struct.pack(">HBHH", 17, 8, 1080, 1920) + bytes(10)
    assert image_dimensions(_image(png)) == (800, 600)
    assert image_dimensions(_image(gif)) == (320, 200)
    assert image_dimensions(_image(b"\xff\xd8" + app + frame)) == (1920, 1080)


@given(st.text(max_size=60), st.text(max_size=10))
def test_what_is_no_image_has_no_dimensions(data: str, mime_type: str) -> None:
    image = ImageContent(data=data, mime_type=mime_type)
    assert image_dimensions(image) is None
    assert image_bytes(image) >= 0
    assert image_kind(image)


@given(st.binary(max_size=60))
def test_a_broken_jpeg_ends(data: bytes) -> None:
    image_dimensions(_image(b"\xff\xd8\xff" + data))


@given(st.sampled_from([b"II*\0", b"MM\0*"]), st.binary(max_size=60))
def test_a_broken_exif_ends_and_the_dimensions_are_there(order: bytes, data: bytes) -> None:
    exif = b"Exif\0\0" + order + data
    app = b"\xff\xe1" + struct.pack(">H", 2 + len(exif)) + exif
    frame = b"\xff\xc0" + struct.pack(">HBHH", 17, 8, 1080, 1920) + bytes(10)
    assert image_dimensions(_image(b"\xff\xd8" + app + frame)) in ((1920, 1080), (1080, 1920))
