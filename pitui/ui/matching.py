"""How well a typed query fits a text: whole words before parts of words before scattered letters."""

from __future__ import annotations

_SCATTERED = 1000
"""What letters with gaps between them cost at least: any part of a text goes before them."""


def match(query: str, text: str) -> float | None:
    """Rate a text; each word of the query must be found in it, upper or lower case.

    Args:
        query: words between blanks.
        text: where to look.

    Returns:
        The lower the better, 0 for an empty query; None when it does not fit.
    """
    total = 0.0
    folded = text.casefold()
    for word in query.casefold().split():
        cost = _cost(word, folded)
        if cost is None:
            return None
        total += cost
    return total


def _cost(word: str, text: str) -> float | None:
    at = text.find(word)
    if at >= 0:
        starts_word = at == 0 or not text[at - 1].isalnum()
        return (0 if starts_word else 50) + min(at, 40)
    at = gaps = 0
    for number, letter in enumerate(word):
        found = text.find(letter, at)
        if found < 0:
            return None
        if number:
            gaps += found - at
        at = found + 1
    return _SCATTERED + gaps if gaps <= 4 * len(word) else None
