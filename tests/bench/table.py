"""The table as text and as JSON."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Sequence
from typing import Final

from tests.bench.rows import Bar, Row

_HEAD: Final = ("", "pitui", "pi", "ratio", "must", "aim", "holds", "")


def as_text(rows: Sequence[Row]) -> str:
    """Lay the rows out in columns."""
    lines = [_HEAD, *(_cells(row) for row in rows)]
    widths = [max(len(line[column]) for line in lines) for column in range(len(_HEAD))]
    return "\n".join(
        "  ".join(
            cell.ljust(width) if column in (0, 6, 7) else cell.rjust(width)
            for column, (cell, width) in enumerate(zip(line, widths, strict=True))
        ).rstrip()
        for line in lines
    )


def as_json(rows: Sequence[Row], about: str) -> str:
    """Give the rows with what is derived from them."""
    listed = [{**dataclasses.asdict(row), "ratio": row.ratio, "verdict": row.verdict} for row in rows]
    return json.dumps({"about": about, "rows": listed}, indent=2) + "\n"


def _cells(row: Row) -> tuple[str, ...]:
    ratio = "" if row.ratio is None else f"{row.ratio:.2f}"
    bars = (_bar(row.must, row.unit), _bar(row.aim, row.unit))
    return (
        row.name,
        _figure(row.ours, row.unit),
        _figure(row.theirs, row.unit),
        ratio,
        *bars,
        row.verdict,
        row.note,
    )


def _figure(value: float | None, unit: str) -> str:
    if value is None:
        return "-"
    digits = 0 if abs(value) >= 100 else 1 if abs(value) >= 10 else 2
    return f"{value:.{digits}f} {unit}"


def _bar(bar: Bar | None, unit: str) -> str:
    match bar:
        case None:
            return ""
        case Bar(limit, "ratio"):
            return f"<= {limit:g}"
        case Bar(limit, "figure"):
            return f"<= {limit:g} {unit}"
        case Bar(limit, _):
            return f"<= pi + {limit:g} {unit}"
