"""read and write: a path, and the content of the file."""

from __future__ import annotations

import re

from rich.segment import Segment

from pitui.protocol.content import images_of
from pitui.render.format import plural
from pitui.render.look import Look
from pitui.render.tools.outcome import outcome
from pitui.render.tools.parts import Content, Part, headed, images, row, words
from pitui.session.arguments import number_argument, string_argument
from pitui.session.blocks import ToolBlock, ToolState
from pitui.session.text import output_text

_NOTE = re.compile(r"(?:\A|\n)\[([^\n]*(?:Use offset=\d+ to continue\.|Use bash: [^\n]*))\]\s*\Z")
_ENDING_LENGTH = 1_000


def read_parts(block: ToolBlock, look: Look) -> list[Part]:
    """A read: one row; open, the content; an image as a chip; why it failed.

    pi 0.82.1 and 1.6.0 put the content into one text block and, when there is more in the file, a blank line and
    `[6 more lines in file. Use offset=5 to continue.]` behind it. An image comes as the text
    `Read image file [image/png]` and an image block; `details.imageUnsupportedByModel` is of 1.6.0.
    """
    parts = headed(row(block), block, look, "path", "file_path", "offset", "limit")
    if block.state is not ToolState.DONE:
        return [*parts, *outcome(block, look)]
    shown = images_of(block.output)
    text = output_text(block.output)
    parts += images(shown)
    if not look.expanded or not text:
        return parts
    if shown:
        parts.append(words(text, look.palette.dim))
        model = string_argument(block.details, "imageUnsupportedByModel")
        return [*parts, words(f"{model} takes no images", look.palette.warning)] if model else parts
    note = _NOTE.search(text, max(0, len(text) - _ENDING_LENGTH))
    end = len(text) if note is None else note.start()
    number = max(1, number_argument(block.arguments, "offset") or 1)
    parts.append(Content(text, path_of(block), end, number))
    return parts if note is None else [*parts, words(note[1], look.palette.dim)]


def write_parts(block: ToolBlock, look: Look) -> list[Part]:
    """A write: the path, how many lines, and the content, its end while the arguments stream.

    The result is only words: `Successfully wrote 64 bytes to a.py` (0.82.1), `Successfully wrote to a.py` (1.6.0).
    """
    content = string_argument(block.arguments, "content")
    count = content.count("\n") + (not content.endswith("\n") and content != "")
    figures = [Segment(plural(count, "line"), look.palette.dim)] if content else []
    parts = headed(row(block, figures), block, look, "path", "file_path", "content")
    if content:
        is_growing = block.state is ToolState.PREPARING
        parts.append(Content(content, path_of(block), is_growing=is_growing))
    return [*parts, *outcome(block, look)]


def path_of(block: ToolBlock) -> str:
    """The path of a file tool, "" while it is not known."""
    return string_argument(block.arguments, "path", "file_path")
