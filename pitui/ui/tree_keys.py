"""The keys of the session tree, to look them up and to use them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pitui.ui.key_names import shown_keys
from pitui.ui.list_actions import TREE_ACTIONS
from pitui.ui.preferences import preferences_of
from pitui.ui.textual_private import app_of
from pitui.ui.widgets.tree import TreeRows

if TYPE_CHECKING:
    from pitui.ui.screens.picker import Picked

_WIDTH = 22
_MOVES = (
    ("↑ ↓", "Up and down; beyond an end is the other end"),
    ("pgup pgdn ← →", "By windows"),
    ("home end", "To the first and the last row"),
    ("letters", "Find; backspace takes one away"),
    ("tab", "From the rows to the entry and back"),
)


def show_tree_keys(rows: TreeRows) -> None:
    """List what the keys do in a tree; what is chosen is done there."""
    from pitui.ui.screens.picker import Picker, PickerItem

    keys = preferences_of(rows).keys
    items = [PickerItem("", f"{key:<{_WIDTH}}  {words}", group="Moving") for key, words in _MOVES]
    for action in TREE_ACTIONS:
        shown = shown_keys(keys.of.get(action.id, action.keys))
        if shown and action.call != "show_keys":
            line = f"{shown:<{_WIDTH}}  {action.title}"
            items.append(PickerItem(action.call, line, group=action.group, also=action.id))

    def chosen(picked: Picked | None) -> None:
        if picked is not None and picked.value:
            rows.call_later(app_of(rows).run_action, picked.value, rows)

    app_of(rows).push_screen(Picker("Keys of the tree", items, enter="enter does it"), chosen)
