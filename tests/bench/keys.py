"""Keys that are pressed while something else goes on, and how long each takes to stand in the editor."""

from __future__ import annotations

import random
import time
from collections.abc import Iterator
from typing import Final

from tests.bench.terminal import Terminal, Watch

_UNSEEN: Final = 3
_WORDS: Final = 40
_WORD: Final = 8


class Typist:
    """Types a key each `interval` seconds and takes the time until it is echoed.

    Eight letters make a word, the first three of each are typed at once and not timed. A key is echoed when the last
    four letters are seen in one run: nowhere else are there four such letters, and no four come twice.
    """

    def __init__(self, terminal: Terminal, interval: float) -> None:
        self.echoes: list[float] = []
        self._terminal = terminal
        self._interval = interval
        self._words = _words()
        self._left = ""
        self._typed = ""
        self._due = time.monotonic() + interval
        self._pressed: float | None = None
        self._watch: Watch | None = None

    @property
    def waits(self) -> bool:
        """Whether a key is still to be echoed."""
        return self._watch is not None

    def press_if_due(self) -> float:
        """Press the next key when it is time, and give the seconds until there is something to do again."""
        now = time.monotonic()
        if self._watch is None and now >= self._due:
            self._due = now + self._interval if self._press() else float("inf")
        return max(0.001, self._due - now) if self._watch is None else self._interval

    def see(self, chunk: bytes) -> None:
        """Take in what the program wrote."""
        if self._watch is not None and self._pressed is not None and self._watch.sees(chunk):
            self.echoes.append(time.monotonic() - self._pressed)
            self._watch = None

    def _press(self) -> bool:
        """Press the next key; tell whether there was one left."""
        if not self._left:
            word = next(self._words, "")
            if not word:
                return False
            self._typed, self._left = word[:_UNSEEN], word[_UNSEEN:]
            self._terminal.write(f" {self._typed}")
        key, self._left = self._left[0], self._left[1:]
        self._typed += key
        self._watch = Watch(self._typed[-_UNSEEN - 1 :])
        self._pressed = self._terminal.write(key)
        return True


def _words() -> Iterator[str]:
    """Give words of letters that are rare in any text, of which no four in a row are in two places."""
    choice = random.Random(1)
    seen: set[str] = set()
    for _ in range(_WORDS):
        word = ""
        while len(word) < _WORD:
            letter = choice.choice("QXZJVKW")
            four = (word + letter)[-4:]
            if len(four) == 4 and four in seen:
                continue
            seen.add(four)
            word += letter
        yield word


def percentile(values: list[float], share: float) -> float:
    """Give the value that this share of the values does not exceed; the largest of few ones."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(len(ordered) * share))]
