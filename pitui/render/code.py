"""Code for the cards of tools: a whole text, or one that grows, highlighted by language or file name."""

from __future__ import annotations

from pitui.render.code_block import CodeBlock, CodeLook
from pitui.render.intake import Intake
from pitui.render.line import Line
from pitui.render.lines import LinesView
from pitui.render.place import Place


class CodeStream:
    """A text of code that grows, for the cards of tools: the same lines as `highlight` gives when it is finished."""

    def __init__(self, look: CodeLook, width: int) -> None:
        self._frozen: list[Line] = []
        self._tail: list[Line] | None = []
        self._block = CodeBlock(Place(width, look.palette.text), self._frozen, look)
        self._intake = Intake()

    def append(self, text: str) -> None:
        """Take more of the text, at any length.

        Args:
            text: the text that follows.
        """
        self._take(self._intake.take(text))

    def finish(self) -> None:
        """The text is complete."""
        self._take(self._intake.rest())
        self._block.finish()
        self._tail = []

    def _take(self, text: str) -> None:
        head, *more = text.split("\n")
        if head:
            self._block.feed(head)
        for line in more:
            self._block.end_line()
            if line:
                self._block.feed(line)
        self._tail = None

    @property
    def frozen_count(self) -> int:
        """How many of the first lines can no longer change."""
        return len(self._frozen)

    @property
    def lines(self) -> LinesView:
        """All lines; the view is good until the next append."""
        if self._tail is None:
            self._tail = self._block.live()
        return LinesView(self._frozen, self._tail)


def highlight(source: str, width: int, look: CodeLook) -> list[Line]:
    """A whole text of code as lines.

    Args:
        source: foreign text.
        width: cells of a line.
        look: language, indent, line numbers, palette.

    Returns:
        The rows; a line break at the end of the source makes no empty row.
    """
    stream = CodeStream(look, width)
    stream.append(source)
    stream.finish()
    return list(stream.lines)
