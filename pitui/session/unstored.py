"""Prompts that pi had not stored when it ended: pi 0.82.1 writes a file only with the first answer."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from pitui.session.blocks import AnyBlock, UserBlock
from pitui.session.waiting import Waiting


def unstored_prompts(blocks: Sequence[AnyBlock]) -> list[Waiting]:
    """The user's messages that are shown and not known to be stored."""
    return [
        Waiting(block.text, "steer", tuple(block.images))
        for block in blocks
        if isinstance(block, UserBlock) and block.entry_id is None
    ]


def lost_prompts(unstored: Sequence[Waiting], loaded: Sequence[AnyBlock]) -> list[Waiting]:
    """Those of the unstored messages that are not in what was loaded afterwards, in order."""
    stored = Counter(block.text for block in loaded if isinstance(block, UserBlock))
    lost: list[Waiting] = []
    for message in unstored:
        if stored[message.text]:
            stored[message.text] -= 1
        else:
            lost.append(message)
    return lost
