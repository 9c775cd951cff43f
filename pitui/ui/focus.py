"""Moving the focus at once, so that no key goes to who had it before, and handing on what was meant for the editor."""

from __future__ import annotations

from collections.abc import Iterable

from textual import events
from textual.widget import Widget

from pitui.ui.widgets.editor import Editor


def take_focus(widget: Widget) -> None:
    """Give the keys to a widget now. `Widget.focus` does that only when the app comes to it (Textual 8.2)."""
    widget.screen.set_focus(widget, scroll_visible=False)


def hand_to_editor(widget: Widget, keys: Iterable[events.Key | events.Paste]) -> None:
    """Give the keys to the editor of a widget's screen, and with them some that have come already.

    Args:
        widget: is on a screen that has an `Editor`.
        keys: texts, pastes, and Enter.
    """
    editor = widget.screen.query_one(Editor)
    take_focus(editor)
    for key in keys:
        again = (
            events.Paste(key.text) if isinstance(key, events.Paste) else events.Key(key.key, key.character)
        )
        editor.post_message(again)
