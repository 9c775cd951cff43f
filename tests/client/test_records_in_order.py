"""Subscribers get every record in the order of the wire, whatever they do."""

from __future__ import annotations

import json
import logging
import select
from dataclasses import replace
from pathlib import Path

import anyio
import pytest
from anyio import fail_after

from pitui.client import PiClient, spawn
from pitui.protocol.codec import Record, decode_line
from tests.client.faking import PATIENCE, fake
from tests.protocol.test_codec_lines import update_of_old_pi

pytestmark = pytest.mark.anyio


def numbered(number: int) -> bytes:
    return json.dumps({"type": "zork", "number": number}).encode() + b"\n"


def number_of(record: Record) -> int:
    return (record.model_extra or {})["number"]


@pytest.fixture
def script(tmp_path: Path) -> Path:
    return tmp_path / "script"


async def test_a_waiter_runs_between_the_records_before_and_after_its_answer(script: Path) -> None:
    answer = b'{"id":"mine","type":"response","command":"bash","success":true,"data":{}}\n'
    script.write_bytes(numbered(1) + numbered(2) + answer + numbered(3) + numbered(4))
    happened: list[object] = []
    async with PiClient(fake("script", str(script))) as pi:
        pi.subscribe(lambda record: happened.append(number_of(record)))
        with fail_after(PATIENCE):
            await pi.bash("x", request_id="mine")
            happened.append("answered")
            await pi.get_state()

    assert happened == [1, 2, "answered", 3, 4]


async def test_a_subscriber_that_fails_is_logged_and_nobody_misses_anything(
    script: Path, caplog: pytest.LogCaptureFixture
) -> None:
    script.write_bytes(b"".join(numbered(number) for number in range(5)))
    numbers: list[int] = []

    def fail(record: Record) -> None:
        raise KeyError("subscriber's own fault")

    async with PiClient(fake("script", str(script))) as pi:
        pi.subscribe(fail)
        pi.subscribe(lambda record: numbers.append(number_of(record)))
        with fail_after(PATIENCE), caplog.at_level(logging.ERROR, "pitui.client"):
            await pi.bash("x")

    assert numbers == [0, 1, 2, 3, 4]
    assert len(caplog.records) == 5


async def test_an_ended_subscription_gets_nothing_more(script: Path) -> None:
    script.write_bytes(numbered(1))
    first: list[Record] = []
    second: list[Record] = []
    async with PiClient(fake("script", str(script))) as pi:
        unsubscribe = pi.subscribe(first.append)
        pi.subscribe(second.append)
        with fail_after(PATIENCE):
            await pi.bash("x")
            unsubscribe()
            unsubscribe()
            await pi.bash("x")

    assert (len(first), len(second)) == (1, 2)


async def test_others_have_their_turn_amid_a_burst(script: Path) -> None:
    script.write_bytes(b"".join(numbered(number) for number in range(50_000)))
    numbers: list[int] = []
    turns_amid = 0
    async with PiClient(fake("script", str(script))) as pi, anyio.create_task_group() as tasks:
        pi.subscribe(lambda record: numbers.append(number_of(record)))

        async def take_turns() -> None:
            nonlocal turns_amid
            while True:
                await anyio.lowlevel.checkpoint()
                turns_amid += 0 < len(numbers) < 50_000

        tasks.start_soon(take_turns)
        with fail_after(PATIENCE):
            await pi.bash("x")
        tasks.cancel_scope.cancel()

    assert numbers == list(range(50_000))
    assert turns_amid > 5


async def test_a_record_of_many_megabytes_without_a_newline(script: Path) -> None:
    size = 32 * 1024 * 1024
    script.write_bytes(
        json.dumps({"type": "zork", "number": 1, "text": "x" * size}).encode() + b"\n" + numbered(2)
    )
    numbers: list[int] = []
    async with PiClient(fake("script", str(script))) as pi:
        pi.subscribe(lambda record: numbers.append(number_of(record)))
        with fail_after(PATIENCE):
            await pi.bash("x")

    assert numbers == [1, 2]


async def test_a_large_prompt_passes_a_pi_that_is_writing() -> None:
    texts: list[Record] = []
    async with PiClient(fake("talks")) as pi:
        pi.subscribe(texts.append)
        with fail_after(PATIENCE):
            await pi.prompt("p" * 3 * 1024 * 1024)

    assert len(texts) == 10 * 1024


async def test_updates_of_an_old_pi_arrive_as_their_deltas(script: Path) -> None:
    lines = [update_of_old_pi(f"delta {number} ", "x" * number * 5000) for number in range(200)]
    script.write_bytes(b"".join(line + b"\n" for line in lines))
    records: list[Record] = []
    async with PiClient(fake("script", str(script))) as pi:
        pi.subscribe(records.append)
        with fail_after(PATIENCE):
            await pi.bash("x")

    assert records == [decode_line(line) for line in lines]


async def test_what_a_pi_said_before_it_was_taken_over_reaches_the_first_subscriber() -> None:
    launch = fake("greets")
    spawned = spawn(launch)
    select.select([spawned.stdout], [], [], PATIENCE)
    numbers: list[int] = []
    async with PiClient(replace(launch, spawned=spawned)) as pi:
        await anyio.sleep(0)
        pi.subscribe(lambda record: numbers.append(number_of(record)))
        with fail_after(PATIENCE):
            await pi.get_state()
    assert numbers == [1]
