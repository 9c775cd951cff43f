"""What leaves lists, pages and fields: Esc, and whichever key clears."""

from __future__ import annotations

from textual.binding import Binding

from pitui.ui.actions import BY_ID

CLEAR = BY_ID["app.clear"]


def clear_binding(call: str, *, priority: bool = False) -> Binding:
    """The key that clears, where it does something else than on the screen of a session; the user may change it."""
    return Binding(",".join(CLEAR.keys), call, show=False, priority=priority, id=CLEAR.id)


def leave_bindings(call: str, *more: str, priority: bool = False) -> tuple[Binding, Binding]:
    """Esc and the key that clears, both for leaving; `more` are further keys beside Esc."""
    keys = ",".join(("escape", *more))
    return Binding(keys, call, show=False, priority=priority), clear_binding(call, priority=priority)
