"""A window on a column of rows, on Textual's line API: paints only the cells that changed, and never lays out.

Textual's own scrollbar, styles cache and virtual size are not used: each of them costs a layout of the screen or as
much as the text itself. So line filters (NO_COLOR, dim) and the selection are applied here.
"""

from __future__ import annotations

from typing import Generic

from textual import events
from textual.geometry import Offset, Region
from textual.scroll_view import ScrollView
from textual.selection import Selection
from textual.strip import Strip
from textual.timer import Timer

from pitui.render.palette import Palette
from pitui.ui.textual_private import app_of
from pitui.ui.widgets.transcript.layout import BlockT, Layout
from pitui.ui.widgets.transcript.paint import NOTHING, Inks, Overlay, Painter, inks_of, with_offsets
from pitui.ui.widgets.transcript.rowdiff import changed_span
from pitui.ui.widgets.transcript.running import Running
from pitui.ui.widgets.transcript.scrollbar import thumb, top_for
from pitui.ui.widgets.transcript.selection import Span, point, selected_text, span_of
from pitui.ui.widgets.transcript.strips import MARGIN, Strips
from pitui.ui.widgets.transcript.viewport import Row, Viewport

RIGHT = 2
"""Cells right of every line: an empty one, and the scrollbar."""

EDGE_SECONDS = 0.05
EDGE_ROWS = 2
"""How fast the text scrolls on when a selection is dragged to the first or the last row."""


class Pane(ScrollView, Generic[BlockT], can_focus=True):
    """Shows what its viewport sees."""

    DEFAULT_CSS = """
    Pane {
        height: 1fr;
        overflow: hidden hidden;
    }
    """

    def __init__(self, layout: Layout[BlockT], palette: Palette, *, id: str | None = None) -> None:
        """Make a pane.

        Args:
            layout: the column.
            palette: the styles.
            id: the widget's id.
        """
        self.column = layout
        self.viewport = Viewport(layout)
        self.palette = palette
        self._strips = Strips()
        self._painter = Painter(self._strips)
        self.running = Running(self, lambda: bool(self._running_in_sight()), self._draw_running)
        self._frame: list[Strip] = []
        self._inks: Inks | None = None
        self._grip: int | None = None
        self._edge_at = (0, 0)
        self._edge_timer: Timer | None = None
        super().__init__(id=id)

    # -- for the class that says what is shown ---------------------------------------------------------------

    def overlay(self, row: Row) -> Overlay:
        """What is laid over a row besides the selection, the scrollbar and the badge."""
        del row
        return NOTHING

    def badge(self) -> str:
        """What stands at the right end of the last row."""
        return ""

    def shows_time(self, block: BlockT) -> bool:
        """Whether a block shows time that passes, so that it must be drawn again without having changed."""
        del block
        return False

    def was_painted(self) -> None:
        """Called after each change of what is seen."""
        self.running.watch()

    @property
    def content_width(self) -> int:
        """Cells for a block's lines."""
        return max(1, self.size.width - MARGIN - RIGHT)

    # -- painting --------------------------------------------------------------------------------------------

    @property
    def is_ready(self) -> bool:
        """Whether the pane has a size to show something in."""
        return self.is_attached and self.size.width > 0 and self.size.height > 0

    def set_palette(self, palette: Palette) -> None:
        """Take other colours."""
        self.palette = palette
        self._inks = None
        if self.is_ready:
            self.viewport.rendered_anew()
            self.paint()

    def paint(self) -> None:
        """Bring the screen up to date with the viewport: ask for the cells that differ to be written."""
        if not self.is_ready:
            return
        frame = self._compose_frame()
        width = self.size.width
        regions: list[Region] = []
        for y, strip in enumerate(frame):
            span = changed_span(self._frame[y], strip) if y < len(self._frame) else (0, width)
            if span is not None:
                regions.append(Region(span[0], y, span[1] - span[0], 1))
        self._frame = frame
        if regions:
            self.refresh(*regions)
        self.was_painted()

    def _compose_frame(self) -> list[Strip]:
        width, height = self.size
        inks = self._current_inks()
        if self._strips.set_look(width - 1, inks.base, self.background_colors[1], self.get_line_filters()):
            self._frame = []
        viewport = self.viewport
        bar = thumb(height, self.column.total, viewport.top)
        selected = self._selected_span()
        badge = self.badge()
        rows: list[tuple[Strip, Overlay]] = []
        for y in range(height):
            if y < len(viewport.rows):
                row = viewport.rows[y]
                strip = self._strips.get(row.key, row.line, row.content)
                over = self.overlay(row)
                characters = None if selected is None else self._selected_on(selected, row)
            else:
                strip, over, characters = self._strips.empty, NOTHING, None
            mark = badge if y == height - 1 else ""
            if characters is not None or mark or y in bar:
                over = Overlay(over.cursor, over.hits, characters, y in bar, mark)
            rows.append((strip, over))
        return self._painter.frame(rows, width, inks)

    def _running_in_sight(self) -> list[int]:
        column = self.column
        indices = map(column.index, self.viewport.visible_keys())
        return [i for i in indices if i is not None and self.shows_time(column.blocks[i])]

    def _draw_running(self) -> None:
        for i in self._running_in_sight():
            self.column.render_again(i)
        self.viewport.settle()
        self.paint()

    def _selected_span(self) -> Span | None:
        selection = self.text_selection
        return None if selection is None else span_of(selection, self.column)

    def _selected_on(self, span: Span, row: Row) -> tuple[int, int] | None:
        index = self.column.index(row.key)
        characters = None if index is None else span.on_row(index, row.line)
        if characters is None:
            return None
        length = len(row.content.text)
        start, end = max(characters[0], row.content.gutter), min(characters[1], length)
        return (start, end) if start < end else None

    def _current_inks(self) -> Inks:
        if self._inks is None:
            selection = self.screen.get_component_rich_style("screen--selection")
            self._inks = inks_of(self.palette, self.rich_style, selection)
        return self._inks

    def notify_style_update(self) -> None:
        """The style sheet, and with it perhaps the background, changed."""
        super().notify_style_update()
        self._inks = None
        if self._frame:
            self.call_after_refresh(self.paint)

    def render_lines(self, crop: Region) -> list[Strip]:
        """Rows for the compositor, without the styles cache."""
        self.running.resume()
        width = self.size.width
        blank = Strip.blank(width, self.rich_style)
        lines = [self._frame[y] if y < len(self._frame) else blank for y in range(crop.y, crop.bottom)]
        if crop.x or crop.width != width:
            return [line.crop(crop.x, crop.right) for line in lines]
        return lines

    def render_line(self, y: int) -> Strip:
        """A row for the screen's selection, which wants to know what is under the mouse."""
        if not 0 <= y < len(self._frame) or not self.viewport.rows:
            return Strip.blank(self.size.width, self.rich_style)
        rows = self.viewport.rows
        if y < len(rows):
            row = rows[y]
            return with_offsets(self._frame[y], len(row.content.text), point(row.key, row.line))
        row = rows[-1]
        return with_offsets(self._frame[y], 0, point(row.key, row.line + 1))

    # -- selection -------------------------------------------------------------------------------------------

    @property
    def allow_select(self) -> bool:
        """A drag that begins on the scrollbar selects nothing."""
        return app_of(self).mouse_position.x - self.region.x < self.size.width - 1

    def get_selection(self, selection: Selection) -> tuple[str, str] | None:
        """The selected text, as its source, also of what is not seen."""
        span = span_of(selection, self.column)
        if span is None:
            return None
        text = selected_text(span, self.column)
        self.viewport.settle()
        return text, "\n"

    def selection_updated(self, selection: Selection | None) -> None:
        """Paint what the selection changed."""
        del selection
        self.paint()

    def select(self, key: int, line: int, start: int, end: int, last_line: int | None = None) -> None:
        """Select from a character of a line up to one of the same or another line of a block."""
        last = line if last_line is None else last_line
        self.screen.selections = {
            self: Selection(Offset(start, point(key, line)), Offset(end, point(key, last)))
        }

    # -- scrolling -------------------------------------------------------------------------------------------

    @property
    def allow_vertical_scroll(self) -> bool:
        """Textual does not scroll this pane: it knows no rows that have other heights once they are rendered."""
        return False

    def scroll_rows(self, delta: int) -> None:
        """Scroll down by so many rows, or up when it is negative."""
        self.viewport.move(delta)
        self.paint()

    def on_resize(self) -> None:
        """Textual tells a size, which may be empty."""
        if self.size.width and self.size.height:
            self.fit()

    def fit(self) -> None:
        """Lay the rows out for the new size and stay at the same place."""
        self.viewport.resize(self.content_width, self.size.height)
        self._frame = []
        self.paint()

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        """The wheel."""
        event.stop()
        event.prevent_default()
        self.scroll_rows(max(1, round(app_of(self).scroll_sensitivity_y)))

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        """The wheel."""
        event.stop()
        event.prevent_default()
        self.scroll_rows(-max(1, round(app_of(self).scroll_sensitivity_y)))

    def on_mouse_down(self, event: events.MouseDown) -> None:
        """Take the scrollbar's thumb; beside it, bring it under the mouse first. Text stays under a held button."""
        if event.x != self.size.width - 1:
            if event.button == 1:
                self.viewport.hold()
            return
        event.stop()
        bar = thumb(self.size.height, self.column.total, self.viewport.top)
        self._grip = event.y - bar.start if event.y in bar else (bar.end - bar.start) // 2
        self.capture_mouse()
        self._drag(event.y)

    def on_mouse_move(self, event: events.MouseMove) -> None:
        """Drag the thumb, or the end of a selection: at the edge the text scrolls on under the mouse."""
        if self._grip is not None:
            event.stop()
            self._drag(event.y)
        elif not event.button:
            self._let_go()
        elif self.text_selection is not None:
            self._edge_at = (event.screen_x, event.y)
            is_at_edge = event.y <= 0 or event.y >= self.size.height - 1
            if is_at_edge or self.viewport.is_held:
                self.capture_mouse()
            if is_at_edge and self._edge_timer is None:
                self._edge_timer = self.set_interval(EDGE_SECONDS, self._scroll_at_edge)
            elif not is_at_edge:
                self._leave_edge()

    def on_mouse_up(self) -> None:
        """Let go."""
        self._grip = None
        self._leave_edge()
        self.release_mouse()
        self._let_go()

    def on_leave(self) -> None:
        """A button that nothing was selected with may be let go elsewhere."""
        if app_of(self).mouse_captured is not self:
            self._let_go()

    def _let_go(self) -> None:
        if self.viewport.is_held:
            self.viewport.let_go(goes_on=self.text_selection is None)
            self.paint()

    def _scroll_at_edge(self) -> None:
        x, y = self._edge_at
        self.scroll_rows(-EDGE_ROWS if y <= 0 else EDGE_ROWS)
        at = self.region.y + max(0, min(y, self.size.height - 1))
        # The screen finds out from a mouse that moves what the selection ends on.
        app_of(self).post_message(events.MouseMove(None, x, at, 0, 0, 1, False, False, False, x, at))

    def _leave_edge(self) -> None:
        if self._edge_timer is not None:
            self._edge_timer.stop()
            self._edge_timer = None

    def _drag(self, y: int) -> None:
        assert self._grip is not None
        self.viewport.go_to_row(top_for(y - self._grip, self.size.height, self.column.total))
        self.paint()
