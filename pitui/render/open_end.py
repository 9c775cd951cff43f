"""Inline markdown that is still being typed: what to hold back, and what to close for the time being."""

from __future__ import annotations

import re
from copy import copy

from markdown_it.common.utils import isMdAsciiPunct
from markdown_it.rules_inline import StateInline
from markdown_it.rules_inline.balance_pairs import processDelimiters
from markdown_it.rules_inline.state_inline import Delimiter

from pitui.render.formula.delimiters import UNDECIDED, formula_end
from pitui.render.sanitize import DEPENDENT, without_dependent_end

LABEL_LIMIT = 100
"""Characters for which an open "[" is held back: longer ones are rarely links and show as they are."""

_MARK = re.compile(r"\$+|\\.|`+|!?\[|\]|<[^<>\s][^<>]*>", re.DOTALL)
_TARGET = r"(?>(?:<[^<>\n]*>|[^\s()<](?:[^\s()]|\([^\s()]*+\))*+))"
_TITLE = r"(?:\"[^\"]*+\"|'[^']*+'|\([^()]*+\))"
_OPEN_TITLE = r"(?:\"[^\"]*+\"?|'[^']*+'?|\([^()]*+\)?)"
_DESTINATION = re.compile(rf"\(\s*+(?:{_TARGET}(?:\s++{_TITLE})?)?\s*+\)")
_OPEN_DESTINATION = re.compile(
    rf"\(\s*+(?:<[^<>\n]*+|(?:{_TARGET})?(?:\([^\s()]*+)?|{_TARGET}\s++{_OPEN_TITLE}?\s*+)\Z"
)
_TICKS = re.compile("`+")
_OPEN_REFERENCE = re.compile(r"\[[^\[\]]{0,100}\Z")
_TAIL = re.compile(
    rf"(?:[*_~`]+|\\|!|&#?\w{{0,31}}|<(?:[^\s<>]{{0,200}}|br\s*/?)|\s+|[{DEPENDENT}]+)\Z", re.IGNORECASE
)


def settle(text: str) -> str:
    """The part of a growing text that can be shown, with code spans and links closed for the time being.

    Held back are a half-typed marker at the end, an open bracket until it is known to be a link or not, and the
    target of a link while it is typed.

    Args:
        text: raw inline markdown, so far.

    Returns:
        Raw inline markdown to show.
    """
    brackets: list[
        tuple[int, int]
    ] = []  # where each stands, and where the last complete thing before it ends
    position = floor = 0
    while mark := _MARK.search(text, position):
        position = mark.end()
        match text[mark.start()]:
            case "$" | "\\":
                end = formula_end(text, mark.start(), open_end=True)
                if end == UNDECIDED:
                    start = mark.start()
                    if held := _held(brackets, len(text)):
                        return _without_tail(text[: held[0]], held[1])
                    return _without_tail(text[:start], floor)
                if end is not None:
                    position = floor = end
            case "`":
                closing = _closing_run(text, position, position - mark.start())
                if closing is None:
                    return _open_code(text, mark.start(), position, brackets, floor)
                position = floor = closing
            case "<":
                floor = position
            case "[" | "!":
                brackets.append((mark.start(), floor))
            case "]" if brackets:
                bracket = brackets.pop()
                follows = text[position : position + 1]
                if not follows or (follows == "[" and _OPEN_REFERENCE.match(text, position)):
                    brackets.append(bracket)
                    break
                if follows == "(":
                    if complete := _DESTINATION.match(text, position):
                        position = floor = complete.end()
                    elif _OPEN_DESTINATION.match(text, position):
                        if _held(brackets, len(text)) is not None:
                            break
                        return text[:position] + "()"
            case _:
                pass
    if held := _held(brackets, len(text)):
        return _without_tail(text[: held[0]], held[1])
    return _without_tail(text, floor)


def _held(brackets: list[tuple[int, int]], end: int) -> tuple[int, int] | None:
    """The outermost bracket that is held back, with all that follows it."""
    return next((bracket for bracket in brackets if end - bracket[0] <= LABEL_LIMIT), None)


def _closing_run(text: str, start: int, length: int) -> int | None:
    for run in _TICKS.finditer(text, start):
        if run.end() - run.start() == length:
            return run.end()
    return None


def _open_code(text: str, start: int, inside: int, brackets: list[tuple[int, int]], floor: int) -> str:
    if held := _held(brackets, len(text)):
        return _without_tail(text[: held[0]], held[1])
    code = without_dependent_end(text[inside:].rstrip("`"))
    if not code.strip():
        return _without_tail(text[:start], floor)
    return text[:inside] + code + text[start:inside]


def _without_tail(text: str, floor: int) -> str:
    while tail := _TAIL.search(text, floor):
        text = text[: tail.start()]
    return text


def close_emphasis(state: StateInline) -> None:
    """Close open emphasis at the end of what has been parsed.

    A "*" that may well be a star (behind a letter or digit, or alone before punctuation) is left alone.

    Args:
        state: a state whose text is tokenized and whose pairs are not balanced yet.
    """
    trial = [copy(delimiter) for delimiter in state.delimiters]
    processDelimiters(state, trial)
    closers: list[Delimiter] = []
    base = len(trial)
    for delimiter in reversed(trial):
        if not delimiter.open or delimiter.end >= 0 or not _wanted(state, delimiter):
            continue
        marker = chr(delimiter.marker)
        token = state.push("text", "", 0)
        token.content = marker * 2 if marker == "~" else marker
        closer = Delimiter(delimiter.marker, delimiter.length, len(state.tokens) - 1, -1, False, True)
        closers.append(closer)
    if not closers:
        return
    state.delimiters.extend(closers)
    final = [copy(delimiter) for delimiter in state.delimiters]
    processDelimiters(state, final)
    matched = {delimiter.end for delimiter in final}
    for index, closer in enumerate(closers, base):
        if index not in matched:
            state.tokens[closer.token].content = ""


def _wanted(state: StateInline, delimiter: Delimiter) -> bool:
    tokens = state.tokens
    start, end = delimiter.token, delimiter.token + 1
    run = tokens[start].content
    while start and tokens[start - 1].content == run:
        start -= 1
    while end < len(tokens) and tokens[end].content == run:
        end += 1
    before = tokens[start - 1].content[-1:] if start else ""
    after = tokens[end].content[:1] if end < len(tokens) else ""
    if before.isalnum():
        return False
    return delimiter.length != 1 or not after or not isMdAsciiPunct(ord(after)) or after in "*_[("
