"""What slash commands and keys do beyond the conversation: sessions, models, figures, pi's own screen."""

from pitui.ui.commands.commands import Commands

__all__ = ["Commands"]
