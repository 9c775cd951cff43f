"""When two sessions show the same: all but what only whoever watched can know, such as when a thought began."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable
from typing import Any, cast

from pitui.protocol.base import Model
from pitui.session.blocks import (
    AnyBlock,
    CompactionBlock,
    NoticeBlock,
    RetryBlock,
    ToolBlock,
    WaitState,
)
from pitui.session.growing import GrowingText

VOLATILE = {
    "key",
    "version",
    "started",
    "seconds",
    "until",
    "max_attempts",
    "request_id",
    "reason",
    "tokens_after",
}
"""Fields that pi does not store."""

UNSTORED_NESTED = {"output", "details", "at", "entry_id"}
"""Of a call inside of a call pi stores arguments, status, duration and error (pi 1.6.0, docs/message-types.md)."""


def comparable(block: AnyBlock) -> dict[str, Any]:
    """What a block shows, as plain values."""
    shown: dict[str, Any] = {"kind": type(block).__name__}
    for field in dataclasses.fields(block):
        if field.name not in VOLATILE:
            shown[field.name] = _plain(getattr(block, field.name))
    if isinstance(block, ToolBlock):
        shown["nested"] = [
            {name: value for name, value in comparable(nested).items() if name not in UNSTORED_NESTED}
            for nested in block.nested
        ]
    return shown


def comparables(blocks: Iterable[AnyBlock]) -> list[dict[str, Any]]:
    """What all blocks show that pi stores: its entries know nothing of local notices and of what was given up."""
    return [comparable(block) for block in blocks if not _is_local(block)]


def _is_local(block: AnyBlock) -> bool:
    match block:
        case NoticeBlock():
            return block.entry_id is None
        case RetryBlock():
            return block.state is WaitState.ABORTED
        case CompactionBlock():
            return block.state is not WaitState.DONE
        case _:
            return False


def _plain(value: Any) -> Any:
    match value:
        case GrowingText():
            return value.text
        case Model():
            return {**value.__dict__, **(value.model_extra or {})}
        case list():
            return [_plain(member) for member in cast("list[Any]", value)]
        case _:
            return value
