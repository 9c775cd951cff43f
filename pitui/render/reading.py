"""What becomes of a line of markdown, once it is understood."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum, auto

from pitui.render.containers import Container


class Act(Enum):
    """What becomes of a line."""

    BLANK = auto()
    CONTINUE = auto()  # more of the open block
    CLOSE = auto()  # the end of a fence or of a formula
    TEXT = auto()  # a new paragraph
    HEADING = auto()
    UNDERLINE = auto()  # the open paragraph is a heading
    RULE = auto()
    FENCE = auto()
    FORMULA = auto()
    CODE = auto()  # indented
    HTML = auto()
    TABLE = auto()  # the open paragraph's last line is a header
    EMPTY = auto()  # a list item with nothing in it


@dataclass(slots=True)
class Reading:
    """A line that is understood.

    Attributes:
        act: what it does.
        matched: how many of the open containers go on.
        opens: new containers within those.
        text: its text for the block.
        level: of a heading, 1 to 6; columns of indent of a fence; number of an HTML block's kind.
        info: a fence's info string.
        marker: what opened the fence or the formula.
        aligns: of a table's columns.
        is_closed: a formula that ends on the line it begins on.
    """

    act: Act
    matched: int
    opens: list[Container] = field(default_factory=list[Container])
    text: str = ""
    level: int = 0
    info: str = ""
    marker: str = ""
    aligns: list[str] = field(default_factory=list[str])
    is_closed: bool = False
