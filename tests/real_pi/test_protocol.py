"""Everything that real pi says and stores has a model that keeps every field of it."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any, cast

import anyio
import pytest
from anyio import fail_after
from pydantic import BaseModel

from pitui.client import CommandFailed, Launch, PiClient, Recorder, read_recording
from pitui.protocol.codec import Record, Undecodable, decode_line, decode_object
from pitui.protocol.content import ImageContent, UnknownContent
from pitui.protocol.entries import UnknownEntry, decode_entry
from pitui.protocol.events import BlockDelta, MessageUpdate, UnknownMessageEvent, UnknownRecord
from pitui.protocol.extension_ui import (
    ConfirmRequest,
    EditorRequest,
    ExtensionUIResponse,
    InputRequest,
    SelectRequest,
    UnknownUIRequest,
)
from pitui.protocol.messages import UnknownMessage
from tests.conftest import RealPi

pytestmark = pytest.mark.anyio

PATIENCE = 90
UNKNOWN = (
    UnknownRecord, UnknownUIRequest, UnknownEntry, UnknownMessage, UnknownContent, UnknownMessageEvent, Undecodable
)  # fmt: skip
PROMPTS = (
    "fix the flaky test",
    "table",
    "error",
    "unicode",
    "emoji 5",
    "fail",
    "length",
    "tool nothing",
    "retry 1",
)
PIXEL = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=="


def parts(value: Any) -> Iterator[BaseModel]:
    """A model and all models in it."""
    match value:
        case BaseModel():
            yield value
            for name in value.model_fields_set:
                yield from parts(getattr(value, name))
        case list():
            for item in cast("list[Any]", value):
                yield from parts(item)
        case _:
            pass


async def make_conversation(pi: PiClient) -> None:
    """Have pi say as many kinds of things as the scripted model and commands can make it."""

    def answer(record: Record) -> None:
        match record:
            case ConfirmRequest(id=id):
                tasks.start_soon(pi.answer, ExtensionUIResponse(id=id, confirmed=True))
            case SelectRequest(id=id) | InputRequest(id=id) | EditorRequest(id=id):
                tasks.start_soon(pi.answer, ExtensionUIResponse(id=id, cancelled=True))
            case _:
                pass

    async with anyio.create_task_group() as tasks:
        unsubscribe = pi.subscribe(answer)
        await pi.set_thinking_level("medium")
        for text in PROMPTS:
            await pi.prompt(text)
            await pi.wait_settled()
        await pi.prompt("echo: with an image", images=[ImageContent(data=PIXEL, mime_type="image/png")])
        await pi.wait_settled()
        await pi.prompt("rounds 2")
        await pi.prompt("echo: later", streaming_behavior="followUp")
        await pi.prompt("now", streaming_behavior="steer")
        await pi.wait_settled()
        await pi.bash("echo hello")
        await pi.bash("echo secret", exclude_from_context=True)
        names = [command.name for command in await pi.get_commands() if command.name.startswith("demo-")]
        assert names
        for name in names:
            await pi.run_command(f"/{name}")
        await pi.set_session_name("A name")
        await pi.cycle_thinking_level()
        with contextlib.suppress(CommandFailed):
            await pi.compact("Be short.")
        unsubscribe()


async def test_every_record_and_entry_round_trips(real_pi: RealPi, tmp_path: Path) -> None:
    recorder = Recorder(tmp_path / "recording.jsonl")
    env = {**real_pi.env, "PITUI_DEMO_SPEED": "0"}
    plan = Launch((*real_pi.argv, "--mode", "rpc", *real_pi.demo_args), real_pi.cwd, env)
    async with PiClient(plan, recorder=recorder) as pi:
        with fail_after(PATIENCE):
            await make_conversation(pi)
            messages = await pi.get_messages()
            methods = (
                pi.get_state, pi.get_session_stats, pi.get_available_models, pi.get_tree, pi.get_fork_messages,
                pi.get_available_thinking_levels, pi.cycle_model, partial(pi.set_model, "demo", "demo-1"),
            )  # fmt: skip
            data = [await method() for method in methods]
            file = (await pi.get_state()).session_file
            entries = await pi.get_entries()
    recorder.close()

    for one in read_recording(tmp_path / "recording.jsonl"):
        if one.direction == "in":
            decoded = decode_line(one.line)
            assert not [part for part in parts(decoded) if isinstance(part, UNKNOWN)], one.line[:500]
            if isinstance(decoded, MessageUpdate) and isinstance(decoded.assistant_message_event, BlockDelta):
                continue  # skimmed
            original = json.loads(one.line)
            assert decode_object(original).wire() == original
    assert not [part for part in parts([entries, messages, *data]) if isinstance(part, UNKNOWN)]
    assert file is not None
    stored = [json.loads(line) for line in Path(file).read_text().split("\n")[1:] if line]
    assert [decode_entry(entry).wire() for entry in stored] == stored
    assert [entry.wire() for entry in entries.entries] == stored
