"""read and write: a path, and the content of the file."""

from __future__ import annotations

import re

from rich.segment import Segment

from pitui.protocol.content import images_of
from pitui.render.chips import chips
from pitui.render.format import plural
from pitui.render.layout import remark
from pitui.render.line import Line
from pitui.render.look import Look
from pitui.render.sanitize import visible
from pitui.render.tools.content import content_head, content_tail
from pitui.render.tools.failure import failure_lines
from pitui.render.tools.row import call_row
from pitui.session.arguments import number_argument, string_argument
from pitui.session.blocks import ToolBlock, ToolState
from pitui.session.text import output_text

_NOTE = re.compile(r"(?:\A|\n)\[([^\n]*(?:Use offset=\d+ to continue\.|Use bash: [^\n]*))\]\s*\Z")
_ENDING_LENGTH = 1_000


def render_read(block: ToolBlock, look: Look) -> list[Line]:
    """Draw a read: one row; open, the content; an image as a chip; why it failed.

    pi 0.82.1 and 1.6.0 put the content into one text block and, when there is more in the file, a blank line and
    `[6 more lines in file. Use offset=5 to continue.]` behind it. An image comes as the text
    `Read image file [image/png]` and an image block; `details.imageUnsupportedByModel` is of 1.6.0.
    """
    if block.state is not ToolState.DONE:
        return [call_row(block, look), *failure_lines(block, look)]
    images = images_of(block.output)
    text = output_text(block.output)
    lines = [call_row(block, look), *chips(images, look, 2)]
    if not look.expanded or not text:
        return lines
    if images:
        lines += remark(visible(text), look.width, look.palette.dim)
        model = string_argument(block.details, "imageUnsupportedByModel")
        if model:
            lines += remark(visible(f"{model} takes no images"), look.width, look.palette.warning)
        return lines
    offset = max(0, len(text) - _ENDING_LENGTH)
    note = _NOTE.search(text, offset)
    end = len(text) if note is None else note.start()
    number = max(1, number_argument(block.arguments, "offset") or 1)
    lines += content_head(text, path_of(block), look, end=end, number=number)
    if note is not None:
        lines += remark(visible(note[1]), look.width, look.palette.dim)
    return lines


def render_write(block: ToolBlock, look: Look) -> list[Line]:
    """Draw a write: the path, how many lines, and the content, its end while the arguments stream.

    The result is only words: `Successfully wrote 64 bytes to a.py` (0.82.1), `Successfully wrote to a.py` (1.6.0).
    """
    content = string_argument(block.arguments, "content")
    count = content.count("\n") + (not content.endswith("\n") and content != "")
    figures = [Segment(plural(count, "line"), look.palette.dim)] if content else []
    lines = [call_row(block, look, figures)]
    if content:
        draw = content_tail if block.state is ToolState.PREPARING else content_head
        lines += draw(content, path_of(block), look)
    return [*lines, *failure_lines(block, look)]


def path_of(block: ToolBlock) -> str:
    """The path of a file tool, "" while it is not known."""
    return string_argument(block.arguments, "path", "file_path")
