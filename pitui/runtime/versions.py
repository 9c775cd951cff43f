"""Asking a program for its version, and remembering the answer.

`pi --version` takes 0.3 s, and 2 s on a busy machine, so the answer is kept in the user's cache folder for as
long as the program's file stays the same.
"""

from __future__ import annotations

import contextlib
import json
import os
import re
import signal
import subprocess
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final, cast

import platformdirs

VERSION_TIMEOUT: Final = 20.0
"""Seconds after which a program that was asked for its version is given up."""

_CACHED_NAMES: Final = frozenset({"node", "nodejs", "pi", "cli.js"})
"""A link to anything else is a version switch, whose answer changes while the file does not."""

_VERSION = re.compile(r"v?(\d+\.\d+\.\d+\S*)")


def ask_version(
    argv: Sequence[str], *, env: Mapping[str, str] | None = None, timeout: float = VERSION_TIMEOUT
) -> str | None:
    """Run `argv --version` and read the version from the last line of its stdout.

    Args:
        argv: The program and its first arguments.
        env: Additions to the environment.
        timeout: Seconds to wait; then the process and its children are killed.

    Returns:
        The version without a leading `v`; None if it does not start, fails, hangs, or says no version.
    """
    try:
        process = subprocess.Popen(
            [*argv, "--version"],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env={**os.environ, "PI_OFFLINE": "1", **(env or {})},
            start_new_session=True,
        )
    except (OSError, ValueError):
        return None
    with process:
        try:
            output, _ = process.communicate(timeout=timeout)
        except BaseException as error:
            end_group(process)
            if isinstance(error, subprocess.TimeoutExpired):
                return None
            raise
    last_line = output.decode(errors="replace").strip().rpartition("\n")[2]
    found = _VERSION.fullmatch(last_line)
    return found[1] if process.returncode == 0 and found else None


def known_version(
    argv: Sequence[str], *, env: Mapping[str, str] | None = None, timeout: float = VERSION_TIMEOUT
) -> str | None:
    """Give the version like `ask_version`, from the cache while the files named in `argv` are unchanged.

    A file is the same while its resolved path, size, inode and times are. (The modification time alone says
    nothing: npm sets it to the same day in 1985 for every file of every package.)
    """
    key = _fingerprint(argv)
    if key is None:
        return ask_version(argv, env=env, timeout=timeout)
    answers = _read_answers()
    if key in answers:
        return answers[key]
    version = ask_version(argv, env=env, timeout=timeout)
    if version is not None:
        _write_answers({**answers, key: version})
    return version


def end_group(process: subprocess.Popen[bytes]) -> None:
    """Kill a process that leads its own group, with all its children, and reap it."""
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()


def _fingerprint(argv: Sequence[str]) -> str | None:
    parts: list[str] = []
    for word in argv:
        try:
            path = Path(word).resolve(strict=True)
            facts = path.stat()
        except OSError:
            return None
        if path.name not in _CACHED_NAMES:
            return None
        parts.append(f"{path}:{facts.st_size}:{facts.st_ino}:{facts.st_mtime_ns}:{facts.st_ctime_ns}")
    return "|".join(parts)


def _answers_file() -> Path:
    return platformdirs.user_cache_path("pitui") / "versions.json"


def _read_answers() -> dict[str, str]:
    try:
        found: Any = json.loads(_answers_file().read_bytes())
    except (OSError, ValueError):
        return {}
    answers = cast("dict[str, Any]", found) if isinstance(found, dict) else {}
    return {key: version for key, version in answers.items() if isinstance(version, str)}


def _write_answers(answers: Mapping[str, str]) -> None:
    """Keep the newest twenty answers; a cache that cannot be written is no reason to fail."""
    path = _answers_file()
    newest = dict(list(answers.items())[-20:])
    with contextlib.suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True)
        descriptor, name = tempfile.mkstemp(dir=path.parent, prefix=".versions-")
        with os.fdopen(descriptor, "w", encoding="utf-8") as file:
            json.dump(newest, file)
        Path(name).replace(path)
