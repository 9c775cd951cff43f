"""What pi answers to a message or to a stop, however odd, neither ends the delivery nor loses a word."""

from __future__ import annotations

import os
import signal
import time
from pathlib import Path

import anyio
import anyio.lowlevel
import pytest

from pitui.client import PiClient, PiExited
from pitui.session.answering import Answering
from pitui.session.delivery import Delivery, Refused
from pitui.session.navigation import Navigator
from pitui.session.state import Session
from pitui.session.steering import Steering
from pitui.session.stopping import stop_run
from pitui.session.waiting import Waiting
from tests.client.faking import PATIENCE, background, fake, seen_by, until
from tests.session.records import event, loaded

pytestmark = pytest.mark.anyio


class Sender:
    """A delivery to a pi at rest, and what it gave back."""

    def __init__(self) -> None:
        self.session: Session = loaded([])
        self.refused: list[Refused] = []
        self.delivery = Delivery(
            self.session, time.monotonic, on_change=lambda: None, on_refused=self.refused.append
        )


async def test_a_message_whose_answer_cannot_be_read_is_given_back_and_the_next_one_goes_out() -> None:
    sender = Sender()
    async with PiClient(fake("strange")) as pi, background() as tasks:
        tasks.start_soon(sender.delivery.run, pi)
        for text in ("one", "two"):
            sender.delivery.put(Waiting(text, "steer"))
        await until(lambda: len(sender.refused) == 2)
        assert [message.text for refused in sender.refused for message in refused.messages] == ["one", "two"]
        assert "cannot read" in sender.refused[0].reason
        assert [text for text in await seen_by(pi) if text in ("one", "two")] == ["one", "two"]
    assert sender.delivery.queue.shown == []


async def test_a_pi_whose_queue_cannot_be_read_counts_as_one_that_keeps_it() -> None:
    sender = Sender()
    async with PiClient(fake("strange")) as pi:
        with anyio.fail_after(PATIENCE):
            await sender.delivery.take_from_pi(pi)
    assert sender.delivery.capabilities.clear_queue is False


async def test_a_pi_that_ends_while_its_queue_is_aborted_has_ended_and_nothing_worse() -> None:
    sender = Sender()
    sender.delivery.capabilities.clear_queue = False
    sender.delivery.see(event("queue_update", steering=["wait"], followUp=[]))
    async with PiClient(fake("dies")) as pi:
        with anyio.fail_after(PATIENCE), pytest.raises(PiExited):
            await stop_run(pi, sender.session, sender.delivery, time.monotonic)
    assert [message.sent for message in sender.delivery.queue.give_up()] == ["wait"]


async def test_a_pi_that_ends_before_a_move_costs_no_word(tmp_path: Path) -> None:
    sender = Sender()
    session, delivery = sender.session, sender.delivery
    script = tmp_path / "records"
    script.write_text('{"type": "agent_start"}\n')
    taken: list[Waiting] = []
    async with PiClient(fake("script", str(script))) as pi, background() as tasks:
        await pi.bash("on")
        session.apply(event("agent_start"), 0)
        delivery.put(Waiting("a word", "steer"))
        answering = Answering(session, time.monotonic, lambda: None)
        navigator = Navigator(
            session,
            Steering(session, delivery, answering, time.monotonic, lambda: pi),
            client=lambda: pi,
            reload=anyio.lowlevel.checkpoint,
            replaced=lambda: None,
            clock=time.monotonic,
            on_change=lambda: None,
        )

        async def stop() -> None:
            taken.extend(await navigator.stop_run())

        tasks.start_soon(stop)
        await until(lambda: not delivery.queue.shown)
        os.kill(pi.pid, signal.SIGKILL)
        await until(lambda: bool(taken))
    assert [message.text for message in taken] == ["a word"]
