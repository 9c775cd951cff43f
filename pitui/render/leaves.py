"""The two kinds of literal text that markdown has besides fences: indented code, and HTML, shown as it is written."""

from __future__ import annotations

from pitui.render.code import CodeBlock, CodeLook
from pitui.render.line import Line
from pitui.render.palette import Palette
from pitui.render.place import Place
from pitui.render.starts import HTML_ENDS

CODE_INDENT = 2


class IndentedCode(CodeBlock):
    """Code by indent: blank lines at its end do not belong to it."""

    def __init__(self, place: Place, out: list[Line], palette: Palette) -> None:
        super().__init__(place, out, CodeLook(palette, indent=CODE_INDENT))
        self._blanks = 0
        self._in_line = False

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
        self._end = HTML_ENDS[kind - 1] if kind <= len(HTML_ENDS) else None
        self._recent = ""
        self.ended = False

    @property
    def until_blank(self) -> bool:
        """Whether a blank line ends it."""
        return self._end is None

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
