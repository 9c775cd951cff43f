"""One entry of the tree whole, while the run that it belongs to is under way and afterwards."""

from __future__ import annotations

from pitui.protocol.responses import Entries
from pitui.session.blocks import ToolBlock, ToolState
from pitui.session.phase import Phase
from pitui.session.tree import SessionTree
from pitui.session.tree_preview import Preview, shown_of
from tests.session.records import assistant, call, decoded, event, loaded, message_entry, result, user

ANSWER = assistant(call("one", "bash", command="a"), call("two", "bash", command="b"), stop="toolUse")
ENTRIES = [
    message_entry("u", None, user("go"), 1),
    message_entry("a", "u", ANSWER, 2),
    message_entry("r1", "a", result("one", "done"), 3),
]


def states(tree: SessionTree) -> list[ToolState]:
    entry = tree.entry("a")
    assert entry is not None
    return [block.state for block in Preview(tree, entry).blocks if isinstance(block, ToolBlock)]


def test_a_call_is_aborted_only_when_nothing_can_end_it_any_more() -> None:
    session = loaded(ENTRIES)
    assert states(session.tree) == [ToolState.DONE, ToolState.ABORTED]
    session.apply(event("agent_start"), 1)
    assert session.phase is Phase.WORKING
    assert ToolState.ABORTED not in states(session.tree)
    session.tree.add(Entries(entries=decoded([message_entry("u2", "r1", user("on"), 4)]), leaf_id="u2"))
    assert states(session.tree) == [ToolState.DONE, ToolState.ABORTED]


def test_another_result_is_another_preview() -> None:
    tree = SessionTree()
    tree.add(Entries(entries=decoded(ENTRIES), leaf_id="r1"))
    entry = tree.entry("a")
    assert entry is not None
    before = shown_of(tree, entry)
    assert shown_of(tree, entry) == before
    tree.add(Entries(entries=decoded([message_entry("r2", "r1", result("two", "x"), 4)]), leaf_id="r2"))
    assert shown_of(tree, entry) != before
    assert states(tree) == [ToolState.DONE, ToolState.DONE]
