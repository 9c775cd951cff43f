"""CommonMark's seven kinds of HTML blocks: what begins one, what ends it, and what may still become one."""

from __future__ import annotations

import re

from markdown_it.common.html_blocks import block_names

TAG_LIMIT = 300
"""Characters within which a line that is nothing but one HTML tag must end to be an HTML block."""

_STARTS = (
    re.compile(r"<(?:script|pre|style|textarea)(?=[\s>]|\Z)", re.IGNORECASE),
    re.compile(r"<!--"),
    re.compile(r"<\?"),
    re.compile(r"<![A-Za-z]"),
    re.compile(r"<!\[CDATA\["),
    re.compile(rf"</?(?:{'|'.join(block_names)})(?=[ \t]|/?>|\Z)", re.IGNORECASE),
)
_HTML_TAG = re.compile(
    r"(?:<[A-Za-z][A-Za-z0-9-]*(?:\s+[A-Za-z_:][\w:.-]*(?:\s*=\s*(?:[^\s\"'=<>`]+|'[^']*'|\"[^\"]*\"))?)*\s*/?>"
    r"|</[A-Za-z][A-Za-z0-9-]*\s*>)[ \t]*\Z"
)
_HALF_NAME = re.compile(r"<(?:[/!]?[A-Za-z0-9-]*|!\[[A-Z]*|/?[A-Za-z0-9-]*/?)\Z")
_HALF_TAG = re.compile(r"</?[A-Za-z](?:[^<>\"']|\"[^\"]*+\"?+|'[^']*+'?+)*+(?:>[ \t]*)?\Z")
_ENDS = (
    re.compile(r"</(?:script|pre|style|textarea)>", re.IGNORECASE),
    re.compile(r"-->"),
    re.compile(r"\?>"),
    re.compile(r">"),
    re.compile(r"\]\]>"),
)


def html_kind(text: str, *, whole: bool, alone: bool) -> int:
    """The kind of HTML block that a line begins.

    Args:
        text: the line or its start, without indent.
        whole: whether it is the whole line.
        alone: whether no paragraph is open that the line could belong to.

    Returns:
        CommonMark's number of the kind (0.31.2, section 4.6), 0 for none.
    """
    for number, start in enumerate(_STARTS, 1):
        if start.match(text):
            return number
    return 7 if alone and whole and len(text) <= TAG_LIMIT and _HTML_TAG.match(text) else 0


def html_may_change(text: str, *, alone: bool) -> bool:
    """Whether more of a line could make an HTML block of it.

    Args:
        text: the start of a line, without indent.
        alone: whether no paragraph is open that the line could belong to.

    Returns:
        False when the kind is known, or that it is none.
    """
    if _HALF_NAME.match(text):
        return True
    if not alone or len(text) > TAG_LIMIT or any(start.match(text) for start in _STARTS):
        return False
    return _HALF_TAG.match(text) is not None


def html_end(kind: int) -> re.Pattern[str] | None:
    """What ends an HTML block.

    Args:
        kind: from `html_kind`.

    Returns:
        A pattern to be found in its last line; None when a blank line ends it.
    """
    return _ENDS[kind - 1] if kind <= len(_ENDS) else None
