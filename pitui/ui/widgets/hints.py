"""What keys do, in one line: a hint that has no room is left out whole, the least important first."""

from __future__ import annotations

from collections.abc import Iterable

from rich.cells import cell_len
from rich.text import Text
from textual.widgets import Static

BETWEEN = " · "


def fit(hints: Iterable[str], width: int, *, between: str = BETWEEN) -> str:
    """As many hints as have room, from the first on; a later short one does not take the place of an earlier.

    Args:
        hints: the most important first.
        width: in cells.
        between: what parts them.
    """
    line = ""
    for hint in hints:
        longer = f"{line}{between}{hint}" if line else hint
        if cell_len(longer) > width:
            break
        line = longer
    return line


class Hints(Static):
    """A line of hints."""

    DEFAULT_CSS = """
    Hints { height: 1; color: $text-muted; }
    """

    def __init__(self, hints: Iterable[str] = (), *, id: str | None = None) -> None:
        """Show hints, the most important first."""
        super().__init__(id=id, markup=False)
        self._hints = tuple(hints)

    def show(self, hints: Iterable[str]) -> None:
        """Show other hints."""
        self._hints = tuple(hints)
        self.refresh()

    def render(self) -> Text:
        """Draw what has room, and of the first hint at least its beginning."""
        width = self.content_size.width
        line = Text(fit(self._hints, width) or "".join(self._hints[:1]), no_wrap=True)
        line.truncate(width, overflow="ellipsis")
        return line
