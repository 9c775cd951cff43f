"""The lines that extensions keep above or below the editor: at most a third of the screen, scrolling beyond."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from pitui.protocol.extension_ui import SetWidgetRequest
from pitui.render.wrap import Span
from pitui.ui.foreign import styled_spans
from pitui.ui.widgets.dialogs.lines import Lines

BELOW = "belowEditor"


class ExtensionWidgets(Lines, can_focus=False):
    """All widgets of one place, in the order in which they first came."""

    DEFAULT_CSS = """
    ExtensionWidgets { display: none; height: auto; padding: 0 1; }
    """

    def rows(self) -> int:
        """How many rows its lines take, at the screen's width."""
        return self.rows_wanted(max(1, self.screen.size.width - 3))

    def set_rows(self, rows: int) -> None:
        """Take so many rows; with less than it wants the keys can scroll it."""
        super().set_rows(rows)
        self.can_focus = 0 < rows < self.rows()


def widget_spans(widgets: Iterable[SetWidgetRequest], *, below: bool) -> list[Span]:
    """The lines of the widgets of one place, one widget after the other."""
    spans: list[Span] = []
    for widget in widgets:
        if (widget.widget_placement == BELOW) is below and widget.widget_lines:
            spans += [("\n", spans[0][1])] if spans else []
            spans += styled_spans(widget.widget_lines)
    return spans


def share(screen_rows: int, wanted: Sequence[int]) -> list[int]:
    """Divide a third of the screen between the places above and below the editor.

    Args:
        screen_rows: of the whole screen.
        wanted: rows that show all of each place.

    Returns:
        The rows of each place; none gets more than it wants.
    """
    above, below = wanted
    third = screen_rows // 3
    given_below = min(below, max(third - above, third // 2))
    return [min(above, third - given_below), given_below]
