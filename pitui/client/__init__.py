"""One live pi over RPC: the Python API that others may import."""

from __future__ import annotations

from pitui.client.client import PiClient
from pitui.client.errors import CommandFailed, PiError, PiExited, PiNotFound, ProtocolError
from pitui.client.latest import Latest
from pitui.client.recorder import Recorded, Recorder, Records, read_recording
from pitui.client.spawn import Launch, Spawned, spawn

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
