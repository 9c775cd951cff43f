"""The dialogs of extensions, as a card between conversation and editor."""

from pitui.ui.widgets.dialogs.card import DialogCard
from pitui.ui.widgets.dialogs.question import Question

__all__ = ["DialogCard", "Question"]
