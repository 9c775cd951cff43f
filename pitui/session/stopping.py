"""Stopping a run so that no queued word is lost, on versions of pi with and without `clear_queue`."""

from __future__ import annotations

import contextlib
from collections.abc import Callable

import anyio

from pitui.client import PiClient, PiError
from pitui.protocol.codec import Record
from pitui.protocol.events import AgentStart
from pitui.session.blocks import Level
from pitui.session.delivery import Delivery
from pitui.session.state import Session


async def stop_run(
    client: PiClient, session: Session, delivery: Delivery, clock: Callable[[], float]
) -> None:
    """Take pi's queue back and abort the run; call it while the delivery is paused.

    pi < 0.84.4 has no `clear_queue` and goes on with its queue after an abort (PI-RPC 7.3): there each run that
    the queue starts is aborted too, and the user is told which messages pi had already taken.

    Args:
        client: the running pi.
        session: what is on the screen.
        delivery: gets the messages that were in pi's queue.
        clock: the time in the session's clock.
    """
    await delivery.take_from_pi(client, stops=True)
    in_pi = delivery.queue.in_pi
    if in_pi:
        await _abort_through_queue(client)
        left = delivery.queue.in_pi
        if taken := [message.sent for message in in_pi if message not in left]:
            session.notice(Level.WARNING, _taken(taken), clock())
    else:
        await client.abort()
    delivery.queue.out_of_flux()


async def _abort_through_queue(client: PiClient) -> None:
    """Abort every run that the queue starts. pi answers the first abort only when all of them have ended."""
    failed: PiError | None = None
    async with anyio.create_task_group() as aborts:

        async def abort() -> None:
            with contextlib.suppress(PiError):
                await client.abort()

        def watch(record: Record) -> None:
            if isinstance(record, AgentStart):
                aborts.start_soon(abort)

        unsubscribe = client.subscribe(watch)
        try:
            await client.abort()
        except PiError as error:
            failed = error  # a task group would wrap it into a group of its own
        finally:
            unsubscribe()
            aborts.cancel_scope.cancel()
    if failed is not None:
        raise failed


def _taken(texts: list[str]) -> str:
    return "pi (before 0.84.4) gives nothing back; it had already taken these messages up:\n" + "\n".join(
        texts
    )
