"""Where a block stands (prefixes, width, the blank line before it) and what every kind of block can do."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum, auto
from typing import NamedTuple

from rich.style import Style

from pitui.render.line import Line
from pitui.render.wrap import NO_PREFIX, Prefix


class Place(NamedTuple):
    """Where a block stands on the sheet.

    Attributes:
        width: cells of a whole line, prefixes included.
        base: the style that text has here.
        first: prefix of the block's first line: it may hold a list marker.
        rest: prefix of its other lines.
        separator: the blank line before the block.
    """

    width: int
    base: Style
    first: Prefix = NO_PREFIX
    rest: Prefix = NO_PREFIX
    separator: Line | None = None

    @property
    def marked(self) -> bool:
        """Whether the first line holds a list marker, which must be seen even if the block is empty."""
        return self.first is not self.rest


class Leaf(Enum):
    """The kinds of an open block, as far as the next line depends on it."""

    NONE = auto()
    TEXT = auto()
    TABLE = auto()
    FENCE = auto()
    FORMULA = auto()
    CODE = auto()
    HTML = auto()


class Open(NamedTuple):
    """The open block.

    Attributes:
        leaf: its kind.
        whole: a paragraph that may still become a heading.
        header: a paragraph's last line, if it may become a table's header.
        fence: what opened a fence or a formula.
        indent: columns of indent of the fence.
        until_blank: an HTML block or a formula that a blank line ends.
    """

    leaf: Leaf = Leaf.NONE
    whole: bool = False
    header: str | None = None
    fence: str = ""
    indent: int = 0
    until_blank: bool = False


NOTHING_OPEN = Open()


class Block:
    """A leaf block that grows: lines that can no longer change go to `out`, the others are computed on demand.

    Every decision depends on the text so far and never on how it was sliced.
    """

    def __init__(self, place: Place, out: list[Line]) -> None:
        self.place = place
        self.started = False
        self._out = out

    @property
    def prefix(self) -> Prefix:
        """The prefix of the next line."""
        return self.place.rest if self.started else self.place.first

    def describe(self) -> Open:
        """What the next line needs to know about the block."""
        return NOTHING_OPEN

    def feed(self, text: str) -> None:
        """Take more of the current line. `text` holds no line break."""
        raise NotImplementedError

    def end_line(self) -> None:
        """The current line is complete."""
        raise NotImplementedError

    def pending(self) -> list[Line]:
        """The lines that are not final yet, as far as they are safe to show."""
        raise NotImplementedError

    def finish(self) -> None:
        """Emit what is pending as it finally is."""
        raise NotImplementedError

    def close(self) -> None:
        """End the block."""
        self.finish()
        if not self.started and self.place.marked:
            self.emit([self._marker()])

    def live(self) -> list[Line]:
        """The pending lines with the blank line before them."""
        lines = self.pending()
        if self.started:
            return lines
        if not lines and self.place.marked:
            lines = [self._marker()]
        if lines and self.place.separator is not None:
            lines.insert(0, self.place.separator)
        return lines

    def emit(self, lines: Sequence[Line]) -> None:
        """Hand out lines that are final."""
        if not lines:
            return
        if not self.started and self.place.separator is not None:
            self._out.append(self.place.separator)
        self.started = True
        self._out.extend(lines)

    def _marker(self) -> Line:
        return self.place.first.alone()


class EmptyBlock(Block):
    """A list item that has nothing but its marker so far."""

    def feed(self, text: str) -> None:
        """Never called: the first text makes another block."""

    def end_line(self) -> None:
        """Nothing to end."""

    def pending(self) -> list[Line]:
        """Nothing but the marker."""
        return []

    def finish(self) -> None:
        """Nothing to emit but the marker."""


class RuleBlock(Block):
    """A thematic break."""

    def __init__(self, place: Place, out: list[Line], style: Style) -> None:
        super().__init__(place, out)
        self._style = style

    def feed(self, text: str) -> None:
        """Never called: a rule is one whole line."""

    def end_line(self) -> None:
        """Nothing to end."""

    def pending(self) -> list[Line]:
        """The rule."""
        prefix = self.prefix.then(
            "─" * max(self.place.width - self.prefix.cells, 1), self._style, source="---"
        )
        return [Line(prefix.segments, prefix.gutter, None, prefix.origin)]

    def finish(self) -> None:
        """Emit the rule."""
        self.emit(self.pending())
