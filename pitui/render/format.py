"""Short figures that hardly change their width as they grow: `1.3k`, `3.1s`, `1m 04s`, `$0.04`, `32 KB`."""

from __future__ import annotations

import math


def count(number: float) -> str:
    """A count, such as tokens: `999`, `1.3k`, `46k`, `1.2M`."""
    value = float(number)
    if not math.isfinite(value):
        return "?"
    sign, value = ("-", -value) if value < 0 else ("", value)
    if value < 999.5:
        return f"{sign}{value:.0f}"
    for unit in ("k", "M", "G"):
        value /= 1000
        if value < 999.5 or unit == "G":
            return f"{sign}{value:.1f}{unit}" if value < 9.95 else f"{sign}{value:.0f}{unit}"
    return "?"


def duration(seconds: float) -> str:
    """A time span: `3.1s`, `42s`, `1m 04s`, `2h 05m`."""
    if not math.isfinite(seconds) or seconds <= 0:
        return "0.0s"
    if seconds < 9.95:
        return f"{seconds:.1f}s"
    return whole_duration(seconds)


def whole_duration(seconds: float) -> str:
    """A time span in whole seconds: `4s`, `1m 04s`; below one second `<1s`."""
    if not math.isfinite(seconds):
        return "?"
    if seconds < 1:
        return "<1s"
    total = round(seconds)
    if total < 60:
        return f"{total}s"
    if total < 3600:
        return f"{total // 60}m {total % 60:02}s"
    return f"{total // 3600}h {total % 3600 // 60:02}m"


def money(dollars: float) -> str:
    """An amount in US dollars with cents; what is less than half a cent but not nothing is `<$0.01`."""
    if not math.isfinite(dollars):
        return "?"
    return "<$0.01" if 0 < dollars < 0.005 else f"${dollars:.2f}"


def size(number: float) -> str:
    """A size in bytes: `512 B`, `1.2 KB`, `32 KB`, `1.5 MB` (1 KB is 1024 bytes, as in pi)."""
    value = float(number)
    if not math.isfinite(value):
        return "?"
    if value < 1000:
        return f"{value:.0f} B"
    for unit in ("KB", "MB", "GB"):
        value /= 1024
        if value < 999.5 or unit == "GB":
            return f"{value:.1f} {unit}" if value < 9.95 else f"{value:.0f} {unit}"
    return "?"


def plural(number: int, one: str, many: str = "") -> str:
    """`1 line`, `3 lines`, `1,204 entries`; `many` is for what does not just take an s."""
    return f"{number:,} {one if number == 1 else many or one + 's'}"
