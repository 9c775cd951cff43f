"""The conversation widget."""

from pitui.ui.widgets.transcript.widget import Transcript

__all__ = ["Transcript"]
