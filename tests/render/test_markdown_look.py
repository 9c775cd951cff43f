"""What each construct of markdown looks like, and what a copy of it gives."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rich.style import Style

from pitui.render.copied import copied
from pitui.render.line import Line
from pitui.render.markdown import render_markdown
from tests.render.markdown_texts import PALETTE, texts


def _render(source: str, width: int = 40) -> list[Line]:
    return render_markdown(source, width, PALETTE)


def _style(lines: list[Line], text: str) -> Style:
    """The style of the one segment that holds a text."""
    found = [segment for line in lines for segment in line.segments if text in segment.text]
    assert len(found) == 1
    assert found[0].style is not None
    return found[0].style


@pytest.mark.parametrize("level", range(1, 7))
def test_headings_have_their_level_s_style_and_no_marks(level: int) -> None:
    lines = _render(f"{'#' * level} Title {'#' * level}")
    assert texts(lines) == ["Title"]
    assert _style(lines, "Title") == PALETTE.text + PALETTE.heading[level - 1]


def test_setext_headings() -> None:
    lines = _render("One\nmore\n===\nTwo\n---")
    assert texts(lines) == ["One more", "", "Two"]
    assert _style(lines, "Two") == PALETTE.text + PALETTE.heading[1]


def test_inline_styles_nest() -> None:
    lines = _render("a **b *c* ~~d~~** `e *f*`")
    assert texts(lines) == ["a b c d e *f*"]
    assert _style(lines, "c") == PALETTE.text + PALETTE.strong + PALETTE.emphasis
    assert _style(lines, "d") == PALETTE.text + PALETTE.strong + PALETTE.strike
    assert _style(lines, "e *f*") == PALETTE.text + PALETTE.code


@pytest.mark.parametrize("target", ["http://a.b/c", "https://a.b", "mailto:a@b.c", "file:///tmp/x"])
def test_links_of_known_schemes_are_real_links(target: str) -> None:
    lines = _render(f"[label]({target})")
    assert texts(lines) == ["label"]
    assert _style(lines, "label").link == target


@pytest.mark.parametrize("target", ["javascript:alert(1)", "docs/a.md", "#part", "data:text/html,x"])
def test_other_targets_are_text(target: str) -> None:
    lines = _render(f"[label]({target})")
    assert texts(lines) == [f"label ({target})"]
    assert _style(lines, "label").link is None


def test_a_label_that_names_another_host_does_not_hide_the_target() -> None:
    assert texts(_render("[https://good.org](https://evil.org/x)")) == [
        "https://good.org (https://evil.org/x)"
    ]
    assert texts(_render("[good.org](https://www.good.org/x)")) == ["good.org"]


def test_bare_and_angle_urls_are_links_without_the_sentence_s_punctuation() -> None:
    lines = _render("See https://a.b/c_d(e). Or (<https://f.g>).")
    assert texts(lines) == ["See https://a.b/c_d(e). Or", "(https://f.g)."]
    assert _style(lines, "https://a.b/c_d(e)").link == "https://a.b/c_d(e)"
    assert _style(lines, "https://f.g").link == "https://f.g"


def test_definitions_stay_visible_and_count_for_what_follows() -> None:
    lines = _render("[early][x]\n\n[x]: https://a.b\n[y]: https://c.d 'T'\n\n[late][x] and [y]", 60)
    assert texts(lines) == ["[early][x]", "", "[x]: https://a.b", "[y]: https://c.d 'T'", "", "late and y"]
    assert _style(lines, "late").link == "https://a.b"


def test_images_are_links_to_see() -> None:
    lines = _render("![a *cat*](https://a.b/c.png) ![](x.png)")
    assert texts(lines) == ["[image: a cat] [image]"]
    assert _style(lines, "cat").link == "https://a.b/c.png"


def test_entities_escapes_breaks_and_footnotes() -> None:
    assert texts(_render("&lt;b&gt; \\*no\\* &copy;  \nnext\\\nlast<br>end [^1]")) == [
        "<b> *no* ©",
        "next",
        "last",
        "end [^1]",
    ]


def test_an_entity_cannot_smuggle_a_control_character() -> None:
    assert texts(_render("a&#27;[31m&#x202e;b&#10;c")) == ["a\ufffd[31m<U+202E>b c"]


def test_lists_nest_and_number_from_their_start() -> None:
    source = "- a\n  - b\n    - c\n\n7. x\n7. y\n   continued\n   1) z"
    assert texts(_render(source)) == ["• a", "  ◦ b", "    ▪ c", "", "7. x", "8. y continued", "   1) z"]


def test_lists_are_as_loose_as_their_source() -> None:
    assert texts(_render("- a\n- b\n\n- c\n\n  d\n- e")) == ["• a", "• b", "", "• c", "", "  d", "• e"]


def test_items_without_text_show_their_marker() -> None:
    assert texts(_render("- a\n-\n- c\n1.\n2.")) == ["• a", "•", "• c", "", "1.", "2."]


def test_tasks() -> None:
    assert texts(_render("- [ ] a\n- [x] b\n- [X] # c\n- [y] d\n- [ ]")) == [
        "☐ a",
        "☑ b",
        "☑ # c",
        "• [y] d",
        "• [ ]",
    ]


def test_quotes_have_a_bar_for_each_level() -> None:
    lines = _render("> a\nlazy\n> > b\n>\n> - c\n>   d")
    assert texts(lines) == ["▌ a lazy", "▌", "▌ ▌ b", "▌", "▌ • c d"]
    assert [line.gutter for line in lines] == [2, 1, 4, 1, 2]
    assert _style(lines, "a lazy") == PALETTE.text + PALETTE.quote
    assert copied(lines) == "> a lazy\n>\n> > b\n>\n> - c d"


def test_rules_take_the_width_of_prose() -> None:
    lines = _render("a\n\n***\nb", 130)
    assert texts(lines) == ["a", "", "─" * 100, "", "b"]
    assert lines[2].gutter == 100


def test_prose_is_narrow_and_code_is_not() -> None:
    lines = _render(f"{'word ' * 60}\n\n```\n{'x' * 150}\n```", 160)
    assert max(line.width for line in lines[:3]) <= 100
    assert lines[-1].text == "  " + "x" * 150


def test_fences_are_indented_highlighted_and_copied_as_they_are() -> None:
    code = 'def f(x):\n\n    return "a"  # why'
    lines = _render(f"a\n```python\n{code}\n```\nb")
    assert texts(lines) == ["a", "", "  def f(x):", "", '      return "a"  # why', "", "b"]
    assert copied(lines[2:5]) == code
    assert _style(lines, "def").color == PALETTE.tokens["Keyword"].color
    assert _style(lines, "# why").dim


def test_long_code_lines_wrap_softly_and_tabs_are_stops_of_four() -> None:
    lines = _render("```\nab\tc" + "d" * 20 + "\n```", 20)
    assert texts(lines) == ["  ab  c" + "d" * 13, "  " + "d" * 7]
    assert [line.joint for line in lines] == [None, ""]
    assert copied(lines) == "ab\tc" + "d" * 20


def test_fences_nest_by_length_and_end_with_their_container() -> None:
    assert texts(_render("````\n```\na\n```\n````\nb")) == ["  ```", "  a", "  ```", "", "b"]
    assert texts(_render("- ```\n  a\nb")) == ["•   a", "", "b"]


def test_indented_code_and_html_are_literal() -> None:
    assert texts(_render("    a *b*\n\n      c\n\nd")) == ["  a *b*", "", "    c", "", "d"]
    assert texts(_render("<div>\n*a* &amp;\n</div>\n\n*b*")) == ["<div>", "*a* &amp;", "</div>", "", "b"]
    assert texts(_render("a <b>c</b>")) == ["a <b>c</b>"]


def test_tables_align_wrap_and_keep_every_cell() -> None:
    source = (
        "| Name | N | Note |\n|:--|--:|:-:|\n| a\\|b | 1 | one two three four five |\n"
        "| `c` | 22 |\n| d | 3 | x<br>y | z |"
    )
    assert texts(_render(source, 30)) == [
        "Name │  N │        Note",
        "─────┼────┼───────────────────",
        "a|b  │  1 │ one two three four",
        "     │    │        five",
        "c    │ 22 │",
        "d    │  3 │         x",
        "     │    │         y",
    ]


def test_a_table_without_room_for_its_columns_is_stacked() -> None:
    source = "|Alpha|Beta|Gamma|Delta|\n|-|-|-|-|\n|one two three|2|3|4|\n|5||7|8|"
    assert texts(_render(source, 20)) == [
        "Alpha: one two three",
        "Beta: 2",
        "Gamma: 3",
        "Delta: 4",
        "",
        "Alpha: 5",
        "Gamma: 7",
        "Delta: 8",
    ]


def test_deep_nesting_leaves_room_for_text() -> None:
    lines = _render("> " * 30 + "deep text", 20)
    assert all(line.width <= 20 for line in lines)
    assert copied(lines) == "> > > > > deep text"


_WORDS = st.sampled_from(
    [
        "word",
        "a",
        "漢字かな",
        "👩‍💻",
        "e\u0301te\u0301",
        "שלום",
        "x" * 60,
        "🇩🇪" * 3,
        "no-break\u00a0here",
        "3.14",
    ]
)


@settings(deadline=None)
@given(words=st.lists(_WORDS, min_size=1, max_size=60), width=st.integers(2, 120), quoted=st.booleans())
def test_a_copy_of_a_paragraph_gives_back_its_words(words: list[str], width: int, quoted: bool) -> None:
    source = " ".join(words)
    lead = "> " if quoted and width >= 12 else ""
    assert copied(_render(f"> {source}" if quoted else source, width)) == lead + source


@settings(deadline=None)
@given(
    rows=st.lists(st.text("ab (){}=+\"'漢👩é", max_size=90), min_size=1, max_size=40),
    width=st.integers(4, 80),
)
def test_a_copy_of_code_gives_back_the_code(rows: list[str], width: int) -> None:
    source = "\n".join(rows).rstrip(" \n")
    rebuilt = copied(_render(f"```python\n{source}\n```", width))
    assert rebuilt.rstrip(" \n") == source
