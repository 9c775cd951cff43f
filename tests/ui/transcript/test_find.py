"""Find looks through everything, renders only what it shows, and leaves the folds as they were."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitui.session.blocks import AnyBlock, ThinkingBlock
from pitui.session.growing import GrowingText
from pitui.session.text import source_text
from pitui.ui.widgets.transcript.find import Finder
from pitui.ui.widgets.transcript.hits import hits_in, lowered
from tests.ui.transcript.app import Driver, showing
from tests.ui.transcript.columns import answer, lines_of, notice, tool, user, wrapped


def thought(key: int, text: str) -> ThinkingBlock:
    return ThinkingBlock(key=key, text=GrowingText(text), seconds=1)


def pages() -> list[AnyBlock]:
    """Needles in an answer, in a folded thought, in folded output, far apart."""
    filler = [answer(1_000 + n, lines_of(3, f"filler {n}")) for n in range(30)]
    return [
        answer(1, "a Needle in the first answer, and another needle"),
        *filler[:10],
        thought(2, lines_of(20, "idea") + "\nthe needle of thought"),
        *filler[10:20],
        tool(3, lines_of(30, "out") + "\nneedle in output\n" + lines_of(30, "more")),
        *filler[20:],
        user(4, "no such thing here"),
    ]


def highlighted(driver: Driver) -> list[str]:
    """The texts that stand out as found on the screen."""
    match = driver.transcript.palette.match
    return [
        segment.text
        for strip in driver.transcript.render_lines(driver.transcript.size.region)
        for segment in strip
        if segment.style is not None and segment.style.bgcolor == match.bgcolor
    ]


@pytest.mark.anyio
async def test_goes_through_all_and_round() -> None:
    async with showing(*pages()) as driver:
        transcript = driver.transcript
        transcript.move("top")
        assert transcript.find("needle") == 4
        assert transcript.find_position == (1, 4)
        shown: list[str] = []
        for n in (1, 2, 3, 4, 1):
            assert transcript.find_position == (n, 4)
            assert highlighted(driver)
            shown.append(" ".join(" ".join(driver.rows()).split()))
            transcript.find_next()
        assert "first answer" in shown[0]
        assert "needle of thought" in shown[2]
        assert "needle in output" in shown[3]
        assert "first answer" in shown[4]


@pytest.mark.anyio
async def test_what_a_hit_opened_is_folded_again() -> None:
    async with showing(*pages()) as driver:
        transcript = driver.transcript
        transcript.find("needle of thought")
        assert transcript.is_open(2)
        transcript.find("needle in output")
        assert not transcript.is_open(2)
        assert transcript.is_open(3)
        transcript.find_clear()
        assert not transcript.is_open(3)
        assert not highlighted(driver)


@pytest.mark.anyio
async def test_a_hit_that_is_seen_folded_opens_nothing() -> None:
    async with showing(tool(1, "needle"), answer(2, "after")) as driver:
        assert driver.transcript.find("needle") == 1
        assert not driver.transcript.is_open(1)
        assert highlighted(driver) == ["needle"]


@pytest.mark.anyio
async def test_as_one_types_the_place_does_not_creep() -> None:
    async with showing(*pages()) as driver:
        driver.transcript.move("top")
        for typed in ("n", "ne", "nee", "needle"):
            driver.transcript.find(typed)
        assert driver.transcript.find_position == (1, 4)
        driver.transcript.find("needle o")
        assert driver.transcript.find_position == (1, 1)
        driver.transcript.find("needle")
        assert driver.transcript.find_position == (1, 4)


@pytest.mark.anyio
async def test_backwards_and_nothing_found() -> None:
    async with showing(*pages()) as driver:
        driver.transcript.move("top")
        driver.transcript.find("needle")
        assert driver.transcript.find_previous() == (4, 4)
        assert driver.transcript.find_previous() == (3, 4)
        assert driver.transcript.find("is not there") == 0
        assert driver.transcript.find_next() == (0, 0)


@pytest.mark.anyio
async def test_new_text_is_counted_and_gone_text_is_not() -> None:
    blocks = pages()
    async with showing(*blocks) as driver:
        driver.transcript.find("needle")
        driver.session.append(notice(9_000, "one more needle"))
        await driver.frame()
        assert driver.transcript.find_position[1] == 5
        driver.session.remove(0)
        await driver.frame()
        assert driver.transcript.find_position[1] == 3


@pytest.mark.anyio
async def test_finding_renders_only_what_is_shown() -> None:
    blocks: list[AnyBlock] = [answer(key, f"text number {key}") for key in range(1, 3_001)]
    async with showing(*blocks) as driver:
        before = set(driver.transcript.column.rendered_keys())
        assert driver.transcript.find("number 15") == 111
        driver.transcript.find_next()
        assert len(set(driver.transcript.column.rendered_keys()) - before) <= 3 * 12


@given(
    st.lists(st.text("abAB İ\n", max_size=30), min_size=1, max_size=6),
    st.text("abAB İ", min_size=1, max_size=3),
)
def test_counts_what_each_source_has(texts: list[str], needle: str) -> None:
    blocks: list[AnyBlock] = [answer(n, text) for n, text in enumerate(texts)]
    finder = Finder(source_text)
    total = finder.search(needle, blocks)
    assert total == sum(lowered(text).count(lowered(needle)) for text in texts)
    places: list[tuple[int | None, int]] = []
    if finder.start_at(blocks, 0):
        for _ in range(total):
            places.append((finder.key, finder.ordinal))
            assert finder.position(blocks) == len(places)
            finder.step(blocks, finder.key or 0, 1)
        assert places[0] == (finder.key, finder.ordinal)
    assert len(set(places)) == total


@given(st.text("ab c\n", max_size=80), st.text("abc ", min_size=1, max_size=4), st.integers(6, 20))
def test_hits_are_the_same_at_every_width(text: str, needle: str, width: int) -> None:
    lines = wrapped(text, width, "  ")
    found = ["".join(lines[p.line].text[p.start : p.end] for p in hit) for hit in hits_in(lines, needle)]
    assert found == [needle] * sum(line.count(needle) for line in text.split("\n"))
