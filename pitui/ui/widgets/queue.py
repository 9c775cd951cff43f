"""What waits: texts on their way to pi, and pi's steering and follow-up queues, a row each."""

from __future__ import annotations

from rich.text import Text
from textual.widgets import Static

from pitui.render.sanitize import visible
from pitui.session.queue_edit import MessageQueue
from pitui.session.waiting import Where

MAX_ROWS = 6
_LANE_WIDTH = 10


class QueueRows(Static):
    """Hidden when nothing waits; more than six waiting texts end in a count."""

    DEFAULT_CSS = """
    QueueRows { height: auto; padding: 0 1; display: none; }
    """

    def __init__(self) -> None:
        """Make it empty."""
        super().__init__(markup=False)
        self._rows: list[tuple[str, str, str]] = []

    def take(self, queue: MessageQueue) -> None:
        """Show what waits now."""
        rows: list[tuple[str, str, str]] = []
        for message in queue.shown:
            lane = "steer" if message.lane == "steer" else "follow-up"
            number = str(queue.lane(message.lane).index(message) + 1)
            rows.append((lane if message.where is Where.IN_PI else "sending", number, message.text))
        if rows == self._rows:
            return
        self._rows = rows
        self.display = bool(rows)
        self.refresh(layout=True)

    def render(self) -> Text:
        """Draw the rows for the present width."""
        width = self.content_size.width
        shown = self._rows if len(self._rows) <= MAX_ROWS else self._rows[: MAX_ROWS - 1]
        lines: list[Text] = []
        for lane, position, text in shown:
            line = Text(no_wrap=True)
            line.append(f"{lane:<{_LANE_WIDTH}} {position:>2}  ", style="bold")
            line.append(" ".join(visible(text).split()))
            line.truncate(width, overflow="ellipsis")
            lines.append(line)
        if len(shown) < len(self._rows):
            lines.append(Text(f"{'':<{_LANE_WIDTH}}     {len(self._rows) - len(shown)} more", style="dim"))
        return Text("\n").join(lines)
