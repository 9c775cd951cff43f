"""pitui and pi's own TUI side by side: `python -m tests.bench [--quick] [--row NAME]... [--json FILE]`."""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final

from tests.bench import blocks, opening, streams
from tests.bench.programs import NEWEST, prepare
from tests.bench.rows import Row
from tests.bench.table import as_json, as_text

ROWS: Final[dict[str, Callable[[int, bool], list[Row]]]] = {
    "start": opening.starting,
    "everyday": streams.everyday,
    "fast": streams.fast,
    "burst": streams.burst,
    "open-1000": opening.short_session,
    "open-10000": opening.long_session,
    "oldest-pi": streams.oldest_pi,
    "blocks": blocks.blocks,
}


def main() -> int:
    """Run the benchmark.

    Returns:
        The exit status: 1 if a row misses its bar or could not be measured.
    """
    parser = argparse.ArgumentParser(prog="python -m tests.bench", description=__doc__)
    parser.add_argument(
        "--quick", action="store_true", help="smaller answers, one run of each: under two minutes"
    )
    parser.add_argument("--row", choices=ROWS, action="append", help="only this group of rows")
    parser.add_argument("--rounds", type=int, help="how often each is measured (3, quick: 1)")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the figures there too")
    options = parser.parse_args()
    quick: bool = options.quick
    rounds: int = options.rounds or (1 if quick else 3)
    names: list[str] = options.row or list(ROWS)
    prepare()
    begun = time.monotonic()
    rows: list[Row] = []
    for name in names:
        print(f"{name} ...", file=sys.stderr, flush=True)
        rows += ROWS[name](rounds, quick)
    about = (
        f"pitui and the TUI of pi {NEWEST}, 120x40, median of {rounds}{', quick' if quick else ''}, "
        f"{time.monotonic() - begun:.0f} s"
    )
    print(f"{about}\n\n{as_text(rows)}")
    if options.json:
        options.json.write_text(as_json(rows, about), encoding="utf-8")
    return 1 if any(row.verdict in ("MISSED", "no figure") for row in rows) else 0


if __name__ == "__main__":
    sys.exit(main())
