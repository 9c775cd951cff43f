"""What the records of a session gave is what its stored entries give, on both versions of pi."""

from __future__ import annotations

import json
from typing import TypeVar

import anyio
import pytest

from pitui.protocol.extension_ui import ExtensionUIResponse
from pitui.session.blocks import (
    AnyBlock,
    BashBlock,
    CompactionBlock,
    CustomBlock,
    NoticeBlock,
    RetryBlock,
    TextBlock,
    ThinkingBlock,
    ToolBlock,
    ToolState,
    UserBlock,
    WaitState,
)
from pitui.session.phase import Phase
from pitui.session.tree import SessionTree
from tests.conftest import RealPi
from tests.real_pi.live_session import LiveSession, live_session

pytestmark = pytest.mark.anyio

B = TypeVar("B", bound=AnyBlock)


def of_type(live: LiveSession, kind: type[B]) -> list[B]:
    return [block for block in live.session.blocks if isinstance(block, kind)]


async def test_a_story_with_thoughts_parallel_tools_and_a_diff(real_pi: RealPi) -> None:
    async with live_session(real_pi, "--thinking", "medium") as live:
        await live.ask("fix the flaky test")
        await live.ask("table")
        loaded = await live.assert_equals_loaded()
        tools = of_type(live, ToolBlock)
        assert {"read", "bash", "edit", "write"} <= {tool.name for tool in tools}
        assert {tool.state for tool in tools} <= {ToolState.DONE, ToolState.FAILED}
        assert next(tool for tool in tools if tool.name == "edit").details["diff"]
        assert of_type(live, ThinkingBlock)
        assert all(block.seconds is not None for block in of_type(live, ThinkingBlock))
        assert not any(block.streaming for block in of_type(live, TextBlock))
        assert all(block.entry_id for block in live.session.blocks)
        assert all(tool.result_id for tool in tools)
        assert all(tool.seconds is not None for tool in tools)
        assert loaded.phase is Phase.IDLE


async def test_healing_a_stream_that_was_right_changes_nothing(real_pi: RealPi) -> None:
    async with live_session(real_pi) as live:
        await live.ask("markdown")
        assert all(block.text.generation == 0 for block in of_type(live, TextBlock))


async def test_calls_that_were_refused_and_that_failed(real_pi: RealPi) -> None:
    async with live_session(real_pi) as live:
        await live.ask("tool nosuch")
        assert of_type(live, ToolBlock)[-1].state is ToolState.FAILED
        await live.ask("error")
        await live.assert_equals_loaded()
        assert of_type(live, ToolBlock)[-1].state is not ToolState.RUNNING


async def test_a_call_that_an_extension_blocked(real_pi: RealPi) -> None:
    async with live_session(real_pi) as live:
        await live.prompt("ask")
        await live.until(lambda: bool(live.session.dialogs))
        assert live.session.phase is Phase.WORKING
        dialog = live.session.close_dialog(live.session.dialogs[0].request.id)
        assert dialog is not None
        assert live.session.dialogs == []
        await live.client.answer(ExtensionUIResponse(id=dialog.request.id, confirmed=False))
        await live.settled()
        await live.assert_equals_loaded()
        told = real_pi.version != "0.82.1"
        blocked = next(tool for tool in of_type(live, ToolBlock) if "rm -rf" in str(tool.arguments))
        assert blocked.state is (ToolState.DENIED if told else ToolState.FAILED)


async def test_an_abort_while_a_tool_runs(real_pi: RealPi) -> None:
    async with live_session(real_pi) as live:
        await live.prompt("sleep 30")
        await live.until(lambda: any(tool.state is ToolState.RUNNING for tool in of_type(live, ToolBlock)))
        live.session.stopping(0)
        assert live.session.phase is Phase.STOPPING
        await live.client.abort()
        await live.settled()
        await live.assert_equals_loaded()
        assert of_type(live, ToolBlock)[-1].state is ToolState.ABORTED
        assert of_type(live, NoticeBlock)[-1].text == "Operation aborted"


async def test_an_abort_while_pi_thinks_leaves_how_long_it_has_thought(real_pi: RealPi) -> None:
    async with live_session(real_pi, speed=10) as live:
        await live.prompt("think")
        await live.until(lambda: any(len(thought.text) > 5 for thought in of_type(live, ThinkingBlock)))
        await live.client.abort()
        await live.settled()
        await live.assert_equals_loaded()
        thought = of_type(live, ThinkingBlock)[-1]
        assert not thought.streaming
        assert thought.seconds is not None
        assert thought.seconds > 0


async def test_an_abort_while_an_answer_is_awaited(real_pi: RealPi) -> None:
    async with live_session(real_pi) as live:
        await live.prompt("wait 30")
        await live.until(lambda: live.session.phase is Phase.WORKING)
        await live.client.abort()
        await live.settled()
        await live.assert_equals_loaded()


async def test_a_retry_that_succeeds(real_pi: RealPi) -> None:
    async with live_session(real_pi) as live:
        await live.prompt("retry 1")
        await live.until(lambda: live.session.phase is Phase.RETRY_WAIT)
        (retry,) = of_type(live, RetryBlock)
        assert (retry.attempt, retry.state) == (1, WaitState.RUNNING)
        await live.settled()
        await live.assert_equals_loaded()
        assert retry.state is WaitState.DONE
        (failure,) = of_type(live, NoticeBlock)
        assert failure.omitted
        assert not of_type(live, TextBlock)[-1].omitted


async def test_a_retry_that_is_cancelled(real_pi: RealPi) -> None:
    async with live_session(real_pi) as live:
        await live.prompt("retry 3")
        await live.until(lambda: live.session.phase is Phase.RETRY_WAIT)
        await live.client.abort()
        await live.settled()
        assert of_type(live, RetryBlock)[-1].state is WaitState.ABORTED
        assert of_type(live, NoticeBlock)


async def test_retries_that_all_fail(real_pi: RealPi) -> None:
    settings = real_pi.agent_dir / "settings.json"
    retry = {"enabled": True, "maxRetries": 2, "baseDelayMs": 20}
    settings.write_text(json.dumps({**json.loads(settings.read_text()), "retry": retry}))
    async with live_session(real_pi) as live:
        await live.ask("retry 9")
        assert [retry.state for retry in of_type(live, RetryBlock)] == [WaitState.FAILED, WaitState.FAILED]
        assert [block.omitted for block in of_type(live, NoticeBlock)] == [True, True, False]
        await live.assert_equals_loaded()
        await live.ask("table")
        await live.assert_equals_loaded()


async def test_a_new_session_in_the_middle_of_a_run(real_pi: RealPi) -> None:
    async with live_session(real_pi) as live:
        await live.ask("table")
        await live.prompt("sleep 20")
        await live.until(lambda: any(tool.state is ToolState.RUNNING for tool in of_type(live, ToolBlock)))
        await live.client.new_session()
        await live.load()
        assert live.session.phase is Phase.IDLE
        assert live.session.blocks == []
        await live.ask("code")
        await live.assert_equals_loaded()


async def test_answers_that_break_off(real_pi: RealPi) -> None:
    async with live_session(real_pi) as live:
        await live.ask("fail")
        await live.ask("length")
        await live.ask("unicode")
        await live.ask("emoji 50")
        await live.assert_equals_loaded()
        assert len(of_type(live, NoticeBlock)) == 2
        assert "\ufffd" not in of_type(live, TextBlock)[-1].text.text


async def test_a_compaction_keeps_what_was_before(real_pi: RealPi) -> None:
    async with live_session(real_pi) as live:
        for _ in range(3):
            await live.ask("big 64")
        before = list(live.session.blocks)
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(live.client.compact)
            await live.until(lambda: live.session.phase is Phase.COMPACTING)
            await live.until(lambda: live.session.phase is Phase.IDLE)
        await live.catch_up()
        await live.ask("table")
        await live.assert_equals_loaded()
        assert live.session.blocks[: len(before)] == before
        (mark,) = of_type(live, CompactionBlock)
        assert mark.summary
        assert mark.tokens_before
        assert live.session.index(mark.key) == len(before)


async def test_shell_commands_of_the_user(real_pi: RealPi) -> None:
    async with live_session(real_pi) as live:
        await live.bash("echo one; false", "b1")
        await live.bash("echo two", "b2", excluded=True)
        await live.catch_up()
        await live.ask("table")
        await live.assert_equals_loaded()
        assert [(b.command, b.exit_code, b.excluded) for b in of_type(live, BashBlock)] == [
            ("echo one; false", 1, False),
            ("echo two", 0, True),
        ]


async def test_a_shell_command_while_pi_works_ends_up_where_pi_stores_it(real_pi: RealPi) -> None:
    async with live_session(real_pi) as live:
        await live.prompt("rounds 2")
        await live.until(lambda: live.session.phase is Phase.WORKING)
        await live.bash("echo meanwhile", "b1")
        (shell,) = of_type(live, BashBlock)
        assert live.session.blocks[-1] is shell or live.session.phase is Phase.WORKING
        await live.settled()
        await live.assert_equals_loaded()
        assert live.session.blocks[-1] is shell


async def test_steering_and_follow_up(real_pi: RealPi) -> None:
    async with live_session(real_pi) as live:
        await live.prompt("rounds 2")
        await live.until(lambda: live.session.phase is Phase.WORKING)
        await live.prompt("echo: steered", "steer")
        await live.prompt("echo: then this", "followUp")
        assert live.session.queue.steering + live.session.queue.follow_up
        await live.settled()
        await live.assert_equals_loaded()
        assert live.session.queue.steering == live.session.queue.follow_up == ()
        texts = [block.text for block in of_type(live, UserBlock)]
        assert texts == ["rounds 2", "echo: steered", "echo: then this"]


async def test_messages_of_extensions_and_commands_without_a_run(real_pi: RealPi) -> None:
    async with live_session(real_pi) as live:
        await live.ask("table")
        await live.prompt("/demo-message High water.")
        assert live.session.phase is Phase.IDLE
        await live.until(lambda: bool(of_type(live, CustomBlock)))
        await live.catch_up()
        await live.prompt("/demo-status tide")
        await live.until(lambda: live.session.statuses == {"demo": "tide"})
        await live.assert_equals_loaded()
        assert live.session.phase is Phase.IDLE


async def test_both_accounts_of_the_tree_give_the_same_rows(real_pi: RealPi) -> None:
    async with live_session(real_pi) as live:
        await live.ask("table")
        await live.ask("code")
        rows = live.session.tree.rows()
        nested = SessionTree()
        nested.add_nodes(await live.client.get_tree())
        assert nested.rows() == rows
        assert len(nested) == len(live.session.tree)
