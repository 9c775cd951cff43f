"""What can go wrong with pi, as exceptions whose text is one sentence that says what to do."""

from __future__ import annotations

import signal


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
        last = next((line.strip() for line in reversed(self.stderr) if line.strip()), "")
        if self.signal is not None:
            how = f"was ended by {self.signal}"
        elif self.status is None:
            how = "has ended"
        else:
            how = f"ended with exit status {self.status}"
        why = f" and said last: {last}" if last else ""
        return f"pi {how}; start it again to go on{why}"


class CommandFailed(PiError):
    """pi refused a command; `error` is pi's own text, foreign and possibly of several lines."""

    def __init__(self, command: str, error: str) -> None:
        """Name the `command` by its type on the wire."""
        super().__init__(f"pi refused {command}: {error}")
        self.command = command
        self.error = error


class ProtocolError(PiError):
    """pi, or a recording, said something that pitui cannot read."""


def _signal_name(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"
