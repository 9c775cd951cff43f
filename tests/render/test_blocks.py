"""How each kind of block looks, but for tool calls."""

from __future__ import annotations

from dataclasses import replace

import pytest
from rich.style import Style

from pitui.protocol.content import ImageContent
from pitui.render import block as block_module
from pitui.render.block import foldable, is_running, render_block
from pitui.render.copied import copied
from pitui.session.blocks import (
    BashBlock,
    BranchSummaryBlock,
    CompactionBlock,
    CustomBlock,
    Level,
    NoticeBlock,
    RetryBlock,
    TextBlock,
    ThinkingBlock,
    UnknownBlock,
    UserBlock,
    WaitState,
)
from pitui.session.growing import GrowingText
from tests.render.block_examples import PALETTE, look, rows

PNG = (
    "iVBORw0KGgoAAAANSUhEUgAAAAoAAAAKCAYAAACNMs+9AAAAFUlEQVR42mNk+M9Qz0AEYBxVSF+FAAhKDveksOjmAAAAAElFTkSuQmCC"
)


@pytest.mark.parametrize("marker", ["[image 12]", "[paste 3: 20 lines]"])
def test_a_marker_in_a_message_is_not_parted(marker: str) -> None:
    for width in range(30, 60):
        lines = rows(render_block(UserBlock(1, text=f"please look at {marker} and at this"), look(width)))
        assert any(marker.replace(" ", "\u00a0") in line for line in lines)


def test_a_user_message_has_a_bar_that_is_not_copied() -> None:
    block = UserBlock(1, text="Fix the flaky test\n\nin tests/test_io.py")
    lines = render_block(block, look())
    assert rows(lines) == ["┃ Fix the flaky test", "┃", "┃ in tests/test_io.py"]
    assert lines[0].segments[0].style == PALETTE.user_bar
    assert copied(lines) == block.text
    assert not foldable(block)


def test_a_user_message_wraps_at_prose_width() -> None:
    block = UserBlock(1, text="word " * 100)
    assert max(line.width for line in render_block(block, look(180))) <= 100


def test_images_of_a_user_message_are_chips() -> None:
    block = UserBlock(1, text="look", images=[ImageContent(data=PNG, mime_type="image/png")])
    assert rows(render_block(block, look())) == ["┃ look", "┃ [image png 10×10 78 B]"]


def test_a_skill_is_one_line_until_it_is_opened() -> None:
    block = UserBlock(1, text="do it", skill="review", skill_text="Read first.\nThen write.")
    assert foldable(block)
    assert rows(render_block(block, look())) == ["┃ ▸ [skill] review", "┃ do it"]
    opened = rows(render_block(block, look(expanded=True)))
    assert opened == ["┃ ▾ [skill] review", "┃   Read first.", "┃   Then write.", "┃ do it"]
    narrow = rows(render_block(block, look(12, expanded=True)))
    assert narrow[-4:-1] == ["┃   first.", "┃   Then", "┃   write."]


def test_thinking_is_one_line_with_its_time() -> None:
    block = ThinkingBlock(1, text=GrowingText("The test *sleeps*."), seconds=4.2)
    assert rows(render_block(block, look())) == ["▸ thought for 4s"]
    opened = render_block(block, look(expanded=True))
    assert rows(opened)[0] == "▾ thought for 4s"
    assert rows(opened)[1] == "  The test sleeps."
    drawn = [s for line in opened for s in line.segments if s.text.strip()]
    assert all(s.style and s.style.dim and s.style.italic for s in drawn)


def test_a_thought_has_its_own_colour_where_plain_text_has_one() -> None:
    thinking, text = Style(color="grey50", italic=True), Style(color="white")
    palette = replace(PALETTE, name="coloured", text=text, strong=Style(bold=True), thinking=thinking)
    block = ThinkingBlock(1, text=GrowingText("It **sleeps**, see `wait`."), seconds=4.2)
    body = render_block(block, look(expanded=True)._replace(palette=palette))[1]
    colours = {s.text: s.style.color for s in body.segments if s.style and s.text.strip()}
    assert colours["It "] == colours["sleeps"] == thinking.color
    assert colours["wait"] == palette.code.color


def test_an_answer_that_pi_took_back_is_dim() -> None:
    block = TextBlock(1, text=GrowingText("It broke"), omitted=True)
    assert [segment.style and segment.style.dim for segment in render_block(block, look())[0].segments] == [
        True
    ]


def test_thinking_counts_while_it_runs() -> None:
    block = ThinkingBlock(1, text=GrowingText("Hm"), streaming=True, started=10)
    assert is_running(block)
    assert rows(render_block(block, look(now=13.4))) == ["▸ thinking… 3s"]


def test_redacted_thinking_says_so() -> None:
    block = ThinkingBlock(1, redacted=True, seconds=4)
    assert not foldable(block)
    assert rows(render_block(block, look())) == ["thought for 4s (redacted by the provider)"]


def test_levels_of_notices_can_be_told_without_colour() -> None:
    signs = [rows(render_block(NoticeBlock(1, level=level, text="text"), look()))[0] for level in Level]
    assert len(set(signs)) == len(Level)
    failed = NoticeBlock(1, level=Level.ERROR, text="529 overloaded", omitted=True)
    assert "no longer in the model's context" in rows(render_block(failed, look()))[0]


def test_a_retry_counts_down() -> None:
    block = RetryBlock(1, attempt=2, max_attempts=3, until=10, error="529 overloaded")
    assert is_running(block)
    assert rows(render_block(block, look(now=6.2))) == ["⠹ retry 2 of 3 in 4s: 529 overloaded"]
    assert rows(render_block(block, look(now=11))) == ["⠹ retry 2 of 3 now: 529 overloaded"]


def test_ends_of_a_retry_can_be_told_without_colour() -> None:
    ends = [WaitState.DONE, WaitState.FAILED, WaitState.ABORTED]
    drawn = [rows(render_block(RetryBlock(1, attempt=1, state=end), look()))[0] for end in ends]
    assert drawn == ["✓ retry 1 worked", "✗ retry 1 failed", "■ retry 1 cancelled"]


def test_a_retry_that_worked_does_not_read_as_an_error() -> None:
    block = RetryBlock(1, attempt=2, max_attempts=3, state=WaitState.DONE, error="529 overloaded")
    assert rows(render_block(block, look())) == ["✓ retry 2 of 3 worked (after: 529 overloaded)"]


def test_a_compaction_is_a_mark_with_its_figures() -> None:
    block = CompactionBlock(1, summary="We fixed **it**.", tokens_before=46_379, tokens_after=31_360)
    [mark] = render_block(block, look(60))
    assert mark.text.startswith("── ▸ compacted: 46k tokens → 31k ──")
    assert mark.width == 60
    assert foldable(block)
    assert any("We fixed" in row for row in rows(render_block(block, look(expanded=True))))


def test_a_compaction_that_runs_or_fails_says_so() -> None:
    running = CompactionBlock(1, state=WaitState.RUNNING, reason="threshold")
    assert is_running(running)
    assert rows(render_block(running, look())) == ["⠹ compacting, automatic…"]
    failed = CompactionBlock(1, state=WaitState.FAILED, error="Nothing to compact")
    assert rows(render_block(failed, look())) == ["✗ compaction failed: Nothing to compact"]
    failed.error = "Compaction failed: Nothing to compact"
    assert rows(render_block(failed, look())) == ["✗ compaction failed: Nothing to compact"]


def test_a_branch_summary_folds() -> None:
    block = BranchSummaryBlock(1, summary="Tried threads.")
    assert len(render_block(block, look())) == 1
    assert rows(render_block(block, look(expanded=True)))[1:] == ["  Tried threads."]


def test_a_custom_message_shows_its_type() -> None:
    block = CustomBlock(1, custom_type="plan", text="First this.")
    assert rows(render_block(block, look())) == ["[plan]", "  First this."]
    assert not foldable(block)


def test_a_long_custom_message_folds() -> None:
    block = CustomBlock(1, custom_type="plan", text="\n\n".join(f"Step {n}." for n in range(30)))
    assert foldable(block)
    folded = rows(render_block(block, look()))
    assert len(folded) == 12
    assert folded[0] == "▸ [plan]"
    assert folded[-1] == "  … 49 more lines"
    assert rows(render_block(block, look(expanded=True)))[-1] == "  Step 29."


def test_a_shell_command_of_the_user() -> None:
    block = BashBlock(1, command="pytest -q", output=GrowingText("a\nb\n"), exit_code=1, seconds=3.14)
    lines = rows(render_block(block, look(60)))
    assert lines == ["✗ !  pytest -q" + " " * 35 + "exit 1 3.1s", "  a", "  b"]


def test_a_shell_command_kept_from_the_model_says_so() -> None:
    block = BashBlock(1, command="ls", excluded=True, running=True, started=2)
    assert is_running(block)
    [row] = rows(render_block(block, look(60, now=14)))
    assert row.startswith("⠹ !!  ls ")
    assert row.endswith("not in context  12s")


def test_what_is_unknown_is_shown_as_it_came() -> None:
    block = UnknownBlock(1, kind="hologram", text='{"x": 1}')
    assert rows(render_block(block, look())) == ["[hologram]", '  {"x": 1}']


def test_a_block_that_cannot_be_drawn_is_plain_text(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(*_: object, **__: object) -> None:
        raise RuntimeError("boom")

    monkeypatch.setattr(block_module, "render_markdown", broken)
    lines = rows(render_block(TextBlock(1, text=GrowingText("some **text**\x1b[2J")), look()))
    assert lines == ["! this could not be drawn and is shown as plain text", "some **text**␛[2J"]
    assert "boom" in caplog.text
