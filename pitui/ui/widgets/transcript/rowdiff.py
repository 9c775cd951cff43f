"""Finds the cells of a row that differ from what stands on the screen, so that only these are written again."""

from __future__ import annotations

import re
from collections.abc import Iterable

from rich.segment import Segment
from textual.strip import Strip

_ALONE = re.compile("[\x20-\xac\xb0-\u02ff\u2500-\u259f]*")
"""Characters of one cell that are never joined with their neighbours: a terminal may draw others in one cell or two."""


def changed_span(old: Strip, new: Strip) -> tuple[int, int] | None:
    """The cells to write to turn one strip into another.

    A row is cut only between characters that stand alone.

    Args:
        old: the strip on the screen.
        new: the strip that is wanted, as wide as the old one.

    Returns:
        First cell and the cell after the last; None when nothing differs.
    """
    if old is new or old == new:
        return None
    before, after = list(old), list(new)
    old_text, new_text = old.text, new.text
    shorter = min(len(old_text), len(new_text))
    start = min(_same(before, after), shorter)
    same = min(_same(_backwards(before), _backwards(after)), shorter - start)
    if start and not all(_stands_alone(text, start) for text in (old_text, new_text)):
        start -= 1
    if same and not all(_stands_alone(text, len(text) - 1 - same) for text in (old_text, new_text)):
        same -= 1
    return start, max(start + 1, new.cell_length - same)


def _same(before: Iterable[Segment], after: Iterable[Segment]) -> int:
    """How many characters that stand alone are the same at the start."""
    count = 0
    for (old, old_style, _), (new, new_style, _) in zip(before, after, strict=False):
        if old_style is not new_style and old_style != new_style:
            break
        alone = len(old) if old.isascii() else _alone(old)
        if old != new:
            return count + min(alone, _common(old, new))
        count += alone
        if alone < len(old):
            break
    return count


def _common(a: str, b: str) -> int:
    count = 0
    for x, y in zip(a, b, strict=False):
        if x != y:
            break
        count += 1
    return count


def _alone(text: str) -> int:
    found = _ALONE.match(text)
    return found.end() if found else 0


def _stands_alone(text: str, at: int) -> bool:
    return not 0 <= at < len(text) or _alone(text[at]) == 1


def _backwards(segments: list[Segment]) -> list[Segment]:
    return [Segment(text[::-1], style) for text, style, _ in reversed(segments)]
