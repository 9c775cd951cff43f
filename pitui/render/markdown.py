"""Markdown for the conversation, streamed or at once: the same lines either way."""

from __future__ import annotations

from pitui.render.intake import Intake
from pitui.render.line import BLANK, Line
from pitui.render.lines import LinesView
from pitui.render.palette import Palette


class MarkdownStream:
    """Markdown that grows.

    After `finish` the lines are those of `render_markdown`, however the text was sliced. Before it, they depend on the
    text so far alone: what could still turn into something else (a half-typed marker, a line that may become a
    heading, a list, a table) is held back, and open emphasis, code and links are drawn as if they ended here; a
    formula and a diagram of their own are shown as their source until their end is there. The one
    exception is blank lines at the end: where a guess was wrong and a text gets shorter, they keep the height that was
    seen until the text has overtaken it, so that the height never shrinks before `finish`.
    """

    def __init__(self, width: int, palette: Palette, *, diagrams: bool = True) -> None:
        """Start with nothing.

        Args:
            width: cells of a line, at least 2.
            palette: the styles.
            diagrams: whether mermaid is drawn.
        """
        from pitui.render.document import Document  # with its parser 30 ms, which a start need not wait for

        self.diagrams = diagrams
        self._frozen: list[Line] = []
        self._document = Document(max(width, 2), palette, self._frozen, diagrams=diagrams)
        self._intake = Intake()
        self._tail: list[Line] | None = []
        self._seen = 0
        self._finished = False

    def append(self, text: str) -> None:
        """Take the text that follows.

        Args:
            text: foreign text of any length.

        Raises:
            ValueError: after `finish`.
        """
        if self._finished:
            raise ValueError("this markdown is finished; start another stream")
        self._document.feed(self._intake.take(text))
        self._tail = None

    def finish(self) -> None:
        """The text is complete: all lines are final."""
        if self._finished:
            return
        self._finished = True
        self._document.feed(self._intake.rest())
        self._document.finish()
        self._tail = []

    @property
    def frozen_count(self) -> int:
        """How many of the first lines can no longer change. Never falls."""
        return len(self._frozen)

    @property
    def lines(self) -> LinesView:
        """All lines. The view is good until the next append."""
        if self._tail is None:
            self._tail = self._document.live()
            height = len(self._frozen) + len(self._tail)
            self._tail += [BLANK] * (self._seen - height)
            self._seen = max(self._seen, height)
        return LinesView(self._frozen, self._tail)


def render_markdown(source: str, width: int, palette: Palette, *, diagrams: bool = True) -> list[Line]:
    """Render a whole markdown text.

    Args:
        source: foreign text.
        width: cells of a line, at least 2. Prose takes 100 of them at most.
        palette: the styles.
        diagrams: whether mermaid is drawn.

    Returns:
        Its lines, none wider than the width.
    """
    stream = MarkdownStream(width, palette, diagrams=diagrams)
    stream.append(source)
    stream.finish()
    return list(stream.lines)
