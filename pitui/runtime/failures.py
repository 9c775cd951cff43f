"""Why an installation of pi failed, in one sentence that says what to do."""

from __future__ import annotations

import errno
import re
from collections.abc import Iterable
from pathlib import Path
from typing import Final

_UNREACHABLE: Final = re.compile(
    r"ENOTFOUND|EAI_AGAIN|ECONN\w+|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH|EPROTO|ENOTCACHED|ERR_SOCKET_TIMEOUT"
    r"|UND_ERR_\w+|\w*CERT\w*|E40[137]|E42\d|E5\d\d"
)


def explain_npm(last_words: Iterable[str], status: int, version: str, folder: Path) -> str:
    """Explain a failure of npm.

    Args:
        last_words: The last lines that npm wrote to stderr.
        status: Its exit status.
        version: The version of pi that was wanted.
        folder: Where it should have gone.
    """
    errors = [line.removeprefix("npm error").strip() for line in last_words if line.startswith("npm error")]
    code = _field(errors, "code")
    match code:
        case "ETARGET" | "E404":
            return (
                f"The npm registry has no pi {version}: "
                "choose another version, or check `npm config get registry`."
            )
        case "ENOSPC" | "EDQUOT":
            return _disk_full(folder)
        case "EACCES" | "EPERM" | "EROFS":
            return _not_writable("npm", _field(errors, "path") or folder)
        case _ if _UNREACHABLE.fullmatch(code):
            return (
                f"npm cannot load pi from its registry ({code}): check the network, the proxy and "
                "`npm config get registry`, then start pitui again."
            )
        case _:
            reason = next((line for line in errors if line and line != f"code {code}"), code)
            return (
                f"npm could not install pi {version} (exit status {status}, {reason or 'no reason given'}): "
                "correct that, then start pitui again."
            )


def explain_system(error: OSError, folder: Path) -> str:
    """Explain an error of the operating system while pi was installed below `folder`."""
    match error.errno:
        case errno.ENOSPC | errno.EDQUOT:
            return _disk_full(folder)
        case errno.EACCES | errno.EPERM | errno.EROFS:
            return _not_writable("pitui", error.filename or folder)
        case _:
            reason = error.strerror or error
            return f"pi cannot be installed in {folder} ({reason}): correct that, then start pitui again."


def _field(errors: Iterable[str], name: str) -> str:
    return next((line.removeprefix(f"{name} ") for line in errors if line.startswith(f"{name} ")), "")


def _disk_full(folder: Path) -> str:
    return f"The disk is full: pi needs about 300 MB in {folder}; free some space, then start pitui again."


def _not_writable(program: str, place: object) -> str:
    return f"{program} may not write {place}: make it writable for this user, then start pitui again."
