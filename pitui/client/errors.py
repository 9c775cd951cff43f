"""What can go wrong with pi, as exceptions whose text is one sentence that says what to do."""

from __future__ import annotations

import re
import signal
from typing import Final

_CONTROL: Final = re.compile(
    r"\x1b\[[0-?]*[ -/]*[@-~]|[\x00-\x08\x0e-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]"
)
_ERROR: Final = re.compile(r"error\b", re.IGNORECASE)


class PiError(Exception):
    """Anything that the client raises."""


class PiNotFound(PiError):
    """pi could not be started at all."""

    def __init__(self, program: str, reason: str) -> None:
        """Name the `program` that was tried and the `reason`, a clause with what to do."""
        super().__init__(f"{program} could not be started: {reason}.")
        self.program = program


class PiExited(PiError):
    """pi has ended.

    Attributes:
        status: the exit status; None when a signal ended pi, or when it could not be learned.
        signal: the name of the signal that ended pi, such as `SIGKILL`.
        stderr: the last lines that pi wrote to stderr, oldest first; foreign text.
    """

    def __init__(self, returncode: int | None, stderr: tuple[str, ...] = ()) -> None:
        """Take the `returncode` as `subprocess` gives it: negative for a signal, None when unknown."""
        self.returncode = returncode
        self.status = returncode if returncode is None or returncode >= 0 else None
        self.signal = None if returncode is None or returncode >= 0 else _signal_name(-returncode)
        self.stderr = stderr
        super().__init__(self._sentence())

    def again(self) -> PiExited:
        """The same facts as a new exception, so that each waiter raises one of its own."""
        return PiExited(self.returncode, self.stderr)

    def _sentence(self) -> str:
        if self.signal is not None:
            how = f"was ended by {self.signal}"
        elif self.status is None:
            how = "has ended"
        else:
            how = f"ended with exit status {self.status}"
        return f"pi {how}{self._words()}; start it again to go on."

    def _words(self) -> str:
        """The last line that names an error, else the last line: Node.js ends a stack trace with its version."""
        lines = [text for line in self.stderr if (text := _on_one_line(line))]
        named = [line for line in lines if _ERROR.search(line) and not line.startswith("at ")]
        return f" ({(named or lines)[-1]})" if lines else ""


class CommandFailed(PiError):
    """pi refused a command; `error` is pi's own text, foreign and possibly of several lines."""

    def __init__(self, command: str, error: str) -> None:
        """Name the `command` by its type on the wire."""
        super().__init__(f"pi refused {command}: {_on_one_line(error)}")
        self.command = command
        self.error = error


class ProtocolError(PiError):
    """pi, or a recording, said something that pitui cannot read."""


def _on_one_line(text: str) -> str:
    """Foreign text as a part of a sentence, which may be printed: no control characters, no line ends."""
    return " ".join(_CONTROL.sub("", text).split())


def _signal_name(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"
