"""What extensions ask and show, on one screen: dialogs, notifications, widgets, the title, texts for the editor."""

from __future__ import annotations

from typing import Any

from textual.screen import Screen

from pitui.session.changes import Area, ChangeSet
from pitui.ui.asking import Asking
from pitui.ui.editor_texts import put_text
from pitui.ui.live import Live
from pitui.ui.preferences import preferences_of
from pitui.ui.program_status import ProgramStatus
from pitui.ui.ring import ASKED, Ring
from pitui.ui.terminal_progress import TerminalProgress
from pitui.ui.terminal_title import TerminalTitle
from pitui.ui.textual_private import app_of
from pitui.ui.toasts import Toasts
from pitui.ui.widgets.dialogs import DialogCard
from pitui.ui.widgets.editor import Editor
from pitui.ui.widgets.extension_widgets import ExtensionWidgets, share, widget_spans

LEAST_ROWS_FOR_BOTH = 20
"""On a lower screen the widgets make room while a question waits."""


class Extensions:
    """Serves a screen with an `Editor`, a `DialogCard` and two `ExtensionWidgets`, above and below."""

    def __init__(self, screen: Screen[Any], live: Live) -> None:
        """Serve a screen and its pi."""
        self._screen = screen
        self._live = live
        self._ring = Ring(screen, setting=lambda: preferences_of(screen).config.ring)
        self._progress = TerminalProgress(screen, lambda: preferences_of(screen).wants_progress)
        self._title = TerminalTitle(screen)
        self._status = ProgramStatus(screen)
        self._toasts = Toasts(screen)
        self._widgets_hidden = False
        self.asking = Asking(screen, live, on_ring=lambda: self._ring.ring(ASKED), on_shown=self._tell_status)

    async def take(self, changes: ChangeSet) -> None:
        """Show what changed."""
        session = self._live.controller.session
        self._ring.take(session.phase)
        self._progress.take(session.phase)
        if Area.NOTIFICATIONS in changes.areas:
            self._toasts.take(session.notifications)
        if Area.STATUS in changes.areas:
            self._title.tell(session.title)
        if Area.WIDGETS in changes.areas:
            self._show_widgets()
        if session.editor_text is not None:
            text, session.editor_text = session.editor_text, None
            put_text(self._screen.query_one(Editor), text, self.asking.ask)
        await self.asking.take(changes)
        self._tell_status()
        if self._hides_widgets is not self._widgets_hidden:
            self.arrange()

    def arrange(self) -> None:
        """Divide the rows of a screen that has another size now."""
        places = self._places
        self._widgets_hidden = self._hides_widgets
        rows = 0 if self._widgets_hidden else self._screen.size.height
        given = share(rows, [place.rows() for place in places])
        for place, rows in zip(places, given, strict=True):
            place.set_rows(rows)

    def show_notifications(self) -> None:
        """Open the list of what was notified."""
        from pitui.ui.screens.notifications import Notifications

        notifications = self._live.controller.session.notifications
        app_of(self._screen).clear_notifications()
        app_of(self._screen).push_screen(Notifications(notifications, self._live.now()))

    def close(self) -> None:
        """Leave the terminal as it was."""
        self._progress.close()
        self._title.restore()

    def _tell_status(self) -> None:
        self._status.take(self._live.controller.session, self._screen.query_one(DialogCard).shown)

    @property
    def _hides_widgets(self) -> bool:
        """Whether a question needs the rows of the widgets."""
        asks = self._screen.query_one(DialogCard).shown is not None
        return asks and self._screen.size.height < LEAST_ROWS_FOR_BOTH

    @property
    def _places(self) -> list[ExtensionWidgets]:
        return [self._screen.query_one(f"#widgets-{place}", ExtensionWidgets) for place in ("above", "below")]

    def _show_widgets(self) -> None:
        widgets = list(self._live.controller.session.widgets.values())
        above, below = self._places
        above.tell(widget_spans(widgets, below=False))
        below.tell(widget_spans(widgets, below=True))
        self.arrange()
