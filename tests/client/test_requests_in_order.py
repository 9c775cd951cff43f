"""Who is sent when, and who is answered by what."""

from __future__ import annotations

import logging
from functools import partial

import anyio
import pytest
from anyio import fail_after
from anyio.lowlevel import checkpoint

from pitui.client import PiClient, ProtocolError
from pitui.protocol.codec import Record, Undecodable
from tests.client.faking import PATIENCE, background, fake, seen_by

pytestmark = pytest.mark.anyio


async def until_asleep() -> None:
    """Let tasks that were just started come to their first wait."""
    for _ in range(5):
        await checkpoint()


async def test_prompts_wait_in_line_for_the_answer_to_the_one_before() -> None:
    async with PiClient(fake("held")) as pi, background() as tasks:
        with fail_after(PATIENCE):
            for number in range(4):
                tasks.start_soon(pi.prompt, f"text {number}")
            await until_asleep()

            assert await seen_by(pi) == ["text 0", "get_state"]
            assert (await seen_by(pi))[2:] == ["text 1", "get_state"]
            assert (await seen_by(pi))[4:] == ["text 2", "get_state"]
            assert (await seen_by(pi))[6:] == ["text 3", "get_state"]


async def test_an_abort_waits_for_the_prompt_in_flight_and_goes_before_those_in_line() -> None:
    async with PiClient(fake("held")) as pi, background() as tasks:
        with fail_after(PATIENCE):
            tasks.start_soon(pi.prompt, "in flight")
            tasks.start_soon(pi.prompt, "in line")
            await until_asleep()
            tasks.start_soon(pi.clear_queue)
            tasks.start_soon(pi.abort)
            await until_asleep()

            assert await seen_by(pi) == ["in flight", "get_state"]
            assert (await seen_by(pi))[2:] == ["clear_queue", "abort", "in line", "get_state"]


async def test_an_abort_is_sent_at_once_when_no_prompt_is_in_flight() -> None:
    async with PiClient(fake()) as pi:
        with fail_after(PATIENCE):
            await pi.abort()
            assert await seen_by(pi) == ["abort", "get_state"]


async def test_a_command_of_an_extension_passes_the_prompts() -> None:
    async with PiClient(fake("held")) as pi, background() as tasks:
        with fail_after(PATIENCE):
            tasks.start_soon(pi.prompt, "in flight")
            tasks.start_soon(pi.prompt, "in line")
            await until_asleep()
            tasks.start_soon(pi.run_command, "/command")
            await until_asleep()

            assert await seen_by(pi) == ["in flight", "/command", "get_state"]


async def test_a_prompt_cancelled_in_line_is_never_sent() -> None:
    async with PiClient(fake("held")) as pi, background() as tasks:
        with fail_after(PATIENCE):
            tasks.start_soon(pi.prompt, "in flight")
            await until_asleep()
            async with anyio.create_task_group() as given_up:
                given_up.start_soon(pi.prompt, "given up")
                given_up.start_soon(pi.abort)
                await until_asleep()
                given_up.cancel_scope.cancel()
            tasks.start_soon(pi.prompt, "next")
            await until_asleep()

            await seen_by(pi)
            assert await seen_by(pi) == ["in flight", "get_state", "next", "get_state"]


async def test_a_prompt_cancelled_in_flight_still_holds_the_line_until_its_answer() -> None:
    async with PiClient(fake("held")) as pi, background() as tasks:
        with fail_after(PATIENCE):
            async with anyio.create_task_group() as given_up:
                given_up.start_soon(pi.prompt, "given up")
                await until_asleep()
                given_up.cancel_scope.cancel()
            tasks.start_soon(pi.prompt, "next")
            await until_asleep()

            assert await seen_by(pi) == ["given up", "get_state"]
            assert (await seen_by(pi))[2:] == ["next", "get_state"]


async def test_answers_out_of_order_find_their_waiters() -> None:
    finished: list[str] = []

    async def ask(name: str, pi: PiClient) -> None:
        await getattr(pi, name)()
        finished.append(name)

    async with PiClient(fake("reversed")) as pi:
        with fail_after(PATIENCE):
            async with anyio.create_task_group() as tasks:
                for name in ("abort_retry", "get_state", "abort_bash"):
                    tasks.start_soon(ask, name, pi)

    assert finished == ["abort_bash", "get_state", "abort_retry"]


async def test_cancelling_a_wait_leaves_the_client_sound() -> None:
    async with PiClient(fake("reversed")) as pi, background() as tasks:
        with fail_after(PATIENCE):
            tasks.start_soon(pi.get_state)
            async with anyio.create_task_group() as given_up:
                given_up.start_soon(pi.abort_bash)
                await until_asleep()
                given_up.cancel_scope.cancel()

            await pi.abort_retry()


async def test_an_answer_that_nests_too_deep_fails_its_own_request_only() -> None:
    async with PiClient(fake("strange")) as pi, background() as tasks:
        with fail_after(PATIENCE):
            tasks.start_soon(pi.get_state)
            with pytest.raises(ProtocolError, match=r"get_tree .*nests too deep"):
                await pi.get_tree()
            await pi.get_state()


async def test_an_answer_with_unfit_data_or_fields_fails_its_own_request_only() -> None:
    async with PiClient(fake("strange")) as pi:
        with fail_after(PATIENCE):
            with pytest.raises(ProtocolError, match=r"get_messages .*messages"):
                await pi.get_messages()
            with pytest.raises(ProtocolError, match="get_entries"):
                await pi.get_entries()
            await pi.get_state()


async def test_answers_that_nobody_waits_for_are_dropped_with_a_log_line(
    caplog: pytest.LogCaptureFixture,
) -> None:
    records: list[Record] = []
    async with PiClient(fake("strange")) as pi:
        pi.subscribe(records.append)
        with fail_after(PATIENCE), caplog.at_level(logging.WARNING, "pitui.client"):
            await pi.bash("x", request_id="mine")

    assert len([entry for entry in caplog.messages if "nobody waits" in entry]) == 3
    assert [type(record) for record in records] == [Undecodable]


async def test_an_id_of_the_callers_own_must_be_free() -> None:
    async with PiClient(fake("reversed")) as pi, background() as tasks:
        with fail_after(PATIENCE):
            tasks.start_soon(partial(pi.bash, "one", request_id="mine"))
            await until_asleep()
            with pytest.raises(ValueError, match="mine"):
                await pi.bash("two", request_id="mine")
            tasks.start_soon(pi.get_state)
            await pi.get_state()


async def test_a_client_that_was_not_entered_says_so() -> None:
    pi = PiClient(fake())

    with pytest.raises(RuntimeError, match="async with"):
        await pi.get_state()
    assert not pi.is_running
    await pi.close()
