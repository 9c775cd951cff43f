"""The rows of the list after any changes are those that reading everything anew gives."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from pitui.session.blocks import AnyBlock, ToolBlock, ToolState
from pitui.session.changes import ChangeSet
from pitui.ui.widgets.calls.listing import CallRow, Listing
from tests.ui.calls.app import call, running
from tests.ui.transcript.columns import answer

_steps = st.lists(
    st.tuples(
        st.sampled_from(["answer", "call", "insert", "remove", "nest", "end", "again"]), st.integers(0, 99)
    ),
    max_size=30,
)


def from_scratch(blocks: list[AnyBlock]) -> list[CallRow]:
    listing = Listing()
    listing.take(blocks, ChangeSet(restructured_from=0))
    return listing.rows


def flat(blocks: list[AnyBlock]) -> list[tuple[int, int]]:
    rows: list[tuple[int, int]] = []

    def add(block: ToolBlock, depth: int) -> None:
        rows.append((block.key, depth))
        for inner in block.nested:
            add(inner, depth + 1)

    for block in blocks:
        if isinstance(block, ToolBlock):
            add(block, 0)
    return rows


@given(_steps)
def test_any_changes_give_the_rows_of_a_new_reading(steps: list[tuple[str, int]]) -> None:
    blocks: list[AnyBlock] = []
    listing, changes = Listing(), ChangeSet()
    for key, (step, at) in enumerate(steps, 1):
        tools = [block for block in blocks if isinstance(block, ToolBlock)]
        match step:
            case "answer" | "call":
                changes.structure(len(blocks))
                blocks.append(answer(key, "text") if step == "answer" else running(key))
            case "insert":
                changes.structure(at % (len(blocks) + 1))
                blocks.insert(at % (len(blocks) + 1), running(key))
            case "remove" if blocks:
                changes.structure(at % len(blocks))
                del blocks[at % len(blocks)]
            case "nest" if tools:
                parent = tools[at % len(tools)]
                parent.nested.append(running(key))
                changes.block(parent.key)
                changes.block(key)
            case "end" if tools:
                tools[at % len(tools)].state = ToolState.DONE
                changes.block(tools[at % len(tools)].key)
            case _:
                changes.structure(0)
        if at % 3:
            before = list(listing.rows)
            taken = listing.take(blocks, changes.take())
            assert [(row.call.key, row.depth) for row in listing.rows] == flat(blocks)
            assert listing.rows == from_scratch(blocks)
            assert all(listing.row_of(row.call.key) == n for n, row in enumerate(listing.rows))
            if taken.first is None:
                assert listing.rows == before
            else:
                assert listing.rows[: taken.first] == before[: taken.first]


def test_a_new_call_costs_nothing_of_what_is_before_it() -> None:
    blocks: list[AnyBlock] = [call(key) for key in range(1, 10_001)]
    listing = Listing()
    listing.take(blocks, ChangeSet(restructured_from=0))
    rows = listing.rows
    blocks.append(running(20_000))
    taken = listing.take(blocks, ChangeSet(restructured_from=10_000))
    assert taken.first == 10_000
    assert listing.rows is rows
    assert listing.current == 10_000


def test_the_current_call_is_the_last_that_runs_then_one_that_is_prepared_then_the_last() -> None:
    calls = [running(1), running(2), call(3, state=ToolState.PREPARING), call(4)]
    listing = Listing()
    listing.take(calls, ChangeSet(restructured_from=0))
    assert listing.current == 1
    for expected, key in ((0, 2), (2, 1), (3, 3)):
        calls[key - 1].state = ToolState.DONE
        listing.take(calls, ChangeSet(blocks={key}))
        assert listing.current == expected
