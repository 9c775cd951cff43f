"""Streamed markdown: the same lines as at once however it is sliced, never lower, nothing that flashes."""

from __future__ import annotations

import re

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from pitui.render.line import BLANK
from pitui.render.markdown import MarkdownStream, render_markdown
from tests.hostile import HOSTILE, MARK
from tests.render.markdown_texts import ANSWER, DIAGRAMS, FORMULAS, NO_FORMULAS, OBEYED, PALETTE, markdown

_slow = settings(max_examples=250, deadline=None, suppress_health_check=[HealthCheck.too_slow])


@st.composite
def _sliced(draw: st.DrawFn) -> tuple[str, list[str]]:
    text = draw(markdown)
    size = draw(st.sampled_from([1, 3, 17, 400]))
    slices: list[str] = []
    start = 0
    seed = draw(st.randoms(use_true_random=False))
    while start < len(text):
        end = start + seed.randint(1, size)
        slices.append(text[start:end])
        start = end
    return text, slices


@_slow
@given(sliced=_sliced(), width=st.integers(20, 200) | st.integers(2, 20))
@example(sliced=("<", ["<"]), width=20)
def test_any_slicing_gives_the_lines_of_one_shot(sliced: tuple[str, list[str]], width: int) -> None:
    text, slices = sliced
    stream = MarkdownStream(width, PALETTE)
    frozen = 0
    before: list[object] = []
    height = 0
    for piece in slices:
        stream.append(piece)
        lines = list(stream.lines)
        assert len(lines) >= height, "the height shrank"
        assert stream.frozen_count >= frozen
        assert lines[:frozen] == before, "a frozen line changed"
        height, frozen = len(lines), stream.frozen_count
        before = [*lines[:frozen]]
    stream.finish()
    assert list(stream.lines) == render_markdown(text, width, PALETTE)
    assert stream.frozen_count == len(stream.lines)


@_slow
@given(sliced=_sliced(), width=st.integers(20, 200))
def test_the_lines_depend_on_the_text_so_far_alone(sliced: tuple[str, list[str]], width: int) -> None:
    _, slices = sliced
    stream = MarkdownStream(width, PALETTE)
    for piece in slices:
        stream.append(piece)
        assert len(stream.lines) >= 0
    fresh = MarkdownStream(width, PALETTE)
    fresh.append("".join(slices))
    streamed, at_once = list(stream.lines), list(fresh.lines)
    assert streamed[: len(at_once)] == at_once
    assert all(line == BLANK for line in streamed[len(at_once) :])


@_slow
@given(text=markdown, width=st.integers(2, 200))
def test_lines_fit_and_hold_nothing_that_a_terminal_obeys(text: str, width: int) -> None:
    stream = MarkdownStream(width, PALETTE)
    stream.append(text)
    for lines in (stream.lines, render_markdown(text, width, PALETTE)):
        for index, line in enumerate(lines):
            assert line.width <= width
            assert not OBEYED.search(line.text)
            assert 0 <= line.gutter <= len(line.text)
            assert index or line.joint is None
            for segment in line.segments:
                assert segment.control is None
                assert segment.style is not None
                assert not segment.style.link or re.fullmatch("[!-~]+", segment.style.link)


@pytest.mark.parametrize("width", range(20, 201, 15))
def test_an_answer_grows_character_by_character_without_shrinking_or_padding(width: int) -> None:
    stream = MarkdownStream(width, PALETTE)
    height = 0
    for char in ANSWER:
        stream.append(char)
        lines = list(stream.lines)
        assert len(lines) >= height
        assert not lines or lines[-1] is not BLANK, "a height was padded"
        height = len(lines)
    stream.finish()
    assert list(stream.lines) == render_markdown(ANSWER, width, PALETTE)
    assert len(stream.lines) >= height


@pytest.mark.parametrize("answer", [ANSWER, FORMULAS, DIAGRAMS], ids=["prose", "formulas", "diagrams"])
@pytest.mark.parametrize("width", range(20, 201))
def test_an_answer_cut_anywhere_equals_one_shot_at_every_width(width: int, answer: str) -> None:
    cut = answer[: len(answer) * width // 200]
    for text, size in ((answer, 37), (cut, 11)):
        stream = MarkdownStream(width, PALETTE)
        for start in range(0, len(text), size):
            stream.append(text[start : start + size])
            assert len(stream.lines) >= stream.frozen_count
        stream.finish()
        lines = list(stream.lines)
        assert lines == render_markdown(text, width, PALETTE)
        assert max(line.width for line in lines) <= width


@pytest.mark.parametrize("text", HOSTILE)
def test_nothing_in_a_formula_or_a_diagram_commands_the_terminal(text: str) -> None:
    line = " ".join(text.split())
    sources = (
        f"$\\text{{{line}}}$",
        f"$${line}$$",
        f"```math\n{text}\n```",
        f'```mermaid\nflowchart TD\n  A["{line}"] -->|{line}| B\n```',
        f"```mermaid\nsequenceDiagram\n  A->>B: {text}\n```",
    )
    for source in sources:
        lines = render_markdown(source, 120, PALETTE)
        assert any(MARK in line.text for line in lines), source
        assert not any(OBEYED.search(line.text) for line in lines)


@pytest.mark.parametrize("answer", [FORMULAS, DIAGRAMS], ids=["formulas", "diagrams"])
@pytest.mark.parametrize("width", range(20, 201, 30))
def test_drawings_come_without_the_height_shrinking(width: int, answer: str) -> None:
    stream = MarkdownStream(width, PALETTE)
    height = 0
    for char in answer:
        stream.append(char)
        assert len(stream.lines) >= height
        height = len(stream.lines)
    stream.finish()
    assert list(stream.lines) == render_markdown(answer, width, PALETTE)


def test_no_delimiter_of_a_formula_is_ever_seen() -> None:
    stream = MarkdownStream(80, PALETTE)
    text, look_alikes, rest = FORMULAS.partition(NO_FORMULAS)
    assert look_alikes
    for char in text + rest:
        stream.append(char)
        assert not re.search(r"\$|\\[()\[\]]", "\n".join(line.text for line in stream.lines))
    assert "They are x₁ and x₂:" in [line.text for line in stream.lines]


def _ink(stream: MarkdownStream) -> str:
    return re.sub(r"[\s─┼│▌]", "", "".join(line.text for line in stream.lines))


def test_nothing_flashes_while_an_answer_streams() -> None:
    """What is drawn at any time is a start of what is drawn in the end: no marker comes and goes.

    Tables are left out: cells of a row that is not complete stand in the middle of the text.
    """
    text = "\n".join(line for line in ANSWER.split("\n") if not line.startswith("|"))
    stream = MarkdownStream(80, PALETTE)
    stream.append(text)
    stream.finish()
    final = _ink(stream)
    stream = MarkdownStream(80, PALETTE)
    for index, char in enumerate(text):
        stream.append(char)
        assert final.startswith(_ink(stream)), text[max(index - 40, 0) : index + 1]


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("text **", "text"),
        ("text **bo", "text bo"),
        ("text **bold*", "text bold"),
        ("text `", "text"),
        ("text `co", "text co"),
        ("text ``co`", "text co"),
        ("see [lab", "see"),
        ("see [label]", "see"),
        ("see [label](htt", "see label"),
        ("see ![al", "see"),
        ("see ![alt](htt", "see [image: alt]"),
        ("see <http://a", "see"),
        ("a &am", "a"),
        ("a \\", "a"),
        ("wow!", "wow"),
        ("2 * 3", "2 * 3"),
        ("a[0] = b", "a[0] = b"),
        ("the $", "the"),
        ("the $x", "the"),
        ("the $x^2$", "the"),
        ("the $x^2$,", "the x²,"),
        ("the $$x", "the"),
        ("the \\(x + y", "the"),
        ("the \\(x\\)", "the x"),
        ("[a $x$ b](htt", "a x b"),
        ("costs $5", "costs"),
        ("costs $5 and", "costs"),
        ("costs $5 and more", "costs $5 and more"),
        ("costs 5$", "costs 5$"),
        ("a \\[sic", "a"),
        ("*.py files", "*.py files"),
        ("x = 2**10", "x = 2**10"),
    ],
)
def test_a_half_typed_inline_marker_is_held_back(text: str, shown: str) -> None:
    stream = MarkdownStream(40, PALETTE)
    stream.append(text)
    assert [line.text for line in stream.lines] == [shown]


@pytest.mark.parametrize(
    "marker",
    [
        "-",
        "- ",
        "--",
        "---",
        "*",
        "+",
        "#",
        "## ",
        ">",
        "> ",
        "1",
        "12.",
        "`",
        "```",
        "```py",
        "~~~",
        "<d",
        "|",
        "$",
        "$$",
        "$$ x^2",
        "$$ x^2 $",
        "\\",
        "\\[ x",
    ],
)
def test_a_half_typed_block_marker_is_held_back(marker: str) -> None:
    stream = MarkdownStream(40, PALETTE)
    stream.append(f"before\n\n{marker}")
    assert [line.text for line in stream.lines] == ["before"]


@pytest.mark.parametrize("box", ["[", "[ ", "[x", "[x]", "[ ] "])
def test_a_half_typed_task_is_held_back(box: str) -> None:
    stream = MarkdownStream(40, PALETTE)
    stream.append(f"- [x] a\n- {box}")
    assert [line.text for line in stream.lines] == ["☑ a"]


@pytest.mark.parametrize("underline", ["=", "===", "-", "---"])
def test_a_setext_underline_is_held_back(underline: str) -> None:
    stream = MarkdownStream(40, PALETTE)
    stream.append(f"title\n{underline}")
    assert [line.text for line in stream.lines] == ["title"]
    stream.append("\n")
    assert [line.text for line in stream.lines] == ["title"]


def test_a_table_header_waits_for_its_delimiter_row() -> None:
    stream = MarkdownStream(40, PALETTE)
    stream.append("| a | b |\n|--")
    assert list(stream.lines) == []
    stream.append("-|---|\n| 1")
    assert [line.text for line in stream.lines] == ["a │ b", "──┼──", "1 │"]


def test_a_finished_stream_takes_no_more() -> None:
    stream = MarkdownStream(40, PALETTE)
    stream.append("a")
    stream.finish()
    stream.finish()
    with pytest.raises(ValueError, match="finished"):
        stream.append("b")


def test_surrogates_that_a_slice_parts_are_joined() -> None:
    stream = MarkdownStream(40, PALETTE)
    stream.append("a \ud83d")
    assert [line.text for line in stream.lines] == ["a"]
    stream.append("\ude00 \ud83d")
    stream.finish()
    assert [line.text for line in stream.lines] == ["a 😀 \ufffd"]


def test_the_view_is_a_sequence() -> None:
    stream = MarkdownStream(40, PALETTE)
    stream.append("# a\n\nb\n\nc **d")
    view = stream.lines
    lines = list(view)
    assert [line.text for line in lines] == ["a", "", "b", "", "c d"]
    assert len(view) == 5
    assert view[-1] == lines[-1]
    assert stream.frozen_count == 3
    for start in range(6):
        for stop in range(6):
            assert view[start:stop] == lines[start:stop]
    assert view[::-1] == lines[::-1]
    with pytest.raises(IndexError):
        view[5]
