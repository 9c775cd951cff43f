"""Highlighted code: by language or file name, numbered, whole or growing, and whatever a lexer does."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from pygments.lexer import Lexer
from pygments.token import Token

from pitui.render.code import CodeStream, highlight
from pitui.render.code_block import CodeLook
from pitui.render.copied import copied
from pitui.render.highlight import COMMON_LANGUAGES, START, find_lexer, lex, warm_lexer
from pitui.render.line import Line
from tests.render.markdown_texts import OBEYED, PALETTE, texts


def _color(lines: list[Line], text: str) -> str | None:
    for line in lines:
        for segment in line.segments:
            if segment.text == text and segment.style is not None:
                return segment.style.color.name if segment.style.color else None
    raise AssertionError(f"no segment {text!r}")


@pytest.mark.parametrize(
    "language", ["python", "py", "{.python}", "Python title=x", "src/app.py", "C:\\src\\app.py"]
)
def test_a_language_is_found_by_name_info_string_or_file(language: str) -> None:
    lines = highlight("def f(): pass", 40, CodeLook(PALETTE, language))
    assert _color(lines, "def") == "magenta"


@pytest.mark.parametrize("language", ["", "text", "no-such-language", "file.unknown", "\x1b", " "])
def test_an_unknown_language_is_plain(language: str) -> None:
    assert find_lexer(language) is None
    assert texts(highlight("def f(): pass", 40, CodeLook(PALETTE, language))) == ["def f(): pass"]


def test_common_languages_can_be_warmed() -> None:
    assert all(warm_lexer(language) for language in COMMON_LANGUAGES)
    assert not warm_lexer("no-such-language")


def test_line_numbers_are_a_gutter() -> None:
    lines = highlight("a = 1\n\nlong_name = 22", 12, CodeLook(PALETTE, "python", numbers=9))
    assert texts(lines) == ["   9 a = 1", "  10", "  11 long_na", "     me = 22"]
    assert [line.joint for line in lines] == [None, None, None, ""]
    assert copied(lines) == "a = 1\n\nlong_name = 22"


def test_a_string_over_many_lines_keeps_its_colour() -> None:
    body = "\n".join(f"line {i} of text" for i in range(300))
    lines = highlight(f'x = """\n{body}\n"""\ndef f(): pass', 60, CodeLook(PALETTE, "python"))
    assert _color(lines, "line 299 of text") == "green"
    assert _color(lines, "def") == "magenta"


@pytest.mark.parametrize(
    ("language", "opening", "closing"), [("js", "/*", "*/"), ("c", "/*", "*/"), ("html", "<!--", "-->")]
)
def test_a_comment_that_is_not_closed_yet_is_a_comment(language: str, opening: str, closing: str) -> None:
    stream = CodeStream(CodeLook(PALETTE, language), 60)
    stream.append(f"{opening}\nfor if return\n")
    styles = [segment.style for segment in stream.lines[1].segments]
    assert [style.dim for style in styles if style] == [True]
    stream.append(f"{closing}\n")
    stream.finish()
    assert [segment.style for segment in stream.lines[1].segments] == styles


def test_a_state_goes_on_where_the_window_ended() -> None:
    source = "<script>\n" + "const a = 1;\n" * 400 + "</script>\n"
    lines = highlight(source, 60, CodeLook(PALETTE, "html"))
    assert lines[1].segments == lines[300].segments
    assert _color(lines[300:301], "const") == "magenta"


class _Raising(Lexer):
    def get_tokens_unprocessed(self, text: str) -> Iterator[tuple[int, Any, str]]:
        yield 0, Token, text[:1]
        raise RuntimeError("a broken lexer")


class _Skipping(Lexer):
    def get_tokens_unprocessed(self, text: str) -> Iterator[tuple[int, Any, str]]:
        yield 3, Token, text[3:]


class _Stuck(Lexer):
    def get_tokens_unprocessed(self, text: str) -> Iterator[tuple[int, Any, str]]:
        while True:
            yield 0, Token, text[:1]


@pytest.mark.parametrize("broken", [_Raising, _Skipping, _Stuck])
def test_a_broken_lexer_gives_plain_text(broken: type[Lexer]) -> None:
    lexed = lex(broken(), "first\nsecond\n", START)
    assert [[text for _, text in line] for line in lexed.lines] == [["first"], ["second"]]
    assert len(lexed.stacks) == 3


_LANGUAGES = [*COMMON_LANGUAGES, "", "x.py", "scala", "haskell", "markdown", "html+jinja", "perl"]
_PIECES = [
    "def f(x):\n", "    return 'a'\n", '"""', "'''", "/* ", " */", "<!--", "-->", "<script>\n", "</script>\n", "// c\n",
    "# c\n", "x = 1\n", "\n", "\n\n", "{", "}", "`", "${", "<?php\n", "?>", "<<EOF\n", "EOF\n", "\t", "漢字", "👩‍💻",
    "\x1b[1m", "\u202e", "y" * 300, "```\n", "- a: b\n", "\r\n",
]  # fmt: skip


@settings(max_examples=300, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(
    pieces=st.lists(st.sampled_from(_PIECES), max_size=40),
    repeat=st.sampled_from([1, 1, 20]),
    language=st.sampled_from(_LANGUAGES),
    width=st.integers(8, 120),
    numbers=st.none() | st.integers(1, 9995),
    size=st.sampled_from([1, 7, 500]),
)
def test_growing_code_ends_as_at_once(
    pieces: list[str], repeat: int, language: str, width: int, numbers: int | None, size: int
) -> None:
    source = "".join(pieces) * repeat
    look = CodeLook(PALETTE, language, numbers=numbers)
    stream = CodeStream(look, width)
    height = 0
    for start in range(0, len(source), size if repeat == 1 else 500):
        stream.append(source[start : start + (size if repeat == 1 else 500)])
        assert len(stream.lines) >= height
        height = len(stream.lines)
    stream.finish()
    lines = list(stream.lines)
    assert lines == highlight(source, width, look)
    for line in lines:
        assert line.width <= width
        assert not OBEYED.search(line.text)
