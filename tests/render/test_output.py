"""A stretch of an output: right at its ends, and without work on what it does not show."""

from __future__ import annotations

import importlib
import pkgutil
import tracemalloc
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.style import Style

import pitui.render
from pitui.render.block import render_block
from pitui.render.copied import copied
from pitui.render.output import head, tail
from pitui.render.sanitize import visible
from pitui.session.blocks import AnyBlock, BashBlock, CustomBlock, ToolBlock, ToolState, UnknownBlock
from pitui.session.growing import GrowingText
from tests.render.block_examples import look, rows, tool

_DIM = Style(dim=True)
_printable = st.lists(st.text("ab漢 ", max_size=30), max_size=12).map("\n".join)


@given(_printable, st.integers(1, 8), st.integers(5, 40))
def test_a_tail_is_the_end_of_the_whole(text: str, count: int, width: int) -> None:
    whole = tail(text, 10_000, width, _DIM)
    part = tail(text, count, width, _DIM)
    assert whole.hidden == 0
    assert copied(whole.lines) == text.rstrip("\n")
    assert rows(part.lines) == rows(whole.lines[len(whole.lines) - len(part.lines) :])
    assert len(part.lines) == min(count, len(whole.lines))
    # What is hidden and what is shown make up all lines; one that is shown in part counts as hidden.
    begun = sum(line.joint is None for line in part.lines)
    assert part.hidden + begun == (len(text.rstrip("\n").split("\n")) if part.lines else 0)


@given(_printable, st.integers(1, 8), st.integers(5, 40))
def test_a_head_is_the_start_of_the_whole(text: str, count: int, width: int) -> None:
    whole = head(text, 10_000, width, _DIM)
    part = head(text, count, width, _DIM)
    assert whole.hidden == 0
    assert copied(whole.lines) == text.rstrip("\n")
    assert rows(part.lines) == rows(whole.lines[: len(part.lines)])
    assert len(part.lines) == min(count, len(whole.lines))
    assert (part.hidden == 0) == (len(part.lines) == len(whole.lines))


_FOLDED: dict[str, tuple[int, Callable[[str], AnyBlock]]] = {
    "bash": (5, lambda text: tool("bash", {"command": "seq"}, text)),
    "running": (5, lambda text: tool("bash", {"command": "seq"}, text, state=ToolState.RUNNING)),
    "ls": (5, lambda text: tool("ls", {}, text)),
    "any tool": (5, lambda text: tool("some_tool", {}, text)),
    "write": (10, lambda text: tool("write", {"path": "a", "content": text})),
    "writing": (10, lambda text: tool("write", {"path": "a", "content": text}, state=ToolState.PREPARING)),
    "edit": (12, lambda text: tool("edit", {"path": "a", "edits": [{"oldText": "", "newText": text}]})),
    "shell": (5, lambda text: BashBlock(1, command="seq", output=GrowingText(text))),
    "unknown": (5, lambda text: UnknownBlock(1, kind="new", text=text)),
    "custom": (10, lambda text: CustomBlock(1, custom_type="n", text=f"```\n{text}\n```")),
    "calls": (8, lambda text: tool("codemode", {}, nested=[tool("ls", {}) for _ in text.split()])),
}
"""How many rows each shows when there are many more."""


@pytest.mark.parametrize("kind", _FOLDED)
def test_a_hint_never_stands_for_a_single_row(kind: str) -> None:
    shown, make = _FOLDED[kind]
    whole, cut = (
        rows(render_block(make("\n".join(map(str, range(count)))), look()))
        for count in (shown + 1, shown + 2)
    )
    assert not any("earlier" in row or "more" in row for row in whole)
    assert len(whole) == len(cut) == shown + 2
    assert any("… 2 " in row for row in cut)


_HUGE = "a line of the output, of which there are many\n" * 110_000
_LONG_LINE = "x" * 5_000_000
_BLOCKS: dict[str, Callable[[str], AnyBlock]] = {
    "bash output": lambda text: tool("bash", {"command": "cat"}, text, state=ToolState.RUNNING),
    "bash command": lambda text: tool("bash", {"command": text}, "done"),
    "read": lambda text: tool("read", {"path": "log"}, text),
    "failure": lambda text: tool("read", {"path": "log"}, text, state=ToolState.FAILED),
    "grep": lambda text: tool("grep", {"pattern": "x"}, text),
    "ls": lambda text: tool("ls", {}, text),
    "codemode": lambda text: tool("codemode", {"code": text}, text),
    "script": lambda text: tool("codemode", {"code": text}, state=ToolState.PREPARING),
    "any tool": lambda text: tool("some_tool", {"query": text}, text),
    "write": lambda text: tool("write", {"path": "a.py", "content": text}, "done"),
    "writing": lambda text: tool("write", {"path": "a.py", "content": text}, state=ToolState.PREPARING),
    "editing": lambda text: tool("edit", {"path": "a", "edits": [{"oldText": "a", "newText": text}]}),
    "diff": lambda text: tool("edit", {"path": "a"}, "ok", details={"diff": "+1 a\n" + text}),
    "shell": lambda text: BashBlock(1, command="cat log", output=GrowingText(text)),
    "custom": lambda text: CustomBlock(1, custom_type="note", text=text),
    "unknown": lambda text: UnknownBlock(1, kind="new", text=text),
}


@pytest.mark.parametrize(
    "text", [_HUGE, _LONG_LINE, _LONG_LINE.replace("xx", "x\r")], ids=["lines", "line", "\\r"]
)
@pytest.mark.parametrize("kind", _BLOCKS)
def test_folded_output_costs_what_it_shows(kind: str, text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    block = _BLOCKS[kind](text)
    render_block(
        tool(block.name) if isinstance(block, ToolBlock) else block, look(80)
    )  # loads what is loaded once
    looked_at = 0

    def counting(part: str) -> str:
        nonlocal looked_at
        looked_at += len(part)
        return visible(part)

    for module in pkgutil.walk_packages(pitui.render.__path__, "pitui.render."):
        loaded = importlib.import_module(module.name)
        if hasattr(loaded, "visible"):
            monkeypatch.setattr(loaded, "visible", counting)
    tracemalloc.start()
    try:
        lines = render_block(block, look(80))
        _, most = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert 0 < looked_at < 200_000
    assert most < 4_000_000  # less than one copy of the text
    assert len(lines) < 30
