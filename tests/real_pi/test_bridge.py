"""Every command and report of the bridge, on both versions of pi."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncGenerator, Callable
from typing import Any

import anyio
import pytest

from pitui.client import Launch, PiClient
from pitui.protocol.codec import Record
from pitui.protocol.entries import BranchSummaryEntry, LabelEntry, MessageEntry
from pitui.protocol.extension_ui import SetStatusRequest
from pitui.protocol.json_object import JsonObject
from pitui.protocol.messages import UserMessage
from pitui.runtime.bridge import BRIDGE_EXTENSION
from pitui.session.bridge import STATUS_KEY, Answer, Bridge, Report
from tests.conftest import RealPi
from tests.real_pi.bridged import MOVES
from tests.real_pi.live_session import PATIENCE

pytestmark = pytest.mark.anyio


class Talking:
    """A pi with the bridge, its answers and its reports."""

    def __init__(self, client: PiClient) -> None:
        self.client = client
        self.bridge = Bridge(str(BRIDGE_EXTENSION))
        self.reports: list[Report] = []
        self.others: list[str] = []
        self._woken = anyio.Event()
        client.subscribe(self._take)

    def _take(self, record: Record) -> None:
        if isinstance(record, SetStatusRequest) and record.status_key == STATUS_KEY:
            report = self.bridge.take(record.status_text)
            if report is not None:
                self.reports.append(report)
        self._woken.set()

    async def find(self) -> None:
        self.others = [c.name for c in self.bridge.find_commands(await self.client.get_commands())]

    async def ask(self, command: str, **arguments: Any) -> Answer:
        number, text = self.bridge.request(command, **arguments)
        await self.client.run_command(text)
        return self.bridge.answer(number)

    async def data(self, command: str, **arguments: Any) -> JsonObject:
        answer = await self.ask(command, **arguments)
        assert answer.error is None
        return answer.data

    async def run(self, *prompts: str) -> None:
        for prompt in prompts:
            await self.client.prompt(prompt)
            await self.client.wait_settled()

    async def users(self) -> list[str]:
        entries = (await self.client.get_entries()).entries
        return [e.id for e in entries if isinstance(e, MessageEntry) and isinstance(e.message, UserMessage)]

    async def until(self, condition: Callable[[], bool]) -> None:
        with anyio.fail_after(PATIENCE):
            while not condition():
                self._woken = anyio.Event()
                await self._woken.wait()

    def kinds(self) -> list[str]:
        return [report.kind for report in self.reports]


@contextlib.asynccontextmanager
async def talking(pi: RealPi, *args: str, speed: int = 0) -> AsyncGenerator[Talking]:
    env = {**pi.env, "PITUI_DEMO_SPEED": str(speed)}
    argv = (*pi.argv, "--mode", "rpc", "-e", str(BRIDGE_EXTENSION), *pi.demo_args, *args)
    async with PiClient(Launch(argv, pi.cwd, env)) as client:
        it = Talking(client)
        await client.get_state()
        await it.find()
        yield it


async def test_going_on_from_an_entry(real_pi: RealPi) -> None:
    async with talking(real_pi) as it:
        await it.run("echo: one", "echo: two")
        users = await it.users()
        before = await it.client.get_entries()
        data = await it.data("nav", id=users[1])
        now = await it.client.get_entries()
        assert (data["text"], data["leaf"], data["cancelled"]) == ("echo: two", now.leaf_id, False)
        assert now.leaf_id == next(e.parent_id for e in before.entries if e.id == users[1])
        assert len(now.entries) == len(before.entries)
        assert it.reports[-1].kind == "session_tree"
        assert it.reports[-1].data["leaf"] == now.leaf_id
        assert it.reports[-1].data["oldLeaf"] == before.leaf_id
        answer = next(e for e in before.entries if e.parent_id == users[1])
        assert (await it.data("nav", id=answer.id)).get("text") is None
        assert (await it.ask("nav", id="nowhere")).error == "Entry nowhere not found"


async def test_going_on_with_a_summary_under_instructions_and_a_label(real_pi: RealPi) -> None:
    async with talking(real_pi) as it:
        await it.run("echo: one", "echo: two")
        users = await it.users()
        data = await it.data("nav", id=users[0], summarize=True, instructions="only files", label="left")
        entries = (await it.client.get_entries()).entries
        summary = next(e for e in entries if isinstance(e, BranchSummaryEntry))
        assert summary.id == data["summary"]
        assert "echo: two" in summary.summary
        assert next(e for e in entries if isinstance(e, LabelEntry)).target_id == summary.id
        assert it.reports[-1].data["summary"] == summary.id


async def test_a_summary_can_be_stopped(real_pi: RealPi) -> None:
    async with talking(real_pi, speed=15) as it:
        await it.client.prompt("big 1")
        await it.client.wait_settled()
        users = await it.users()
        leaf = (await it.client.get_entries()).leaf_id
        answers: list[Answer] = []

        async def go() -> None:
            answers.append(await it.ask("nav", id=users[0], summarize=True))

        async with anyio.create_task_group() as tasks:
            tasks.start_soon(go)
            with anyio.fail_after(PATIENCE):
                while not (await it.client.get_state()).is_compacting:
                    await anyio.sleep(0.02)
            if not (await it.data("stop-summary"))["stopped"]:
                await it.client.abort()
        assert answers[0].data["cancelled"] is True
        assert (await it.client.get_entries()).leaf_id == leaf
        assert (await it.data("stop-summary"))["stopped"] is False


async def test_nothing_moves_under_a_run(real_pi: RealPi) -> None:
    async with talking(real_pi, speed=50) as it:
        await it.run("echo: one")
        users = await it.users()
        await it.client.prompt("sleep 30")
        leaf = (await it.client.get_entries()).leaf_id
        assert "Wait for" in ((await it.ask("nav", id=users[0])).error or "")
        assert "Wait for" in ((await it.ask("reload")).error or "")
        assert (await it.client.get_entries()).leaf_id != users[0]
        assert (await it.data("label", id=users[0], label="while it works"))["label"] == "while it works"
        await it.client.abort()
        await it.client.wait_settled()
        assert leaf is not None


async def test_labels(real_pi: RealPi) -> None:
    async with talking(real_pi) as it:
        await it.run("echo: one")
        user = (await it.users())[0]
        for label in ("first", "second"):
            await it.data("label", id=user, label=label)
        await it.data("label", id=user)
        labels = [e for e in (await it.client.get_entries()).entries if isinstance(e, LabelEntry)]
        assert [(e.target_id, e.label) for e in labels] == [(user, "first"), (user, "second"), (user, None)]
        assert (await it.ask("label", id="nowhere", label="x")).error == "Entry nowhere not found"


async def test_a_branch_becomes_a_session(real_pi: RealPi) -> None:
    async with talking(real_pi) as it:
        await it.run("echo: one", "echo: two")
        users = await it.users()
        old = await it.client.get_state()
        answer = next(e for e in (await it.client.get_entries()).entries if e.parent_id == users[0])
        assert (await it.data("clone", id=answer.id))["cancelled"] is False
        new = await it.client.get_state()
        assert new.session_id != old.session_id
        assert (await it.client.get_entries()).leaf_id == answer.id
        await it.find()
        assert await it.users() == users[:1]
        assert "session_shutdown" in it.kinds()
        assert it.reports[-1].kind == "session_start"
        assert it.reports[-1].data["reason"] == "fork"


async def test_reload_tools_context_and_models(real_pi: RealPi, pi_version: str) -> None:
    (real_pi.cwd / "AGENTS.md").write_text("Be brief.")
    async with talking(real_pi) as it:
        tools = await it.data("tools")
        assert {"read", "bash", "edit", "write"} <= {tool["name"] for tool in tools["tools"]}
        assert (await it.data("tools", set=["read"]))["active"] == ["read"]
        assert (await it.data("tools"))["active"] == ["read"]
        context = await it.data("context")
        assert context["version"] == pi_version == it.bridge.version
        assert context["cwd"] == str(real_pi.cwd)
        assert context["agentDir"] == str(real_pi.agent_dir) == it.bridge.agent_dir
        assert [name.rsplit("/", 1)[-1] for name in context["files"]] == ["AGENTS.md"]
        assert isinstance(context["trusted"], bool)
        assert "Be brief." in context["prompt"]
        assert (await it.data("refresh-models"))["models"] >= 1
        prompts = real_pi.agent_dir / "prompts"
        prompts.mkdir()
        (prompts / "fresh.md").write_text("A fresh template.")
        assert await it.data("reload") == {}
        await it.find()
        assert "fresh" in it.others
        assert it.kinds()[-2:] == ["session_shutdown", "session_start"]
        assert it.reports[-1].data["reason"] == "reload"


async def test_reports_of_a_start_a_replacement_a_model_and_a_compaction(real_pi: RealPi) -> None:
    async with talking(real_pi) as it:
        start = it.reports[0]
        assert (start.kind, start.data["reason"]) == ("session_start", "startup")
        assert start.data["file"] == (await it.client.get_state()).session_file
        await it.run(*["big 40"] * 3)
        await it.client.compact()
        assert it.kinds()[-1] == "session_compact"
        await it.client.set_model("demo", "demo-1")
        await it.client.new_session()
        started = [r for r in it.reports if r.kind == "session_start" and r.data["reason"] == "new"]
        assert started
        assert started[-1].data["session"] == (await it.client.get_state()).session_id


async def test_the_commands_are_found_when_another_extension_has_their_names(real_pi: RealPi) -> None:
    async with talking(real_pi, "-e", str(MOVES)) as it:
        assert sum(name.startswith("pitui-") for name in it.others) == 2
        await it.run("echo: one")
        user = (await it.users())[0]
        assert (await it.data("label", id=user, label="found"))["label"] == "found"
        assert (await it.data("nav", id=user))["text"] == "echo: one"


async def test_a_big_answer_is_one_answer(real_pi: RealPi) -> None:
    async with talking(real_pi) as it:
        await it.run("echo: one")
        user = (await it.users())[0]
        label = "wörd " * 20_000
        with anyio.fail_after(PATIENCE):
            assert (await it.data("label", id=user, label=label))["label"] == label
