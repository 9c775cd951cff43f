"""What F1 offers, in its order."""

from __future__ import annotations

from pitui.ui.editor_actions import FOLLOW_UP, SUBMIT
from pitui.ui.everything import action_items
from pitui.ui.keys import keys_in_force


def test_what_can_be_done_with_a_run_comes_first() -> None:
    items = action_items(keys_in_force())
    run = [item for item in items if item.group == items[0].group]
    assert items[: len(run)] == run
    names = [item.value.name for item in run]
    assert names[:2] == [SUBMIT.id, FOLLOW_UP.id]
    assert {"app.interrupt", "pitui.queue"} <= set(names)
