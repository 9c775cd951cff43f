"""Leaving for certain: a terminal that takes nothing more must not keep pitui alive.

Textual writes through a thread with a bounded queue, and its shutdown waits for that queue (Textual 8.2,
drivers/_writer_thread.py): a terminal that was closed or held with Ctrl+S would stop it for ever.
"""

from __future__ import annotations

import contextlib
import os
import sys
import termios
import threading
from collections.abc import Callable
from typing import Any

LEAVE_SECONDS = 5.0
"""So long Textual may take to give the terminal back, once pi has ended."""

CLEAN_SECONDS = 1.0
"""So long at most cleaning up may take after that."""

HELD_STATUS = 1


class Ending:
    """Remembers how the terminal was before pitui took it.

    Attributes:
        clean_up: what has to be done before the end, in a thread of its own.
    """

    def __init__(self) -> None:
        """Look at the terminal on stdin, if there is one."""
        self._attributes: list[Any] | None = None
        with contextlib.suppress(OSError, ValueError, termios.error):
            self._attributes = termios.tcgetattr(sys.__stdin__ or 0)

        self.clean_up: Callable[[], object] | None = None

    def begin(self) -> None:
        """From now on the process has `LEAVE_SECONDS` to end by itself."""
        timer = threading.Timer(LEAVE_SECONDS, self._leave)
        timer.daemon = True
        timer.start()

    def _leave(self) -> None:
        if self.clean_up is not None:
            cleaning = threading.Thread(target=self.clean_up, daemon=True)
            cleaning.start()
            cleaning.join(CLEAN_SECONDS)
        if self._attributes is not None:
            with contextlib.suppress(OSError, ValueError, termios.error):
                termios.tcsetattr(sys.__stdin__ or 0, termios.TCSANOW, self._attributes)
        os._exit(HELD_STATUS)
