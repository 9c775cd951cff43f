"""What is seen stays where it is, whatever happens elsewhere; at the end it follows."""

from __future__ import annotations

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from pitui.protocol.content import TextContent
from pitui.session.blocks import AnyBlock, TextBlock, ToolBlock
from pitui.ui.widgets.transcript.viewport import GAP
from tests.ui.transcript.columns import Column, answer, lines_of, notice, tool, user

TEXTS = st.text("abc \n", min_size=1, max_size=120)


@st.composite
def conversations(draw: st.DrawFn) -> list[AnyBlock]:
    """Blocks of every height, with room between their keys for others."""
    blocks: list[AnyBlock] = []
    for n in range(draw(st.integers(8, 20))):
        kind, text = draw(st.sampled_from("utTn")), draw(TEXTS)
        key = (n + 1) * 100
        match kind:
            case "u":
                blocks.append(user(key, text))
            case "t":
                blocks.append(tool(key, text))
            case "T":
                blocks.append(answer(key, text))
            case _:
                blocks.append(notice(key, text))
    return blocks


class Story:
    """Random changes to a column, each told to the layout as the session would tell it."""

    def __init__(self, column: Column, data: st.DataObject) -> None:
        self.column = column
        self.data = data
        self.next_key = 100_000

    def step(self) -> set[int]:
        """Change something; returns the keys of the blocks that it touched."""
        column = self.column
        operation = self.data.draw(st.sampled_from(("grow", "rewrite", "fold", "insert", "remove", "append")))
        at = self.data.draw(st.integers(0, len(column.blocks) - 1))
        block = column.blocks[at]
        match operation:
            case "grow" if isinstance(block, TextBlock):
                block.text.append(self.data.draw(TEXTS))
                block.version += 1
                column.layout.changed(block.key)
                return {block.key}
            case "rewrite" if isinstance(block, ToolBlock):
                block.output = [TextContent(text=self.data.draw(TEXTS))]
                block.version += 1
                column.layout.changed(block.key)
                return {block.key}
            case "fold" if isinstance(block, ToolBlock):
                column.folds.toggle(block)
                column.layout.changed(block.key)
                return {block.key}
            case "insert":
                self.next_key += 1
                column.blocks.insert(at, notice(self.next_key, self.data.draw(TEXTS)))
                column.layout.replace(column.blocks, at)
                return {self.next_key}
            case "remove" if len(column.blocks) > 8:
                del column.blocks[at]
                column.layout.replace(column.blocks, at)
                return {block.key}
            case _:
                self.next_key += 1
                column.blocks.append(answer(self.next_key, self.data.draw(TEXTS)))
                column.layout.replace(column.blocks, len(column.blocks) - 1)
                return {self.next_key}


def scrolled_up(blocks: list[AnyBlock], data: st.DataObject) -> Column:
    column = Column()
    column.show(blocks)
    column.viewport.move(-data.draw(st.integers(1, 60)))
    assume(not column.viewport.follow)
    return column


@settings(max_examples=300, deadline=None)
@given(conversations(), st.data())
def test_the_topmost_row_that_is_still_there_never_moves(blocks: list[AnyBlock], data: st.DataObject) -> None:
    column = scrolled_up(blocks, data)
    story = Story(column, data)
    for _ in range(data.draw(st.integers(1, 8))):
        before = list(column.viewport.rows)
        visible = {row.key for row in before}
        neighbours = {
            key
            for above, after in zip(column.blocks, column.blocks[1:], strict=False)
            if after.key in visible or above.key in visible
            for key in (above.key, after.key)
        }
        touched = story.step()
        column.viewport.settle()
        assert column.texts() == column.expected()
        if column.viewport.follow or column.viewport.top == 0:
            return
        after = column.viewport.rows
        if not touched & (visible | neighbours) and touched <= {block.key for block in blocks}:
            assert after == before
        still_there = [y for y, row in enumerate(before) if row.line != GAP and column.has(row)]
        if still_there:
            y = still_there[0]
            assert (after[y].key, after[y].line) == (before[y].key, before[y].line)


@settings(max_examples=200, deadline=None)
@given(conversations(), st.data())
def test_streaming_below_moves_nothing(blocks: list[AnyBlock], data: st.DataObject) -> None:
    blocks = [*blocks, answer(90_000, "begin", streaming=True)]
    column = scrolled_up(blocks, data)
    last = blocks[-1]
    assert isinstance(last, TextBlock)
    for _ in range(6):
        before = column.texts()
        rows = list(column.viewport.rows)
        last.text.append(data.draw(TEXTS))
        last.version += 1
        column.layout.changed(last.key)
        column.viewport.settle()
        steady = [y for y, row in enumerate(rows) if row.key != last.key]
        assert [column.texts()[y] for y in steady] == [before[y] for y in steady]
        assert not column.viewport.follow


@settings(max_examples=200, deadline=None)
@given(conversations(), st.data())
def test_following_shows_the_end(blocks: list[AnyBlock], data: st.DataObject) -> None:
    column = Column()
    column.show(blocks)
    story = Story(column, data)
    for _ in range(data.draw(st.integers(1, 8))):
        story.step()
        column.viewport.settle()
        assert column.viewport.follow
        assert column.texts() == column.expected()
        assert column.viewport.top + len(column.texts()) == column.layout.total
        assert column.viewport.rows[-1].key == column.blocks[-1].key


@settings(max_examples=200, deadline=None)
@given(conversations(), st.lists(st.integers(-25, 25), min_size=1, max_size=12))
def test_scrolling_moves_by_rows_as_they_are(blocks: list[AnyBlock], deltas: list[int]) -> None:
    column = Column()
    column.show(blocks)
    for delta in deltas:
        before = column.top_in_full()
        everything = column.layout
        column.viewport.move(delta)
        assert column.texts() == column.expected()
        for i in range(len(everything)):
            everything.lines(i)
        column.viewport.settle()
        most = max(0, everything.total - column.viewport.height)
        assert column.top_in_full() == min(max(0, before + delta), most)


def test_opening_renders_only_what_is_seen() -> None:
    column = Column(width=80, height=40)
    column.show([answer(key, lines_of(key % 7 + 1)) for key in range(1, 10_001)])
    assert 0 < len(column.drawn) <= 40


@pytest.mark.parametrize("row", [0, 1, 5_000, 25_000, 49_000])
def test_a_jump_renders_only_what_is_seen(row: int) -> None:
    column = Column(width=80, height=40)
    column.show([answer(key, lines_of(key % 7 + 1)) for key in range(1, 10_001)])
    column.drawn.clear()
    column.viewport.go_to_row(row)
    assert 0 < len(column.drawn) <= 80
    assert column.texts() == column.expected()


def test_width_changes_keep_the_first_line() -> None:
    column = Column(width=40, height=10)
    text = "\n".join(" ".join(f"{n}-{m}" for m in range(n % 30 + 1)) for n in range(200))
    column.show([answer(1, text), answer(2, lines_of(50, "after"))])
    column.viewport.go_to_row(75)
    before = column.texts()[0]
    for width in (100, 20, 63, 15, 40):
        column.viewport.resize(width, 10)
        column.drawn.clear()
    assert column.texts()[0] == before


@given(st.lists(st.integers(8, 120), min_size=1, max_size=5), st.integers(0, 400))
@settings(deadline=None)
def test_the_word_on_the_first_row_stays_near_it(widths: list[int], row: int) -> None:
    column = Column(width=60, height=10)
    column.show([answer(key, " ".join(f"{key}w{n:03}" for n in range(90))) for key in range(1, 60)])
    column.viewport.go_to_row(row)
    assume(not column.viewport.follow)
    key = next(r.key for r in column.viewport.rows if r.line != GAP)
    for width in widths:
        column.viewport.resize(width, 10)
        assert column.texts() == column.expected()
    assert key in {r.key for r in column.viewport.rows[:2]}


def test_a_change_below_counts_as_new_until_it_was_seen() -> None:
    column = Column(height=5)
    column.show([answer(key, f"text {key}") for key in range(1, 21)])
    column.viewport.move(-10)
    column.blocks += [answer(21, "new"), answer(22, "new")]
    column.layout.replace(column.blocks, 20)
    column.viewport.settle()
    column.viewport.note_new({21, 22})
    assert column.viewport.unseen == 2
    column.viewport.move(12)
    assert column.viewport.unseen == 1
    column.viewport.go_to_end()
    assert column.viewport.unseen == 0


def test_a_change_in_sight_is_not_new() -> None:
    column = Column(height=9)
    column.show([answer(key, f"text {key}") for key in range(1, 21)])
    column.viewport.go_to_row(0)
    column.viewport.note_new({2})
    assert column.viewport.unseen == 0


def test_scrolling_to_the_end_follows_again() -> None:
    column = Column(height=5)
    column.show([answer(key, f"text {key}") for key in range(1, 21)])
    column.viewport.move(-3)
    assert not column.viewport.follow
    column.viewport.move(2)
    assert not column.viewport.follow
    column.viewport.move(1)
    assert column.viewport.follow


def test_a_whole_other_conversation_is_shown_from_its_end() -> None:
    column = Column(height=5)
    column.show([answer(key, f"old {key}") for key in range(1, 21)])
    column.viewport.move(-10)
    column.show([answer(key, f"new {key}") for key in range(101, 121)])
    assert column.texts()[0].startswith("new") or column.texts()[0] == ""
