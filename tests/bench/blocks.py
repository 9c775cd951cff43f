"""Single huge blocks of markdown as they grow, in this process and without a terminal: how long one append may take."""

from __future__ import annotations

import gc
import time
from collections.abc import Mapping
from typing import Final

from pitui.render.formula.convert import in_line
from pitui.render.markdown import MarkdownStream
from pitui.render.palette import Palette
from tests.bench.rows import Bar, Row

_SLICES: Final = (48, 512)
"""Characters in an append: a few deltas, and what the conversation takes at once when much has come."""
_WIDTHS: Final = (80, 120)

_PALETTE: Final = Palette("bench")
_SENTENCE: Final = (
    "The watcher asks **every gauge** for its `level`, and [notes](https://example.org) what *it* was told. "
)


def huge_blocks() -> Mapping[str, str]:
    """Give the texts by name."""
    row = (
        "| {0} | station {0} | **{0}.41 m** "
        "| `level_{0}` was *late*, and a remark that has to be wrapped somewhere |\n"
    )
    table = "| n | Station | Level | Remark |\n|--:|:--------|------:|:-------|\n" + _repeated(row, 1000)
    items = (f"{'  ' * (n % 6)}- item {n} of the list, with **bold** and `code` in it\n" for n in range(500))
    fence = (
        "```python\n"
        + _repeated("    level_{0} = gauge.read(timeout={0})  # the {0}th of them\n", 4000)
        + "```\n"
    )
    formulas = _repeated("with $x_{{{0}}} = \\frac{{a_{0}}}{{{0} + 1}}$ and $\\alpha_{0}^2$ in it, ", 100)
    diagram = (
        "```mermaid\nflowchart TD\n" + _repeated("    A{0}[Gauge {0}] -->|level {0}| B{0}\n", 300) + "```\n"
    )
    return {
        "table of 1,000 rows": table,
        "nested list of 500": "".join(items),
        "paragraph of 74 KB": (_SENTENCE * 1000)[:74_000],
        "quote of 500 lines": "".join(f"> Line {n}: {_SENTENCE}\n" for n in range(500)),
        "fence of 4,000 lines": fence,
        "paragraph of 200 formulas": formulas,
        "mermaid of 300 lines": diagram,
    }


def blocks(rounds: int, quick: bool) -> list[Row]:
    """The longest append to each huge block at 80 and 120 columns; of several runs the best of each append counts."""
    _longest_append("```python\nimport this\n```\n| a |\n|--|\n| b |\n\n$x$", 80, 8, 1)
    widths = _WIDTHS[1:] if quick else _WIDTHS
    rows: list[Row] = []
    for name, text in huge_blocks().items():
        begun = time.process_time()
        longest = max(_longest_append(text, width, size, rounds) for width in widths for size in _SLICES)
        spent = (time.process_time() - begun) / (len(widths) * len(_SLICES) * rounds)
        note = f"all of them {spent:.2f} s"
        rows.append(Row(f"{name}: longest append", "ms", longest * 1000, must=Bar(16, "figure"), note=note))
    return rows


def _longest_append(text: str, width: int, size: int, rounds: int) -> float:
    runs = [_appends(text, width, size) for _ in range(rounds)]
    return max(map(min, zip(*runs, strict=True)))


def _appends(text: str, width: int, size: int) -> list[float]:
    """Give the CPU time of each append in seconds, the lines that change with it included."""
    in_line.cache_clear()
    gc.collect()
    stream = MarkdownStream(width, _PALETTE)
    taken: list[float] = []
    for start in range(0, len(text), size):
        begun = time.thread_time()
        stream.append(text[start : start + size])
        _changed = stream.lines[stream.frozen_count :]
        taken.append(time.thread_time() - begun)
    begun = time.thread_time()
    stream.finish()
    taken.append(time.thread_time() - begun)
    return taken


def _repeated(line: str, times: int) -> str:
    return "".join(line.format(n) for n in range(times))
