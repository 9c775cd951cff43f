"""The client with real pi: what a person would do, and what goes wrong."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path

import anyio
import pytest
from anyio import fail_after

from pitui.client import CommandFailed, Launch, PiClient, PiError, PiExited
from pitui.protocol.codec import Record
from pitui.protocol.content import text_of
from pitui.protocol.events import (
    AgentSettled,
    AgentStart,
    BashExecutionUpdate,
    BlockDelta,
    MessageEnd,
    MessageUpdate,
    ToolExecutionEnd,
    ToolExecutionStart,
    ToolExecutionUpdate,
)
from pitui.protocol.extension_ui import ConfirmRequest, ExtensionUIResponse, NotifyRequest
from pitui.protocol.messages import AssistantMessage, UserMessage
from pitui.protocol.responses import BashResult
from tests.client.faking import is_alive, until
from tests.conftest import RealPi

pytestmark = pytest.mark.anyio

PATIENCE = 60
"""Seconds after which something that must happen is taken for not happening."""


class Ear:
    """Everything that a pi says, and waiting for something of it."""

    def __init__(self, client: PiClient) -> None:
        self.records: list[Record] = []
        self._heard = anyio.Event()
        client.subscribe(self._hear)

    def _hear(self, record: Record) -> None:
        self.records.append(record)
        self._heard.set()

    async def until(self, condition: Callable[[Record], bool]) -> Record:
        """Wait for a record, which may be there already."""
        with fail_after(PATIENCE):
            while True:
                for record in self.records:
                    if condition(record):
                        return record
                self._heard = anyio.Event()
                await self._heard.wait()

    def all(self, kind: type[Record]) -> list[Record]:
        return [record for record in self.records if isinstance(record, kind)]

    @property
    def streamed(self) -> str:
        """All text that came in deltas."""
        return "".join(
            event.delta
            for record in self.records
            if isinstance(record, MessageUpdate)
            and isinstance(event := record.assistant_message_event, BlockDelta)
            and event.type == "text_delta"
        )

    @property
    def user_texts(self) -> list[str]:
        """The user's messages that pi took into the conversation."""
        return [
            text_of(record.message.content)
            for record in self.records
            if isinstance(record, MessageEnd) and isinstance(record.message, UserMessage)
        ]


def launch(pi: RealPi, *args: str, speed: int = 0) -> Launch:
    env = {**pi.env, "PITUI_DEMO_SPEED": str(speed)}
    return Launch((*pi.argv, "--mode", "rpc", *pi.demo_args, *args), pi.cwd, env)


def children_of(pid: int) -> list[int]:
    """What a process started, and what that started."""
    listing = subprocess.run(["ps", "-A", "-o", "pid=,ppid="], capture_output=True, text=True, check=True)
    parents = {
        int(child): int(parent) for child, parent in (line.split() for line in listing.stdout.splitlines())
    }
    found = [pid]
    for ancestor in found:
        found += [child for child, parent in parents.items() if parent == ancestor]
    return found[1:]


def working_on(name: str) -> Callable[[Record], bool]:
    return lambda record: isinstance(record, ToolExecutionStart) and record.tool_name == name


async def test_a_prompt_streams_and_settles(real_pi: RealPi) -> None:
    async with PiClient(launch(real_pi)) as pi:
        ear = Ear(pi)
        with fail_after(PATIENCE):
            result = await pi.prompt("echo: grüße 🎉 \u2028")
            await pi.wait_settled()
            said = await pi.get_last_assistant_text()

        assert result.disposition in ("started", None)
        assert said == 'ECHO "echo: grüße 🎉 \u2028"'
        assert ear.streamed == said
        assert [type(record) for record in ear.records][-1] is AgentSettled
        assert len(ear.all(AgentStart)) == 1


async def test_waiting_after_a_handled_prompt_does_not_hang(real_pi: RealPi) -> None:
    async with PiClient(launch(real_pi)) as pi:
        with fail_after(PATIENCE):
            await pi.run_command("/demo-notify")
            await pi.wait_settled()
            await pi.prompt("/demo-notify")
            await pi.wait_settled()


async def test_a_correction_is_steered_in_and_a_follow_up_comes_after(real_pi: RealPi) -> None:
    async with PiClient(launch(real_pi)) as pi:
        ear = Ear(pi)
        with fail_after(PATIENCE):
            await pi.prompt("rounds 3")
            await ear.until(working_on("bash"))
            await pi.prompt("echo: afterwards", streaming_behavior="followUp")
            await pi.prompt("use pytest.raises", streaming_behavior="steer")
            await pi.wait_settled()

        assert ear.user_texts == ["rounds 3", "use pytest.raises", "echo: afterwards"]
        assert len(ear.all(AgentSettled)) == 1


async def test_an_abort_right_behind_the_prompt_stops_the_run(real_pi: RealPi) -> None:
    async with PiClient(launch(real_pi)) as pi:
        ear = Ear(pi)
        with fail_after(PATIENCE):
            await pi.get_state()
            async with anyio.create_task_group() as tasks:
                tasks.start_soon(pi.prompt, "sleep 1000")
                await anyio.lowlevel.checkpoint()
                tasks.start_soon(pi.abort)
            await pi.wait_settled()
            assert not (await pi.get_state()).is_streaming

        last = [
            record.message
            for record in ear.records
            if isinstance(record, MessageEnd) and isinstance(record.message, AssistantMessage)
        ][-1]
        assert last.stop_reason == "aborted"


async def test_an_abort_stops_a_running_tool(real_pi: RealPi) -> None:
    async with PiClient(launch(real_pi)) as pi:
        ear = Ear(pi)
        with fail_after(PATIENCE):
            await pi.prompt("sleep 1000")
            await ear.until(working_on("bash"))
            await pi.abort()
            await pi.wait_settled()

        (end,) = ear.all(ToolExecutionEnd)
        assert isinstance(end, ToolExecutionEnd)
        assert end.is_error


async def test_twenty_prompts_at_once_lose_none(real_pi: RealPi) -> None:
    texts = [f"echo: number {number}" for number in range(20)]
    async with PiClient(launch(real_pi)) as pi:
        ear = Ear(pi)

        async def send(text: str) -> None:
            await pi.prompt(text, streaming_behavior="followUp")

        with fail_after(PATIENCE):
            async with anyio.create_task_group() as tasks:
                for text in texts:
                    tasks.start_soon(send, text)
            await pi.wait_settled()
            assert (await pi.get_state()).pending_message_count == 0

        assert ear.user_texts == texts


async def test_kill_while_streaming_fails_all_calls_and_the_session_goes_on(real_pi: RealPi) -> None:
    errors: list[PiError] = []

    async def expect_end(call: Callable[[], Awaitable[object]]) -> None:
        try:
            await call()
        except PiError as error:
            errors.append(error)

    async with PiClient(launch(real_pi, speed=50)) as pi:
        ear = Ear(pi)
        with fail_after(PATIENCE):
            await pi.prompt("echo: before")
            await pi.wait_settled()
            file = (await pi.get_state()).session_file
            await pi.prompt("long")
            await ear.until(
                lambda record: isinstance(record, MessageUpdate) and len(ear.all(MessageUpdate)) > 20
            )
            async with anyio.create_task_group() as tasks:
                tasks.start_soon(expect_end, pi.wait_settled)
                tasks.start_soon(expect_end, partial(pi.bash, "sleep 20"))
                tasks.start_soon(expect_end, pi.wait_settled)
                await ear.until(lambda record: isinstance(record, MessageUpdate))
                os.kill(pi.pid, signal.SIGKILL)
            exited = await pi.wait_closed()
            with pytest.raises(PiExited):
                await pi.prompt("too late")

    assert exited.signal == "SIGKILL"
    assert [type(error) for error in errors] == [PiExited] * 3

    assert file is not None
    async with PiClient(launch(real_pi, "--session", file)) as pi:
        with fail_after(PATIENCE):
            messages = await pi.get_messages()
            assert "echo: before" in [text_of(m.content) for m in messages if isinstance(m, UserMessage)]
            await pi.prompt("echo: again")
            await pi.wait_settled()
            assert 'ECHO "echo: again"' in (await pi.get_last_assistant_text() or "")


async def test_a_shell_command_with_its_output_as_it_comes(real_pi: RealPi) -> None:
    async with PiClient(launch(real_pi)) as pi:
        ear = Ear(pi)
        with fail_after(PATIENCE):
            result = await pi.bash("echo one; echo two >&2; exit 3", request_id="my bash")

        assert result.exit_code == 3
        assert result.output.split() == ["one", "two"]
        updates = [record for record in ear.records if isinstance(record, BashExecutionUpdate)]
        assert "".join(update.delta for update in updates) == result.output
        assert {update.id for update in updates} == {"my bash"}


async def test_a_shell_command_is_stopped(real_pi: RealPi) -> None:
    results: list[BashResult] = []
    async with PiClient(launch(real_pi)) as pi:
        ear = Ear(pi)

        async def run() -> None:
            results.append(await pi.bash("echo begun; sleep 1000"))

        with fail_after(PATIENCE):
            async with anyio.create_task_group() as tasks:
                tasks.start_soon(run)
                await ear.until(lambda record: isinstance(record, BashExecutionUpdate))
                await pi.abort_bash()

    assert results[0].cancelled
    assert results[0].exit_code is None


async def test_output_of_a_tool_comes_while_it_runs(real_pi: RealPi) -> None:
    async with PiClient(launch(real_pi)) as pi:
        ear = Ear(pi)
        with fail_after(PATIENCE):
            await pi.prompt("lines 20")
            update = await ear.until(lambda record: isinstance(record, ToolExecutionUpdate))
            assert not ear.all(ToolExecutionEnd)
            await pi.wait_settled()

        assert isinstance(update, ToolExecutionUpdate)
        assert update.partial_result


@pytest.mark.parametrize("prompt", ["mb 10", "oneline 64", "unicode", "emoji 200"])
async def test_what_streams_is_what_ends(real_pi: RealPi, prompt: str) -> None:
    """Ten megabytes in one record, 64 KB without a newline, odd separators, characters cut in two."""
    async with PiClient(launch(real_pi)) as pi:
        ear = Ear(pi)
        with fail_after(PATIENCE):
            await pi.prompt(prompt)
            await pi.wait_settled()

    ends = [record for record in ear.records if isinstance(record, MessageEnd)]
    texts = [text_of(end.message.content) for end in ends if isinstance(end.message, AssistantMessage)]
    streamed = ear.streamed.encode("utf-16", "surrogatepass").decode("utf-16")
    assert streamed == "".join(texts)
    assert len(streamed) > 200


async def test_a_three_megabyte_prompt_gets_through(real_pi: RealPi) -> None:
    text = "echo: " + "long " * 600_000
    async with PiClient(launch(real_pi)) as pi:
        ear = Ear(pi)
        with fail_after(PATIENCE):
            await pi.prompt(text)
            await pi.abort()
            await pi.wait_settled()

    assert ear.user_texts in ([text], [text, text])


async def test_a_dialog_is_answered(real_pi: RealPi) -> None:
    async with PiClient(launch(real_pi)) as pi:
        ear = Ear(pi)
        with fail_after(PATIENCE):
            async with anyio.create_task_group() as tasks:
                tasks.start_soon(pi.run_command, "/demo-confirm")
                dialog = await ear.until(lambda record: isinstance(record, ConfirmRequest))
                assert isinstance(dialog, ConfirmRequest)
                await pi.answer(ExtensionUIResponse(id=dialog.id, confirmed=True))
            told = await ear.until(lambda record: isinstance(record, NotifyRequest))

    assert isinstance(told, NotifyRequest)


async def test_the_session_is_replaced_while_a_run_streams(real_pi: RealPi) -> None:
    async with PiClient(launch(real_pi)) as pi:
        ear = Ear(pi)
        with fail_after(PATIENCE):
            await pi.prompt("sleep 1000")
            await ear.until(working_on("bash"))
            assert not (await pi.new_session()).cancelled
            await pi.wait_settled()
            await pi.prompt("echo: new")
            await pi.wait_settled()
            assert await pi.get_last_assistant_text() == 'ECHO "echo: new"'


async def test_a_refused_command_says_why_in_the_words_of_pi(real_pi: RealPi) -> None:
    async with PiClient(launch(real_pi)) as pi:
        with fail_after(PATIENCE), pytest.raises(CommandFailed) as failed:
            await pi.set_model("no-such-provider", "no-such-model")

    assert failed.value.command == "set_model"
    assert "no-such-model" in failed.value.error


async def test_clearing_the_queue_gives_it_back_or_says_that_this_pi_cannot(real_pi: RealPi) -> None:
    async with PiClient(launch(real_pi)) as pi:
        with fail_after(PATIENCE):
            await pi.steer("one")
            await pi.follow_up("two")
            if real_pi.version == "0.82.1":
                with pytest.raises(CommandFailed, match="clear_queue"):
                    await pi.clear_queue()
                return
            queue = await pi.clear_queue()

    assert (queue.steering, queue.follow_up) == (["one"], ["two"])


async def test_a_pi_that_cannot_start_tells_its_last_words(real_pi: RealPi) -> None:
    async with PiClient(launch(real_pi, "-e", "/no/such/extension.ts")) as pi:
        with fail_after(PATIENCE), pytest.raises(PiExited) as exited:
            await pi.get_state()

    assert exited.value.status == 1
    assert "/no/such/extension.ts" in " ".join(exited.value.stderr)


@pytest.mark.parametrize("how", ["leave", "SIGTERM", "SIGHUP", "SIGKILL"])
async def test_no_process_stays_when_a_tool_runs(real_pi: RealPi, how: str, tmp_path: Path) -> None:
    """Neither when the client is left, nor when the program that uses it is killed without a word."""
    program = Path(__file__).with_name("sleeping_client.py")
    plan = launch(real_pi)
    async with await anyio.open_process(
        [sys.executable, str(program), str(plan.cwd), *plan.argv], env=plan.env, stderr=None
    ) as running:
        assert running.stdout is not None
        with fail_after(PATIENCE):
            assert b"working" in await running.stdout.receive()
            started = children_of(running.pid)
            assert len(started) >= 2
            if how == "leave":
                assert running.stdin is not None
                await running.stdin.send(b"leave\n")
            else:
                running.send_signal(signal.Signals[how])
            await running.wait()

    await until(lambda: not any(is_alive(pid) for pid in started))
