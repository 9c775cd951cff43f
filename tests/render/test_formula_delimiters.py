"""Where formulas begin and end, and what looks like them: prices, variables of shells, escaped brackets."""

from __future__ import annotations

import pytest

from pitui.render.markdown import MarkdownStream, render_markdown
from tests.render.markdown_texts import PALETTE, texts


def _shown(source: str, width: int = 70) -> list[str]:
    return texts(render_markdown(source, width, PALETTE))


@pytest.mark.parametrize(
    "text",
    [
        "It costs $5 and $10.",
        "between $5-$10, or US$5 or A$6",
        "from $5 (five dollars) to 10$.",
        "5$/month or 6$/year",
        "$HOME/bin:$PATH",
        "$HOME and ${USER} and $(pwd)/${HOME}/x",
        "kill $$ and wait for $$",
        "$x = $y; $foo=$bar",
        "awk '{print $1, $2}'",
        "a $ b $ c",
        "one $",
        "$",
        "$$",
        "$$$",
        "$$$$",
        "> $$",
        "[costs $5](x$)",
        "an \\$x\\$ that is escaped",
    ],
)
def test_what_is_no_formula_is_shown_as_it_is(text: str) -> None:
    plain = text.replace("\\$", "$").replace("[costs $5](x$)", "costs $5 (x$)")
    shown = _shown(text)
    assert [line.strip() for line in shown] == [plain.replace(">", "▌  ")]
    assert _shown(f"# {text}") == [plain]


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("\\[sic\\] and \\(see below\\)", "[sic] and (see below)"),
        ("a \\[x\\] task and \\[1\\]", "a [x] task and [1]"),
        ("\\(42\\) and \\(foo\\)", "(42) and (foo)"),
        ("\\\\(x\\\\)", "\\(x\\)"),
    ],
)
def test_escaped_brackets_of_prose_are_brackets(text: str, shown: str) -> None:
    assert _shown(text) == [shown]


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("$x$", "x"),
        ("($x^2$), $y_1$; **$z^3$**", "(x²), y₁; z³"),
        ("\\(x^2\\) and \\(n\\) and \\[ y^2 \\] inline", "x² and n and y² inline"),
        ("$$x^2$$ within a line", "x² within a line"),
        ("$\\text{one two}$ and $a\\$b$", "one two and a$b"),
        ("$5 + 5$ is not $5", "5 + 5 is not $5"),
        ("[a $x^2$ b](https://a.b)", "a x² b"),
        ("~~$a*b*c$~~ _$d_e_f$_", "a * b * c $d_e_f$"),
    ],
)
def test_formulas_within_a_line(text: str, shown: str) -> None:
    assert _shown(text) == [shown]


@pytest.mark.parametrize("text", ["`$x^2$`", "`` $x$ ` $y$ ``", "    $$x^2$$", "```\n$$\nx\n$$\n```"])
def test_nothing_in_code_is_a_formula(text: str) -> None:
    assert "".join(_shown(text)).count("$") == text.count("$")


@pytest.mark.parametrize(
    "source",
    [
        "$$\nx^2\n$$",
        "$$x^2$$",
        "  $$ x^2 $$  ",
        "\\[\nx^2\n\\]",
        "\\[ x^2 \\]",
        "$$ x^2\n$$",
        "$$\n\nx^2\n\n$$",
        "```math\nx^2\n```",
        "~~~ Math\nx^2\n~~~",
    ],
)
def test_formulas_of_their_own(source: str) -> None:
    assert _shown(source) == ["  x²"]
    assert _shown(f"a\n{source}\nb") == ["a", "", "  x²", "", "b"]
    lines = render_markdown(f"a\n\n- b\n\n  {source.replace(chr(10), chr(10) + '  ')}", 60, PALETTE)
    assert texts(lines)[2:] == ["• b", "", "    x²"]
    quoted = "\n".join(f"> {line}" for line in source.split("\n"))
    assert _shown(quoted) == ["▌   x²"]


def test_the_sign_behind_a_formula_stays() -> None:
    assert _shown("$$x$$,") == ["  x,"]
    assert _shown("\\[\nx\n\\].") == ["  x."]


@pytest.mark.parametrize(
    ("source", "shown"),
    [
        ("$$\nx\n\n# not closed", ["  x", "", "  # not closed"]),
        ("$$ x^2\n\ntext", ["  x^2", "", "text"]),
        ("- $$\n  x\n\n- y", ["•   x", "", "• y"]),
        ("$$\n\\nosuch{x}\n$$\n\ntext", ["  \\nosuch{x}", "", "text"]),
        ("$$ is the number of the shell", ["$$ is the number of the shell"]),
        ("$$a$$ and $$b$$", ["a and b"]),
    ],
)
def test_what_is_not_closed_or_not_known_is_its_source(source: str, shown: list[str]) -> None:
    assert _shown(source) == shown


def test_a_formula_too_long_to_be_one_ends_and_the_text_goes_on() -> None:
    lines = _shown("$$\n" + "x + y\n" * 1000 + "- item\n")
    assert lines[0] == "  x + y"
    assert lines[-1] == "• item"


def test_a_formula_that_is_too_wide_goes_into_one_row_and_that_is_wrapped() -> None:
    source = "$$\\frac{a + b + c}{d} = \\frac{e + f}{g}$$"
    assert len(_shown(source, 40)) == 3
    narrow = _shown(source, 20)
    assert " ".join(line.strip() for line in narrow) == "(a + b + c)/d = (e + f)/g"
    assert all(line.startswith("  ") for line in narrow)


def test_a_formula_has_a_style_of_its_own() -> None:
    for source in ("a $x^2$ b", "$$x^2$$"):
        [line] = render_markdown(source, 40, PALETTE)
        [formula] = [segment for segment in line.segments if "²" in segment.text]
        assert formula.style == PALETTE.text + PALETTE.formula


def test_the_source_of_a_formula_is_shown_until_it_is_complete() -> None:
    stream = MarkdownStream(40, PALETTE)
    stream.append("$$\n\\frac{a}{b}\n")
    assert texts(stream.lines) == ["  \\frac{a}{b}"]
    stream.append("$$")
    assert texts(stream.lines) == ["  \\frac{a}{b}"]
    stream.append("\n")
    assert texts(stream.lines) == ["   a", "  ───", "   b"]


def test_a_drawing_lower_than_its_source_keeps_the_height_until_there_is_more() -> None:
    stream = MarkdownStream(40, PALETTE)
    stream.append("$$\na\n=\nb\n")
    assert texts(stream.lines) == ["  a", "  =", "  b"]
    stream.append("$$\n")
    assert texts(stream.lines) == ["  a = b", "", ""]
    stream.append("more\n\nand")
    assert texts(stream.lines) == ["  a = b", "", "more", "", "and"]
