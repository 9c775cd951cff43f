"""What keys do where the focus is, if that is not the editor."""

from __future__ import annotations

from textual.widget import Widget

from pitui.ui.widgets.dialogs import DialogCard
from pitui.ui.widgets.editor import Editor
from pitui.ui.widgets.find_bar import FindLine
from pitui.ui.widgets.queue import QueueRows
from pitui.ui.widgets.side import Side
from pitui.ui.widgets.tools_pane import ToolsPane

BACK = "esc back to the editor"

TRANSCRIPT = (BACK, "↑↓ blocks", "enter folds", "y copies", "c copies code", "type to write")
TOOLS = (BACK, "tab list or call", "f3 find", "y copies", "c copies the command", "type to write")
TREE = (BACK, "enter goes on from here", "type to find", "tab entry", "f1 keys")
ONE_HINT: dict[type[Widget], str] = {
    DialogCard: "the keys go to the question above",
    FindLine: "the keys go to the find line",
    QueueRows: BACK,
}
"""Where the keys stand already."""


def place_hints(focused: Widget | None) -> tuple[str, ...]:
    """The hints for who has the focus, the most important first; none where the line is the editor's."""
    if focused is None or isinstance(focused, Editor):
        return ()
    above = focused.ancestors_with_self
    for kind, hint in ONE_HINT.items():
        if any(isinstance(node, kind) for node in above):
            return (hint,)
    if any(isinstance(node, ToolsPane) for node in above):
        return TOOLS
    return TREE if any(isinstance(node, Side) for node in above) else TRANSCRIPT
