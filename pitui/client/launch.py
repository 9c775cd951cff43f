"""Starting pi's process with pipes, apart from running it: that can be done before there is an event loop."""

from __future__ import annotations

import contextlib
import fcntl
import os
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from threading import Thread
from typing import Final, NamedTuple

from pitui.client.errors import PiNotFound

PIPE_BYTES: Final = 1024 * 1024
"""The room that is wanted in the pipe of pi's stdout."""


class Spawned(NamedTuple):
    """A pi that was started, in a session and process group of its own, and our ends of its pipes."""

    process: subprocess.Popen[bytes]
    stdin: int
    stdout: int
    stderr: int

    def discard(self) -> None:
        """End a pi that nobody talked to: it ends by itself at the end of its stdin."""
        for end in (self.stdin, self.stdout, self.stderr):
            os.close(end)
        self.process.terminate()
        Thread(target=self.process.wait, name="discarded-pi", daemon=True).start()


@dataclass(frozen=True)
class Launch:
    """How to start pi.

    Attributes:
        argv: complete, with `--mode rpc`.
        cwd: the folder.
        env: the complete environment; None inherits it.
        spawned: a process that was started with all this already, for the next client.
    """

    argv: tuple[str, ...]
    cwd: Path
    env: Mapping[str, str] | None = None
    spawned: Spawned | None = field(default=None, compare=False)


def spawn(launch: Launch) -> Spawned:
    """Start pi.

    Raises:
        PiNotFound: the program or the folder is not there, or the system refused to start it.
    """
    opened: list[int] = []
    kept: tuple[int, ...] = ()
    try:
        for large in (False, True, False):
            opened += make_pipe(large=large)
        stdin_read, stdin_write, stdout_read, stdout_write, stderr_read, stderr_write = opened
        process = _start(launch, (stdin_read, stdout_write, stderr_write))
        kept = stdin_write, stdout_read, stderr_read
        return Spawned(process, *kept)
    except OSError as error:
        raise PiNotFound(launch.argv[0], f"the system says: {error}; close some programs") from None
    finally:
        for fd in opened:
            if fd not in kept:
                os.close(fd)


def _start(launch: Launch, ends: tuple[int, int, int]) -> subprocess.Popen[bytes]:
    program = launch.argv[0]
    if not os.path.isdir(launch.cwd):
        raise PiNotFound(program, f"the folder {launch.cwd} does not exist; choose another one with --cwd")
    stdin, stdout, stderr = ends
    try:
        return subprocess.Popen(
            launch.argv,
            cwd=launch.cwd,
            env=launch.env,
            stdin=stdin,
            stdout=stdout,
            stderr=stderr,
            bufsize=0,
            start_new_session=True,
        )
    except FileNotFoundError:
        reason = "there is no such program; install pi, or name it with --pi"
    except PermissionError:
        reason = "it may not be executed; check its permissions, or name another one with --pi"
    except (OSError, ValueError) as error:
        reason = f"the system says: {error}; check the command given with --pi"
    raise PiNotFound(program, reason) from None


def make_pipe(*, large: bool = False) -> tuple[int, int]:
    """Make a pipe, read end first, where wanted with 1 MB of room if the system grants it."""
    read_end, write_end = os.pipe()
    if large and sys.platform == "linux":
        with contextlib.suppress(OSError):
            fcntl.fcntl(write_end, fcntl.F_SETPIPE_SZ, PIPE_BYTES)
    return read_end, write_end
