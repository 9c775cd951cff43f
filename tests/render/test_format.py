from __future__ import annotations

import pytest

from pitui.render.format import count, duration, money, plural, size, whole_duration


def test_count() -> None:
    numbers = [0, 999, 1000, 1_340, 9_960, 46_379, 999_499, 999_600, 1_200_000, 3e9, -1_300]
    shown = ["0", "999", "1.0k", "1.3k", "10k", "46k", "999k", "1.0M", "1.2M", "3.0G", "-1.3k"]
    assert [count(number) for number in numbers] == shown


def test_duration() -> None:
    seconds = [-1, 0, 3.14, 9.94, 9.96, 59.4, 59.6, 64, 3599.6, 7_500, float("nan")]
    shown = ["0.0s", "0.0s", "3.1s", "9.9s", "10s", "59s", "1m 00s", "1m 04s", "1h 00m", "2h 05m", "0.0s"]
    assert [duration(number) for number in seconds] == shown


def test_whole_duration() -> None:
    assert [whole_duration(s) for s in (0.3, 4.2, 64, float("inf"))] == ["<1s", "4s", "1m 04s", "?"]


def test_money() -> None:
    assert [money(m) for m in (0, 0.001, 0.042, 12.3)] == ["$0.00", "<$0.01", "$0.04", "$12.30"]


@pytest.mark.parametrize(
    ("number", "shown"),
    [
        (0, "0 B"),
        (78, "78 B"),
        (1_000, "1.0 KB"),
        (32_768, "32 KB"),
        (1_572_864, "1.5 MB"),
        (5e12, "4657 GB"),
    ],
)
def test_size(number: float, shown: str) -> None:
    assert size(number) == shown


def test_plural() -> None:
    assert [plural(1, "line"), plural(1_204, "line"), plural(2, "entry", "entries")] == [
        "1 line",
        "1,204 lines",
        "2 entries",
    ]
