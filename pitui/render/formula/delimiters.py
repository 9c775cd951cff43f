"""Where LaTeX stands in a text: `$…$`, `$$…$$`, `\\(…\\)`, `\\[…\\]`, told from prices, variables and escaped brackets.

Every answer for a text that grows is final: what could still become a formula is `UNDECIDED`.
"""

from __future__ import annotations

import re
from typing import NamedTuple

MOST_INLINE = 500
"""Characters of a formula within a line."""
MOST_LINE = 1000
"""Characters of a line that may begin or end a formula of its own."""
UNDECIDED = -1

CLOSERS = {"$": "$", "$$": "$$", "\\(": "\\)", "\\[": "\\]"}

_OPENER = re.compile(r"\$\$?|\\[(\[]")
_DOLLAR_BODY = re.compile(r"(?:\\.|[^\\$`\n])*")
_BRACKET_BODY = re.compile(r"(?:\\[^()\[\]\n]|[^\\`\n])*")
_WRITTEN = re.compile(r"\\(?:text\w*|math\w+|mbox|operatorname)\*?\s*\{[^{}]*(?:\}|\Z)|\\[A-Za-z]+")
_PROSE = re.compile(r"[^\W\d_]{2,}[,;:.]?\s+[^\W\d_]{2,}")
_WORD = re.compile(r"[^\W\d_]{3,}|\d+")
_SIGN = re.compile(r"[\\^_={}+<>]")
_BLOCK = re.compile(r"(\$\$|\\\[)[ \t]*(.*)", re.DOTALL)
_AFTER = re.compile(r"[.,;:]?[ \t]*\Z")


def formula_end(text: str, start: int, *, open_end: bool = False) -> int | None:
    """Where a formula within a line ends.

    Args:
        text: the text of a paragraph.
        start: where the formula would begin.
        open_end: whether more text will follow.

    Returns:
        The place behind its closing delimiter, None when none begins here, `UNDECIDED` when that depends on what
        follows.
    """
    opening = _OPENER.match(text, start)
    if opening is None:
        return None
    opener = opening[0]
    begin = opening.end()
    is_dollar = opener[0] == "$"
    if is_dollar and start and (text[start - 1].isalnum() or text[start - 1] in "$_"):
        return None
    if begin == len(text):
        return UNDECIDED if open_end else None
    if is_dollar and (text[begin] == "$" or (opener == "$" and text[begin].isspace())):
        return None
    body = (_DOLLAR_BODY if is_dollar else _BRACKET_BODY).match(text, begin, begin + MOST_INLINE)
    end = begin if body is None else body.end()
    if end - begin >= MOST_INLINE:
        return None
    closer = CLOSERS[opener]
    content = text[begin:end]
    if text.startswith(closer, end):
        if not _is_formula(opener, content):
            return None
        end += len(closer)
        if is_dollar and open_end and end == len(text):
            return UNDECIDED
        return None if is_dollar and _goes_on(opener, text, end) else end
    if not open_end or is_prose(content):
        return None
    rest = text[end : end + 2]
    return UNDECIDED if rest in ("", "\\") or rest == "$" == opener[1:] else None


def is_prose(content: str) -> bool:
    """Whether two words stand side by side: formulas write words as `\\text{…}`. Stays true as the text grows."""
    return _PROSE.search(_WRITTEN.sub(" 0 ", content)) is not None


def _is_formula(opener: str, content: str) -> bool:
    if not content.strip() or is_prose(content):
        return False
    match opener:
        case "$":
            return not content[-1].isspace() and "](" not in content
        case "\\(":
            return _WORD.fullmatch(content.strip()) is None
        case "\\[":
            return _SIGN.search(content) is not None
        case _:
            return True


def _goes_on(opener: str, text: str, end: int) -> bool:
    """Whether what stands behind a closing dollar makes a price or a variable of it."""
    after = text[end : end + 1]
    return after == "$" or (opener == "$" and (after.isalnum() or after in ("_", "{", "(")))


class FormulaLine(NamedTuple):
    """A line that begins a formula of its own.

    Attributes:
        opener: its opening delimiter.
        content: what stands behind that on the line, without the closing delimiter.
        is_closed: whether it ends on this line, too.
    """

    opener: str
    content: str
    is_closed: bool


def formula_line(line: str) -> FormulaLine | None:
    """The formula that begins with a whole line, without its indent."""
    found = _BLOCK.match(line) if len(line) <= MOST_LINE else None
    if found is None:
        return None
    opener, rest = found[1], found[2].rstrip(" \t")
    if not rest:
        return FormulaLine(opener, "", False)
    if is_prose(rest):
        return None
    at = rest.find(CLOSERS[opener])
    if at >= 0:
        after = rest[at + 2 :]
        if not rest[:at].strip() or _AFTER.match(after) is None:
            return None
        return FormulaLine(opener, rest[:at].rstrip() + after.strip(), True)
    return FormulaLine(opener, rest, False) if _SIGN.search(rest) else None


def line_may_begin_formula(line: str) -> bool:
    """Whether the start of a line may become one that begins a formula."""
    if len(line) > MOST_LINE:
        return False
    if line in ("$", "\\"):
        return True
    found = _BLOCK.match(line)
    if found is None:
        return False
    rest = found[2]
    if is_prose(rest):
        return False
    at = rest.find(CLOSERS[found[1]])
    return at < 0 or _AFTER.match(rest, at + 2) is not None


def end_of_formula(line: str, opener: str) -> str | None:
    """What stands before the closing delimiter of a line that ends a formula, with the sentence's sign behind it."""
    text = line.rstrip(" \t")
    sign = text[-1:] if text.endswith((".", ",", ";", ":")) else ""
    body = text.removesuffix(sign) if sign else text
    if len(line) > MOST_LINE or not body.rstrip(" \t").endswith(CLOSERS[opener]):
        return None
    return body.rstrip(" \t")[:-2].rstrip() + sign
