"""grep, find and ls: what was looked for, how much was found, and the first of it."""

from __future__ import annotations

import re

from rich.segment import Segment

from pitui.render.format import plural
from pitui.render.look import Look
from pitui.render.tools.outcome import outcome
from pitui.render.tools.parts import Output, Part, headed, row, words
from pitui.session.blocks import ToolBlock, ToolState
from pitui.session.text import output_text

_NOTE = re.compile(r"\n\n\[([^\n]*limit[^\n]*|Some lines truncated[^\n]*)\]\s*\Z")
_ENDING_LENGTH = 1_000
_COUNTED = 200_000
_NOTHING = {"No matches found", "No files found matching pattern", "(empty directory)"}
_MATCH = re.compile(r"^[^\n]*?:\d+: ", re.MULTILINE)


def search_parts(block: ToolBlock, look: Look) -> list[Part]:
    """A search.

    All three give plain text (pi 0.82.1 and 1.6.0): grep `path:12: text` for a match and `path-11- text` for its
    surroundings, find and ls one path a line; a limit that was hit stands in brackets behind a blank line, and
    nothing found is a sentence.
    """
    told = ("pattern", "path", "file_path", "glob")
    if block.state is not ToolState.DONE:
        return [*headed(row(block), block, look, *told), *outcome(block, look)]
    text = output_text(block.output)
    note = _NOTE.search(text, max(0, len(text) - _ENDING_LENGTH))
    end = len(text) if note is None else note.start()
    dim = look.palette.dim
    if text[:100].strip() in _NOTHING:
        return headed(row(block, [Segment("none", dim)]), block, look, *told)
    figure = Segment(_count(block.name, text, end), dim)
    parts = headed(row(block, [figure]), block, look, *told)
    parts.append(Output(text, dim, end, is_first=True))
    return parts if note is None else [*parts, words(note[1], dim)]


def _count(name: str, text: str, end: int) -> str:
    if name == "grep":
        # pi cuts what it sends at 50 KB (both versions).
        matches = sum(1 for _ in _MATCH.finditer(text, 0, min(end, _COUNTED)))
        return plural(matches, "match", "matches")
    lines = text.count("\n", 0, end) + (end > 0 and text[end - 1] != "\n")
    return plural(lines, "file") if name == "find" else plural(lines, "entry", "entries")
