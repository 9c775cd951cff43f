"""Running npm to install pi, with visible progress while it works."""

from __future__ import annotations

import os
import queue
import subprocess
import threading
import time
from collections import deque
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import IO, Final

from pitui.runtime.command import PI_PACKAGE, RuntimeProblem
from pitui.runtime.failures import explain_npm
from pitui.runtime.node import Node
from pitui.runtime.versions import end_group

_TICK: Final = 0.5
"""Seconds between two calls of the progress callback while npm says nothing."""

_UNPACKING: Final = "npm warn tar TAR_ENTRY_ERROR "

_OPTIONS: Final = (
    "--location=project",
    "--ignore-scripts",
    "--omit=dev",
    "--no-audit",
    "--no-fund",
    "--no-package-lock",
    "--no-update-notifier",
    "--loglevel=http",
    "--progress=false",
    "--fetch-retries=2",
    "--fetch-retry-mintimeout=1000",
    "--fetch-retry-maxtimeout=4000",
    "--fetch-timeout=60000",
)


def npm_install(node: Node, version: str, folder: Path, progress: Callable[[str], None]) -> None:
    """Install this version of pi into `folder`, which must exist and be empty.

    Args:
        node: A Node.js that has npm.
        version: The exact version of pi.
        folder: Becomes npm's project folder.
        progress: Gets a short line at least once a second; what it raises ends npm and comes out of here.

    Raises:
        RuntimeProblem: npm failed.
        OSError: The folder cannot be written, or npm not be started.
    """
    # A project of its own, so that npm looks no further up for one.
    (folder / "package.json").write_text('{"private": true}\n', encoding="utf-8")
    process = subprocess.Popen(
        [*(node.npm or ()), "install", *_OPTIONS, *_cache(folder), f"{PI_PACKAGE}@{version}"],
        cwd=folder,
        env=_environment(node),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        start_new_session=True,
    )
    with process:
        try:
            last_words = _follow(process, version, folder.parent, progress)
            status = process.wait()
        except BaseException:
            end_group(process)
            raise
    if status != 0:
        raise RuntimeProblem(explain_npm(last_words, status, version, folder.parent))


def _follow(
    process: subprocess.Popen[bytes], version: str, folder: Path, progress: Callable[[str], None]
) -> deque[str]:
    """Read npm's stderr to its end, calling `progress`; give back its last lines."""
    assert process.stderr is not None
    lines: queue.SimpleQueue[str | None] = queue.SimpleQueue()
    threading.Thread(target=_pump, args=(process.stderr, lines), daemon=True).start()
    last_words: deque[str] = deque(maxlen=100)
    started = shown = time.monotonic()
    wanted = loaded = 0
    progress(f"Installing pi {version} …")
    while True:
        try:
            line = lines.get(timeout=_TICK)
        except queue.Empty:
            line = ""
        if line is None:
            return last_words
        if line.startswith("npm http cache ") and ".tgz" in line:
            wanted += 1
        elif line.startswith("npm http fetch ") and ".tgz" in line:
            loaded += 1
        elif line.startswith(_UNPACKING):
            # Only a warning for npm, even when the disk is full: it goes on, and may end with status 0.
            code, _, reason = line.removeprefix(_UNPACKING).partition(": ")
            words = (f"npm error code {code}", f"npm error {reason}")
            raise RuntimeProblem(explain_npm(words, 0, version, folder))
        elif line and not line.startswith("npm http "):
            last_words.append(line)
        now = time.monotonic()
        if now - shown >= _TICK:
            shown = now
            count = f"{loaded} of {wanted} packages, " if loaded else f"{wanted} packages, " if wanted else ""
            progress(f"Installing pi {version} … {count}{now - started:.0f} s")


def _pump(stream: IO[bytes], lines: queue.SimpleQueue[str | None]) -> None:
    for line in stream:
        lines.put(line.decode(errors="replace").rstrip())
    lines.put(None)


def _environment(node: Node) -> Mapping[str, str]:
    """Let npm find its node, and keep the `--global` of an npm that may have started pitui from it."""
    kept = {name: value for name, value in os.environ.items() if name.lower() != "npm_config_global"}
    return {**kept, **node.environment()}


def _cache(folder: Path) -> tuple[str, ...]:
    """Name a cache inside `folder` only if npm may not write the user's."""
    configured = {name.lower(): value for name, value in os.environ.items()}.get("npm_config_cache")
    place = Path(configured) if configured else Path.home() / ".npm"
    while not os.path.exists(place):
        place = place.parent
    return () if os.access(place, os.W_OK | os.X_OK) else (f"--cache={folder / '.npm-cache'}",)
