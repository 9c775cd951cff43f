"""The top line: the session's name on the left, its folder and git branch on the right."""

from __future__ import annotations

from rich.text import Text
from textual.widgets import Static

from pitui.render.sanitize import visible


class Header(Static):
    """One line; the folder is cut before the name is."""

    DEFAULT_CSS = """
    Header { height: 1; padding: 0 1; }
    """

    def __init__(self) -> None:
        """Make an empty header."""
        super().__init__(markup=False)
        self._name = ""
        self._place = ""

    def tell(self, name: str | None, place: str) -> None:
        """Set what the line shows.

        Args:
            name: the session's name or the title that an extension set; foreign text.
            place: folder and branch; foreign text.
        """
        self._name = visible(name or "").replace("\n", " ")
        self._place = visible(place)
        self.refresh()

    def render(self) -> Text:
        """Draw the line for the present width."""
        width = self.content_size.width
        line = Text("pitui", style="bold", no_wrap=True)
        if self._name:
            line.append(f"  {self._name}", style="not bold")
        place = Text(self._place, style="dim", no_wrap=True)
        room = width - line.cell_len - 2
        if room < 8:
            line.truncate(width, overflow="ellipsis")
            return line
        place.truncate(room, overflow="ellipsis")
        line.append(" " * (width - line.cell_len - place.cell_len))
        line.append_text(place)
        return line
