"""The code blocks of a markdown text, for copying one of them."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from markdown_it import MarkdownIt


@cache
def _parser() -> MarkdownIt:
    from markdown_it import MarkdownIt

    return MarkdownIt("commonmark")


def code_blocks(source: str) -> list[str]:
    """The contents of all fenced and indented code blocks, in order, without their fences and last line ends."""
    tokens = _parser().parse(source)
    return [token.content.rstrip("\n") for token in tokens if token.type in ("fence", "code_block")]
