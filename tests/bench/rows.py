"""The rows of the table: what was measured of both programs, the bars, and whether they hold."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from statistics import median
from typing import Literal, TypeVar

from tests.bench.terminal import TerminalError

Key = TypeVar("Key")

Verdict = Literal["aim", "must", "MISSED", "no figure", ""]
"""`aim` and `must`: that bar holds. Empty: the row has no bar."""


@dataclass(frozen=True)
class Bar:
    """A limit for pitui's figure: as a share of pi's (`ratio`), by itself (`figure`), or beyond pi's (`beyond`)."""

    limit: float
    of: Literal["ratio", "figure", "beyond"] = "ratio"

    def holds(self, ours: float, theirs: float | None) -> bool | None:
        """Tell whether the bar holds, None where pi's figure is needed and missing."""
        if self.of == "figure":
            return ours <= self.limit
        if theirs is None:
            return None
        return ours <= theirs + self.limit if self.of == "beyond" else ours <= theirs * self.limit


@dataclass(frozen=True)
class Row:
    """One line of the table. `ours` is pitui's figure, `theirs` that of pi's own TUI, both in `unit`."""

    name: str
    unit: str
    ours: float | None
    theirs: float | None = None
    must: Bar | None = None
    aim: Bar | None = None
    note: str = ""

    @property
    def ratio(self) -> float | None:
        """pitui's figure as a share of pi's."""
        return self.ours / self.theirs if self.ours is not None and self.theirs else None

    @property
    def verdict(self) -> Verdict:
        """Which bar holds."""
        if self.must is None and self.aim is None:
            return ""
        if self.ours is None:
            return "no figure"
        held = {bar: bar.holds(self.ours, self.theirs) if bar else None for bar in (self.aim, self.must)}
        if self.aim and held[self.aim]:
            return "aim"
        if self.must and held[self.must]:
            return "must"
        return "no figure" if None in (held[bar] for bar in (self.aim, self.must) if bar) else "MISSED"


@dataclass
class Sample:
    """The figures of one program over several runs, by name."""

    runs: list[dict[str, float]] = field(default_factory=list[dict[str, float]])

    def __getitem__(self, name: str) -> float | None:
        """Give the median over the runs, None where no run gave this figure."""
        values = [run[name] for run in self.runs if name in run]
        return median(values) if values else None


def in_turn(
    keys: Sequence[Key], rounds: int, measure: Callable[[Key], dict[str, float]]
) -> dict[Key, Sample]:
    """Measure one after the other, again and again, so that a noisy minute falls on all of them.

    A run that fails gives no figures; what went wrong goes to stderr.
    """
    samples = {key: Sample() for key in keys}
    for _ in range(rounds):
        for key in keys:
            try:
                samples[key].runs.append(measure(key))
            except TerminalError as error:
                print(f"  {key}: {error}", file=sys.stderr, flush=True)
    return samples
