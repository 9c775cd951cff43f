"""A formula's LaTeX as text: in one row for a line of text, in several for a formula of its own.

`latex2mathml` reads the LaTeX; it is loaded with the first formula. Whatever a source holds, the work is bounded by
its length, and what cannot be shown is told by None.
"""

from __future__ import annotations

import logging
import re
from functools import lru_cache
from typing import TYPE_CHECKING

from pitui.render.sanitize import visible

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

MOST = 2000
"""Characters of a source; a longer one is not laid out."""
MOST_ROWS = 100
MOST_LEVELS = 50
"""Elements within each other: ten fractions are thirty."""

_log = logging.getLogger(__name__)
_GROWS = re.compile(
    r"\\(?:(?:re|provide)?(?:newcommand|command|newenvironment)|DeclareMathOperator|[egx]?def|let|sideset)(?![A-Za-z])"
)
"""What stands for more than itself: a few of them within each other can make a text of any length."""
_ENVIRONMENT = re.compile(r"\\(begin|end)\s*\{\s*(\w+)\*?\s*\}")
_SAME = {
    "align": "align*", "aligned": "split", "gather": "split", "gathered": "split", "multline": "split",
    "dcases": "cases", "equation": "", "displaymath": "", "math": "", "eqnarray": "align*", "flalign": "align*",
}  # fmt: skip
_KNOWN = frozenset({
    "align", "split", "cases", "array", "matrix", "pmatrix", "bmatrix", "Bmatrix", "vmatrix", "Vmatrix", "smallmatrix",
    "substack",
})  # fmt: skip
_DROPPED = re.compile(r"\\(?:label\s*\{[^{}]*\}|nonumber|notag|allowbreak|nobreak|relax\b)")
_TAG = re.compile(r"\\tag\*?\s*\{([^{}]*)\}")
_CFRAC = re.compile(r"\\cfrac(?![A-Za-z])")


@lru_cache(2048)
def in_line(source: str) -> str | None:
    """A formula in one row.

    Args:
        source: LaTeX without its delimiters; foreign text.

    Returns:
        Safe text, None when it cannot be shown.
    """
    rows = _laid_out(source, is_tall=False)
    return " ".join(rows[0].split()) if rows and rows[0].strip() else None


@lru_cache(256)
def in_block(source: str) -> tuple[str, ...] | None:
    """A formula in as many rows as it takes.

    Args:
        source: LaTeX without its delimiters; foreign text.

    Returns:
        Rows of safe text without spaces at their ends, None when it cannot be shown.
    """
    rows = _laid_out(source, is_tall=True)
    return rows if rows and len(rows) <= MOST_ROWS and any(rows) else None


def _laid_out(source: str, *, is_tall: bool) -> tuple[str, ...] | None:
    from latex2mathml.converter import convert_to_element

    from pitui.render.formula.layout import lay
    from pitui.render.formula.parts import Mode, Unknown

    if len(source) > MOST or _GROWS.search(source):
        return None
    try:
        element = convert_to_element(_regular(visible(source)), display="block" if is_tall else "inline")
        if _is_deep(element):
            return None
        rows = lay(element, Mode(is_tall)).box.rows
    except Unknown:
        return None
    except Exception:
        # The parser has an exception of its own for each mistake, without a common base, and others for the rest.
        _log.debug("a formula cannot be read", exc_info=True)
        return None
    return tuple(visible(row).rstrip() for row in rows)


def _is_deep(element: Element) -> bool:
    level = [element]
    for _ in range(MOST_LEVELS):
        level = [child for parent in level for child in parent]
        if not level:
            return False
    return True


def _regular(source: str) -> str:
    """The source with what the parser does not know written in another way.

    Raises:
        ValueError: it holds an environment that nobody knows.
    """
    source = _TAG.sub(r"\\qquad\\text{(\1)}", _CFRAC.sub(r"\\dfrac", _DROPPED.sub("", source)))
    return _ENVIRONMENT.sub(_environment, source)


def _environment(match: re.Match[str]) -> str:
    edge, name = match.groups()
    if name in _SAME:
        same = _SAME[name]
        return f"\\{edge}{{{same}}}" if same else ""
    if name not in _KNOWN:
        raise ValueError(name)
    return match.group()
