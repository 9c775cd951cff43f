"""The editor: where the user's words stand until pi has them."""

from pitui.ui.widgets.editor.widget import Editor

__all__ = ["Editor"]
