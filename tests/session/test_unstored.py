"""What the user had sent comes back when pi ended before it had stored it, once and in order."""

from __future__ import annotations

from pitui.session.blocks import UserBlock
from pitui.session.unstored import lost_prompts, unstored_prompts


def test_only_messages_that_were_not_stored_come_back() -> None:
    shown = [UserBlock(1, text="old", entry_id="a"), UserBlock(2, text="same"), UserBlock(3, text="same")]
    loaded = [UserBlock(1, text="old", entry_id="a"), UserBlock(2, text="same", entry_id="b")]

    assert [message.text for message in lost_prompts(unstored_prompts(shown), loaded)] == ["same"]
    assert lost_prompts(unstored_prompts(shown), [*loaded, UserBlock(3, text="same")]) == []
