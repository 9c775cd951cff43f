"""Which stored sessions fit a query, and how well; pi's own rules (pi 1.6.0, session-selector-search.js)."""

from __future__ import annotations

import re
from typing import NamedTuple

IN_NAME, IN_TEXT, SCATTERED = 0, 1, 2
"""Where a word was found, best first."""

_WORD = re.compile(r'"([^"]*)"|([^\s"]+)')


class Searched(NamedTuple):
    """What can be found of a session; `text` is what was said in it, "" until that was read."""

    name: str
    id: str
    cwd: str
    text: str


class Query:
    """A query: words that all have to be found, "phrases in quotes", or `re:` and a regular expression.

    Attributes:
        problem: why the regular expression is none, "" otherwise.
    """

    def __init__(self, text: str) -> None:
        """Read a query."""
        self.problem = ""
        self._pattern: re.Pattern[str] | None = None
        self._words: list[str] = []
        text = text.strip()
        if text.startswith("re:"):
            try:
                self._pattern = re.compile(text[3:].strip(), re.IGNORECASE)
            except re.error as error:
                self.problem = f"no regular expression: {error}"
        else:
            self._words = [" ".join(word.casefold().split()) for word in _words(text)]

    @property
    def is_empty(self) -> bool:
        """Whether everything fits."""
        return self._pattern is None and not self._words and not self.problem

    def rate(self, session: Searched) -> int | None:
        """Rate a session; the lower the better, None when it does not fit.

        Args:
            session: its texts, all but `id` in any case; `text` must be casefolded.
        """
        if self.problem:
            return None
        if self._pattern is not None:
            if self._pattern.search(session.name):
                return IN_NAME
            fields = (session.id, session.text, session.cwd)
            return IN_TEXT if any(map(self._pattern.search, fields)) else None
        total = 0
        for word in self._words:
            found = _rate(word, session)
            if found is None:
                return None
            total += found
        return total


def _rate(word: str, session: Searched) -> int | None:
    name, cwd = session.name.casefold(), session.cwd.casefold()
    if word in name:
        return IN_NAME
    if word in session.id.casefold() or word in session.text or word in cwd:
        return IN_TEXT
    return SCATTERED if _is_scattered(word, name) or _is_scattered(word, cwd) else None


def _is_scattered(word: str, text: str) -> bool:
    """Whether the letters of a word come in its order, close together."""
    at, first = 0, -1
    for letter in word:
        at = text.find(letter, at) + 1
        if at == 0:
            return False
        first = at if first < 0 else first
    return at - first < 3 * len(word)


def _words(text: str) -> list[str]:
    if text.count('"') % 2:
        return text.split()
    return [phrase or word for phrase, word in _WORD.findall(text) if phrase or word]
