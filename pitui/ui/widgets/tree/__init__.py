"""The session tree on the screen: beside the conversation and full screen."""

from pitui.ui.widgets.tree.label import LabelInput
from pitui.ui.widgets.tree.pane import TreePane
from pitui.ui.widgets.tree.rows import TreeRows

__all__ = ["LabelInput", "TreePane", "TreeRows"]
