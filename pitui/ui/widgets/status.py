"""The bottom line: model, thinking level, context, tokens, cost, and what extensions report."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from rich.text import Text
from textual.widgets import Static

from pitui.protocol.responses import ContextUsage
from pitui.render.format import count, money
from pitui.render.palette import Palette
from pitui.render.sanitize import visible
from pitui.session.models import is_usable
from pitui.session.state import Session
from pitui.ui.foreign import styled_line
from pitui.ui.palette import palette_for
from pitui.ui.textual_private import app_of

_GAP = "   "

FILLING, FULL = 70, 90
"""Above so many percent of the context the figure takes another colour, as in pi."""


class Figure(NamedTuple):
    """A part of the line; one with a higher rank is dropped before those with a lower one.

    Attributes:
        text: what it says.
        rank: how soon it is dropped.
        gap: what stands before it, unless it is the first.
    """

    text: Text
    rank: int
    gap: str = _GAP


class StatusLine(Static):
    """One line; where it is too narrow, the least important figures go first."""

    DEFAULT_CSS = """
    StatusLine { height: 1; padding: 0 1; color: $text-muted; }
    """

    def __init__(self) -> None:
        """Make it empty."""
        super().__init__(markup=False)
        self._figures: list[Figure] = []
        self._statuses: list[Text] = []

    def take(self, session: Session) -> None:
        """Show the figures of a session."""
        self._figures = figures(session, palette_for(app_of(self).current_theme))
        self._statuses = [styled_line(session.statuses[key]) for key in sorted(session.statuses)]
        self.refresh()

    def render(self) -> Text:
        """Draw the line for the present width."""
        width = self.content_size.width
        statuses = Text("  ", no_wrap=True).join(self._statuses)
        statuses_least = min(statuses.cell_len + len(_GAP), width // 2) if self._statuses else 0
        line = fitting(self._figures, width - statuses_least)
        room = width - line.cell_len - len(_GAP)
        if self._statuses and room > 0:
            statuses.truncate(room, overflow="ellipsis")
            line.append(" " * (width - line.cell_len - statuses.cell_len))
            line.append_text(statuses)
        line.truncate(width, overflow="ellipsis")
        return line


def figures(session: Session, palette: Palette) -> list[Figure]:
    """What there is to tell about a session, from the left."""
    state, stats = session.state, session.stats
    found: list[Figure] = []
    if state.model is not None and is_usable(state.model):
        if len(session.providers) > 1:
            found.append(Figure(Text(visible(f"({state.model.provider})")), 5))
        found.append(Figure(Text(visible(f"{state.model.id} · {state.thinking_level}")), 0, " "))
        if (routed := session.routed_to) is not None:
            found.append(Figure(Text(visible(f"→ {routed}")), 8, " "))
    elif state.model is not None:
        found.append(Figure(Text("no model: /login", style=palette.warning), 0))
    if stats is None:
        return found
    usage, tokens = stats.context_usage, stats.tokens
    if usage is not None and usage.context_window:
        found.append(Figure(_context(usage, palette), 1))
        if state.auto_compaction_enabled:
            found.append(Figure(Text("(auto)"), 7, " "))
    found.append(Figure(Text(f"↑{count(tokens.input)} ↓{count(tokens.output)}"), 3))
    if tokens.cache_read or tokens.cache_write:
        found.append(Figure(Text(f"cache {count(tokens.cache_read)}/{count(tokens.cache_write)}"), 4))
        if (rate := session.cache_hit_rate) is not None:
            found.append(Figure(Text(f"hit {rate:.0f}%"), 6, " "))
    found.append(Figure(Text(money(stats.cost) + (" (sub)" if session.is_subscription else "")), 2))
    return found


def _context(usage: ContextUsage, palette: Palette) -> Text:
    """How full the context is, as pi estimates it; `?` when it does not know, as right after a compaction."""
    window = f" of {count(usage.context_window)}"
    if usage.percent is None:
        return Text(f"?{window}")
    if usage.percent > FULL:
        return Text(f"{usage.percent:.1f}%{window} !", style=palette.error)
    return Text(f"{usage.percent:.1f}%{window}", style=palette.warning if usage.percent > FILLING else "")


def fitting(found: Sequence[Figure], width: int) -> Text:
    """The figures on one line, without those that have no room; the most important one always stays."""
    shown = list(found)
    while (line := _joined(shown)).cell_len > width and len(shown) > 1:
        shown.remove(max(shown, key=lambda figure: figure.rank))
    return line


def _joined(found: Sequence[Figure]) -> Text:
    line = Text(no_wrap=True)
    for figure in found:
        if line:
            line.append(figure.gap)
        line.append_text(figure.text)
    return line
