"""One live pi over RPC: the Python API that others may import.

Each name is loaded when it is first asked for: whoever only starts pi loads none of the records.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from pitui.client.client import PiClient
    from pitui.client.errors import CommandFailed, PiError, PiExited, PiNotFound, ProtocolError
    from pitui.client.latest import Latest
    from pitui.client.launch import Launch, Spawned, spawn
    from pitui.client.recorder import Recorded, Recorder, Records, read_recording

__all__ = [
    "CommandFailed",
    "Latest",
    "Launch",
    "PiClient",
    "PiError",
    "PiExited",
    "PiNotFound",
    "ProtocolError",
    "Recorded",
    "Recorder",
    "Records",
    "Spawned",
    "read_recording",
    "spawn",
]

_HOME: Final = {
    "PiClient": "client",
    "Latest": "latest",
    **dict.fromkeys(("CommandFailed", "PiError", "PiExited", "PiNotFound", "ProtocolError"), "errors"),
    **dict.fromkeys(("Recorded", "Recorder", "Records", "read_recording"), "recorder"),
    **dict.fromkeys(("Launch", "Spawned", "spawn"), "launch"),
}
"""The module of each name."""


def __getattr__(name: str) -> object:
    if name not in _HOME:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_HOME[name]}"), name)
