"""The work for more text does not depend on how much there is: counted in characters and lines, not in time."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from pitui.render import code_block, fold, table, text, wrap
from pitui.render.line import Line
from pitui.render.markdown import MarkdownStream
from tests.render.markdown_texts import PALETTE

SLICE = 1000

_PHRASE = "some **strong** words with `code` and [a link](https://example.com/x), *that* go on; "
_CODE = "def f(a, b):\n    '''Doc.'''\n    return a + b  # why\n\n"

HUGE = {
    "table of 1,000 rows": "| a | b | c |\n|---|--:|:-:|\n" + f"| **x** | 1 | {_PHRASE} |\n" * 1000,
    "stacked table": "|" + "name|" * 30 + "\n" + "|" + "-|" * 30 + "\n" + ("|" + "x|" * 30 + "\n") * 200,
    "list of 500": "".join(f"{'  ' * (i % 6)}- item {i} {_PHRASE}\n" for i in range(500)),
    "paragraph in one line": _PHRASE * 900,
    "paragraph of many lines": f"{_PHRASE}\n" * 900,
    "paragraph with nothing closed": "a **b *c `d [e ~~f " * 2000,
    "paragraph without spaces": "漢字かな交じり文" * 5000,
    "paragraph of one word": "x" * 60_000,
    "paragraph of bars": "| not a table\n" * 3000,
    "quote of 500 lines": f"> {_PHRASE}\n" * 500,
    "deep quotes": "".join(f"{'>' * (i % 70)} {_PHRASE}\n" for i in range(400)),
    "fence of 4,000 lines": f"```python\n{_CODE * 1000}```\n",
    "fence in a lexer of its own": "```c\n" + "int f(int a) { return a; } /* c */\n" * 2000 + "```\n",
    "fence with one comment": "```js\n/*\n" + "still a comment\n" * 2000,
    "fence of one line": "```python\n" + "x = [1, 'a'], " * 6000,
    "list with code": "".join(
        f"- item\n\n  ```python\n  {_CODE.replace(chr(10), chr(10) + '  ')}```\n\n" for _ in range(400)
    ),
    "short paragraphs": "".join(f"text {i}\n\n" for i in range(6000)),
    "html": "<div>\n" + "<p>x</p>\n" * 4000,
    "indented code": "    code()\n" * 4000,
}


class _Work:
    """Counts what is parsed and what is drawn."""

    def __init__(self) -> None:
        self.parsed = 0
        self.drawn = 0


@pytest.fixture
def work(monkeypatch: pytest.MonkeyPatch) -> _Work:
    counted = _Work()

    def counting(parse: Callable[..., Any], position: int) -> Callable[..., Any]:
        def count(*args: Any, **options: Any) -> Any:
            counted.parsed += len(args[position])
            return parse(*args, **options)

        return count

    def line(*args: Any) -> Line:
        counted.drawn += 1
        return Line(*args)

    monkeypatch.setattr(text, "render_inline", counting(text.render_inline, 0))
    monkeypatch.setattr(table, "render_inline", counting(table.render_inline, 0))
    monkeypatch.setattr(code_block, "lex", counting(code_block.lex, 1))
    for module in (wrap, fold, table):
        monkeypatch.setattr(module, "Line", line)
    return counted


@pytest.mark.parametrize("width", [20, 200])
@pytest.mark.parametrize("name", HUGE)
def test_no_append_does_more_work_than_its_size_asks_for(name: str, width: int, work: _Work) -> None:
    source = HUGE[name]
    stream = MarkdownStream(width, PALETTE)
    worst_parsed = worst_drawn = 0
    for start in range(0, len(source), SLICE):
        work.parsed = work.drawn = 0
        stream.append(source[start : start + SLICE])
        assert stream.lines
        worst_parsed = max(worst_parsed, work.parsed)
        worst_drawn = max(worst_drawn, work.drawn)
    work.parsed = work.drawn = 0
    stream.finish()
    assert work.parsed <= 3_000
    assert worst_parsed <= 4_000, "characters parsed for 1,000 that were appended"
    assert worst_drawn <= 700, "lines drawn for 1,000 characters that were appended"
    assert len(stream.lines) == stream.frozen_count


@pytest.mark.parametrize("name", HUGE)
def test_the_whole_work_is_linear(name: str, work: _Work) -> None:
    source = HUGE[name]
    stream = MarkdownStream(80, PALETTE)
    stream.append(source)
    stream.finish()
    assert work.parsed <= 1.5 * len(source)
    assert work.drawn <= 1.5 * len(stream.lines)
