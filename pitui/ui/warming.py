"""Loads what draws answers before the first one comes: the markdown parser takes 30 ms, a lexer up to as long."""

from __future__ import annotations

import time
from importlib import import_module
from threading import Thread

from pitui.render.highlight import COMMON_LANGUAGES, warm_lexer
from pitui.session.phase import Phase

FIRST_REST_SECONDS, REST_SECONDS = 0.3, 0.01
"""Before the first lexer, for the beginning of the answer, and between two: threads of Python take turns."""


class Warming:
    """Waits for the first work of pi: whoever only reads a session needs few lexers, and their memory.

    Attributes:
        has_begun: whether pi has worked.
    """

    def __init__(self) -> None:
        """Load nothing yet."""
        self.has_begun = False

    def take(self, phase: Phase) -> None:
        """See what pi is doing."""
        if phase.is_busy and not self.has_begun:
            self.has_begun = True
            Thread(target=_warm, name="warming", daemon=True).start()


def _warm() -> None:
    import_module("pitui.render.document")
    time.sleep(FIRST_REST_SECONDS)
    for language in COMMON_LANGUAGES:
        warm_lexer(language)
        time.sleep(REST_SECONDS)
