"""The line above the editor takes the strength of the thinking level, as pi's editor border does."""

from __future__ import annotations

from textual.widget import Widget

from pitui.session.models import LEVELS


def mark_thinking(widget: Widget, level: str) -> None:
    """Give a widget the class `-think-LEVEL` of the present level, and no other such class."""
    for name in LEVELS:
        widget.set_class(name == level, f"-think-{name}")
