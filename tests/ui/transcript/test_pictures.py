"""Pictures in the conversation: they come without moving anything, only where they can be shown, and can be opened."""

from __future__ import annotations

import base64
import stat
import threading
from operator import attrgetter
from pathlib import Path

import anyio
import pytest
from PIL import Image

from pitui.protocol.content import ImageContent
from pitui.render.chips import chip
from pitui.session.blocks import NoticeBlock, TextBlock, UserBlock
from pitui.session.growing import GrowingText
from pitui.ui.colours import draw_anew
from pitui.ui.image_viewer import opener, suffix_of
from pitui.ui.widgets.transcript import pictures
from tests.render.test_pictures import BOMB, plain, png, saved
from tests.ui.transcript.app import Driver, Preferred, showing

pytestmark = pytest.mark.anyio


@pytest.fixture(autouse=True)
def terminal(monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    """A terminal of all colours on a desktop without a viewer."""
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.setenv("COLORTERM", "truecolor")
    for name in ("NO_COLOR", "SSH_CONNECTION", "SSH_CLIENT", "SSH_TTY", "DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(name, raising=False)
    return monkeypatch


async def drawn(driver: Driver) -> None:
    """Wait until a picture is on the screen."""
    with anyio.fail_after(20):
        while not any("▀" in row for row in driver.rows()):
            await driver.pilot.pause(0.01)


def user(key: int, *images: ImageContent, text: str = "look") -> UserBlock:
    """A message with images."""
    return UserBlock(key, text=text, images=list(images))


def answer(key: int, lines: int) -> TextBlock:
    """An answer of so many lines."""
    return TextBlock(key, text=GrowingText("\n\n".join(f"line {n}" for n in range(lines))))


async def test_a_picture_comes_without_moving_what_is_around_it() -> None:
    async with showing(answer(1, 30), user(2, plain(12, 8)), answer(3, 3), size=(60, 30)) as driver:
        before = driver.rows()
        chip = next(y for y, row in enumerate(before) if "[image png 12×8 " in row)
        await drawn(driver)
        after = driver.rows()
        assert after[chip + 1 : chip + 5] == ["┃ " + "▀" * 12] * 4
        assert [*before[: chip + 1], *before[chip + 5 :]] == [*after[: chip + 1], *after[chip + 5 :]]


async def test_a_picture_that_cannot_be_decoded_leaves_its_chip() -> None:
    broken, good = png(12, 8, BOMB[:10]), plain(2, 2)
    async with showing(user(1, broken), user(2, good), size=(60, 30)) as driver:
        await drawn(driver)
        shown = [row for row in driver.rows() if row]
        assert shown == ["┃ look", f"┃ {chip(broken)}", "┃ look", f"┃ {chip(good)}", "┃ ▀▀"]


async def quiet(driver: Driver) -> None:
    """Wait until nothing is being drawn any more."""
    with anyio.fail_after(20):
        while any(thread.name == "pictures" for thread in threading.enumerate()):
            await driver.pilot.pause(0.01)
    await driver.pilot.pause()


@pytest.mark.parametrize(
    ("name", "value"), [("NO_COLOR", "1"), ("COLORTERM", ""), ("columns", "0"), ("pillow", "no")]
)
async def test_where_no_picture_can_be_shown_the_chip_stands_alone(
    terminal: pytest.MonkeyPatch, name: str, value: str
) -> None:
    match name:
        case "columns":
            terminal.setattr(Preferred, "image_columns", int(value))
        case "pillow":
            terminal.setattr(pictures, "can_draw", lambda: False)
        case _:
            terminal.setenv("TERM", "xterm")
            terminal.setenv(name, value)
    image = plain(12, 8)
    async with showing(user(1, image), answer(2, 1), size=(60, 30)) as driver:
        await quiet(driver)
        assert [row for row in driver.rows() if row] == ["┃ look", f"┃ {chip(image)}", "line 0"]


async def test_a_change_of_what_is_preferred_is_followed(terminal: pytest.MonkeyPatch) -> None:
    async with showing(user(1, plain(12, 8)), size=(60, 30)) as driver:
        await drawn(driver)
        terminal.setattr(Preferred, "image_columns", 6)
        draw_anew(driver.app)
        with anyio.fail_after(20):
            while "┃ " + "▀" * 6 not in driver.rows():
                await driver.pilot.pause(0.01)
        terminal.setattr(Preferred, "image_columns", 0)
        draw_anew(driver.app)
        assert not any("▀" in row for row in driver.rows())


async def test_many_pictures_at_many_widths_all_come() -> None:
    blocks = [user(key, *(plain(30, n + key) for n in range(2, 10))) for key in range(1, 13)]
    async with showing(*blocks, size=(40, 400)) as driver:
        for width in (40, 20, 30):
            await driver.pilot.resize_terminal(width, 1000)
            await quiet(driver)
        rows = driver.rows()
        chips = [y for y, row in enumerate(rows) if "[image" in row]
        assert len(chips) == 12 * 8
        assert all("▀" in rows[y + 1] for y in chips)


def viewer_in(folder: Path, terminal: pytest.MonkeyPatch, script: str) -> Path:
    """Put a viewer of the desktop on the path; returns the file that it writes into."""
    seen = folder / "seen"
    program = folder / "bin" / "xdg-open"
    program.parent.mkdir()
    program.write_text(f"#!/bin/sh\n{script.format(seen=seen)}\n")
    program.chmod(0o755)
    terminal.setenv("PATH", str(program.parent), prepend=":")
    terminal.setenv("DISPLAY", ":0")
    return seen


def told(driver: Driver) -> list[str]:
    """What the user was told."""
    return [note.message for note in attrgetter("_notifications")(driver.app)]


async def test_o_opens_one_image_after_the_other_and_leaving_takes_them_away(
    terminal: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    seen = viewer_in(tmp_path, terminal, 'echo "$1" >> "{seen}"')
    images = [plain(8, 8), saved(Image.new("RGB", (9, 9)), "JPEG")]
    async with showing(user(1, *images), size=(80, 20)) as driver:
        await driver.press("up", "o", "o", "o")
        with anyio.fail_after(20):
            while not seen.exists() or len(seen.read_text().splitlines()) < 3:
                await driver.pilot.pause(0.01)
        files = [Path(line) for line in seen.read_text().splitlines()]
        assert sorted({file.name for file in files}) == ["image-1.png", "image-2.jpg"]
        for file in files:
            assert stat.S_IMODE(file.stat().st_mode) == 0o600
            assert stat.S_IMODE(file.parent.stat().st_mode) == 0o700
        found = {file.suffix: file.read_bytes() for file in files}
        assert [found[".png"], found[".jpg"]] == [base64.b64decode(image.data) for image in images]
    assert not any(file.exists() or file.parent.exists() for file in files)


async def test_a_click_with_ctrl_opens_the_image_under_it(
    terminal: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    seen = viewer_in(tmp_path, terminal, 'cat "$1" > "{seen}.new" && mv "{seen}.new" "{seen}"')
    first, second = plain(8, 8), plain(8, 4)
    async with showing(user(1, first, second), size=(80, 20)) as driver:
        await drawn(driver)
        chips = [y for y, row in enumerate(driver.rows()) if "[image" in row]
        for y, image in ((chips[0], first), (chips[1], second), (chips[0] + 2, first)):
            seen.unlink(missing_ok=True)
            await driver.pilot.click(driver.transcript, offset=(6, y), control=True)
            with anyio.fail_after(20):
                while not seen.exists():
                    await driver.pilot.pause(0.01)
            assert seen.read_bytes() == base64.b64decode(image.data)


async def test_enter_opens_the_image_of_what_does_not_fold(
    terminal: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    seen = viewer_in(tmp_path, terminal, 'echo "$1" >> "{seen}"; exit 3')
    async with showing(user(1, plain(8, 8)), size=(80, 20)) as driver:
        await driver.press("up", "enter")
        with anyio.fail_after(20):
            while not any("xdg-open could not open it." in text for text in told(driver)):
                await driver.pilot.pause(0.01)
        assert Path(seen.read_text().strip()).name == "image-1.png"


async def test_over_ssh_the_place_of_the_file_is_told(terminal: pytest.MonkeyPatch, tmp_path: Path) -> None:
    seen = viewer_in(tmp_path, terminal, 'echo "$1" >> "{seen}"')
    terminal.setenv("SSH_CONNECTION", "a 1 b 2")
    async with showing(user(1, plain(8, 8)), size=(80, 20)) as driver:
        await driver.press("up", "o")
        (text,) = told(driver)
        words = text.removeprefix("The image is in ").removesuffix(" until pitui ends.")
        assert Path(words).read_bytes() == base64.b64decode(plain(8, 8).data)
    assert not seen.exists()


@pytest.mark.parametrize(
    ("image", "words"),
    [
        (ImageContent(data="%%%=a", mime_type="image/png"), "is no base64"),
        (ImageContent(data="PHN2Zz4=", mime_type="image/svg+xml"), "of no known kind"),
    ],
)
async def test_what_is_no_image_is_never_given_to_a_viewer(
    terminal: pytest.MonkeyPatch, tmp_path: Path, image: ImageContent, words: str
) -> None:
    seen = viewer_in(tmp_path, terminal, 'echo "$1" >> "{seen}"')
    async with showing(user(1, image), NoticeBlock(2, text="n"), size=(80, 20)) as driver:
        await driver.press("up", "up", "o")
        assert [words in text for text in told(driver)] == [True]
    assert not seen.exists()


async def test_a_block_without_an_image_says_so() -> None:
    async with showing(answer(1, 2)) as driver:
        await driver.press("up", "o")
        assert told(driver) == ["There is no image in what the cursor is on."]


def test_the_opener_is_the_one_of_the_system() -> None:
    assert opener({}, "darwin") == ["open"]
    assert opener({"SSH_TTY": "/dev/pts/1"}, "darwin") is None
    assert opener({}, "linux") is None


def test_a_file_is_named_by_what_is_in_it() -> None:
    for kind, end in (("PNG", ".png"), ("JPEG", ".jpg"), ("GIF", ".gif"), ("WEBP", ".webp"), ("BMP", ".bmp")):
        assert suffix_of(base64.b64decode(saved(Image.new("RGB", (4, 4)), kind).data)) == end
    assert suffix_of(b"<html>") == ".bin"
