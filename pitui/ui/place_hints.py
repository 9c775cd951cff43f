"""What keys do where the focus is, if that is not the editor."""

from __future__ import annotations

from textual.widget import Widget

from pitui.ui.keys import Hint, Keys
from pitui.ui.widgets.dialogs import DialogCard
from pitui.ui.widgets.editor import Editor
from pitui.ui.widgets.find_bar import FindLine
from pitui.ui.widgets.queue import QueueRows
from pitui.ui.widgets.side import Side
from pitui.ui.widgets.tools_pane import ToolsPane

_BACK = "back to the editor"

TRANSCRIPT: tuple[Hint, ...] = (
    ("app.interrupt", _BACK),
    "↑↓ blocks",
    ("pitui.block.fold", "folds"),
    ("pitui.block.copy", "copies"),
    ("pitui.block.copyCode", "copies code"),
    "type to write",
)
TOOLS: tuple[Hint, ...] = (
    ("pitui.tools.leave", _BACK),
    ("pitui.tools.switch", "list or call"),
    ("pitui.tools.find", "find"),
    ("pitui.tools.copy", "copies"),
    ("pitui.tools.copyRequest", "copies the command"),
    "type to write",
)
TREE: tuple[Hint, ...] = (
    ("pitui.tree.leave", _BACK),
    ("app.tree.goOn", "goes on from here"),
    "type to find",
    "tab entry",
    ("pitui.tree.keys", "keys"),
)
ONE_HINT: dict[type[Widget], str] = {
    DialogCard: "the keys go to the question above",
    FindLine: "the keys go to the find line",
    QueueRows: f"esc {_BACK}",
}
"""Where the keys stand already."""


def place_hints(focused: Widget | None, keys: Keys) -> tuple[str, ...]:
    """The hints for who has the focus, the most important first; none where the line is the editor's."""
    if focused is None or isinstance(focused, Editor):
        return ()
    above = focused.ancestors_with_self
    for kind, hint in ONE_HINT.items():
        if any(isinstance(node, kind) for node in above):
            return (hint,)
    if any(isinstance(node, ToolsPane) for node in above):
        return keys.hints(TOOLS)
    return keys.hints(TREE if any(isinstance(node, Side) for node in above) else TRANSCRIPT)
