"""Shows an image of the conversation in the system's own viewer, from a private file that goes when pitui does."""

from __future__ import annotations

import asyncio
import base64
import binascii
import os
import shutil
import sys
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path

from textual.widget import Widget

from pitui.protocol.content import ImageContent

_BEGINNINGS = {
    b"\x89PNG\r\n\x1a\n": ".png",
    b"\xff\xd8\xff": ".jpg",
    b"GIF87a": ".gif",
    b"GIF89a": ".gif",
    b"BM": ".bmp",
}


class ImageViewer:
    """Opens the images of one widget; `close` takes its files away."""

    def __init__(self, widget: Widget) -> None:
        """Prepare; there is no file yet.

        Args:
            widget: tells the user, and owns the work.
        """
        self._widget = widget
        self._last = (0, -1)
        self._folder: tempfile.TemporaryDirectory[str] | None = None
        self._files: dict[str, Path] = {}

    def open_of(self, key: int, images: Sequence[ImageContent], at: int | None = None) -> None:
        """Show one of the images that belong together.

        Args:
            key: of what they belong to.
            images: at least one.
            at: which; None is the one after the last that was shown of them, and after all the first again.
        """
        last_key, last = self._last
        if at is None:
            at = (last + 1) % len(images) if last_key == key else 0
        if at >= len(images):
            return
        self._last = (key, at)
        self.open(images[at], f"Image {at + 1} of {len(images)}" if len(images) > 1 else "The image")

    def open(self, image: ImageContent, what: str = "The image") -> None:
        """Write the image into a file and show it, or say where it lies when it cannot be shown here.

        Args:
            image: to be shown.
            what: its name in what the user is told.
        """
        try:
            file = self._file_of(image)
        except (binascii.Error, ValueError):
            self._tell(f"{what} cannot be opened: its data is no base64.")
            return
        except OSError as error:
            self._tell(f"{what} cannot be written: {error.strerror}. Make room for temporary files.")
            return
        command = opener(os.environ, sys.platform)
        if file.suffix == ".bin":
            self._tell(f"{what} is of no known kind. It is in {file} until pitui ends.")
        elif command is None:
            self._tell(f"{what} is in {file} until pitui ends.")
        else:
            self._tell(f"{what} is being opened: {file}")
            self._widget.run_worker(self._show([*command, str(file)], file, what), exit_on_error=False)

    def close(self) -> None:
        """Take the files away."""
        if self._folder is not None:
            self._folder.cleanup()
            self._folder = None
            self._files.clear()

    def _file_of(self, image: ImageContent) -> Path:
        known = self._files.get(image.data)
        if known is not None and known.exists():
            return known
        data = base64.b64decode(image.data)
        if self._folder is None:
            # Only the user can enter it.
            self._folder = tempfile.TemporaryDirectory(prefix="pitui-", ignore_cleanup_errors=True)
        file = Path(self._folder.name) / f"image-{len(self._files) + 1}{suffix_of(data)}"
        descriptor = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with os.fdopen(descriptor, "wb") as stream:
            stream.write(data)
        self._files[image.data] = file
        return file

    async def _show(self, command: list[str], file: Path, what: str) -> None:
        quiet = asyncio.subprocess.DEVNULL
        try:
            process = await asyncio.create_subprocess_exec(
                *command, stdin=quiet, stdout=quiet, stderr=quiet, start_new_session=True
            )
            status = await process.wait()
        except OSError as error:
            self._tell(f"{command[0]} does not run ({error.strerror}). {what} is in {file} until pitui ends.")
            return
        if status:
            self._tell(f"{command[0]} could not open it. {what} is in {file} until pitui ends.")

    def _tell(self, text: str) -> None:
        self._widget.notify(text, markup=False, timeout=10)


def opener(environment: Mapping[str, str], platform: str) -> list[str] | None:
    """The program that opens a file as the desktop does; None when nobody would see it.

    Args:
        environment: tells whether there is a desktop, and whether pitui runs at the far end of ssh.
        platform: as in `sys.platform`.
    """
    if any(environment.get(name) for name in ("SSH_CONNECTION", "SSH_CLIENT", "SSH_TTY")):
        return None
    if platform == "darwin":
        return ["open"]
    has_desktop = environment.get("DISPLAY") or environment.get("WAYLAND_DISPLAY")
    if has_desktop and shutil.which("xdg-open"):
        return ["xdg-open"]
    return ["wslview"] if "WSL_DISTRO_NAME" in environment and shutil.which("wslview") else None


def suffix_of(data: bytes) -> str:
    """What a file with this image ends in, by the data and not by what it is said to be; `.bin` for no image."""
    if data[:4] == b"RIFF" and data[8:12] == b"WEBP":
        return ".webp"
    return next((end for beginning, end in _BEGINNINGS.items() if data.startswith(beginning)), ".bin")
