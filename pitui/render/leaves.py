"""The literal text of markdown: fences, indented code, and HTML, which is shown as it is written."""

from __future__ import annotations

from pitui.render.code_block import CodeBlock, CodeLook
from pitui.render.html import html_end
from pitui.render.line import Line
from pitui.render.palette import Palette
from pitui.render.place import Leaf, Open, Place

CODE_INDENT = 2
_CODE_OPEN = Open(Leaf.CODE)


class FenceBlock(CodeBlock):
    """Fenced code."""

    def __init__(self, place: Place, out: list[Line], palette: Palette, info: str, opened: Open) -> None:
        super().__init__(place, out, CodeLook(palette, info, CODE_INDENT))
        self._open = opened

    def describe(self) -> Open:
        """A fence: it goes on until its own marker ends it."""
        return self._open


class IndentedCode(CodeBlock):
    """Code by indent: blank lines at its end do not belong to it."""

    def __init__(self, place: Place, out: list[Line], palette: Palette) -> None:
        super().__init__(place, out, CodeLook(palette, indent=CODE_INDENT))
        self._blanks = 0
        self._in_line = False

    def describe(self) -> Open:
        """Indented code: it goes on with the indent."""
        return _CODE_OPEN

    def feed(self, text: str) -> None:
        """Take more of the current line."""
        if not self._in_line and not text.strip(" \t"):
            return
        for _ in range(self._blanks):
            super().end_line()
        self._blanks = 0
        self._in_line = True
        super().feed(text)

    def end_line(self) -> None:
        """The line is complete; a blank one counts when another follows."""
        if self._in_line:
            super().end_line()
        else:
            self._blanks += 1
        self._in_line = False


class HtmlBlock(CodeBlock):
    """An HTML block of one of CommonMark's seven kinds."""

    def __init__(self, place: Place, out: list[Line], palette: Palette, kind: int) -> None:
        super().__init__(place, out, CodeLook(palette, plain=palette.dim))
        self._end = html_end(kind)
        self._open = Open(Leaf.HTML, until_blank=self._end is None)
        self._recent = ""
        self.ended = False

    def describe(self) -> Open:
        """HTML: some kinds end at a blank line."""
        return self._open

    def feed(self, text: str) -> None:
        """Take more of the current line, and look for the end."""
        super().feed(text)
        if self._end is not None and not self.ended:
            recent = self._recent + text
            self.ended = self._end.search(recent) is not None
            self._recent = recent[-16:]

    def end_line(self) -> None:
        """The line is complete."""
        super().end_line()
        self._recent = ""
