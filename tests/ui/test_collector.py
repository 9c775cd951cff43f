"""Garbage waits while something goes on and is gone after a quiet second; Python gets its collector back."""

from __future__ import annotations

import gc
import weakref
from collections.abc import Callable, Iterator

import pytest

from pitui.ui.collector import LONGEST_SECONDS, QUIET_SECONDS, YOUNG_SECONDS, Collector


class Ring:
    """Garbage that reference counts cannot free."""

    def __init__(self) -> None:
        self.itself = self


class Clock:
    """A clock and its timers, moved by hand."""

    def __init__(self) -> None:
        self.now = 0.0
        self.timers: list[tuple[float, Callable[[], None]]] = []

    def call_after(self, seconds: float, call: Callable[[], None]) -> None:
        self.timers.append((self.now + seconds, call))

    def go(self, seconds: float) -> None:
        """Let time pass and timers ring."""
        self.now += seconds
        due = [call for at, call in self.timers if at <= self.now + 1e-9]
        self.timers = [timer for timer in self.timers if timer[0] > self.now + 1e-9]
        for call in due:
            call()


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def collector(clock: Clock) -> Iterator[Collector]:
    collector = Collector(clock.call_after, lambda: clock.now)
    collector.start()
    yield collector
    collector.stop()


def old_garbage() -> weakref.ref[Ring]:
    """Garbage that has outlived the young generations."""
    ring = Ring()
    gc.collect(1)
    return weakref.ref(ring)


def test_python_collects_by_itself_before_and_after(clock: Clock) -> None:
    collector = Collector(clock.call_after, lambda: clock.now)
    assert gc.isenabled()
    collector.start()
    assert not gc.isenabled()
    collector.stop()
    assert gc.isenabled()
    assert gc.get_freeze_count() == 0


def test_old_garbage_waits_for_a_quiet_second(clock: Clock, collector: Collector) -> None:
    garbage = old_garbage()
    for _ in range(40):
        collector.busy()
        clock.go(QUIET_SECONDS / 4)
    assert garbage() is not None
    clock.go(QUIET_SECONDS)
    clock.go(QUIET_SECONDS)
    assert garbage() is None


def test_young_garbage_goes_while_busy(clock: Clock, collector: Collector) -> None:
    garbage = weakref.ref(Ring())
    assert garbage() is not None
    clock.go(YOUNG_SECONDS)
    collector.busy()
    assert garbage() is None


def test_an_endless_run_is_collected_now_and_then(clock: Clock, collector: Collector) -> None:
    garbage = old_garbage()
    for _ in range(int(LONGEST_SECONDS / 0.5) + 1):
        collector.busy()
        clock.go(0.5)
    assert garbage() is None


def test_what_an_earlier_session_left_goes_after_another_was_opened(
    clock: Clock, collector: Collector
) -> None:
    ring = Ring()
    garbage = weakref.ref(ring)
    collector.opened()
    clock.go(QUIET_SECONDS)
    del ring
    collector.opened()
    assert garbage() is not None
    clock.go(QUIET_SECONDS)
    assert garbage() is None


def test_no_timer_is_left_when_idle(clock: Clock, collector: Collector) -> None:
    collector.busy()
    clock.go(QUIET_SECONDS)
    assert clock.timers == []
