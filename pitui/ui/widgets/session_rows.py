"""Stored sessions as rows: title, name or first words; how many messages, how old."""

from __future__ import annotations

import time
from itertools import pairwise
from pathlib import Path

from rich.text import Text

from pitui.render.sanitize import visible
from pitui.ui.place import folder_label
from pitui.ui.session_list import SessionRow
from pitui.ui.widgets.row_list import RowList

_AGES = ((60, "now"), (3600, "m"), (86_400, "h"), (7 * 86_400, "d"), (365 * 86_400, "w"))


class SessionRows(RowList, can_focus=False):
    """The sessions to choose from.

    Attributes:
        rows: what is shown.
        open_file: the file of the session that is open, which is marked.
        with_folder: whether the folder of each session is shown.
        with_path: whether the file of each session is shown instead.
    """

    def __init__(self) -> None:
        """Make an empty list."""
        super().__init__(empty="")
        self.rows: list[SessionRow] = []
        self.open_file: Path | None = None
        self.with_folder = False
        self.with_path = False

    @property
    def is_active(self) -> bool:
        """Always: the line above hands it the arrow keys."""
        return True

    @property
    def chosen(self) -> SessionRow | None:
        """The row under the cursor."""
        return self.rows[self.cursor] if 0 <= self.cursor < len(self.rows) else None

    def show(self, rows: list[SessionRow], empty: str) -> None:
        """Show these rows; the cursor stays on its session, unless it stood on the first one."""
        chosen = self.chosen
        self.rows = rows
        self._empty = empty
        self.set_count(len(rows))
        if chosen is not None and self.cursor > 0:
            path = chosen.session.path
            at = next((n for n, row in enumerate(rows) if row.session.path == path), self.cursor)
            self.move_to(at, tell=False)

    def row(self, index: int, width: int) -> Text:
        """Draw a session."""
        row = self.rows[index]
        session = row.session
        line = Text(no_wrap=True)
        line.append("● " if session.path == self.open_file else "  ")
        if row.depth:
            line.append("  " * min(row.depth - 1, 10) + "└ ", style="dim")
        title = " ".join(visible(session.title[:400]).split())
        line.append(title, style="bold" if session.name else "")
        where = ""
        if self.with_path:
            where = visible(str(session.path))
        elif self.with_folder:
            where = visible(folder_label(Path(session.cwd))) if session.cwd else "?"
        figures = f"{session.messages:>5} {age(session.modified):>4}"
        room = width - len(figures) - 2
        if room < 12:
            return line
        if where and room >= 50:
            place = Text(where, style="dim")
            if place.cell_len > room // 2:
                place = Text("…", style="dim").append_text(place[-(room // 2 - 1) :])
            line.truncate(room - place.cell_len - 2, overflow="ellipsis", pad=True)
            line.append("  ").append_text(place)
        line.truncate(room, overflow="ellipsis", pad=True)
        return line.append("  ").append(figures, style="dim")


def age(at: float, now: float | None = None) -> str:
    """How long ago something was, in four characters at most: `now`, `5m`, `3h`, `2d`, `6w`, `1y`."""
    seconds = max(0.0, (time.time() if now is None else now) - at)
    if seconds < 60:
        return "now"
    for (unit, _), (limit, letter) in pairwise(_AGES):
        if seconds < limit:
            return f"{int(seconds // unit)}{letter}"
    return f"{int(seconds // (365 * 86_400))}y"
