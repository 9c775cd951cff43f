"""What copying gives of rows: the source, whatever is drawn."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.segment import Segment

from pitui.render.block import render_block
from pitui.render.copied import copied
from pitui.render.layout import indented
from pitui.render.markdown import render_markdown
from tests.render.block_examples import look, tool
from tests.render.markdown_texts import PALETTE, texts

LIST = """\
- a long item that is wrapped more than once at this width
  - b
    - c

      a second paragraph of it
1. four
1. five
- [ ] todo
- [x] done
* star"""
TABLE = "| name | what it does |\n|---|:--|\n| **a** | a cell that is wrapped more than once here |\n| b | c\\|d |"


@pytest.mark.parametrize("width", [30, 60, 200])
def test_a_list_keeps_its_markers_and_its_indentation(width: int) -> None:
    wanted = (
        LIST.replace("\n1. four", "\n\n1. four").replace("\n- [ ]", "\n\n- [ ]").replace("\n* ", "\n\n* ")
    )
    assert copied(render_markdown(LIST, width, PALETTE)) == wanted


def test_a_tab_before_a_marker_stays() -> None:
    assert copied(render_markdown("- a\n\t- b", 40, PALETTE)) == "- a\n\t- b"


@pytest.mark.parametrize("source", ["> one\n>\n> - two\n>   - three", "> > deep", "- > in it", "> - in it"])
def test_a_quote_keeps_its_marks(source: str) -> None:
    assert copied(render_markdown(source, 40, PALETTE)) == source


def test_a_heading_has_its_marks_unless_less_than_its_row_is_wanted() -> None:
    lines = render_markdown("## Title\n\ntext\n\nSetext\n===\n\n---", 40, PALETTE)
    assert copied(lines) == "## Title\n\ntext\n\n# Setext\n\n---"
    assert copied(lines[:1], 0, 5, within_row=True) == "Title"


@pytest.mark.parametrize("width", [12, 30, 80])
def test_a_table_is_markdown(width: int) -> None:
    assert copied(render_markdown(TABLE, width, PALETTE)) == TABLE
    quoted = "\n".join(f"> {row}" for row in TABLE.split("\n"))
    assert copied(render_markdown(quoted, width + 2, PALETTE)) == quoted


def test_rows_of_a_table_that_are_touched_come_whole_and_once() -> None:
    lines = render_markdown(TABLE, 30, PALETTE)
    first = next(n for n, line in enumerate(lines) if "a cell" in line.text)
    last = len(lines) - 1
    assert last - first > 1
    assert copied(lines[first + 1 :], 3, 1) == "\n".join(TABLE.split("\n")[2:])
    assert copied(lines[first:], 0, 0) == TABLE.split("\n")[2]
    assert copied(lines[: first + 1], 1) == "\n".join(TABLE.split("\n")[:3])


def test_within_a_row_of_a_table_it_is_the_text_of_the_cells() -> None:
    lines = render_markdown("| long name | 漢字 | x |\n|---|--:|---|\n| a | b | c |", 80, PALETTE)
    assert copied(lines[:1], within_row=True) == "long name 漢字 x"
    assert copied(lines[2:], within_row=True) == "a b c"
    text = lines[2].text
    assert copied(lines[2:], 0, text.index("b") - 1, within_row=True) == "a"
    assert copied(lines[2:], text.index("b") - 2, within_row=True) == "b c"


@pytest.mark.parametrize("width", [12, 80])
@pytest.mark.parametrize("fence", ["```", "```go"])
def test_code_keeps_its_tabs(fence: str, width: int) -> None:
    code = "func main() {\n\tif ok {\n\t\treturn\t// 漢字\tlong enough to be wrapped\n\t}\n}"
    lines = render_markdown(f"{fence}\n{code}\n```", width, PALETTE)
    assert copied(lines) == code
    assert not any("\t" in text for text in texts(lines))


def test_a_part_of_a_tab_is_the_tab() -> None:
    lines = render_markdown("```\n\tx\n```", 40, PALETTE)
    assert copied(lines, lines[0].gutter + 2) == "\tx"
    assert copied(lines, lines[0].gutter + 4) == "x"


def test_output_contents_and_diffs_keep_their_tabs() -> None:
    shell = tool("bash", {"command": "x\n\ty"}, "a\tb\x1b[31m\tc\x1b[0m")
    write = tool("write", {"path": "a.go", "content": "\tx\ty"})
    edit = tool("edit", {"path": "a.go"}, details={"diff": "-1 \told\tline\n+1 \tnew\tline"})
    drawn = [copied(render_block(block, look(60, expanded=True))) for block in (shell, write, edit)]
    assert "a\tb\tc" in drawn[0]
    assert "\ty" in drawn[0]
    assert "\tx\ty" in drawn[1]
    assert "\told\tline\n\tnew\tline" in drawn[2]


@given(st.text("ab漢\t ", max_size=60), st.integers(6, 40), st.integers(0, 3))
def test_wrapping_loses_no_tab(text: str, width: int, indent: int) -> None:
    rows = list(indented([Segment(text)], width, indent))
    assert copied(rows) == text
    assert not any("\t" in row.text for row in rows)
