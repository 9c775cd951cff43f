"""Mermaid diagrams as boxes and lines, by `mermaid-term`, which is loaded with the first diagram.

What it would leave out without a word, or cut, is not drawn at all: its source says more. The work is bounded by the
size of the source, the width, and the library's own limits for nodes and edges.
"""

from __future__ import annotations

import logging
import re
from functools import lru_cache

from rich.cells import cell_len
from rich.style import Style as RichStyle

from pitui.render.palette import Palette
from pitui.render.sanitize import visible
from pitui.render.wrap import Span

MOST = 4000
"""Characters of a source; a longer one is not drawn."""
MOST_LINES = 100
MOST_WIDTH = 300
"""Cells of a row; a wider diagram fits nowhere, and laying it out would take its time."""

_log = logging.getLogger(__name__)

_Row = tuple[tuple[str, int], ...]
_LINE, _TEXT, _LABEL, _TITLE = range(1, 5)
_NOT_DRAWN = "╭ mermaid: "
"""How it begins the framed source that it gives for what it cannot draw."""

_FRONT_MATTER = re.compile(r"\A\s*---[ \t]*\n.*?\n---[ \t]*\n", re.DOTALL)
_COMMENT = re.compile(r"%%.*")
_CLASS = re.compile(r":::[\w-]+")
_SLANTED = re.compile(r"\[[/\\]([^\[\]\n]*?)[/\\]\]")
_TO_LABEL = re.compile(r"(?<=[-=.>ox])[ \t]+(?=\|[^|\n]*\|)")

_DIRECTION = re.compile(r"^(\s*(?:graph|flowchart)\s+)(TB|TD|BT|LR|RL)\b", re.IGNORECASE | re.MULTILINE)
_HEAD = re.compile(r"\s*(\w+)[^\n;]*")
_QUOTED = re.compile(r'"[^"\n]*"')
_LEFT_OUT = re.compile(r"(?:note\b.*|state\b.*\{|--)\Z", re.IGNORECASE)
"""What the library reads over where it is not a flowchart: notes, states within states."""
_NODE = (
    r"\w+(?:\[\[[^\[\]]*\]\]|\[\([^()\[\]]*\)\]|\(\[[^()\[\]]*\]\)|\(\([^()]*\)\)|\{\{[^{}]*\}\}"
    r"|\[[^\[\]]*\]|\([^()]*\)|\{[^{}]*\}|>[^\]]*\])?+"
)
_NODES = rf"{_NODE}(?: ?& ?{_NODE})*+"
_LINK = (
    r"(?:[<ox]?(?:--|==|-\.) ?[^-=.<>|& ][^-=.<>|&]*+(?:-{2,}|={2,}|\.+-)[>ox]?"
    r"|[<ox]?(?:-{2,}|={2,}|-\.+-)[>ox]?(?:\|[^|]*\|)?)"
)
_FLOW = re.compile(rf"{_NODES}(?: ?{_LINK} ?{_NODES})*+\Z")
_NO_FLOW = re.compile(r"(?:subgraph|end|classdef|class|style|linkstyle|click|direction)\b", re.IGNORECASE)


def draw_diagram(source: str, width: int, palette: Palette, base: RichStyle) -> list[list[Span]] | None:
    """Draw a diagram.

    Args:
        source: mermaid; foreign text.
        width: cells that it may take.
        palette: the styles.
        base: the style of text where it stands.

    Returns:
        Its rows, turned by a quarter if it has room only so; None when it cannot be drawn or has no room.
    """
    rows = _fitting(source, width) or _fitting(_turned(source), width)
    if rows is None:
        return None
    styles = {
        _LINE: base + palette.diagram,
        _TEXT: base,
        _LABEL: base + palette.emphasis,
        _TITLE: base + palette.strong,
    }
    return [[(text, styles.get(role, base)) for text, role in row] for row in rows]


def _fitting(source: str, width: int) -> tuple[_Row, ...] | None:
    rows = _drawn(source)
    if rows is None or max(sum(cell_len(text) for text, _ in row) for row in rows) > width:
        return None
    return rows


def _turned(source: str) -> str:
    """A flowchart from top to bottom instead of from left to right, and the other way round."""
    return _DIRECTION.sub(
        lambda found: found[1] + ("TD" if found[2].upper() in ("LR", "RL") else "LR"), source, 1
    )


@lru_cache(64)
def _drawn(source: str) -> tuple[_Row, ...] | None:
    """The rows of a diagram without blank ones around them: texts and what each is."""
    from mermaid_term import MermaidStyles, Style, render

    if len(source) > MOST or source.count("\n") > MOST_LINES:
        return None
    source = _regular(visible(source))
    if not _is_understood(source):
        return None
    try:
        roles = [Style((role,)) for role in (_LINE, _TEXT, _LINE, _LABEL, _TITLE)]
        art = render(source, MermaidStyles(*roles), MOST_WIDTH)
    except Exception:
        _log.debug("a diagram cannot be drawn", exc_info=True)
        return None
    if art is None or art.plain_lines[0].startswith(_NOT_DRAWN):
        return None
    if "".join(art.plain_lines).count("…") > source.count("…"):
        return None  # a text was cut
    rows = [
        tuple((span.content, span.style.sgr[0] if span.style.sgr else 0) for span in line.spans)
        for line in art.styled_lines
    ]
    inked = [n for n, line in enumerate(art.plain_lines) if line.strip()]
    return tuple(rows[inked[0] : inked[-1] + 1]) if inked else None


def _regular(source: str) -> str:
    """The source without what only styles it, and written as the library reads it."""
    source = _COMMENT.sub("", _FRONT_MATTER.sub("", source))
    return _TO_LABEL.sub("", _SLANTED.sub(r"[\1]", _CLASS.sub("", source)))


def _is_understood(source: str) -> bool:
    """Whether the library reads all of it: of a flowchart it skips without a word what it does not know."""
    head = _HEAD.match(source)
    if head is None:
        return False
    kind = head[1].lower()
    if kind == "sequencediagram":
        return True
    lines = re.split("[\n;]", _QUOTED.sub("q", source[head.end() :]))
    statements = [" ".join(line.split()) for line in lines]
    if kind not in ("graph", "flowchart"):
        return not any(_LEFT_OUT.match(statement) for statement in statements)
    return all(not line or _NO_FLOW.match(line) or _FLOW.match(line) for line in statements)
