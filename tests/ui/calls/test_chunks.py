"""Pieces of a call: all of it, drawn like the whole, the same again after a change where nothing changed."""

from __future__ import annotations

from itertools import count

from hypothesis import given, settings
from hypothesis import strategies as st
from rich.style import Style

from pitui.render.ansi import state_after, styled_lines
from pitui.render.block import Look, render_block
from pitui.render.call import call_pieces, piece_lines
from pitui.render.copied import copied
from pitui.render.diff import DiffLine
from pitui.render.line import Line
from pitui.render.tools.parts import Small
from pitui.render.tools.pieces import (
    PIECE_CHARACTERS,
    PIECE_LINES,
    CodePiece,
    DiffPiece,
    Piece,
    TextPiece,
    code_pieces,
    diff_pieces,
    text_pieces,
)
from pitui.session.blocks import ToolBlock
from pitui.ui.widgets.calls.chunks import Chunk, Extent, merged
from tests.render.block_examples import PALETTE, rows, tools
from tests.ui.calls.app import call
from tests.ui.transcript.columns import lines_of

WHOLE = Look(60, PALETTE, expanded=True, whole=True)
PLAIN = TextPiece("", Style(), Style())

_lines = st.lists(st.text("abc ü漢\t", max_size=12), max_size=40)


def drawn(pieces: list[Piece], look: Look = WHOLE) -> list[str]:
    return [row for piece in pieces for row in rows(piece_lines(piece, look))]


@given(st.lists(st.text("ab漢", max_size=200) | st.just("x" * 40_000), max_size=300))
@settings(deadline=None, max_examples=30)
def test_copying_all_pieces_of_a_text_gives_the_text(lines: list[str]) -> None:
    text = "\n".join(lines)
    pieces = text_pieces(text, PLAIN, len(text))
    assert all(len(piece.source) <= PIECE_CHARACTERS for piece in pieces)
    assert all(piece.source.count("\n") < PIECE_LINES for piece in pieces)
    parts = [line for piece in pieces for line in piece.lines(WHOLE)]
    assert copied(parts) == text.rstrip("\n")


@given(st.integers(0, 500), st.integers(0, 500))
def test_a_text_that_grows_keeps_its_pieces(lines: int, more: int) -> None:
    before = text_pieces(lines_of(lines, "row"), PLAIN, len(lines_of(lines, "row")))
    text = lines_of(lines + more, "row")
    after = text_pieces(text, PLAIN, len(text), before)
    kept = max(len(before) - 1, 0)
    assert after[:kept] == before[:kept]


@given(st.integers(200, 900), st.integers(1, 90))
def test_a_text_that_lost_its_start_keeps_what_is_left(lines: int, lost: int) -> None:
    numbers = [f"number {n}" for n in range(lines + lost)]
    old, new = "\n".join(numbers[:lines]), "\n".join(numbers[lost:])
    before = text_pieces(old, PLAIN, len(old))
    after = text_pieces(new, PLAIN, len(new), before)
    assert before[1:-1] == after[1 : len(before) - 1]


@given(
    st.lists(
        st.sampled_from(["\x1b[31m", "\x1b[1m", "\x1b[0m", "\x1b[m", "\x1b[39m", "a", "\n"]), max_size=400
    )
)
def test_colours_go_on_in_the_next_piece(parts: list[str]) -> None:
    text = "".join(parts) + "\n" * 3 + "end"
    whole = list(styled_lines(text.split("\n"), Style(dim=True)))
    for cut in (len(text) // 3, len(text) // 2):
        at = text.find("\n", cut)
        if at < 0:
            continue
        tail = styled_lines(text[at + 1 :].split("\n"), Style(dim=True), state_after(text[:at]))
        assert list(tail) == whole[text.count("\n", 0, at) + 1 :]


def test_a_progress_bar_of_many_states_is_its_last_one() -> None:
    text = "\r".join(f"{n:5}% done" for n in range(20_000)) + "\nend"
    shown = drawn(text_pieces(text, PLAIN, len(text)))
    assert shown == ["  19999% done", "  end"]


def test_code_is_cut_where_a_part_begins_and_numbered_through() -> None:
    text = "\n".join(f"def part_{n}():\n    one = {n}\n    return one\n" for n in range(100))
    pieces = code_pieces(text, "a.py", len(text), 7, Style())
    assert len(pieces) > 3
    assert all(piece.source.startswith("def ") for piece in pieces)
    assert "\n".join(piece.source for piece in pieces) == text.rstrip("\n")
    numbers = [int(row.split()[0]) for row in drawn(pieces)]
    assert numbers == list(range(7, 7 + len(text.rstrip("\n").split("\n"))))


def test_a_line_of_code_that_is_too_long_goes_on_as_text() -> None:
    text = "x" * (2 * PIECE_CHARACTERS) + "\nend"
    first, *others = code_pieces(text, "a.js", len(text), 1, Style())
    assert isinstance(first, CodePiece)
    assert copied([line for piece in (first, *others) for line in piece.lines(WHOLE)]) == text


def test_a_diff_is_cut_between_changes() -> None:
    lines = [DiffLine(sign, "", f"{n}") for n in range(300) for sign in (" ", "-", "+")]
    pieces = diff_pieces(lines)
    assert [line for piece in pieces if isinstance(piece, DiffPiece) for line in piece.diff] == lines
    assert len(pieces) > 3
    assert all(piece.diff[0].sign == " " for piece in pieces if isinstance(piece, DiffPiece))


@given(tools, st.integers(2, 120))
@settings(deadline=None, max_examples=150)
def test_any_call_is_drawn_within_the_width_and_never_raises(block: ToolBlock, width: int) -> None:
    look = Look(width, PALETTE, expanded=True, whole=True)
    for piece in call_pieces(block, look):
        assert all(line.width <= width for line in piece_lines(piece, look))


def test_a_call_in_pieces_looks_like_the_whole_card() -> None:
    diff = "\n".join(f" {n:>4} same\n-{n + 1:>4} old\n+{n + 1:>4} new" for n in range(1, 400, 2))
    for block in (
        call(1, output="\x1b[32m" + lines_of(500, "out") + "\n\nCommand exited with code 3"),
        call(2, "edit", arguments={"path": "a.py"}, details={"diff": diff}),
        call(3, "grep", arguments={"pattern": "x"}, output=lines_of(300, "a.py:1: x")),
        call(4, "other", arguments={"list": list(range(300))}, output=lines_of(300, "out")),
    ):
        assert drawn(call_pieces(block, WHOLE)) == rows(render_block(block, WHOLE))


def test_a_piece_that_cannot_be_drawn_is_plain_text_under_a_mark() -> None:
    def draw(look: Look) -> list[Line]:
        raise ValueError(look.width)

    mark, text = rows(piece_lines(Small(draw, "the text"), WHOLE))
    assert mark.startswith("! ")
    assert text == "the text"


@given(_lines, st.integers(3, 40))
def test_the_guess_is_exact_for_plain_text(lines: list[str], width: int) -> None:
    text = "\n".join(line.replace("漢", "k").replace("\t", " ") for line in [*lines, "end"])
    piece = TextPiece(text, Style(), Style())
    assert Extent(text, 2).height(width) == len(piece.lines(Look(width, PALETTE)))


@given(st.lists(st.sampled_from("abcdef"), max_size=12), st.lists(st.sampled_from("abcdef"), max_size=12))
def test_merging_shows_the_new_pieces_and_keeps_keys_apart(old: list[str], new: list[str]) -> None:
    keys = count(1)
    chunks = [Chunk(key=next(keys), piece=TextPiece(text, Style())) for text in old]
    versions = {chunk.key: (chunk.version, chunk.piece) for chunk in chunks}
    now = merged(chunks, [TextPiece(text, Style()) for text in new], lambda: next(keys))
    assert [chunk.piece.source for chunk in now.chunks] == new
    assert len({chunk.key for chunk in now.chunks}) == len(new)
    for chunk in now.chunks:
        version, piece = versions.get(chunk.key, (None, None))
        if version == chunk.version:
            assert piece == chunk.piece
        else:
            assert chunk in now.changed
    if now.first is None:
        assert now.chunks == chunks
    else:
        assert now.chunks[: now.first] == chunks[: now.first]
