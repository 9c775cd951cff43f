"""What pi's own TUI offers, row by row, and what of it pitui delivers, with the tests that prove it.

The rows are those of pi 1.6.0's TUI and its documentation, grouped as a user meets them. A row is `proven` when the
named tests hold it, `open` when it is not delivered or no test holds it yet, and `not over RPC` when pi's RPC mode
gives nothing to deliver it with; the note then says what there is instead (mostly: `/pi`, which opens pi's own TUI on
the same session).
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum


class Verdict(Enum):
    """Where a row stands."""

    PROVEN = "proven"
    OPEN = "open"
    IMPOSSIBLE = "not over RPC"


@dataclass(frozen=True, slots=True)
class Row:
    """A feature of pi's TUI.

    Attributes:
        area: what it belongs to.
        feature: what it is.
        verdict: where it stands.
        tests: the tests that hold it, each `path/below/tests.py::name`.
        note: what falls short, or how it is delivered when that differs from pi's TUI.
    """

    area: str
    feature: str
    verdict: Verdict
    tests: tuple[str, ...] = ()
    note: str = ""


def proven(area: str, feature: str, *tests: str, note: str = "") -> Row:
    """A row that tests hold."""
    return Row(area, feature, Verdict.PROVEN, tests, note)


def still_open(area: str, feature: str, note: str, *tests: str) -> Row:
    """A row that is not delivered, or not held by a test."""
    return Row(area, feature, Verdict.OPEN, tests, note)


def impossible(area: str, feature: str, note: str, *tests: str) -> Row:
    """A row that pi's RPC mode cannot give."""
    return Row(area, feature, Verdict.IMPOSSIBLE, tests, note)
