"""Installing pitui's own copy of pi, whole or not at all.

The copy grows in a staging folder beside its place and is renamed when it is complete and has started once.
A lock that the system drops with the process tells a staging folder in use from the rest of a killed install.
"""

from __future__ import annotations

import contextlib
import errno
import fcntl
import os
import shutil
import tempfile
from collections.abc import Callable, Generator
from pathlib import Path
from typing import Final

from pitui.runtime.command import PI_VERSION, PiCommand, RuntimeProblem
from pitui.runtime.failures import explain_system
from pitui.runtime.node import Node, need_npm
from pitui.runtime.npm import npm_install
from pitui.runtime.own import command_in, own_folder
from pitui.runtime.versions import ask_version

_STAGING: Final = ".staging-"
_LOCK: Final = ".lock"


def install_pi(
    version: str = PI_VERSION, *, target: Path | None = None, progress: Callable[[str], None]
) -> PiCommand:
    """Install this version of pi, unless it is there already.

    It takes about ten seconds and the network: call it from a thread, not from the event loop.

    Args:
        version: The exact version of pi.
        target: The folder that is to hold it; the one in the user's data folder if not given.
        progress: Gets short lines for a human, at least one a second. It may raise to cancel the
            installation: nothing is left behind then, and what it raised comes out of here.

    Returns:
        How to start it.

    Raises:
        RuntimeProblem: It could not be installed; the text says why and what to do.
    """
    folder = (target or own_folder(version)).absolute()
    node = need_npm()
    present = command_in(folder, node)
    if present is not None:
        return present
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        sweep(folder.parent)
        with _staging(folder.parent) as staging:
            npm_install(node, version, staging, progress)
            progress(f"Installing pi {version} … starting it once")
            _try_out(staging, node, version)
            shutil.rmtree(staging / ".npm-cache", ignore_errors=True)
            _put_in_place(staging, folder, node)
    except OSError as error:
        raise RuntimeProblem(explain_system(error, folder.parent)) from error
    installed = command_in(folder, node)
    if installed is None:
        raise RuntimeProblem(f"{folder} vanished while pi was installed: start pitui again.")
    return installed


def sweep(parent: Path) -> None:
    """Remove the staging folders in `parent` that no running install holds."""
    for lock in parent.glob(f"{_STAGING}*{_LOCK}"):
        with contextlib.suppress(OSError), lock.open("rb") as file:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            if lock.with_suffix("").exists():
                shutil.rmtree(lock.with_suffix(""))
            lock.unlink()


@contextlib.contextmanager
def _staging(parent: Path) -> Generator[Path]:
    """Make a locked staging folder in `parent`, and remove what is left of it at the end."""
    descriptor, name = tempfile.mkstemp(dir=parent, prefix=_STAGING, suffix=_LOCK)
    lock = Path(name)
    folder = lock.with_suffix("")
    with os.fdopen(descriptor, "wb") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        try:
            folder.mkdir()
            yield folder
        finally:
            shutil.rmtree(folder, ignore_errors=True)
            lock.unlink(missing_ok=True)


def _try_out(staging: Path, node: Node, version: str) -> None:
    command = command_in(staging, node)
    if command is None:
        raise RuntimeProblem(f"npm left out parts of pi {version}: start pitui again to install it anew.")
    answer = ask_version(command.argv, env=command.env)
    if answer != version:
        raise RuntimeProblem(
            f"pi {version} was installed but does not start on Node.js {node.version} ({node.path}): "
            "install a newer Node.js, then start pitui again."
        )


def _put_in_place(staging: Path, folder: Path, node: Node) -> None:
    """Rename the complete copy into its place; another install may have been faster, which is as good."""
    try:
        staging.rename(folder)
    except OSError as error:
        if error.errno not in {errno.ENOTEMPTY, errno.EEXIST}:
            raise
        if command_in(folder, node) is None:
            # Not whole, so not made by an install: away with it, through a folder that is removed anyway.
            broken = staging / "broken"
            folder.rename(broken)
            shutil.rmtree(broken, ignore_errors=True)
            staging.rename(folder)
