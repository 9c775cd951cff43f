"""Whether a run is under way, told from records and answers alone."""

from __future__ import annotations

import json
from functools import partial
from pathlib import Path
from typing import Any

import anyio
import pytest
from anyio import fail_after
from anyio.lowlevel import checkpoint

from pitui.client import PiClient, PiExited
from pitui.client.runs import Run, RunWatch
from pitui.protocol.codec import decode_object
from pitui.protocol.responses import PromptResult
from tests.client.faking import PATIENCE, background, fake

pytestmark = pytest.mark.anyio

START: dict[str, Any] = {"type": "agent_start"}
END: dict[str, Any] = {"type": "agent_end", "messages": [], "willRetry": False}
SETTLED: dict[str, Any] = {"type": "agent_settled"}


@pytest.fixture
def script(tmp_path: Path) -> Path:
    return tmp_path / "script"


def write_script(script: Path, *records: dict[str, Any]) -> None:
    script.write_text("".join(json.dumps(record) + "\n" for record in records))


@pytest.mark.parametrize(
    ("disposition", "before", "after"),
    [
        ("started", Run.NONE, Run.UNDER_WAY),
        ("handled", Run.NONE, Run.NONE),
        ("queued", Run.UNDER_WAY, Run.UNDER_WAY),
        ("handled", Run.UNDER_WAY, Run.UNDER_WAY),
        (None, Run.NONE, Run.UNSURE),
        (None, Run.UNSURE, Run.UNSURE),
        (None, Run.UNDER_WAY, Run.UNDER_WAY),
        ("new in a later pi", Run.NONE, Run.NONE),
    ],
)
def test_what_an_accepted_prompt_means(disposition: str | None, before: Run, after: Run) -> None:
    runs = RunWatch()
    runs.set(before)

    runs.accepted(PromptResult(disposition=disposition))

    assert runs.state is after


def test_the_end_of_a_low_level_run_is_not_the_end() -> None:
    runs = RunWatch()
    for record, state in (
        (START, Run.UNDER_WAY),
        (END, Run.UNDER_WAY),
        (START, Run.UNDER_WAY),
        (SETTLED, Run.NONE),
    ):
        runs.see(decode_object(record))
        assert runs.state is state


def test_replacing_the_session_leaves_a_run_in_doubt() -> None:
    runs = RunWatch()
    runs.replaced()
    assert runs.state is Run.NONE
    runs.see(decode_object(START))
    runs.replaced()
    assert runs.state is Run.UNSURE


async def test_waiting_ends_at_once_when_nothing_runs() -> None:
    async with PiClient(fake("silent")) as pi:
        with fail_after(PATIENCE):
            await pi.wait_settled()


async def test_waiting_ends_with_agent_settled_only(script: Path) -> None:
    write_script(script, START, END)
    settled = anyio.Event()
    async with PiClient(fake("script", str(script))) as pi, background() as tasks:

        async def wait() -> None:
            await pi.wait_settled()
            settled.set()

        with fail_after(PATIENCE):
            await pi.bash("x")
            tasks.start_soon(wait)
            for _ in range(10):
                await checkpoint()
            await pi.get_state()
            assert not settled.is_set()

            write_script(script, START, SETTLED)
            await pi.bash("x")
            await settled.wait()


async def test_in_doubt_pi_is_asked(script: Path) -> None:
    def answer(request_id: str, data: Any) -> dict[str, Any]:
        return {"id": request_id, "type": "response", "command": "x", "success": True, "data": data}

    # As 0.82.1 answers: the prompt (pitui-1) without data, then the question (pitui-2) with "not streaming".
    write_script(script, answer("pitui-1", None), answer("pitui-2", {"isStreaming": False}))
    async with PiClient(fake("script", str(script))) as pi, background() as tasks:
        with fail_after(PATIENCE):
            tasks.start_soon(pi.prompt, "hello")
            await checkpoint()
            tasks.start_soon(partial(pi.bash, "x", request_id="mine"))
            await pi.wait_settled()


async def test_waiting_fails_when_pi_ends(script: Path) -> None:
    write_script(script, START)
    async with PiClient(fake("script", str(script))) as pi, background() as tasks:
        with fail_after(PATIENCE):
            await pi.bash("x")
            tasks.start_soon(pi.close)
            with pytest.raises(PiExited):
                await pi.wait_settled()
            with pytest.raises(PiExited):
                await pi.wait_settled()
