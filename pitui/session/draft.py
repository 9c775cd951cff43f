"""Large pastes and images stand in a text as short markers; what they stand for is kept here."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from pitui.protocol.content import ImageContent
from pitui.session.images import image_bytes

PASTE_LINES, PASTE_CHARACTERS = 10, 1000
"""A paste above one of these becomes a marker, as in pi's own editor (1.6.0)."""

_MARKER = re.compile(r"\[(?:paste|image) \d+: [^\]\n]*\]")
_UNSAFE = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]")
_GUARDED = re.compile(r"[\U00100000-\U0010ffff]")
_GUARD = 0x100000


class Content(NamedTuple):
    """What is to be sent: the text in full, and the images."""

    text: str
    images: tuple[ImageContent, ...] = ()


class Markers:
    """The markers of all texts of this run of pitui; a marker is never forgotten, so that undo finds it again."""

    def __init__(self) -> None:
        self._pastes: dict[str, str] = {}
        self._images: dict[str, ImageContent] = {}
        self._count = 0

    def paste(self, text: str) -> str:
        """What to insert for a pasted text: a marker for a large one.

        Args:
            text: as the terminal gave it.
        """
        text = guard(text.replace("\r\n", "\n").replace("\r", "\n"))
        lines = text.count("\n") + (not text.endswith("\n"))
        if lines <= PASTE_LINES and len(text) <= PASTE_CHARACTERS:
            return text
        self._count += 1
        size = f"{lines} lines" if lines > 1 else f"{len(text)} characters"
        return self._keep(f"[paste {self._count}: {size}]", text)

    def image(self, image: ImageContent, name: str) -> str:
        """The marker of an image.

        Args:
            image: goes with the text.
            name: of its file, "" for one that has none.
        """
        self._count += 1
        size = f"{max(1, image_bytes(image) // 1024)} KB"
        name = re.sub(r"[\]\[\s]+", " ", guard(name)).strip()
        label = f"[image {self._count}: {' '.join(part for part in (name, size) if part)}]"
        self._images[label] = image
        return label

    def spans(self, text: str) -> Iterator[tuple[int, int]]:
        """Where markers stand in a text: start and end of each."""
        for match in _MARKER.finditer(text):
            if match[0] in self._pastes or match[0] in self._images:
                yield match.span()

    def pasted(self, marker: str) -> str | None:
        """What a paste marker stands for, None for another text."""
        return self._pastes.get(marker)

    def expand(self, text: str) -> Content:
        """What a text of the editor means: pastes in full, images apart.

        Where an image stood, its number among the images of the message is left, in a text of images alone nothing.
        """
        images: list[ImageContent] = []

        def full(match: re.Match[str]) -> str:
            image = self._images.get(match[0])
            if image is None:
                return self._pastes.get(match[0], match[0])
            images.append(image)
            return f"[image {len(images)}]"

        expanded = _MARKER.sub(full, text)
        if images and not self.without_images(text).strip():
            expanded = ""
        return Content(unguard(expanded).strip(), tuple(images))

    def open(self, text: str) -> str:
        """A text with its pastes in full and its images still as markers, for another editor."""
        return unguard(_MARKER.sub(lambda match: self._pastes.get(match[0], match[0]), text))

    def close(self, text: str, was: str) -> str:
        """Put the markers back into a text that `open` had made of `was`, where their content was not changed."""
        text = guard(text)
        at = 0
        for start, end in self.spans(was):
            marker = was[start:end]
            content = self._pastes.get(marker)
            if content is not None and (found := text.find(content, at)) >= 0:
                text = text[:found] + marker + text[found + len(content) :]
                at = found + len(marker)
        return text

    def without_images(self, text: str) -> str:
        """A text without its images."""
        return _MARKER.sub(lambda match: "" if match[0] in self._images else match[0], text)

    def restore(self, text: str, images: tuple[ImageContent, ...]) -> str:
        """Write a text and images that carry no markers yet into one text."""
        pieces = [self.paste(text) if text else "", *(self.image(image, "") for image in images)]
        return " ".join(piece for piece in pieces if piece)

    def used(self, text: str) -> dict[str, str]:
        """The pastes of a text, by marker, to be kept in a file."""
        return {text[a:b]: self._pastes[text[a:b]] for a, b in self.spans(text) if text[a:b] in self._pastes}

    def used_images(self, text: str) -> dict[str, ImageContent]:
        """The images of a text, by marker."""
        return {text[a:b]: self._images[text[a:b]] for a, b in self.spans(text) if text[a:b] in self._images}

    def adopt(self, text: str, pastes: Mapping[str, str]) -> str:
        """Take in a text of another run with its pastes, under markers of this one."""

        def renamed(match: re.Match[str]) -> str:
            content = pastes.get(match[0])
            return match[0] if content is None else self.paste(unguard(content))

        return _MARKER.sub(renamed, text)

    def _keep(self, marker: str, text: str) -> str:
        self._pastes[marker] = text
        return marker


def guard(text: str) -> str:
    """Put characters that a terminal would obey out of harm's way, each in one place of Unicode's last private plane.

    They can then stand in an editor; `picture` is how they look, and `unguard` brings them back.
    """
    return _UNSAFE.sub(lambda match: chr(_GUARD + ord(match[0])), text)


def unguard(text: str) -> str:
    """The text as it was before `guard`."""
    return _GUARDED.sub(lambda match: chr(ord(match[0]) - _GUARD), text)


def picture(text: str) -> str:
    """A guarded text as it looks; every character keeps its place."""
    return _GUARDED.sub(_picture, text)


def _picture(match: re.Match[str]) -> str:
    code = ord(match[0]) - _GUARD
    if code < 0x20:
        return chr(0x2400 + code)
    return "␡" if code == 0x7F else "�"
