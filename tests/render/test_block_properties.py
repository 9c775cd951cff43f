"""What holds for every block, whatever it holds and however wide the screen is."""

from __future__ import annotations

import logging
import re

from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from pitui.render.block import foldable, is_running, render_block
from pitui.render.line import Line
from pitui.session.blocks import AnyBlock, RetryBlock, TextBlock
from tests.render.block_examples import blocks, look

_OBEYED = re.compile("[\x00-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\u200b]")


class _Failures(logging.Handler):
    """A block that could not be drawn is logged and shown as plain text: here it is a failure."""

    def emit(self, record: logging.LogRecord) -> None:
        raise AssertionError(record.getMessage()) from (record.exc_info[1] if record.exc_info else None)


def _draw(block: AnyBlock, width: int, expanded: bool, now: float = 0) -> list[Line]:
    log = logging.getLogger("pitui.render.block")
    handler = _Failures()
    log.addHandler(handler)
    try:
        return render_block(block, look(width, expanded=expanded, now=now))
    finally:
        log.removeHandler(handler)


@settings(max_examples=600, suppress_health_check=[HealthCheck.too_slow], deadline=None)
@given(block=blocks, width=st.integers(2, 200) | st.just(80), expanded=st.booleans(), now=st.floats(0, 1e9))
@example(block=RetryBlock(1, until=float("nan")), width=80, expanded=False, now=0)
@example(block=RetryBlock(1, until=float("inf")), width=80, expanded=False, now=0)
def test_any_block_is_drawn_within_the_width_and_obeys_nothing(
    block: AnyBlock, width: int, expanded: bool, now: float
) -> None:
    lines = _draw(block, width, expanded, now)
    assert lines or isinstance(block, TextBlock)  # an empty fence shows nothing
    for line in lines:
        assert line.width <= width
        assert not _OBEYED.search(line.text)
        assert 0 <= line.gutter <= len(line.text)
    foldable(block)
    is_running(block)


@settings(max_examples=150, suppress_health_check=[HealthCheck.too_slow], deadline=None)
@given(block=blocks, width=st.integers(20, 120))
def test_a_block_that_does_not_fold_looks_the_same_open(block: AnyBlock, width: int) -> None:
    if not foldable(block):
        assert _draw(block, width, expanded=True) == _draw(block, width, expanded=False)


@settings(max_examples=100, suppress_health_check=[HealthCheck.too_slow], deadline=None)
@given(block=blocks)
def test_only_what_runs_changes_with_time(block: AnyBlock) -> None:
    if not is_running(block):
        assert _draw(block, 80, False, now=1) == _draw(block, 80, False, now=1_000_000)
