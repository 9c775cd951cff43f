"""The bottom line: model, thinking level, context, tokens, cost, and what extensions report."""

from __future__ import annotations

from rich.cells import cell_len
from rich.text import Text
from textual.widgets import Static

from pitui.render.format import count, money
from pitui.render.sanitize import visible
from pitui.session.state import Session
from pitui.ui.foreign import styled_line

_GAP = "   "


class StatusLine(Static):
    """One line; what does not fit is dropped from the right, least important last."""

    DEFAULT_CSS = """
    StatusLine { height: 1; padding: 0 1; color: $text-muted; }
    """

    def __init__(self) -> None:
        """Make it empty."""
        super().__init__(markup=False)
        self._parts: list[str] = []
        self._statuses: list[Text] = []

    def take(self, session: Session) -> None:
        """Show the figures of a session."""
        state, stats = session.state, session.stats
        parts: list[str] = []
        if state.model is not None:
            parts.append(f"{state.model.id} · {state.thinking_level}")
        if stats is not None:
            if (usage := stats.context_usage) is not None and usage.context_window:
                percent = "?" if usage.percent is None else f"{usage.percent:.1f}%"
                parts.append(f"{percent} of {count(usage.context_window)}")
            parts.append(f"↑{count(stats.tokens.input)} ↓{count(stats.tokens.output)}")
            parts.append(money(stats.cost))
        self._parts = [visible(part) for part in parts]
        self._statuses = [styled_line(session.statuses[key]) for key in sorted(session.statuses)]
        self.refresh()

    def render(self) -> Text:
        """Draw the line for the present width."""
        width = self.content_size.width
        statuses = Text("  ", no_wrap=True).join(self._statuses)
        statuses_least = min(statuses.cell_len + len(_GAP), width // 2) if self._statuses else 0
        parts = list(self._parts)
        while len(parts) > 1 and cell_len(_GAP.join(parts)) > width - statuses_least:
            parts.pop()
        line = Text(_GAP.join(parts), no_wrap=True)
        room = width - line.cell_len - len(_GAP)
        if self._statuses and room > 0:
            statuses.truncate(room, overflow="ellipsis")
            line.append(" " * (width - line.cell_len - statuses.cell_len))
            line.append_text(statuses)
        line.truncate(width, overflow="ellipsis")
        return line
