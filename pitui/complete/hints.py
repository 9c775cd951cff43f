"""What a prompt template wants behind its name: pi does not tell over RPC, but its file does."""

from __future__ import annotations

import re
from pathlib import Path

_HINT = re.compile(r"^argument-hint:[ \t]*(.+?)[ \t]*$", re.MULTILINE)
_HEAD = 8192
"""So many characters of a template are looked at."""


def argument_hint(file: str) -> str:
    """The `argument-hint` in the frontmatter of a template; "" when there is none (pi 1.6.0, docs/prompt-templates.md).

    Args:
        file: its path.
    """
    try:
        with Path(file).open(encoding="utf-8", errors="replace") as stream:
            head = stream.read(_HEAD).replace("\r\n", "\n")
    except OSError:
        return ""
    if not head.startswith("---\n"):
        return ""
    frontmatter = head[4:].partition("\n---")[0]
    found = _HINT.search(frontmatter)
    return found[1].strip("\"'") if found else ""
