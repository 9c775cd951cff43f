"""Images for the model: from files, and from the clipboard of the machine that pitui runs on."""

from __future__ import annotations

import base64
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

from pitui.disk.files import reason
from pitui.protocol.content import ImageContent

MOST_BYTES = 20_000_000
"""A larger file is no image for a model."""

CLIPBOARD_SECONDS = 5

_KINDS = {
    ".png": "image/png",
    ".jpg": "image/jpeg",
    ".jpeg": "image/jpeg",
    ".gif": "image/gif",
    ".webp": "image/webp",
}
_NAMED = re.compile(r'(?:^|(?<=\s))@(?:"([^"\n]+)"|(\S+))')
_POWERSHELL = (
    "Add-Type -AssemblyName System.Windows.Forms,System.Drawing;"
    "$i=[Windows.Forms.Clipboard]::GetImage();if($i){$m=New-Object IO.MemoryStream;"
    "$i.Save($m,[Drawing.Imaging.ImageFormat]::Png);[Console]::Out.Write([Convert]::ToBase64String($m.ToArray()))}"
)


class NoImage(Exception):
    """There is no image to attach; the text says why and what to do."""


def is_image_name(name: str) -> bool:
    """Whether a file of this name is an image that models take."""
    return Path(name).suffix.lower() in _KINDS


def read_image(file: Path) -> ImageContent:
    """Read an image file.

    Raises:
        NoImage: it cannot be read, or is too large.
    """
    try:
        if file.stat().st_size > MOST_BYTES:
            raise NoImage(f"{file.name} is larger than {MOST_BYTES // 1_000_000} MB: attach a smaller image.")
        data = file.read_bytes()
    except OSError as error:
        raise NoImage(f"{file} cannot be read: {error.strerror}.") from error
    return _content(data, _KINDS.get(file.suffix.lower(), "image/png"))


def images_named(text: str, folder: Path) -> Iterator[ImageContent]:
    """The images that a text names with `@`, as far as they can be read.

    Args:
        text: of the user.
        folder: what relative paths start from.
    """
    for match in _NAMED.finditer(text):
        name = match[1] or match[2]
        file = folder / os.path.expanduser(name)
        if is_image_name(name) and os.path.isfile(file):
            try:
                yield read_image(file)
            except NoImage:
                continue


def clipboard_image() -> ImageContent:
    """The image in the clipboard.

    Raises:
        NoImage: there is none, or no program that can read it.
    """
    command = clipboard_command(os.environ, sys.platform)
    if command is None:
        raise NoImage(
            "Reading an image from the clipboard needs wl-paste (Wayland), xclip (X11) or pngpaste (macOS): "
            "install one, or name the file with @."
        )
    try:
        done = subprocess.run(
            command, capture_output=True, check=False, timeout=CLIPBOARD_SECONDS, stdin=subprocess.DEVNULL
        )
    except (OSError, subprocess.SubprocessError) as error:
        raise NoImage(f"{command[0]} could not read the clipboard: {reason(error)}.") from error
    data = done.stdout
    if command[0].startswith("powershell"):
        data = base64.b64decode(data.strip() or b"")
    if done.returncode != 0 or not data:
        raise NoImage("There is no image in the clipboard.")
    return _content(data, "image/png")


def clipboard_command(environment: Mapping[str, str], platform: str) -> list[str] | None:
    """The program that writes the clipboard's image to its output as PNG; None when there is none.

    Args:
        environment: tells which display there is.
        platform: as in `sys.platform`.
    """
    commands: list[list[str]] = []
    if platform == "darwin":
        commands.append(["pngpaste", "-"])
    elif platform == "win32" or "WSL_DISTRO_NAME" in environment:
        commands.append(["powershell.exe", "-NoProfile", "-STA", "-Command", _POWERSHELL])
    if environment.get("WAYLAND_DISPLAY"):
        commands.append(["wl-paste", "--no-newline", "--type", "image/png"])
    if environment.get("DISPLAY"):
        commands.append(["xclip", "-selection", "clipboard", "-t", "image/png", "-o"])
    return next((command for command in commands if shutil.which(command[0])), None)


def _content(data: bytes, mime_type: str) -> ImageContent:
    return ImageContent(data=base64.b64encode(data).decode(), mime_type=mime_type)
