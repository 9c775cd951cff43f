"""The rows as a table to read."""

from __future__ import annotations

from collections import Counter

from tests.conformance.commanding import COMMANDING
from tests.conformance.doing import DOING
from tests.conformance.reading import READING
from tests.conformance.rows import Row, Verdict

ROWS: tuple[Row, ...] = tuple(sorted((*READING, *DOING, *COMMANDING), key=lambda row: row.area))


def table() -> str:
    """All rows by area, and how many stand where."""
    lines: list[str] = []
    area = ""
    for row in ROWS:
        if row.area != area:
            area = row.area
            lines += ["", area, ""]
        lines.append(f"  {row.verdict.value:<12}  {row.feature}")
        if row.note:
            lines.append(f"{'':16}({row.note})")
        lines += [f"{'':16}{test}" for test in row.tests]
    counts = Counter(row.verdict for row in ROWS)
    figures = ", ".join(f"{counts[verdict]} {verdict.value}" for verdict in Verdict)
    return "\n".join([*lines, "", f"{len(ROWS)} rows: {figures}"]).lstrip("\n")
