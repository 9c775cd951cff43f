"""Diffs: from pi's numbered diff text or from two texts, with the changed words of paired lines marked."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from difflib import SequenceMatcher
from functools import lru_cache
from typing import NamedTuple

from rich.segment import Segment
from rich.style import Style

from pitui.render.layout import note, wrap_hard
from pitui.render.line import Line
from pitui.render.palette import Palette
from pitui.render.sanitize import visible

_NUMBERED = re.compile(r"([+\- ])( *\d+) (.*)\Z", re.DOTALL)
_SKIPPED = re.compile(r" +\.\.\.\Z")
_TOKEN = re.compile(r"\w+|\s+|.", re.DOTALL)
_LONGEST_MARKED = 2_000
_MOST_TOKENS = 200
_MOST_COMPARED = 400
_LONGEST_LINE = 20_000
_ALIKE = 0.4
"""Below this similarity two lines are no edit of one another, and marking nearly every word tells nothing."""


class DiffLine(NamedTuple):
    """One line: `sign` is "+", "-", " " or "…" for lines left out; `number` is "" when it is unknown."""

    sign: str
    number: str = ""
    text: str = ""


def parse_diff(diff: str) -> Iterator[DiffLine]:
    """Read pi's `details.diff`, lazily.

    The lines are `-12 old`, `+12 new` and ` 12 same`, numbers padded to one width and those of removed lines
    counted in the old file; `    ...` stands for lines left out (pi 0.82.1 and 1.6.0, `edit-diff.js`).
    """
    start = 0
    while start < len(diff):
        end = diff.find("\n", start)
        line = diff[start : min(end if end >= 0 else len(diff), start + _LONGEST_LINE)]
        if found := _NUMBERED.match(line):
            yield DiffLine(found[1], found[2].strip(), found[3])
        elif _SKIPPED.match(line):
            yield DiffLine("…")
        elif line[:1] in ("+", "-", " "):
            yield DiffLine(line[0], "", line[1:])
        else:
            yield DiffLine(" ", "", line)
        if end < 0:
            return
        start = end + 1


def count_changes(diff: str) -> tuple[int, int]:
    """How many lines the diff adds and removes."""
    added = diff.count("\n+") + diff.startswith("+")
    return added, diff.count("\n-") + diff.startswith("-")


@lru_cache(maxsize=64)
def compare(old: str, new: str, quickly: bool = False) -> tuple[DiffLine, ...]:
    """The lines of two texts as a diff, without numbers: where they stand in the file is not known.

    Args:
        old, new: the two texts.
        quickly: look only for a common start and end, and take all between as changed; so it is with texts of
            more than 400 lines in any case.
    """
    before, after = split_lines(old), split_lines(new)
    if quickly or len(before) > _MOST_COMPARED or len(after) > _MOST_COMPARED:
        return tuple(_compare_ends(before, after))
    lines: list[DiffLine] = []
    for tag, i, j, k, end in SequenceMatcher(None, before, after, autojunk=False).get_opcodes():
        if tag == "equal":
            lines += [DiffLine(" ", "", line) for line in before[i:j]]
        else:
            lines += [DiffLine("-", "", line) for line in before[i:j]]
            lines += [DiffLine("+", "", line) for line in after[k:end]]
    return tuple(lines)


def split_lines(text: str) -> list[str]:
    """The lines of a text, where only `\\n` ends a line and one at the very end begins no line."""
    return text.removesuffix("\n").split("\n") if text else []


def _compare_ends(before: list[str], after: list[str]) -> Iterator[DiffLine]:
    shorter = min(len(before), len(after))
    head = next((i for i in range(shorter) if before[i] != after[i]), shorter)
    shorter -= head
    tail = next((i for i in range(shorter) if before[-1 - i] != after[-1 - i]), shorter)
    for line in before[:head]:
        yield DiffLine(" ", "", line)
    for line in before[head : len(before) - tail]:
        yield DiffLine("-", "", line)
    for line in after[head : len(after) - tail]:
        yield DiffLine("+", "", line)
    for line in before[len(before) - tail :]:
        yield DiffLine(" ", "", line)


def diff_lines(lines: Iterable[DiffLine], palette: Palette, width: int) -> Iterator[Line]:
    """Draw a diff: number and sign in a gutter that is never copied, long lines wrapped beside it.

    Args:
        lines: what to draw, in order; a run of removed lines followed by added ones is taken as a change.
        palette: the styles.
        width: the width in cells.
    """
    run: list[DiffLine] = []
    for line in lines:
        if run and (line.sign == " " or line.sign == "…" or (line.sign == "-" and run[-1].sign == "+")):
            yield from _draw_run(run, palette, width)
            run = []
        if line.sign in "+-":
            run.append(line)
        elif line.sign == "…":
            yield note("⋮", width, palette.dim, 3)
        else:
            yield from _draw(line, ((line.text, False),), palette, width)
    yield from _draw_run(run, palette, width)


Marked = tuple[tuple[str, bool], ...]
"""The pieces of a line, each with whether it changed."""


def _draw_run(run: Sequence[DiffLine], palette: Palette, width: int) -> Iterator[Line]:
    removed = [line for line in run if line.sign == "-"]
    added = [line for line in run if line.sign == "+"]
    marks: dict[int, Marked] = {}
    for old, new in zip(removed, added, strict=False):
        marks[id(old)], marks[id(new)] = mark_words(old.text, new.text)
    for line in run:
        yield from _draw(line, marks.get(id(line), ((line.text, False),)), palette, width)


def _draw(line: DiffLine, marked: Marked, palette: Palette, width: int) -> Iterator[Line]:
    styles = {
        "+": (palette.diff_added, palette.diff_added_word),
        "-": (palette.diff_removed, palette.diff_removed_word),
    }
    plain, word = styles.get(line.sign, (palette.diff_context, palette.diff_context))
    lead = f"{line.number:>4} {line.sign} " if line.number else f"  {line.sign} "
    if len(lead) > max(2, width // 2):
        lead = f"{line.sign} "[: max(0, width - 1)]
    gutter_style = palette.dim if line.sign == " " else plain
    first = _gutter(lead, gutter_style, palette)
    segments = [Segment(visible(text), word if changed else plain) for text, changed in marked]
    yield from wrap_hard(segments, width - len(lead), first, (Segment(" " * len(lead)),))


def _gutter(lead: str, style: Style, palette: Palette) -> tuple[Segment, ...]:
    """The number dim, the sign in the colour of its line."""
    return (
        (Segment(lead[:-2], palette.dim), Segment(lead[-2:], style))
        if len(lead) > 2
        else (Segment(lead, style),)
    )


@lru_cache(maxsize=512)
def mark_words(old: str, new: str) -> tuple[Marked, Marked]:
    """Say which parts of a removed and of an added line differ, word by word.

    Returns:
        For each line its text in pieces with whether they changed; one piece, unmarked, when the lines have too
        little in common or are too long to compare.
    """
    unmarked: tuple[Marked, Marked] = ((old, False),), ((new, False),)
    if len(old) > _LONGEST_MARKED or len(new) > _LONGEST_MARKED:
        return unmarked
    before, after = _TOKEN.findall(old), _TOKEN.findall(new)
    if len(before) > _MOST_TOKENS or len(after) > _MOST_TOKENS:
        return unmarked
    matcher = SequenceMatcher(None, before, after, autojunk=False)
    if matcher.ratio() < _ALIKE:
        return unmarked
    left: list[tuple[str, bool]] = []
    right: list[tuple[str, bool]] = []
    for tag, i, j, k, end in matcher.get_opcodes():
        if i < j:
            left.append(("".join(before[i:j]), tag != "equal"))
        if k < end:
            right.append(("".join(after[k:end]), tag != "equal"))
    return tuple(left), tuple(right)
