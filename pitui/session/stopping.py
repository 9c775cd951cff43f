"""Stopping a run so that no queued word is lost, on versions of pi with and without `clear_queue`."""

from __future__ import annotations

import math
from collections.abc import Callable

import anyio

from pitui.client import CommandFailed, PiClient
from pitui.protocol.codec import Record
from pitui.protocol.events import AgentSettled, AgentStart
from pitui.protocol.responses import QueueContents
from pitui.session.blocks import Level
from pitui.session.outbox import Outgoing
from pitui.session.state import Session

SETTLE_SECONDS = 5.0
"""How long to wait for pi < 0.84.4 to go through its queue after an abort."""


async def stop_run(client: PiClient, session: Session, clock: Callable[[], float]) -> list[Outgoing]:
    """Take pi's queue back and abort the run.

    pi < 0.84.4 has no `clear_queue` and goes on with its queue after an abort (PI-RPC 7.3): there each run that
    the queue starts is aborted too, and the user is told which texts pi had already taken.

    Returns:
        The texts that were in pi's queue, steering first, in order.
    """
    try:
        queue = await client.clear_queue()
    except CommandFailed:
        await _abort_through_queue(client, session, clock)
        return []
    await client.abort()
    return _as_outgoing(queue)


def _as_outgoing(queue: QueueContents) -> list[Outgoing]:
    return [Outgoing(text, "steer") for text in queue.steering] + [
        Outgoing(text, "followUp") for text in queue.follow_up
    ]


async def _abort_through_queue(client: PiClient, session: Session, clock: Callable[[], float]) -> None:
    queued = [*session.queue.steering, *session.queue.follow_up]
    send, receive = anyio.create_memory_object_stream[bool](math.inf)

    def watch(record: Record) -> None:
        match record:
            case AgentStart():
                send.send_nowait(True)
            case AgentSettled():
                send.send_nowait(False)
            case _:
                pass

    unsubscribe = client.subscribe(watch)
    with send, receive:
        try:
            await client.abort()
            with anyio.move_on_after(SETTLE_SECONDS if queued else 0):
                while await receive.receive():
                    await client.abort()
        finally:
            unsubscribe()
    if queued:
        session.notice(
            Level.WARNING,
            "This pi cannot give queued messages back; it had already taken:\n" + "\n".join(queued),
            clock(),
        )
