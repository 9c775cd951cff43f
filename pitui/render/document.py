"""Markdown read line by line, as CommonMark describes it: open containers, one open block, and final lines.

Every line changes the state once, whether it comes whole or in pieces, so what is drawn cannot depend on the slicing
and the work for more text does not depend on how much there is.
"""

from __future__ import annotations

from collections.abc import Sequence

from rich.cells import cell_len

from pitui.render.containers import BulletList, Container, Item, Quote
from pitui.render.drawn import Draw, DrawnBlock, diagram_lines, formula_lines
from pitui.render.inline import References
from pitui.render.leaves import FenceBlock, HtmlBlock, IndentedCode
from pitui.render.line import BLANK, Line
from pitui.render.palette import Palette
from pitui.render.place import NOTHING_OPEN, Block, EmptyBlock, Leaf, Open, Place, RuleBlock
from pitui.render.reading import Act, Reading
from pitui.render.starts import read_line
from pitui.render.table import TableBlock
from pitui.render.text import TextBlock
from pitui.render.wrap import NO_PREFIX, Prefix

PROSE_WIDTH = 100
"""Cells that prose takes at most; code and tables take the whole width."""
TEXT_ROOM = 10
"""Cells that containers leave for text however deep they nest."""


class Document:
    """The state of a markdown text that grows."""

    def __init__(self, width: int, palette: Palette, out: list[Line], *, diagrams: bool = True) -> None:
        self._width = width
        self._diagrams = diagrams
        self._palette = palette
        self._out = out
        self._references: References = {}
        self._stack: list[Container] = []
        self._block: Block | None = None
        self._half = ""  # the start of a line, while it may become anything
        self._in_line = False  # whether the open block has the start of the current line
        self._one_line = False  # whether the open block ends with the line
        self._blank = False  # whether a blank line came since the last block
        self._last: tuple[Container, ...] = ()  # where the last drawn block stood

    def feed(self, text: str) -> None:
        """Take more text: no "\\r", no surrogates."""
        start = 0
        while True:
            newline = text.find("\n", start)
            complete = newline >= 0
            piece = text[start : newline if complete else len(text)]
            if self._in_line:
                self._more(piece)
                if complete:
                    self._end_line()
            elif complete or piece:
                self._half += piece
                if not self._read(complete):
                    return
            if not complete:
                return
            start = newline + 1

    def finish(self) -> None:
        """The text is complete."""
        if self._in_line:
            self._end_line()
        elif self._half:
            self._read(True)
        self._close_to(0)
        self._close_block()

    def live(self) -> list[Line]:
        """The lines of the open block that are not final."""
        return self._block.live() if self._block is not None else []

    def _read(self, complete: bool) -> bool:
        open_block = NOTHING_OPEN if self._block is None else self._block.describe()
        reading = read_line(self._half, complete, self._stack, open_block)
        if reading is None:
            return False
        self._half = ""
        self._apply(reading, complete)
        return True

    def _apply(self, reading: Reading, complete: bool) -> None:
        match reading.act:
            case Act.CONTINUE:
                self._blank = isinstance(self._block, IndentedCode) and not reading.text.strip(" \t")
            case Act.CLOSE:
                self._end_block(reading.text)
                return
            case Act.UNDERLINE:
                self._underline(reading.level)
                return
            case Act.TABLE:
                self._begin_table(reading.aligns, reading.text)
                return
            case Act.BLANK:
                self._close_to(reading.matched)
                self._close_block()
                self._stack += reading.opens
                self._blank = True
                return
            case _:
                self._begin(reading)
                if reading.act in (Act.RULE, Act.FENCE, Act.EMPTY):
                    if reading.act is Act.RULE:
                        self._close_block()
                    return
                if reading.act is Act.FORMULA and (reading.is_closed or not reading.text):
                    if reading.is_closed:
                        self._end_block(reading.text)
                    return
        self._in_line = True
        self._more(reading.text)
        if complete:
            self._end_line()

    def _more(self, text: str) -> None:
        block = self._block
        assert block is not None
        if isinstance(block, TableBlock) and block.overflows(text):
            text = block.give_row() + text
            self._close_block()
            block = self._block = self._text_block()
        block.feed(text)

    def _end_line(self) -> None:
        self._in_line = False
        block = self._block
        assert block is not None
        block.end_line()
        if self._one_line or (isinstance(block, HtmlBlock) and block.ended):
            self._close_block()

    def _end_block(self, text: str) -> None:
        """Close a block by its own marker."""
        if isinstance(self._block, DrawnBlock):
            self._block.complete(text)
        self._close_block()

    def _begin(self, reading: Reading) -> None:
        """Close what ends before the new block, and open it."""
        self._close_to(reading.matched)
        taken = self._block if isinstance(self._block, EmptyBlock) else None
        if taken is None:
            self._close_block()
        self._push(reading.opens)
        filled = self._stack[:-1] if reading.act is Act.EMPTY else self._stack
        for container in filled:
            if isinstance(container, Item):
                container.filled = True
        if taken is not None:
            separator = taken.place.separator
        else:
            separator = self._separator()
        self._block = self._new_block(reading, separator)
        self._one_line = reading.act is Act.HEADING
        self._blank = False

    def _new_block(self, reading: Reading, separator: Line | None) -> Block:
        palette, out = self._palette, self._out
        match reading.act:
            case Act.FENCE:
                opened = Open(Leaf.FENCE, fence=reading.marker, indent=reading.level)
                if (draw := self._drawing(reading.info)) is not None:
                    return DrawnBlock(self._place(separator), out, palette, opened, draw)
                return FenceBlock(self._place(separator), out, palette, reading.info, opened)
            case Act.FORMULA:
                opened = Open(Leaf.FORMULA, fence=reading.marker, until_blank=bool(reading.text))
                return DrawnBlock(self._place(separator), out, palette, opened, formula_lines)
            case Act.CODE:
                return IndentedCode(self._place(separator), out, palette)
            case Act.HTML:
                return HtmlBlock(self._place(separator), out, palette, reading.level)
            case Act.RULE:
                return RuleBlock(self._place(separator, prose=True), out, palette.rule)
            case Act.EMPTY:
                return EmptyBlock(self._place(separator, prose=True), out)
            case Act.HEADING:
                style = palette.heading[reading.level - 1]
                place, marker = self._place(separator, prose=True), "#" * reading.level + " "
                return TextBlock(place, out, palette, self._references, style, marker)
            case _:
                return TextBlock(self._place(separator, prose=True), out, palette, self._references)

    def _drawing(self, info: str) -> Draw | None:
        """How to draw what is in a fence, None when it is code."""
        match info.split(maxsplit=1)[:1]:
            case [language] if language.lower() == "mermaid" and self._diagrams:
                return diagram_lines
            case [language] if language.lower() == "math":
                return formula_lines
            case _:
                return None

    def _text_block(self) -> TextBlock:
        place = self._place(self._separator(), prose=True)
        return TextBlock(place, self._out, self._palette, self._references)

    def _underline(self, level: int) -> None:
        assert isinstance(self._block, TextBlock)
        self._block.become_heading(self._palette.heading[level - 1], "#" * level + " ")
        self._close_block()

    def _begin_table(self, aligns: list[str], rule: str) -> None:
        text = self._block
        assert isinstance(text, TextBlock)
        header = text.header or ""
        if text.take_header():
            separator = text.place.separator
        else:
            self._close_block()
            separator = self._separator()
        self._blank = False
        self._block = TableBlock(
            self._place(separator), self._out, self._palette, self._references, header, aligns, rule
        )

    def _push(self, containers: Sequence[Container]) -> None:
        for container in containers:
            if isinstance(container, Item):
                current = self._stack[-1]
                if isinstance(current, BulletList) and current.number is not None:
                    current.number += 1
            self._stack.append(container)

    def _close_to(self, matched: int) -> None:
        if len(self._stack) > matched:
            self._close_block()
            del self._stack[matched:]

    def _close_block(self) -> None:
        block = self._block
        if block is None:
            return
        block.close()
        self._block = None
        self._one_line = False
        if block.started:
            self._last = tuple(self._stack)
            for container in self._stack:
                if isinstance(container, Item):
                    container.marked = True

    def _separator(self) -> Line | None:
        """The blank line before a new block: always one, but within a list only where the source has one."""
        if not self._out:
            return None
        common = 0
        for before, now in zip(self._last, self._stack, strict=False):
            if before is not now:
                break
            common += 1
        around = self._stack[:common]
        if around and isinstance(around[-1], BulletList | Item) and not self._blank:
            return None
        if not any(isinstance(container, Quote) for container in around):
            return BLANK
        return _prefixes(around, self._palette, self._width)[1].alone()

    def _place(self, separator: Line | None, *, prose: bool = False) -> Place:
        width = min(self._width, PROSE_WIDTH) if prose else self._width
        base = self._palette.text
        if any(isinstance(container, Quote) for container in self._stack):
            base += self._palette.quote
        first, rest = _prefixes(self._stack, self._palette, width)
        return Place(width, base, first, rest, separator)


def _prefixes(stack: Sequence[Container], palette: Palette, width: int) -> tuple[Prefix, Prefix]:
    """The prefixes of a block's first line and of its others: the same object if no marker is to be drawn."""
    first = rest = NO_PREFIX
    for container in stack:
        match container:
            case Quote():
                if rest.cells + 2 <= width - TEXT_ROOM:
                    same = first is rest
                    rest = rest.then("▌ ", palette.quote_bar, source="> ")
                    first = rest if same else first.then("▌ ", palette.quote_bar, source="> ")
            case Item():
                cells = cell_len(container.marker) + 1
                fits = rest.cells + cells <= width - TEXT_ROOM
                same = first is rest
                before = first
                if fits:
                    rest = rest.then(" " * cells, palette.text, source=" " * container.indent)
                if not container.marked and before.cells + cells <= width - 4:
                    before = before.meaning(container.lead)
                    first = before.then(
                        f"{container.marker} ", palette.bullet, copied=True, source=container.source
                    )
                elif same:
                    first = rest
                elif fits:
                    first = first.then(" " * cells, palette.text, source=" " * container.indent)
            case BulletList():
                pass
    return first, rest
