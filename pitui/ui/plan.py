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


WIDE = 110
"""From so many columns the side pane stands beside the conversation."""

TRUST_OPTIONS = ("--approve", "-a", "--no-approve", "-na")
"""pi's options that decide whether the project is trusted (pi 0.82.1 and 1.6.0)."""


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
        state: the folder for the history of what was sent, for drafts and for places in trees; None keeps nothing.
        bridge: whether pi gets the bridge extension.
        theme: `--theme`, before all settings.
        config_file: pitui's own settings; None keeps none.
        resume: whether the user chooses a session before pi starts.
        view: the session file to show without pi; a `-` stands for the records on `stream`.
        stream: a file descriptor to read records from, for `view`.
    """

    cwd: Path
    pi_option: str | None = None
    pi_args: tuple[str, ...] = ()
    env: Mapping[str, str] = field(default_factory=dict[str, str])
    prompt: str | None = None
    record: Path | None = None
    replay: Path | None = None
    state: Path | None = None
    bridge: bool = True
    theme: str | None = None
    config_file: Path | None = None
    resume: bool = False
    view: Path | None = None
    stream: int | None = None

    @property
    def is_watched(self) -> bool:
        """Whether there is something to look at only, without a pi."""
        return self.view is not None or self.replay is not None

    @property
    def opens_session(self) -> bool:
        """Whether it goes on with a session that is there already."""
        return any(word in self.pi_args for word in ("--session", "--fork", "--continue", "-c"))

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

    def own_screen(self, pi: PiCommand, session_file: str | None) -> Launch:
        """The command line of pi's own screen on a session."""
        session = ("--session", session_file) if session_file is not None else ("--no-session",)
        return self.outside(pi, (*without_session(self.pi_args), *session))

    def outside(self, pi: PiCommand, args: tuple[str, ...]) -> Launch:
        """The command line of pi on the terminal with these arguments, in the same folder and environment."""
        return Launch(argv=(*pi.argv, *args), cwd=self.cwd, env={**os.environ, **pi.env, **self.env})


def option_value(args: tuple[str, ...], name: str) -> str | None:
    """The word behind an option of pi, None when it is not given; the last one counts."""
    at = max((n for n, word in enumerate(args[:-1]) if word == name), default=-1)
    return None if at < 0 else args[at + 1]


def with_trust(args: tuple[str, ...], trusted: bool | None) -> tuple[str, ...]:
    """pi's arguments with another decision about the project; None leaves it to pi."""
    kept = tuple(word for word in args if word not in TRUST_OPTIONS)
    return kept if trusted is None else (*kept, "--approve" if trusted else "--no-approve")


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
