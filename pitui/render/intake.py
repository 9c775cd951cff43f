"""The door for streamed text: line breaks and surrogates made regular, whatever way the text was sliced."""

from __future__ import annotations

from pitui.session.growing import join_surrogates


class Intake:
    """Holds back what the next slice may complete: a "\\r", or the first half of a surrogate pair."""

    def __init__(self) -> None:
        self._held = ""

    def take(self, text: str) -> str:
        """More text.

        Args:
            text: a slice of foreign text.

        Returns:
            Text with "\\n" for every line break and no surrogates.
        """
        text = self._held + text
        end = text[-1:]
        self._held = end if end == "\r" or "\ud800" <= end <= "\udbff" else ""
        return _regular(text[:-1] if self._held else text)

    def rest(self) -> str:
        """What is held back, now that nothing follows."""
        held, self._held = self._held, ""
        return _regular(held)


def _regular(text: str) -> str:
    if "\r" in text:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    return join_surrogates(text)
