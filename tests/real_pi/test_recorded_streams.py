"""Real streams of pi, cut off, repeated and shuffled: the session takes them all."""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path

import pytest

from pitui.protocol.codec import Record
from pitui.protocol.events import ToolExecutionEnd, ToolExecutionStart, ToolExecutionUpdate
from pitui.session.blocks import ToolBlock, ToolState
from pitui.session.state import Session
from pitui.session.text import source_text
from tests.conftest import RealPi
from tests.real_pi.live_session import live_session
from tests.session.comparing import comparables
from tests.session.records import loaded

pytestmark = pytest.mark.anyio


def replayed(records: list[Record]) -> Session:
    session = loaded([])
    for now, record in enumerate(records):
        session.apply(record, float(now))
    return session


def check(session: Session) -> None:
    keys = [block.key for block in session.blocks]
    assert [session.index(key) for key in keys] == list(range(len(keys)))
    for block in session.blocks:
        source_text(block)
    session.changes.take()


async def test_any_part_of_a_stream_in_any_order_is_taken(real_pi: RealPi) -> None:
    async with live_session(real_pi, "--thinking", "low") as live:
        for prompt in ("fix the flaky test", "parallel", "fail", "retry 1", "tool nosuch"):
            await live.ask(prompt)
        records = live.records
    rng = random.Random(1)
    for _ in range(30):
        check(replayed(records[: rng.randrange(len(records))]))
        check(replayed(records[rng.randrange(len(records)) :]))
    check(replayed([record for record in records for _ in range(2)]))
    shuffled = records.copy()
    rng.shuffle(shuffled)
    check(replayed(shuffled))


async def test_the_order_in_which_tool_events_arrive_changes_nothing_in_the_end(real_pi: RealPi) -> None:
    """Within an answer's calls; their results come after all of them, in the order of the calls."""
    async with live_session(real_pi) as live:
        await live.ask("parallel")
        records = live.records
    expected = comparables(replayed(records).blocks)
    rng = random.Random(2)
    for _ in range(20):
        mixed: list[Record] = []
        batch: list[Record] = []
        for record in records:
            if isinstance(record, ToolExecutionStart | ToolExecutionUpdate | ToolExecutionEnd):
                batch.append(record)
                continue
            rng.shuffle(batch)
            mixed += batch
            batch = []
            mixed.append(record)
        assert comparables(replayed(mixed).blocks) == expected


@pytest.mark.parametrize("pi_version", ["1.6.0"])  # codemode came with pi 0.99
async def test_calls_inside_of_a_call(real_pi: RealPi) -> None:
    extension = Path(__file__).with_name("nested.ts")
    args = ("-e", str(extension), "--provider", "nested", "--model", "nested-1", "--tools", "+codemode")
    async with live_session(replace(real_pi, demo_args=args)) as live:
        await live.ask("run the script")
        await live.assert_equals_loaded()
        (outer,) = [block for block in live.session.blocks if isinstance(block, ToolBlock)]
        assert outer.state is ToolState.DONE
        states = {(tool.name, tool.state) for tool in outer.nested}
        assert {("bash", ToolState.DONE), ("read", ToolState.FAILED)} <= states
        assert all(tool.parent == outer.call_id for tool in outer.nested)
        assert all(live.session.tool(tool.call_id) is tool for tool in outer.nested)
