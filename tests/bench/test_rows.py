"""A bar that does not hold is told, and so is a figure that is missing."""

from __future__ import annotations

import pytest

from tests.bench.rows import Bar, Row, Sample, Verdict
from tests.bench.table import as_text


@pytest.mark.parametrize(
    ("ours", "theirs", "verdict"),
    [
        (0.5, 10.0, "aim"),
        (1.5, 10.0, "must"),
        (1.6, 10.0, "MISSED"),
        (1.6, None, "no figure"),
        (None, 10.0, "no figure"),
    ],
)
def test_ratio(ours: float | None, theirs: float | None, verdict: Verdict) -> None:
    assert Row("burst", "s", ours, theirs, Bar(0.15), Bar(0.05)).verdict == verdict


def test_figure_needs_nothing_of_pi() -> None:
    bar = Bar(16, "figure")
    assert Row("append", "ms", 16, must=bar).verdict == "must"
    assert Row("append", "ms", 16.1, must=bar).verdict == "MISSED"


def test_a_missing_figure_of_pi_does_not_hide_a_bar_that_holds() -> None:
    assert Row("echo", "ms", 20, None, Bar(25, "figure"), Bar(1)).verdict == "must"


def test_beyond_pi() -> None:
    bar = Bar(0.2, "beyond")
    assert Row("ready", "s", 0.75, 0.55, must=bar).verdict == "must"
    assert Row("ready", "s", 0.76, 0.55, must=bar).verdict == "MISSED"


def test_without_a_bar_there_is_no_verdict() -> None:
    assert Row("echo p50", "ms", 20, 10).verdict == ""


def test_median_over_the_runs_that_gave_a_figure() -> None:
    assert Sample([{"cpu": 1.0}, {}, {"cpu": 9.0}, {"cpu": 2.0}])["cpu"] == 2.0
    assert Sample([{}])["cpu"] is None


def test_table_shows_figures_ratio_bars_and_verdict() -> None:
    text = as_text([Row("burst", "s", 2.0, 10.0, Bar(0.15), Bar(0.05), "noisy")])
    assert text.splitlines()[1].split() == [
        "burst",
        "2.00",
        "s",
        "10.0",
        "s",
        "0.20",
        "<=",
        "0.15",
        "<=",
        "0.05",
        "MISSED",
        "noisy",
    ]
