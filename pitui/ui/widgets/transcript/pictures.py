"""The pictures of a pane: drawn once, in a thread, while blank rows keep their room so that nothing moves."""

from __future__ import annotations

import asyncio
import contextlib
import threading
from collections import deque
from collections.abc import Callable, Sequence
from typing import NamedTuple

from textual.widget import Widget

from pitui.protocol.content import ImageContent
from pitui.render.layout import Row
from pitui.render.pictures import NoPicture, can_draw, draw_picture, picture_size
from pitui.ui.preferences import preferences_of
from pitui.ui.textual_private import app_of

MOST_KEPT = 64
"""More than a few blocks can ask for: a block that is rendered again for one picture must find its others."""


class _Wanted(NamedTuple):
    """An image, and the columns and rows of pixels it is to be drawn with."""

    data: str
    size: tuple[int, int]


class PanePictures:
    """Gives a pane the rows of its images, and tells it when they are other rows than before."""

    def __init__(self, pane: Widget, came: Callable[[str], None]) -> None:
        """Draw nothing yet.

        Args:
            pane: shows the pictures.
            came: is called with the data of an image whose rows are there, in the pane's own turn.
        """
        self._pane = pane
        self._came = came
        self._known: dict[_Wanted, Sequence[Row]] = {}
        self._asked: set[_Wanted] = set()
        self._waiting: deque[tuple[_Wanted, ImageContent]] = deque()
        self._lock = threading.Lock()
        self._is_drawing = False

    def rows(self, image: ImageContent, columns: int) -> Sequence[Row]:
        """The rows of an image, blank ones until it is drawn; none where it cannot be shown."""
        size = picture_size(image, min(columns, self._columns()))
        if size is None:
            return ()
        wanted = _Wanted(image.data, size)
        rows = self._known.pop(wanted, None)
        if rows is None:
            self._ask(wanted, image)
            return [()] * ((size[1] + 1) // 2)
        self._known[wanted] = rows
        return rows

    def _columns(self) -> int:
        """How wide pictures may be: 0 where the terminal has not enough colours, or they are not wanted."""
        app = app_of(self._pane)
        has_colours = app.console.color_system in ("256", "truecolor") and not app.no_color
        return preferences_of(self._pane).image_columns if has_colours and can_draw() else 0

    def _ask(self, wanted: _Wanted, image: ImageContent) -> None:
        if wanted in self._asked:
            return
        self._asked.add(wanted)
        with self._lock:
            self._waiting.append((wanted, image))
            if self._is_drawing:
                return
            self._is_drawing = True
        # Not in the executor of the event loop: leaving pitui would wait for it.
        arguments = (asyncio.get_running_loop(),)
        threading.Thread(target=self._draw, args=arguments, name="pictures", daemon=True).start()

    def _draw(self, loop: asyncio.AbstractEventLoop) -> None:
        while True:
            with self._lock:
                if not self._waiting:
                    self._is_drawing = False
                    return
                wanted, image = self._waiting.popleft()
            try:
                rows: Sequence[Row] = draw_picture(image, wanted.size)
            except NoPicture:
                rows = ()
            # The loop is closed when pitui has been left meanwhile.
            with contextlib.suppress(RuntimeError):
                loop.call_soon_threadsafe(self._pane.call_later, self._drawn, wanted, rows)

    def _drawn(self, wanted: _Wanted, rows: Sequence[Row]) -> None:
        self._asked.discard(wanted)
        self._known[wanted] = rows
        if len(self._known) > MOST_KEPT:
            del self._known[next(iter(self._known))]
        self._came(wanted.data)
