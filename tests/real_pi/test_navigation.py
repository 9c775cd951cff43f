"""Moving in a session tree and out of it, on both versions of pi."""

from __future__ import annotations

import json
from pathlib import Path

import anyio
import pytest

from pitui.client import PiError
from pitui.protocol.json_object import JsonObject
from pitui.session.blocks import BranchSummaryBlock, UserBlock
from pitui.session.navigation import CannotMove, Moved
from pitui.session.phase import Phase
from pitui.session.tree_filters import Filter
from pitui.session.tree_view import TreeView
from tests.conftest import RealPi
from tests.real_pi.bridged import MOVES, ask, bridged, stored, user_entries
from tests.real_pi.controlled import controlled
from tests.real_pi.live_session import PATIENCE
from tests.session.branched import write_branched
from tests.session.records import message_entry, user

pytestmark = pytest.mark.anyio


@pytest.fixture
def branched(tmp_path: Path) -> Path:
    file = tmp_path / "branched.jsonl"
    write_branched(file)
    return file


def old_prompt(lines: list[JsonObject], leaf: str) -> JsonObject:
    """A message of the user in the middle of the path to the leaf."""
    by_id = {line["id"]: line for line in lines[1:]}
    path: list[JsonObject] = []
    at: str | None = leaf
    while at is not None:
        path.append(by_id[at])
        at = by_id[at]["parentId"]
    users = [line for line in path if line.get("message", {}).get("role") == "user"]
    return users[len(users) // 2]


async def test_going_on_from_an_old_prompt_makes_a_branch_in_the_same_file(
    real_pi: RealPi, branched: Path
) -> None:
    before = stored(branched)
    async with bridged(real_pi, "--session", str(branched)) as it:
        session, navigator = it.controller.session, it.controller.navigator
        rows = len(session.tree.rows())
        old = old_prompt(before, before[-1]["id"])
        moved = await navigator.go(old["id"])
        assert moved == Moved(False, old["message"]["content"][0]["text"], old["parentId"])
        assert session.tree.path()[-1].id == old["parentId"]
        assert session.blocks[-1].entry_id != before[-1]["id"]
        assert len(session.tree.rows()) == rows
        await ask(it, "echo: another way")
        assert session.state.session_file == str(branched)
        assert it.delivered[-1] == "echo: another way"
        view = TreeView()
        view.show(session.tree)
        view.set_filter(Filter.ALL)
        new = next(row for row in view.rows if row.text == "echo: another way")
        assert new.active
        branch = [entry.id for entry in session.tree.path(new.id)]
        assert old["parentId"] in branch
        assert old["id"] not in branch
        assert session.tree.is_branching(old["parentId"])
    after = stored(branched)
    assert after[: len(before)] == before
    added = after[len(before) :]
    assert added[0]["parentId"] == old["parentId"]
    assert "echo: another way" in [
        part["text"]
        for line in added
        if line.get("message", {}).get("role") == "user"
        for part in line["message"]["content"]
    ]


async def test_any_other_entry_becomes_the_leaf_itself(real_pi: RealPi) -> None:
    async with bridged(real_pi) as it:
        await ask(it, "echo: one", "echo: two")
        tree = it.controller.session.tree
        answer = next(row for row in tree.rows() if row.kind == "assistant")
        moved = await it.controller.navigator.go(answer.id)
        assert (moved.text, moved.leaf, moved.is_kept) == (None, answer.id, False)
        assert it.delivered == ["echo: one"]


async def test_a_summary_is_an_entry_and_to_be_read(real_pi: RealPi) -> None:
    async with bridged(real_pi) as it:
        await ask(it, "echo: one", "echo: two")
        moved = await it.controller.navigator.go(
            user_entries(it)[0], summarize=True, instructions="only the files"
        )
        session = it.controller.session
        block = session.blocks[-1]
        assert isinstance(block, BranchSummaryBlock)
        assert "echo: two" in block.summary
        assert moved.is_kept
        assert session.tree.path()[-1].id == moved.leaf == block.entry_id
        await ask(it, "echo: three")
        summaries = [e for e in stored(session.state.session_file) if e["type"] == "branch_summary"]
        assert [e["id"] for e in summaries] == [block.entry_id]


async def test_a_summary_is_stopped_by_what_stops_a_run(real_pi: RealPi) -> None:
    async with bridged(real_pi, speed=20) as it:
        await ask(it, "echo: one")
        leaf = it.controller.session.tree.leaf_id
        moves: list[Moved] = []

        async def go() -> None:
            moves.append(await it.controller.navigator.go(user_entries(it)[0], summarize=True))

        async with anyio.create_task_group() as tasks:
            tasks.start_soon(go)
            await it.until(lambda: it.phase is Phase.SUMMARISING)
            with pytest.raises(CannotMove, match="summary"):
                it.controller.navigator.check()
            it.controller.send("echo: while it summarises", "steer")
            with anyio.fail_after(PATIENCE):
                while not moves:
                    await it.controller.stop()
        assert moves == [Moved(True, None, leaf)]
        await it.until(lambda: "echo: while it summarises" in it.delivered)


async def test_a_run_is_stopped_first_and_its_queue_comes_back(real_pi: RealPi) -> None:
    async with bridged(real_pi, speed=200) as it:
        await ask(it, "echo: one")
        it.controller.send("sleep 60", "steer")
        await it.until(lambda: it.phase is Phase.WORKING)
        it.controller.send("and then this", "followUp")
        await it.until(lambda: it.waiting == ["and then this"])
        waiting = await it.controller.navigator.stop_run()
        assert [message.text for message in waiting] == ["and then this"]
        moved = await it.controller.navigator.go(user_entries(it)[0])
        assert moved.text == "echo: one"
        assert it.phase is Phase.IDLE
        assert it.delivered == []
        await ask(it, "echo: anew")
        assert it.delivered == ["echo: anew"]


async def test_nothing_moves_while_pi_compacts(real_pi: RealPi) -> None:
    async with bridged(real_pi, speed=0) as it:
        await ask(it, *["big 40"] * 3)
        target = user_entries(it)[0]
    file = it.controller.session.state.session_file
    assert file is not None
    async with bridged(real_pi, "--session", file, speed=20) as it:
        it.controller.intend(it.controller.compact)
        await it.until(lambda: it.phase is Phase.COMPACTING)
        leaf = it.controller.session.tree.leaf_id
        for move in (it.controller.navigator.go, it.controller.navigator.fork):
            with pytest.raises(CannotMove, match="compacting"):
                await move(target)
        await it.controller.stop()
        await it.idle()
        await it.controller.refresh_tree()
        assert leaf in {entry.id for entry in it.controller.session.tree.path()}


async def test_fork_begins_a_file_before_the_message(real_pi: RealPi, branched: Path) -> None:
    before = stored(branched)
    async with bridged(real_pi, "--session", str(branched)) as it:
        session = it.controller.session
        old = old_prompt(before, before[-1]["id"])
        moved = await it.controller.navigator.fork(old["id"])
        assert moved.text == old["message"]["content"][0]["text"]
        assert session.state.session_file != str(branched)
        assert session.tree.entry(old["id"]) is None
        path = [entry.id for entry in session.tree.path()]
        assert old["parentId"] in path
        await ask(it, "echo: forked")
        lines = stored(session.state.session_file)
        assert lines[0]["parentSession"] == str(branched)
        assert {line["id"] for line in lines[1:]} > {
            line for line in path if line in {b["id"] for b in before}
        }
    assert stored(branched) == before


async def test_clone_copies_the_branch_into_a_file(real_pi: RealPi) -> None:
    async with bridged(real_pi) as it:
        await ask(it, "echo: one", "echo: two")
        session = it.controller.session
        old_file, delivered = session.state.session_file, it.delivered
        before = stored(old_file)
        await it.controller.navigator.clone()
        assert session.state.session_file != old_file
        assert it.delivered == delivered
        await ask(it, "echo: three")
        lines = stored(session.state.session_file)
        assert lines[0]["parentSession"] == old_file
        texts = [line["message"]["content"] for line in lines if line["type"] == "message"]
        assert sum("echo: " in str(text) for text in texts) >= 3
        assert stored(old_file) == before


async def test_another_branch_than_the_present_becomes_a_session(real_pi: RealPi) -> None:
    async with bridged(real_pi) as it:
        await ask(it, "echo: one", "echo: left")
        left = it.controller.session.tree.leaf_id
        await it.controller.navigator.go(user_entries(it)[1])
        await ask(it, "echo: right")
        old_file = it.controller.session.state.session_file
        await it.controller.navigator.clone(left)
        assert it.delivered == ["echo: one", "echo: left"]
        await ask(it, "echo: on")
        assert stored(it.controller.session.state.session_file)[0]["parentSession"] == old_file


async def test_labels_are_there_after_a_restart(real_pi: RealPi) -> None:
    async with bridged(real_pi) as it:
        await ask(it, "echo: one", "echo: two")
        first, second = user_entries(it)
        await it.controller.navigator.label(first, "the  first\nplace")
        await it.controller.navigator.label(second, "wrong")
        await it.controller.navigator.label(second, "")
        tree = it.controller.session.tree
        assert (tree.label(first), tree.label(second)) == ("the first place", None)
        file = it.controller.session.state.session_file
    assert file is not None
    async with bridged(real_pi, "--session", file) as it:
        tree = it.controller.session.tree
        assert (tree.label(first), tree.label(second)) == ("the first place", None)
        labelled = [row.label for row in tree.rows() if row.label]
        assert labelled == ["the first place"]


async def test_five_thousand_entries_in_a_line(real_pi: RealPi, tmp_path: Path) -> None:
    file = tmp_path / "long.jsonl"
    header: JsonObject = {"type": "session", "version": 3, "id": "long", "timestamp": "2026-01-01T00:00:00Z"}
    lines: list[JsonObject] = [{**header, "cwd": str(real_pi.cwd)}]
    for number in range(6_000):
        parent = f"{number - 1:08x}" if number else None
        lines.append(message_entry(f"{number:08x}", parent, user(f"message {number}"), number))
    file.write_text("".join(f"{json.dumps(line)}\n" for line in lines))
    async with bridged(real_pi, "--session", str(file)) as it:
        session = it.controller.session
        with pytest.raises((PiError, RecursionError)):
            await it.controller.client.get_tree()
        await it.controller.refresh_tree()
        assert len(session.tree.rows()) >= 6_000
        moved = await it.controller.navigator.go("00000bb8")
        assert moved.text == "message 3000"
        assert len(it.delivered) == 3_000
        assert it.phase is Phase.IDLE


async def test_the_screen_follows_an_extension_that_moves_by_itself(real_pi: RealPi) -> None:
    async with bridged(real_pi, "-e", str(MOVES)) as it:
        await ask(it, "echo: one", "echo: two")
        session = it.controller.session
        answer = next(row.id for row in session.tree.rows() if row.kind == "assistant")
        it.controller.send(f"/move-to {answer}", "steer")
        await it.until(lambda: it.delivered == ["echo: one"])
        assert session.tree.leaf_id == answer
        shown = session.state.session_id
        it.controller.send("/demo-status of the old session", "steer")
        await it.until(lambda: bool(session.statuses))
        it.controller.send("/move-new", "steer")
        await it.until(lambda: session.state.session_id != shown and not session.blocks)
        await it.until(lambda: not session.statuses)
        assert not session.tree.rows()
        await ask(it, "echo: in the new one")
        assert it.delivered == ["echo: in the new one"]


async def test_a_reload_by_an_extension_brings_its_new_commands(real_pi: RealPi) -> None:
    async with bridged(real_pi, "-e", str(MOVES)) as it:
        await ask(it, "echo: one")
        prompts = real_pi.agent_dir / "prompts"
        prompts.mkdir()
        (prompts / "fresh.md").write_text("A fresh template.")
        it.controller.send("/move-reload", "steer")
        await it.until(lambda: any(c.name == "fresh" for c in it.controller.session.commands))
        assert it.delivered == ["echo: one"]
        assert not any(c.source_info.path.endswith("bridge.ts") for c in it.controller.session.commands)


async def test_without_the_bridge_it_says_what_is_missing(real_pi: RealPi) -> None:
    async with controlled(real_pi) as it:
        await ask(it, "echo: one")
        it.controller.navigator.problem = "The option --no-bridge has left it out"
        with pytest.raises(CannotMove, match="--no-bridge"):
            await it.controller.navigator.go(user_entries(it)[0])
        with pytest.raises(CannotMove, match="--no-bridge"):
            await it.controller.navigator.label(user_entries(it)[0], "x")
        await it.controller.navigator.fork(user_entries(it)[0])
        assert not [block for block in it.controller.session.blocks if isinstance(block, UserBlock)]


async def test_the_tree_grows_while_a_run_is_under_way(real_pi: RealPi) -> None:
    async with bridged(real_pi, speed=0) as it:
        tree = it.controller.session.tree
        it.controller.send("rounds 3", "steer")
        await it.until(lambda: sum(row.kind == "toolResult" for row in tree.rows()) == 1)
        assert it.phase is Phase.WORKING
        await it.until(lambda: sum(row.kind == "toolResult" for row in tree.rows()) == 2)
        assert it.phase is Phase.WORKING
        await it.idle()
        await it.until(lambda: all(block.entry_id for block in it.controller.session.blocks))
        assert [row.leaf for row in tree.rows()].index(True) == len(tree.rows()) - 1
        await it.controller.bash("echo by hand", excluded=False)
        await it.until(lambda: tree.rows()[-1].kind == "bashExecution")
