"""The line machine against markdown-it: both must see the same blocks, wherever ours does not differ on purpose.

On purpose: link definitions stay visible, a table's header is not looked for behind another block's marker, and a
paragraph of more than a thousand characters does not become a heading. A ">" behind four spaces is code, as in the
specification (markdown-it 4.3 goes on with a quote there). What looks like another block behind four spaces goes on
with the paragraph of a list item before it (markdown-it ends the list).
"""

from __future__ import annotations

import re

from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from pitui.render.containers import BulletList, Item, Quote
from pitui.render.document import Document
from pitui.render.line import Line
from pitui.render.place import Block
from pitui.render.reading import Act, Reading
from tests.render.markdown_texts import ANSWER, BLOCKS, INLINES, PALETTE

Structure = list[tuple[str, str]]

_ORACLE = MarkdownIt("commonmark", {"maxNesting": 1000}).enable("table")
_CONTAINERS = {
    "blockquote_open": "q",
    "bullet_list_open": "u",
    "ordered_list_open": "o",
    "list_item_open": "i",
}
_LEAVES = {
    "paragraph_open": "p",
    "fence": "fence",
    "code_block": "code",
    "html_block": "html",
    "hr": "hr",
    "table_open": "table",
}


class _Recorder(Document):
    """Notes each block that begins, with the containers it stands in."""

    def __init__(self) -> None:
        super().__init__(80, PALETTE, [])
        self.structure: Structure = []

    def _new_block(self, reading: Reading, separator: Line | None) -> Block:
        kinds = {Act.TEXT: "p", Act.FENCE: "fence", Act.CODE: "code", Act.HTML: "html", Act.RULE: "hr"}
        if reading.act is Act.HEADING:
            self.structure.append((self._path(), f"h{reading.level}"))
        elif reading.act in kinds:
            self.structure.append((self._path(), kinds[reading.act]))
        return super()._new_block(reading, separator)

    def _underline(self, level: int) -> None:
        self.structure[-1] = (self._path(), f"h{level}")
        super()._underline(level)

    def _begin_table(self, aligns: list[str], rule: str) -> None:
        paragraph = self._block
        super()._begin_table(aligns, rule)
        if paragraph is not None and not paragraph.started:
            self.structure.pop()
        self.structure.append((self._path(), "table"))

    def _path(self) -> str:
        path = ""
        for container in self._stack:
            match container:
                case Quote():
                    path += "q"
                case BulletList():
                    path += "u" if container.number is None else "o"
                case Item():
                    path += "i"
        return path


def _ours(text: str) -> Structure:
    recorder = _Recorder()
    recorder.feed(text)
    recorder.finish()
    return recorder.structure


def _oracle(text: str) -> Structure:
    structure: Structure = []
    path: list[str] = []
    for token in _ORACLE.parse(text):
        if token.type in _CONTAINERS:
            path.append(_CONTAINERS[token.type])
        elif token.type.replace("_close", "_open") in _CONTAINERS:
            path.pop()
        elif token.type == "heading_open":
            structure.append(("".join(path), token.tag))
        elif token.type in _LEAVES:
            structure.append(("".join(path), _LEAVES[token.type]))
    return structure


def _without_differences(text: str) -> str:
    """Take out what is read differently on purpose; a space that is none ends no HTML tag (CommonMark 0.31, 4.6)."""
    text = text.replace(">\xa0", ">")
    text = text.replace("]:", "]").replace("[ ]", "").replace("[x]", "")
    text = re.sub(r"[ \t]+>", ">", text)
    return "\n".join(
        line if re.match(r" {0,3}(?:\||[a-z])", line) else line.replace("|", "") for line in text.split("\n")
    )


_LAZY = re.compile(r"\S[^\n]*\n[ \t>]*(?: {4}|\t)[ \t]*[#`~<>|=*_+\d-]")
"""What looks like another block behind four spaces, below a line of text."""
_texts = (
    st.lists(st.sampled_from(BLOCKS + INLINES), max_size=30)
    .map("".join)
    .map(_without_differences)
    .filter(lambda text: _LAZY.search(text) is None)
)


@settings(max_examples=1500, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(text=_texts)
@example(text=_without_differences(ANSWER))
@example(text="- a\n\n\n  b\n\n      c\n- \n\n  d\n")
@example(text="> ```\n> a\n\nb\n> c\n===\n")
@example(text="a\n- \n1) b\n14. c\n")
@example(text="\t- a\n\n >\t\tb\n-\t\tc\n")
@example(text="| a | b |\n|---|:-:|\n<b>\n")
@example(text="<a>\nb\n\n</x >\n<!-- a\n\nb --> c\n<?x\n?>\n<!X\n")
def test_blocks_are_those_of_commonmark(text: str) -> None:
    assert _ours(text) == _oracle(text)
