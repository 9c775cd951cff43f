"""Text that grows by deltas: cheap to append to, and a reader can ask for what is new since it last looked."""

from __future__ import annotations


class GrowingText:
    """A text made of deltas.

    pi cuts an emoji between two deltas into two lone surrogates (1.6.0): a trailing high surrogate is held back
    until its other half is here, and one that never finds it becomes U+FFFD.

    Attributes:
        generation: grows when the text changed otherwise than by appending; a reader then begins anew.
    """

    __slots__ = ("_held", "_new", "_text", "generation")

    def __init__(self, text: str = "") -> None:
        self.generation = 0
        self._text = ""
        self._new: list[str] = []
        self._held = ""
        self.append(text)

    def append(self, delta: str) -> None:
        """Add a delta at the end."""
        if self._held:
            delta = self._held + delta
            self._held = ""
        if delta and "\ud800" <= delta[-1] <= "\udbff":
            self._held = delta[-1]
            delta = delta[:-1]
        if delta:
            self._new.append(delta)

    def replace(self, text: str) -> None:
        """Set the whole text; a continuation of the present one counts as an append."""
        present = self.text
        self._held = ""
        text = join_surrogates(text)
        if text.startswith(present):
            self.append(text[len(present) :])
            return
        self.generation += 1
        self._text = text
        self._new.clear()

    @property
    def text(self) -> str:
        """All of it, without a half emoji at the end."""
        if self._new:
            self._text += join_surrogates("".join(self._new))
            self._new.clear()
        return self._text

    def since(self, length: int) -> str:
        """What comes after the first `length` characters."""
        return self.text[length:]

    def __len__(self) -> int:
        return len(self.text)

    def __bool__(self) -> bool:
        return bool(self._new) or bool(self._text)

    def __str__(self) -> str:
        return self.text


def join_surrogates(text: str) -> str:
    """Join pairs of surrogates that came apart; a lone one becomes U+FFFD."""
    if text.isascii():
        return text
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
    return text
