"""Images come from files, from names in a text, and from the clipboard; what is missing is said."""

from __future__ import annotations

import base64
from pathlib import Path

import pytest

from pitui.ui.image_files import (
    NoImage,
    clipboard_command,
    clipboard_image,
    images_named,
    is_image_name,
    read_image,
)

PIXEL = base64.b64decode(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
)


@pytest.fixture
def programs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder that is all of PATH."""
    folder = tmp_path / "bin"
    folder.mkdir()
    monkeypatch.setenv("PATH", str(folder))
    for name in ("WAYLAND_DISPLAY", "DISPLAY", "WSL_DISTRO_NAME"):
        monkeypatch.delenv(name, raising=False)
    return folder


def program(folder: Path, name: str, script: str) -> None:
    file = folder / name
    file.write_text(f"#!/bin/sh\n{script}\n")
    file.chmod(0o755)


def test_a_file_is_read_with_its_kind(tmp_path: Path) -> None:
    file = tmp_path / "Shot.JPG"
    file.write_bytes(PIXEL)
    image = read_image(file)
    assert base64.b64decode(image.data) == PIXEL
    assert image.mime_type == "image/jpeg"


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(NoImage, match=r"gone\.png"):
        read_image(tmp_path / "gone.png")


def test_images_that_a_text_names_are_attached(tmp_path: Path) -> None:
    (tmp_path / "a.png").write_bytes(PIXEL)
    (tmp_path / "b c.png").write_bytes(PIXEL)
    (tmp_path / "code.py").write_text("x")
    text = 'see @a.png and @"b c.png", not me@a.png, @gone.png or @code.py'
    assert len(list(images_named(text, tmp_path))) == 2


def test_names_that_cannot_be_files_are_text(tmp_path: Path) -> None:
    long = "a" * 5000
    assert list(images_named(f"see @~nobody-of-this-name/a.png and @{long}.png", tmp_path)) == []


def test_names_of_images() -> None:
    assert is_image_name("x/y.WebP")
    assert not is_image_name("x.svg")


def test_the_clipboard_is_read_by_the_program_of_the_display(
    programs: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (programs / "pixel").write_bytes(PIXEL)
    program(programs, "xclip", f"/bin/cat {programs / 'pixel'}")
    monkeypatch.setenv("DISPLAY", ":0")
    assert base64.b64decode(clipboard_image().data) == PIXEL


def test_a_clipboard_without_an_image_is_said_so(programs: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    program(programs, "wl-paste", "exit 1")
    monkeypatch.setenv("WAYLAND_DISPLAY", "wayland-0")
    with pytest.raises(NoImage, match="no image in the clipboard"):
        clipboard_image()


def test_what_is_missing_is_said(programs: Path) -> None:
    assert clipboard_command({"DISPLAY": ":0"}, "linux") is None
    with pytest.raises(NoImage, match="wl-paste"):
        clipboard_image()


def test_each_system_has_its_program(programs: Path) -> None:
    for name in ("pngpaste", "powershell.exe", "wl-paste", "xclip"):
        program(programs, name, "")
    displays = {"WAYLAND_DISPLAY": "w", "DISPLAY": ":0"}
    found = [
        clipboard_command(environment, platform)
        for environment, platform in (
            ({}, "darwin"),
            ({}, "win32"),
            (displays, "linux"),
            ({"DISPLAY": ":0"}, "linux"),
        )
    ]
    assert [command[0] if command else None for command in found] == [
        "pngpaste",
        "powershell.exe",
        "wl-paste",
        "xclip",
    ]
