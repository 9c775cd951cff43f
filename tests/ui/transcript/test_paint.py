"""What is written to the terminal: the cells that changed, and nothing when nothing did."""

from __future__ import annotations

import anyio
import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len
from rich.segment import Segment
from rich.style import Style
from textual.geometry import Region
from textual.strip import Strip

from pitui.session.blocks import ToolState
from pitui.ui.palette import palette_for
from pitui.ui.widgets.transcript.paint import restyled, with_offsets
from pitui.ui.widgets.transcript.rowdiff import changed_span
from pitui.ui.widgets.transcript.scrollbar import thumb, top_for
from pitui.ui.widgets.transcript.streams import LONG
from tests.ui.transcript.app import Driver, showing
from tests.ui.transcript.columns import answer, lines_of, notice, tool, user

RED, BLUE = Style(color="red"), Style(color="blue")
CLUSTERS = st.sampled_from(("a", "b", " ", "é", "e\u0301", "┃", "漢", "👩", "👩\u200d💻"))
TEXTS = st.lists(CLUSTERS, min_size=1, max_size=6).map("".join)
SEGMENTS = st.lists(
    st.tuples(TEXTS, st.sampled_from((None, RED, BLUE))).map(lambda part: Segment(*part)), max_size=5
)


def padded(segments: list[Segment], width: int) -> Strip:
    return Strip(segments).adjust_cell_length(width)


@given(SEGMENTS, SEGMENTS)
def test_writing_the_changed_cells_gives_the_new_row(old: list[Segment], new: list[Segment]) -> None:
    width = max(cell_len("".join(s.text for s in segments)) for segments in (old, new)) + 2
    before, after = padded(old, width), padded(new, width)
    span = changed_span(before, after)
    if span is None:
        assert before == after
        return
    start, end = span
    written = Strip.join([before.crop(0, start), after.crop(start, end), before.crop(end, width)])
    assert written.text == after.text
    assert [s.style for s in written.simplify() if s.text.strip()] == [
        s.style for s in after.simplify() if s.text.strip()
    ]


def test_a_word_at_the_end_of_a_row_is_all_that_is_written() -> None:
    before = padded([Segment("┃ ", RED), Segment("so far", None)], 80)
    after = padded([Segment("┃ ", RED), Segment("so far so good", None)], 80)
    assert changed_span(before, after) == (8, 16)


def test_a_character_that_joins_its_neighbour_is_written_with_it() -> None:
    before = padded([Segment("abc")], 10)
    after = padded([Segment("abc\u0301d")], 10)
    span = changed_span(before, after)
    assert span is not None
    assert span[0] <= 2


@given(
    st.lists(st.text("ab漢", min_size=1, max_size=5), min_size=1, max_size=5),
    st.integers(0, 20),
    st.integers(0, 20),
)
def test_a_style_lies_over_exactly_its_characters(texts: list[str], start: int, end: int) -> None:
    styled = list(restyled([Segment(text, RED) for text in texts], start, end, Style(bold=True)))
    characters = [(c, bool(s.style and s.style.bold)) for s in styled for c in s.text]
    assert characters == [(c, start <= n < end) for n, c in enumerate("".join(texts))]


def test_offsets_count_characters_of_the_line_from_its_start() -> None:
    strip = Strip([Segment(" "), Segment("漢字"), Segment("ab", RED), Segment("   "), Segment("▐")])
    offsets = [s.style.meta.get("offset") if s.style else None for s in with_offsets(strip, 4, 77)]
    assert offsets == [(0, 77), (0, 77), (2, 77), None, None]


@given(st.integers(1, 60), st.integers(1, 5_000), st.integers(0, 5_000))
def test_the_thumb_shows_the_ends_only_at_the_ends(height: int, total: int, top: int) -> None:
    most = max(0, total - height)
    top = min(top, most)
    bar = thumb(height, total, top)
    assert 0 <= bar.start <= bar.end <= height
    if total > height and bar.end - bar.start < height - 1:
        assert (bar.start == 0) == (top == 0)
        assert (bar.end == height) == (top == most)
    if total > height:
        assert top_for(0, height, total) == 0
        if bar.end - bar.start < height:
            assert top_for(height, height, total) == most


class Painted:
    """What the widget asks to be painted."""

    def __init__(self, driver: Driver, monkeypatch: pytest.MonkeyPatch) -> None:
        self.regions: list[tuple[Region, ...]] = []
        self.layouts = 0
        refresh = driver.transcript.refresh

        def noted(
            *regions: Region, repaint: bool = True, layout: bool = False, recompose: bool = False
        ) -> object:
            self.regions.append(regions)
            self.layouts += layout
            return refresh(*regions, repaint=repaint, layout=layout, recompose=recompose)

        monkeypatch.setattr(driver.transcript, "refresh", noted)

    @property
    def cells(self) -> int:
        """How many cells, the whole widget counting as a thousand."""
        return sum(
            region.area for regions in self.regions for region in regions
        ) + 1_000 * self.regions.count(())


@pytest.mark.anyio
async def test_a_growing_word_repaints_a_few_cells(monkeypatch: pytest.MonkeyPatch) -> None:
    block = answer(1, "", streaming=True)
    async with showing(block) as driver:
        driver.session.grow(block, "one two three")
        await driver.frame()
        painted = Painted(driver, monkeypatch)
        driver.session.grow(block, " four")
        await driver.frame()
        assert 0 < painted.cells <= 12
        assert painted.layouts == 0


@pytest.mark.anyio
async def test_nothing_new_repaints_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    async with showing(*[notice(n, f"text {n}") for n in range(50)]) as driver:
        painted = Painted(driver, monkeypatch)
        driver.session.touch(driver.session.blocks[0])
        driver.session.touch(driver.session.blocks[-1])
        await driver.frame()
        assert painted.regions == []


@pytest.mark.anyio
async def test_streaming_out_of_sight_repaints_the_mark_and_the_scrollbar_at_most(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    block = answer(900, "", streaming=True)
    async with showing(*[notice(n, f"text {n}") for n in range(50)], block) as driver:
        await driver.press("home")
        driver.session.grow(block, "first\n\n")
        await driver.frame()
        painted = Painted(driver, monkeypatch)
        for _ in range(30):
            driver.session.grow(block, "words and words\n\n")
            await driver.frame()
        assert painted.cells <= 12
        assert painted.layouts == 0


@pytest.mark.anyio
async def test_opening_ten_thousand_messages_renders_a_screenful() -> None:
    blocks = [answer(key, lines_of(key % 5 + 1)) for key in range(1, 10_001)]
    async with showing(*blocks, size=(80, 24)) as driver:
        assert len(driver.transcript.column.rendered_keys()) <= 24
        await driver.press("home")
        assert len(driver.transcript.column.rendered_keys()) <= 24 + 24 * 2
        await driver.pilot.resize_terminal(100, 30)
        await driver.pilot.pause()
        assert len(driver.transcript.column.rendered_keys()) <= 30


@pytest.mark.anyio
async def test_a_very_long_answer_is_shown_whole_in_the_end() -> None:
    text = "\n\n".join(f"paragraph {n} with some words" for n in range(LONG // 10))
    async with showing(notice(1, "before"), answer(2, text), notice(3, "after")) as driver:
        await driver.settled()
        assert driver.rows()[-1].endswith("after")
        assert f"paragraph {LONG // 10 - 1} with" in " ".join(driver.rows())
        await driver.pilot.resize_terminal(30, 12)
        assert any("paragraph" in row for row in driver.rows())
        await driver.settled()
        assert f"paragraph {LONG // 10 - 1} with" in " ".join(driver.rows())


@pytest.mark.anyio
async def test_a_very_long_answer_keeps_its_place_through_a_resize() -> None:
    text = "\n\n".join(
        f"paragraph {n} with some words that wrap in a narrow window" for n in range(LONG // 20)
    )
    async with showing(answer(2, text), notice(3, "after")) as driver:
        await driver.settled()
        driver.go_to(2, 401)
        first = next(row for row in driver.rows() if row)
        await driver.pilot.resize_terminal(31, 12)
        await driver.settled()
        assert first.startswith(next(row for row in driver.rows() if row.startswith("paragraph")))


@pytest.mark.anyio
async def test_an_answer_whose_rendering_raises_is_shown_as_text(monkeypatch: pytest.MonkeyPatch) -> None:
    block = answer(1, "", streaming=True)
    async with showing(notice(3, "before"), block) as driver:
        driver.session.grow(block, "begun ")

        def fail(*_: object) -> None:
            raise RuntimeError("broken")

        monkeypatch.setattr("pitui.render.markdown.MarkdownStream.append", fail)
        driver.session.grow(block, "and broken")
        await driver.frame()
        assert "before" in driver.rows()[0]
        assert any("begun and broken" in row for row in driver.rows())


@pytest.mark.anyio
async def test_no_timer_runs_when_nothing_runs() -> None:
    async with showing(notice(1, "text"), tool(2, "done")) as driver:
        assert not driver.transcript.running.is_ticking


def colours(driver: Driver) -> set[tuple[int, int, int]]:
    """All colours that are painted, as red, green and blue."""
    found: set[tuple[int, int, int]] = set()
    for strip in driver.transcript.render_lines(driver.transcript.size.region):
        for _, style, _ in strip:
            for colour in (style.color, style.bgcolor) if style is not None else ():
                if colour is not None and colour.triplet is not None:
                    found.add((colour.triplet.red, colour.triplet.green, colour.triplet.blue))
    return found


@pytest.mark.anyio
async def test_without_no_color_there_are_colours() -> None:
    async with showing(user(1, "a prompt"), tool(2, "\x1b[31mred\x1b[0m")) as driver:
        assert any(len(set(colour)) > 1 for colour in colours(driver))


@pytest.mark.anyio
async def test_no_color_is_obeyed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    async with showing(user(1, "a prompt"), tool(2, "\x1b[31mred\x1b[0m")) as driver:
        await driver.press("home", "j")
        driver.transcript.find("prompt")
        assert all(len(set(colour)) == 1 for colour in colours(driver))


@pytest.mark.anyio
async def test_terminal_colours_stay_the_terminal_s() -> None:
    async with showing(user(1, "a prompt"), tool(2, "\x1b[31mred\x1b[0m")) as driver:
        driver.app.theme = "pitui-terminal"
        driver.transcript.set_palette(palette_for(driver.app.current_theme))
        await driver.pilot.pause()
        await driver.pilot.pause()
        assert colours(driver) == set()
        assert "a prompt" in driver.rows()[0]


@pytest.mark.anyio
async def test_a_theme_repaints_everything_in_its_colours() -> None:
    async with showing(user(1, "a prompt"), answer(2, "text")) as driver:
        before = colours(driver)
        driver.app.theme = "pitui-light"
        driver.transcript.set_palette(palette_for(driver.app.current_theme))
        await driver.pilot.pause()
        await driver.pilot.pause()
        assert not colours(driver) & before


@pytest.mark.anyio
async def test_frames_are_skipped_while_the_terminal_does_not_keep_up(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    waiting = 0

    def queued(_: object) -> int:
        return waiting

    monkeypatch.setattr("pitui.ui.widgets.transcript.conversation.queued_writes", queued)
    async with showing() as driver:
        waiting = 10
        driver.session.append(notice(1, "text"))
        assert driver.transcript.take(driver.session.changes.take())
        assert "text" not in driver.rows()[0]
        waiting = 0
        assert not driver.transcript.take(driver.session.changes.take())
        assert "text" in driver.rows()[0]


@pytest.mark.anyio
async def test_what_runs_in_sight_is_drawn_again_and_what_is_out_of_sight_is_not() -> None:
    running = tool(1, "working", ToolState.RUNNING)
    running.started = 0
    seconds = 0.0
    blocks = [running, *[notice(n, f"text {n}") for n in range(2, 40)]]
    async with showing(*blocks, clock=lambda: seconds) as driver:
        assert not driver.transcript.running.is_ticking
        await driver.press("home")
        assert driver.transcript.running.is_ticking
        seconds = 7.0
        with anyio.fail_after(10):
            while "7.0s" not in driver.rows()[0]:
                await driver.pilot.pause()
        running.state = ToolState.DONE
        driver.session.touch(running)
        await driver.frame()
        with anyio.fail_after(10):
            while driver.transcript.running.is_ticking:
                await driver.pilot.pause()
