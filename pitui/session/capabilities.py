"""What the running pi can do beyond 0.82.1, found by asking it."""

from __future__ import annotations

from dataclasses import dataclass

from pitui.client import CommandFailed, PiClient
from pitui.protocol.responses import SessionState


@dataclass(slots=True)
class Capabilities:
    """What is known of one pi.

    Attributes:
        clear_queue: whether its queue can be taken back (pi 0.84.4); None before it was asked.
    """

    clear_queue: bool | None = None

    async def probe(self, client: PiClient, state: SessionState) -> None:
        """Ask what is not known yet, when asking changes nothing: pi is idle and nothing is queued."""
        if self.clear_queue is not None or state.is_streaming or state.pending_message_count:
            return
        try:
            await client.clear_queue()
        except CommandFailed:
            self.clear_queue = False
        else:
            self.clear_queue = True
