"""A pi that starts when the test says so, or does not start at all."""

from __future__ import annotations

import os
import shlex
from dataclasses import replace
from pathlib import Path

from tests.conftest import RealPi


class GatedPi:
    """Real pi behind a gate.

    Attributes:
        pi: what to start; it waits at the gate.
    """

    def __init__(self, pi: RealPi, folder: Path) -> None:
        """Put a gate before a pi.

        Args:
            pi: the real one.
            folder: where the gate's files go.
        """
        self._gate = folder / "gate"
        os.mkfifo(self._gate)
        script = folder / "gated-pi"
        words = f'read -r word < {shlex.quote(str(self._gate))}\n[ "$word" = open ] || exit 3\n'
        script.write_text(f'{words}exec {shlex.join(pi.argv)} "$@"\n', encoding="utf-8")
        self.pi = replace(pi, argv=("/bin/sh", str(script)))

    def open(self) -> None:
        """Let pi start; the script has been started before."""
        self._gate.write_text("open\n", encoding="utf-8")

    def refuse(self) -> None:
        """Let pi exit with status 3 instead."""
        self._gate.write_text("refuse\n", encoding="utf-8")
