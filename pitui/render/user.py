"""A message of the user: a bar in the accent, the text as it was written, its images as chips."""

from __future__ import annotations

import re

from pitui.render.chips import chips
from pitui.render.layout import led, wrap_words
from pitui.render.line import Line
from pitui.render.look import OPEN_ROWS, Look
from pitui.render.output import first_rows
from pitui.render.sanitize import visible
from pitui.render.wrap import NO_PREFIX, wrap
from pitui.session.blocks import UserBlock

_MARKER = re.compile(r"\[(?:image|paste) \d{1,3}(?:: [^\]\n]{1,30})?\]")
"""What stands for an image or a paste: it is not parted at the end of a row."""


def render_user(block: UserBlock, look: Look) -> list[Line]:
    """Draw the message; only the text of a skill that pi put in front of it folds."""
    palette = look.palette
    bar = NO_PREFIX.then("┃ ", palette.user_bar)
    inner = look._replace(width=max(1, look.prose - bar.cells))
    lines: list[Line] = []
    if block.skill:
        title = f"{look.mark(bool(block.skill_text))}[skill] {visible(' '.join(block.skill.split()))}"
        lines += wrap([(title, palette.accent)], inner.width)
        if look.expanded and block.skill_text:
            lines += first_rows(block.skill_text, look.rows(OPEN_ROWS), inner, palette.dim, words=True)
    text = block.text.replace("\r\n", "\n")
    if text.strip() or not (block.skill or block.images):
        whole = _MARKER.sub(lambda found: found[0].replace(" ", "\u00a0"), visible(text))
        for line in whole.split("\n"):
            lines += wrap_words([(line, palette.user)], inner.width, NO_PREFIX, NO_PREFIX)
    lines += chips(block.images, inner)
    return [led(line, bar.segments[0]) for line in lines]
