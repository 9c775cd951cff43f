"""How a pi is started, and the one error of this package.

They stand apart from the finding and the installing because both need them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Final, Literal

PI_PACKAGE: Final = "@earendil-works/pi-coding-agent"
PI_VERSION: Final = "1.6.0"
"""The version of pi that pitui installs for itself."""


@dataclass(frozen=True)
class PiCommand:
    """A pi that can be started.

    `argv` starts pi and takes pi's own options behind it (`--mode rpc` is not in it). `version` is what its
    `--version` said, None where that was not asked. `source` says where it comes from: the option `--pi`, the
    PATH, or pitui's own copy. `env` holds additions to the environment of the process.
    """

    argv: tuple[str, ...]
    version: str | None
    source: Literal["option", "path", "own"]
    env: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))


class RuntimeProblem(Exception):
    """pi cannot be found, installed or started; the text is one sentence that says what to do."""
