r"""LaTeX as text: in one row, in several, and what cannot be shown."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rich.cells import cell_len

from pitui.render.formula import convert
from pitui.render.formula.convert import in_block, in_line
from tests.render.markdown_texts import OBEYED


@pytest.mark.parametrize(
    ("source", "shown"),
    [
        ("E = mc^2", "E = mc²"),
        (r"\alpha + \beta \leq \gamma", "α + β ≤ γ"),
        (r"a_{ij}x^{(k+1)}", "aᵢⱼx⁽ᵏ⁺¹⁾"),
        (r"x_{\text{max}} + T_{cold}", "xₘₐₓ + T_cold"),
        (r"e^{-x^2} dx", "e^(−x²) dx"),
        ("2^{n_k}", "2^nₖ"),
        (r"\frac{1}{2} m v^2", "1/2 mv²"),
        (r"\frac{-b \pm \sqrt{b^2 - 4ac}}{2a}", "(−b ± √(b² − 4ac))/(2a)"),
        (r"\frac{n!}{k!(n-k)!}", "n!/(k!(n − k)!)"),
        (r"\frac{\partial^2 f}{\partial x^2}", "∂²f/∂x²"),
        (r"\frac{1}{\det(A)}", "1/det(A)"),
        (r"-\frac{a}{b}^2", "−(a/b)²"),
        (r"\sum_{i=1}^{n} i", "∑ᵢ₌₁ⁿ i"),
        (r"\lim_{x \to 0} \sin x", "lim_(x→0) sin x"),
        (r"O(n \log n) + \log_2(n)", "O(n log n) + log₂(n)"),
        (r"\sqrt{2} \sqrt[3]{x+1} \sqrt[n]{d_k}", "√2 ∛(x + 1) ⁿ√dₖ"),
        (r"\mathbb{R}^n \to \mathbb{R}", "ℝⁿ → ℝ"),
        (r"f: X \to Y, \quad x := 5", "f : X → Y, x := 5"),
        (r"\forall x \in S\; \exists y \notin T", "∀x ∈ S ∃y ∉ T"),
        (r"A \implies B \iff \neg C", "A ⟹ B ⟺ ¬C"),
        (r"\hat{y} = \vec{v} \perp \overline{AB} \not\equiv \dot{x}_i", "ŷ = v⃗ ⟂ A̅B̅ ≢ ẋᵢ"),
        (r"90^\circ A^T f'(x) x^*", "90°Aᵀf′(x)x*"),
        (r"\begin{pmatrix} a & b \\ c & d \end{pmatrix}^{-1}", "(a b; c d)⁻¹"),
        (r"\binom{n}{k}", "(n choose k)"),
        (r"a \equiv b \pmod{n}", "a ≡ b (mod n)"),
        (r"A \xrightarrow{f} B", "A ─f→ B"),
        (r"1{,}000\,\text{kg} \cdot 50\%", "1,000 kg · 50%"),
        (r"\left\lfloor \frac{n}{2} \right\rfloor", "⌊n/2⌋"),
        (r"\boxed{x=1} \cancel{y}", "[x = 1]y̸"),
        (r"\text{softmax}(z)_i = |x|", "softmax(z)ᵢ = |x|"),
        (r"\mathfrak{g} \mathbb{1} \mathcal{N}", "𝔤𝟙𝒩"),
    ],
)
def test_a_formula_in_one_row(source: str, shown: str) -> None:
    assert in_line(source) == shown


BLOCKS = {
    r"x = \frac{-b \pm \sqrt{b^2-4ac}}{2a}": """
     −b ± √(b² − 4ac)
x = ──────────────────
            2a""",
    r"\sum_{i=1}^{n} i = \frac{n(n+1)}{2}": """
 n       n(n + 1)
 ∑  i = ──────────
i=1         2""",
    r"\int_0^\infty e^{-x^2} dx": """
∞  −x²
∫ e   dx
0""",
    r"f(x) = \begin{cases} x^2 & \text{if } x \geq 0 \\ -x & \text{otherwise} \end{cases}": """
f(x) = ⎧x²  if x ≥ 0
       ⎩−x  otherwise""",
    r"A = \begin{bmatrix} a_{11} & \dots & a_{1n} \\ \vdots & \ddots & \vdots \\ a_{m1} & \dots & 0 \end{bmatrix}": """
    ⎡a₁₁  …  a₁ₙ⎤
A = ⎢ ⋮   ⋱   ⋮ ⎥
    ⎣aₘ₁  …   0 ⎦""",
    r"\left(1 + \frac{1}{n}\right)^n_i": """
⎛     1 ⎞ⁿ
⎜1 + ───⎟
⎝     n ⎠ᵢ""",
    r"\sqrt{\frac{a}{b}} \cdot \sqrt[3]{\frac{a}{b}}": """
 ┌────     ┌────
 │ a       │ a
 │───  ·   │───
√│ b     ³√│ b""",
    r"\begin{aligned} a &= b + c \\ &= d \tag{2} \end{aligned}": """
a = b + c
  = d    (2)""",
    r"\det \begin{vmatrix} a & b \\ c & d \end{vmatrix}": """
det │a  b│
    │c  d│""",
    r"\binom{2n}{n} \boxed{x}": """
     ┌───┐
⎛2n⎞ │ x │
⎝n ⎠ └───┘""",
    r"\cfrac{1}{a + \cfrac{1}{b}}": """
    1
─────────
      1
 a + ───
      b""",
    r"\begin{array}{c|c} p & q \\ \hline 1 & 0 \end{array}": """
p │ q
─────
1 │ 0""",
}


@pytest.mark.parametrize("source", BLOCKS)
def test_a_formula_of_its_own_takes_the_rows_that_it_needs(source: str) -> None:
    rows = in_block(source)
    assert rows is not None
    assert "\n" + "\n".join(rows) == BLOCKS[source]


@pytest.mark.parametrize(
    "source",
    [
        r"\nosuchcommand{x}",
        r"\frac{a",
        r"\left( x",
        "x^a^b",
        "a & b",
        r"\begin{tikzcd} A & B \end{tikzcd}",
        r"\begin{cases} a",
        r"\newcommand{\a}{bb}\a",
        r"\def\a{\a\a}\a",
        r"\newenvironment{a}{b}{c}\begin{a}\end{a}",
        r"\DeclareMathOperator{\a}{aa}\a",
        r"\sideset{}{}{" * 20 + "x" + "}" * 20,
        "x^{" * 60 + "y" + "}" * 60,
        "{" * 1500,
        r"\frac{1}{" * 300,
        "x" * (convert.MOST + 1),
        "",
        " ",
    ],
)
def test_what_cannot_be_read_is_none(source: str) -> None:
    assert in_line(source) is None
    assert in_block(source) is None


@pytest.mark.parametrize("command", ["overline", "underline", "cancel", "hat", "widehat", "vec"])
def test_marks_on_marks_do_not_multiply(command: str) -> None:
    line = in_line(f"\\{command}{{" * 15 + "ab" + "}" * 15)
    assert line is not None
    assert len(line) <= 2 * 16


def test_a_brace_below_a_sum_needs_a_row_of_its_own() -> None:
    source = r"\underbrace{x + \cdots + x}_{n}"
    assert in_line(source) is None
    assert in_block(source) == ("x + ⋯ + x", "╰───┬───╯", "    n")


_SIGNS = (
    *"abxyn012+-=()[]{}^_&|,./<>!'\"~ \n",
    r"\frac", r"\sqrt", r"\sum", r"\int", r"\alpha", r"\left(", r"\right)", r"\left.", r"\right|", r"\\", r"\text{a b}",
    r"\hat", r"\overline", r"\begin{pmatrix}", r"\end{pmatrix}", r"\begin{cases}", r"\end{cases}", r"\lim", r"\,",
    r"\binom", r"\mathbb", r"\not", r"\substack", r"\underbrace", r"\limits", r"\quad", r"\tag{1}", r"\color{red}",
    "\x1b[31m", "\u202e", "\x07", "&#27;", "&#x202e;", "\ud83d", "漢", "👩‍💻",
)  # fmt: skip


@settings(max_examples=400, deadline=None)
@given(st.lists(st.sampled_from(_SIGNS), max_size=25).map("".join))
def test_whatever_a_formula_holds_its_rows_are_safe_and_even(source: str) -> None:
    line, rows = in_line(source), in_block(source)
    for row in (*([line] if line is not None else []), *(rows or ())):
        assert not OBEYED.search(row)
        assert row == row.rstrip()
    assert line is None or "\n" not in line
    assert rows is None or 0 < len(rows) <= convert.MOST_ROWS
    assert rows is None or max(map(cell_len, rows)) <= 40 * len(source) + 40
