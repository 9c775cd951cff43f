"""The containers of markdown (quotes, lists, items) and the cursor that reads a line through them, tabs included."""

from __future__ import annotations

import re
from dataclasses import dataclass

MAX_DEPTH = 64
"""Containers within each other; markers beyond that are text."""


@dataclass(slots=True, eq=False)
class Quote:
    """A block quote."""


@dataclass(slots=True, eq=False)
class BulletList:
    """A list; `kind` is the bullet, or the character behind the numbers."""

    kind: str
    number: int | None = None
    """The next item's number, or None for bullets."""


@dataclass(slots=True, eq=False)
class Item:
    """A list item: what is indented by at least `indent` columns belongs to it.

    Attributes:
        indent: columns.
        marker: what is drawn.
        source: its marker as it is written, with the space behind it.
        lead: what stands before that in its line.
        filled: whether it holds anything.
        marked: whether its marker has been drawn.
    """

    indent: int
    marker: str
    source: str = "- "
    lead: str = ""
    filled: bool = False
    marked: bool = False


Container = Quote | BulletList | Item

_SPACES = re.compile("[ \t]*")


class Cursor:
    """A place in a line, counted in characters and in columns (a tab goes to the next multiple of 4)."""

    __slots__ = ("column", "indent", "line", "next", "next_column", "position")

    def __init__(self, line: str) -> None:
        self.line = line
        self.position = 0
        self.column = 0
        self.look()

    def look(self) -> None:
        """Find the next character that is no space: sets `next`, `next_column`, `indent`."""
        match = _SPACES.match(self.line, self.position)
        self.next = match.end() if match else self.position
        spaces = self.line[self.position : self.next]
        if "\t" not in spaces:
            self.next_column = self.column + len(spaces)
        else:
            column = self.column
            for char in spaces:
                column += 4 - column % 4 if char == "\t" else 1
            self.next_column = column
        self.indent = self.next_column - self.column

    @property
    def blank(self) -> bool:
        """Whether only spaces are left."""
        return self.next >= len(self.line)

    @property
    def char(self) -> str:
        """The next character that is no space."""
        return self.line[self.next]

    def advance(self, columns: int) -> None:
        """Pass columns; within a tab, too."""
        while columns > 0 and self.position < len(self.line):
            if self.line[self.position] == "\t":
                step = min(4 - self.column % 4, columns)
                self.column += step
                columns -= step
                if self.column % 4:
                    break
                self.position += 1
            else:
                self.position += 1
                self.column += 1
                columns -= 1
        self.look()

    def to_text(self) -> None:
        """Pass the spaces."""
        self.position, self.column = self.next, self.next_column
        self.look()

    def skip_space(self) -> bool:
        """Pass one column if it is a space.

        Returns:
            Whether it was.
        """
        if self.position < len(self.line) and self.line[self.position] in " \t":
            self.advance(1)
            return True
        return False

    def rest(self) -> str:
        """What is left, with what is left of a tab as spaces."""
        position = self.position
        if position < len(self.line) and self.line[position] == "\t" and self.column % 4:
            return " " * (4 - self.column % 4) + self.line[position + 1 :]
        return self.line[position:]

    def text(self) -> str:
        """What is left from the next character on."""
        return self.line[self.next :]
