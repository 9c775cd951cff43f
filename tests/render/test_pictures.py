"""Images as half blocks: their size and colours, and data that is not what it says."""

from __future__ import annotations

import base64
import io
import struct
import zlib

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image
from rich.color import Color

from pitui.protocol.content import ContentBlock, ImageContent, TextContent
from pitui.render.block import render_block
from pitui.render.chips import MOST_PICTURES, image_at
from pitui.render.layout import Row
from pitui.render.line import Line
from pitui.render.look import Look
from pitui.render.pictures import MOST_BYTES, MOST_ROWS, NoPicture, draw_picture, picture_size
from pitui.session.blocks import AnyBlock, CustomBlock, ToolBlock, ToolState, UserBlock
from pitui.session.images import image_dimensions
from tests.render.block_examples import look, rows

RED, BLUE = (255, 0, 0), (0, 0, 255)


def image_of(data: bytes, kind: str = "png") -> ImageContent:
    """Image data as pi sends it."""
    return ImageContent(data=base64.b64encode(data).decode(), mime_type=f"image/{kind}")


def saved(image: Image.Image, kind: str = "PNG", **options: object) -> ImageContent:
    """An image in a format."""
    stream = io.BytesIO()
    image.save(stream, kind, **options)
    return image_of(stream.getvalue(), kind.lower())


def plain(width: int, height: int, colour: tuple[int, ...] = RED) -> ImageContent:
    """A PNG of one colour."""
    return saved(Image.new("RGB" if len(colour) == 3 else "RGBA", (width, height), colour))


def png(width: int, height: int, pixels: bytes) -> ImageContent:
    """A PNG that says it has this size, whatever its data."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    parts = chunk(b"IHDR", header) + chunk(b"IDAT", pixels) + chunk(b"IEND", b"")
    return image_of(b"\x89PNG\r\n\x1a\n" + parts)


def drawn(image: ImageContent, columns: int = 60) -> list[Row]:
    """The rows, drawn at once."""
    size = picture_size(image, columns)
    return [] if size is None else draw_picture(image, size)


def with_pictures(width: int = 80) -> Look:
    """A look that draws at once."""
    return look(width)._replace(pictures=drawn)


@given(st.integers(1, 3000), st.integers(1, 3000), st.integers(1, 200))
def test_the_size_is_bounded_and_keeps_the_shape(width: int, height: int, columns: int) -> None:
    size = picture_size(png(width, height, b""), columns)
    assert size is not None
    assert 1 <= size[0] <= min(columns, width)
    assert 1 <= size[1] <= min(2 * MOST_ROWS, height)
    off = abs(size[0] * height - size[1] * width)
    assert 1 in size or off <= (width + height) / 2


def test_two_pixels_stand_in_a_cell() -> None:
    image = Image.new("RGB", (2, 3), RED)
    image.putpixel((1, 1), BLUE)
    first, last = drawn(saved(image))
    red, blue = Color.from_rgb(*RED), Color.from_rgb(*BLUE)
    styles = [segment.style for segment in first]
    assert [segment.text for segment in first] == ["▀", "▀"]
    assert [(style.color, style.bgcolor) for style in styles if style] == [(red, red), (red, blue)]
    assert [segment.text for segment in last] == ["▀▀"]
    assert last[0].style is not None
    assert last[0].style.bgcolor is None


def test_what_is_transparent_shows_the_background() -> None:
    image = Image.new("RGBA", (3, 2), (0, 0, 0, 0))
    image.putpixel((1, 1), (*RED, 255))
    image.putpixel((2, 0), (*RED, 255))
    (row,) = drawn(saved(image))
    assert [segment.text for segment in row] == [" ", "▄", "▀"]
    assert all(segment.style is not None and segment.style.bgcolor is None for segment in row)


@pytest.mark.parametrize("kind", ["PNG", "JPEG", "GIF", "WEBP"])
@pytest.mark.parametrize("size", [(700, 300), (33, 900), (1, 1)])
def test_each_kind_is_drawn_in_the_room_that_was_kept_for_it(kind: str, size: tuple[int, int]) -> None:
    image = saved(Image.new("RGB", size, BLUE), kind)
    cells = picture_size(image, 60)
    assert cells is not None
    rows_of_it = draw_picture(image, cells)
    assert len(rows_of_it) == (cells[1] + 1) // 2
    assert {sum(len(segment.text) for segment in row) for row in rows_of_it} == {cells[0]}
    style = rows_of_it[0][0].style
    assert style is not None
    assert style.color is not None
    assert style.color.triplet is not None
    assert style.color.triplet.blue > 240
    assert style.color.triplet.red < 15


@pytest.mark.parametrize("little", [True, False])
@pytest.mark.parametrize(
    ("orientation", "size", "ends"),
    [
        (0, (40, 20), "left"),
        (1, (40, 20), "left"),
        (3, (40, 20), "right"),
        (6, (20, 40), "top"),
        (8, (20, 40), "bottom"),
    ],
)
def test_a_photo_stands_as_the_camera_was_held(
    orientation: int, size: tuple[int, int], ends: str, little: bool
) -> None:
    lying = Image.new("RGB", (40, 20), BLUE)
    lying.paste(RED, (0, 0, 20, 20))
    exif = Image.Exif()
    exif.endian = "<" if little else ">"
    exif[0x010F] = "a camera"
    exif[0x0112] = orientation
    image = saved(lying, "JPEG", exif=exif, quality=95)
    assert image_dimensions(image) == size
    rows = drawn(image)
    assert (sum(len(segment.text) for segment in rows[0]), len(rows) * 2) == size
    first, last = rows[0][0].style, rows[-1][-1].style
    assert first is not None
    assert last is not None
    reds = [style.color.triplet.red > 200 for style in (first, last) if style.color and style.color.triplet]
    assert reds == ([True, False] if ends in ("left", "top") else [False, True])


@pytest.mark.parametrize("options", [{"lossless": True}, {"lossless": False}, {"exact": True}])
def test_the_dimensions_of_every_kind_of_webp(options: dict[str, bool]) -> None:
    image = Image.new("RGBA", (41, 23), (*RED, 90))
    assert picture_size(saved(image, "WEBP", **options), 60) == (41, 23)


def test_sixteen_bits_of_grey_are_scaled() -> None:
    (row,) = drawn(saved(Image.new("I;16", (1, 1), 0x8000)))
    assert row[0].style is not None
    assert row[0].style.color == Color.from_rgb(128, 128, 128)


BOMB = zlib.compress(b"\0" * 50_000_000)


@pytest.mark.parametrize(
    "image",
    [
        png(60_000, 60_000, BOMB),
        png(0, 10, b""),
        png(2**31, 2**31, b""),
        image_of(b"\x89PNG\r\n\x1a\n" + b"A" * MOST_BYTES),
        image_of(b"%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 9 9\n", "png"),
        image_of(b"<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'/>", "svg+xml"),
        ImageContent(data="", mime_type="image/png"),
        ImageContent(data="no base64!", mime_type="image/png"),
        ImageContent(data="é" * 100, mime_type="image/png"),
    ],
)
def test_what_is_too_large_or_no_picture_gets_no_room(image: ImageContent) -> None:
    assert picture_size(image, 60) is None


@pytest.mark.parametrize(
    "image",
    [
        png(100, 100, BOMB[:10]),
        png(10, 10, b"no deflated data"),
        png(10, 10, b""),
        image_of(b"GIF89a\x09\x00\x09\x00"),
        image_of(b"\xff\xd8\xff\xc0\x00\x11\x08\x00\x09\x00\x09" + b"\xff\xda" * 200),
        image_of(b"RIFF\x20\0\0\0WEBPVP8X" + b"\0" * 40),
    ],
)
def test_data_that_breaks_off_or_lies_is_no_picture(image: ImageContent) -> None:
    size = picture_size(image, 60)
    assert size is not None
    with pytest.raises(NoPicture):
        draw_picture(image, size)


@given(st.binary(max_size=200), st.integers(0, 400))
def test_a_damaged_file_is_drawn_or_is_no_picture(noise: bytes, at: int) -> None:
    whole = base64.b64decode(saved(Image.radial_gradient("L")).data)
    image = image_of(whole[:at] + noise + whole[at + len(noise) :])
    size = picture_size(image, 60)
    if size is None:
        return
    try:
        rows_of_it = draw_picture(image, size)
    except NoPicture:
        return
    assert len(rows_of_it) == (size[1] + 1) // 2


def _blocks(image: ImageContent) -> list[AnyBlock]:
    output: list[ContentBlock] = [TextContent(text="Read image file [image/png]"), image]
    blocks: list[AnyBlock] = [
        UserBlock(1, text="look", images=[image]),
        CustomBlock(2, custom_type="chart", text="a chart", images=[image]),
        ToolBlock(3, name="read", arguments={"path": "a.png"}, state=ToolState.DONE, output=output),
    ]
    return blocks


@pytest.mark.parametrize("width", [1, 5, 20, 80])
def test_a_picture_stands_below_its_chip_and_nothing_of_it_is_copied(width: int) -> None:
    image = plain(300, 200)
    for block in _blocks(image):
        lines = render_block(block, with_pictures(width))
        bare = render_block(block, look(width))
        assert all(line.width <= width for line in lines)
        assert len(lines) > len(bare)
        assert _copied(lines) == _copied(bare)


def _copied(lines: list[Line]) -> str:
    """As a selection over all of them gives it."""
    first, *rest = lines
    text = first.text[first.gutter :]
    for line in rest:
        text += ("\n" if line.joint is None else line.joint) + line.text[line.gutter :]
    return text


def test_chip_and_picture_know_which_image_they_show() -> None:
    images = [plain(8, 4, RED), plain(8, 8, BLUE)]
    lines = render_block(UserBlock(1, text="two\nlines", images=images), with_pictures())
    assert rows(lines)[2].startswith("┃ [image png 8×4 ")
    found = [image_at(lines, n) for n in range(len(lines))]
    assert found == [None, None, *[0] * 3, *[1] * 5]


def test_of_many_images_only_the_first_ones_are_drawn() -> None:
    images = [plain(4, 2)] * (MOST_PICTURES + 3)
    lines = render_block(UserBlock(1, images=images), with_pictures())
    assert sum("▀" in line.text for line in lines) == MOST_PICTURES
    assert sum("[image" in line.text for line in lines) == len(images)
