"""Markdown for tests: fragments that meet in every way, whole answers, and how a copy is rebuilt from lines."""

from __future__ import annotations

import re
from collections.abc import Iterable

from hypothesis import strategies as st
from rich.style import Style

from pitui.render.line import Line
from pitui.render.palette import Palette

PALETTE = Palette(
    "markdown tests",
    tokens={
        "Keyword": Style(color="magenta"),
        "Name.Function": Style(color="blue"),
        "Literal.String": Style(color="green"),
        "Literal.Number": Style(color="yellow"),
        "Comment": Style(dim=True),
    },
)

OBEYED = re.compile("[\x00-\x1f\x7f-\x9f\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff\ud800-\udfff]")
"""What must never reach the screen."""

BLOCKS = [
    "# Title\n", "## closed ##\n", "#", "- item\n", "- ", "-\n", "+ ", "* ", "1. one\n", "12) twelve\n", "2", "> ",
    ">\n",
    "```\n", "```py\n", "````\n", "~~~\n", "def f(x): return 'a'\n", "/* open\n", "*/\n", "| a | b |\n", "|---|:-:|\n",
    "| c | `d\\|e` **f** |\n", "|", "a|b\n-|-\n", "---\n", "===\n", "***\n", "- - -\n", "<div>\n", "</div>\n", "<b>",
    "<!-- c -->\n", "<x y='z'>\n", "[x]: /url\n", "[^1]: foot\n", "- [ ] todo\n", "- [x] done\n", "\n", "\n\n",
    "    ", "  ", "\t",
]  # fmt: skip
INLINES = [
    "word ", "some longer text here ", "**", "*", "_", "`", "``", "~~", "~~s~~", "**bold** ", "`code` ", "[", "](",
    "](http://x.y)", "![a](", "[x]", "<https://a.b>", "https://ex.org/a_b(c).", "&amp;", "&#27;", "&", "\\", "\\*",
    "<br>", "<", "!", "=", ": ", "  \n", "x" * 50, "漢字", "かな。「文」", "👩‍💻", "🇩🇪", "e\u0301", "שלום עולם",
    "می\u200cخواهم", "\u00a0", "'", '"', "(", ")",
]  # fmt: skip
DRAWN = [
    "$", "$$", "$x$", "$a_i^2$ ", "\\(", "\\)", "\\[", "\\]", "$$\n", "\\[\n", "\\]\n", "$$x^2$$\n", "$5 ",
    "\\frac{a}{b}", "^2", "_{i=1}", "\\sum ", "\\text{if }", "\\begin{pmatrix} a & b \\\\ c & d \\end{pmatrix}",
    "\\nosuch", "{", "}", "&", "$$a = b$$.\n", "\\[ x \\],\n", "```math\n", "```mermaid\n", "~~~ Mermaid\n",
    "flowchart LR\n", "graph TD\n", "A --> B\n", "A[Start] -->|yes| B{ok?}\n", "sequenceDiagram\n", "a->>b: hi\n",
    "stateDiagram-v2\n", "[*] --> s\n", "erDiagram\n",
]  # fmt: skip
"""Formulas, diagrams, and what looks like them."""
HOSTILE = [
    "\x1b[31m", "\x1b]8;;http://evil\x07", "\x00", "\x7f", "\x85", "\u202e", "\u200b", "\ud83d", "\ude00", "\r\n", "\r",
    "\ufeff", "\u200d", "\ufe0f", "\U000e0041", "\u2028",
]  # fmt: skip

markdown = st.one_of(
    st.lists(st.sampled_from(BLOCKS + INLINES + HOSTILE), max_size=40).map("".join),
    st.lists(st.sampled_from(DRAWN + BLOCKS + HOSTILE), max_size=30).map("".join),
    st.lists(st.sampled_from(DRAWN + INLINES), max_size=15).map("".join),
    st.tuples(st.lists(st.sampled_from(BLOCKS + INLINES), min_size=2, max_size=8), st.integers(10, 60)).map(
        lambda pair: "".join(pair[0]) * pair[1]
    ),
    st.lists(st.sampled_from(BLOCKS + INLINES), max_size=15).map("".join),
    st.text(max_size=60),
)

ANSWER = """\
# How it works **now**

The parser reads a line, *decides*, and goes on; `read_line` is **pure** and ~~slow~~ fast. See [the
guide](https://example.com/guide "Guide") or https://example.com/a_b(c). An unfinished thought comes \
after this one, with `a * b` and 2 * 3 in it & more.
Hard break \x20
here, and 漢字かな交じり文が続きます。Emoji 👩‍💻 and 🇩🇪 stay whole.

Setext title
============

- first item with *emphasis* that is long enough to be wrapped more than once at every width up to sixty
- second
  - nested `code`
  - [ ] to do
  - [x] done

- loose, with a paragraph

  that follows, and code:

  ```python
  def answer(x: int) -> str:
      \"\"\"A docstring.\"\"\"
      return f"{x}"  # why
  ```
1. one
2. two
   > quoted in an item

> A quote that goes on
and on lazily
> > nested
>
> - list

| Name | Count | What it is for |
|:-----|------:|:--------------:|
| `foo` | 1 | the first of them all, with a description that wraps |
| **bar** | 22 | a\\|b |

    indented code

    goes on

---

<details>
<summary>HTML</summary>
</details>

![image](https://example.com/i.png)

```
no language, and not closed
"""


NO_FORMULAS = r', for $5 or $10, in $HOME/$USER, `$x$` and "\[sic\]"'
"""What looks like them and is text."""
FORMULAS = r"""# The roots of $ax^2 + bx + c$

They are \(x_1\) and \(x_2\), for $5 or $10, in $HOME/$USER, `$x$` and "\[sic\]":

$$
x_{1,2} = \frac{-b \pm \sqrt{b^2 - 4ac}}{2a}
$$

- $$\sum_{i=1}^n i = \frac{n(n+1)}{2}$$.
- **bold $\alpha$** and a matrix

  \[
  A = \begin{pmatrix} 1 & 0 \\ 0 & 1 \end{pmatrix}
  \]

> $$\nosuchcommand{x}$$

| term | value |
|------|-------|
| $\pi$ | $\approx 3.14$ |

```math
\mathbb{R}^n
```

and $\frac{1}{2}$ ends it"""

DIAGRAMS = """Two of them:

```mermaid
flowchart TD
    A[Start] --> B{Is it working?}
    B -->|Yes| C([Great])
    B -->|No| D[Debug]
    D --> B
```

1. in a list

   ~~~mermaid
   sequenceDiagram
       Alice->>Bob: Hello
       Bob-->>Alice: Hi
   ~~~

```mermaid
gantt
    title not drawn
```

and the end"""


def texts(lines: Iterable[Line]) -> list[str]:
    """The characters on the rows."""
    return [line.text for line in lines]
