"""What the command line decided: how to find and start pi, and what to show."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from pitui.client import Launch
from pitui.runtime.demo import DEMO_EXTENSION
from pitui.runtime.find import PiCommand

OWN_EXTENSIONS = DEMO_EXTENSION.parent
"""The folder of the extensions that pitui hands to pi."""


@dataclass(frozen=True, slots=True)
class Plan:
    """How this run of pitui goes.

    Attributes:
        cwd: pi's working directory.
        pi_option: `--pi`, the command that starts pi; None finds pi or installs it.
        pi_args: everything that is handed to pi.
        env: additions to the environment of pi.
        prompt: the first prompt, sent as soon as pi is ready.
        record: the file that keeps the records of both directions.
        replay: the recording to show instead of a live pi.
        bridge: whether pi gets the bridge extension.
    """

    cwd: Path
    pi_option: str | None = None
    pi_args: tuple[str, ...] = ()
    env: Mapping[str, str] = field(default_factory=dict[str, str])
    prompt: str | None = None
    record: Path | None = None
    replay: Path | None = None
    bridge: bool = True

    def launch(
        self,
        pi: PiCommand,
        session_file: str | None = None,
        *,
        extensions: bool = True,
        bridge: str | None = None,
    ) -> Launch:
        """The command line that starts pi.

        Args:
            pi: the pi that was found.
            session_file: the session to go on with after pi has ended.
            extensions: whether pi loads the user's extensions; pitui's own are loaded in any case.
            bridge: the file of the bridge extension, None to leave it out.
        """
        args = self.pi_args if extensions else ("-ne", *without_extensions(self.pi_args))
        if session_file is not None:
            args = (*without_session(args), "--session", session_file)
        if bridge is not None:
            args = ("-e", bridge, *args)
        environment = {**os.environ, **pi.env, **self.env}
        return Launch(argv=(*pi.argv, "--mode", "rpc", *args), cwd=self.cwd, env=environment)


def without_session(args: tuple[str, ...]) -> tuple[str, ...]:
    """pi's arguments without those that choose a session, so that another can be chosen."""
    kept: list[str] = []
    skip = False
    for arg in args:
        if skip:
            skip = False
        elif arg in ("--session", "--fork", "--session-id"):
            skip = True
        elif arg not in ("--continue", "-c", "--no-session"):
            kept.append(arg)
    return tuple(kept)


def without_extensions(args: tuple[str, ...]) -> tuple[str, ...]:
    """pi's arguments without the extension files that are named in them, pitui's own excepted.

    The option `-ne` alone keeps these (pi 0.82.1 and 1.6.0).
    """
    kept: list[str] = []
    words = iter(args)
    for word in words:
        if word not in ("-e", "--extension"):
            kept.append(word)
        elif (file := next(words, None)) is not None and Path(file).parent == OWN_EXTENSIONS:
            kept += [word, file]
    return tuple(kept)
