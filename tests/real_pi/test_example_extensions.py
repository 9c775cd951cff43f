"""pi's own example extensions, as its package brings them, run as their authors meant."""

from __future__ import annotations

import json
from contextlib import AbstractAsyncContextManager
from pathlib import Path
from typing import Any

import pytest

from pitui.session.blocks import ToolBlock, ToolState
from pitui.session.phase import Phase
from tests.conftest import RealPi
from tests.real_pi.on_screen import OnScreen, on_screen

pytestmark = pytest.mark.anyio

MODEL = Path(__file__).with_name("examples.ts")
SCRIPTED = ("-e", str(MODEL), "--provider", "scripted", "--model", "scripted-1")


def example(pi: RealPi, name: str) -> str:
    package = next(folder for folder in Path(pi.argv[-1]).parents if (folder / "examples").is_dir())
    return str(package / "examples" / "extensions" / name)


def scripted(pi: RealPi, name: str) -> AbstractAsyncContextManager[OnScreen]:
    return on_screen(pi, "-e", example(pi, name), *SCRIPTED, demo=False)


def tools(screen: OnScreen) -> list[ToolBlock]:
    return [block for block in screen.session.blocks if isinstance(block, ToolBlock)]


async def run(screen: OnScreen, *answers: dict[str, Any]) -> None:
    await screen.send(json.dumps(answers))


async def settled(screen: OnScreen) -> None:
    await screen.until(lambda: screen.session.phase is Phase.IDLE)


async def test_rpc_demo(real_pi: RealPi) -> None:
    async with scripted(real_pi, "rpc-demo.ts") as screen:
        for words in ("pi RPC Demo", "--- RPC Extension UI Demo ---", "Loaded and ready.", "Turns: 0"):
            await screen.until(lambda words=words: words in screen.text)
        await run(screen, {"call": ["bash", {"command": "rm -rf nowhere"}]})
        await screen.asked("Dangerous command: rm -rf nowhere")
        await screen.press("enter")
        await screen.told("Command allowed")
        await settled(screen)
        assert [tool.state for tool in tools(screen)] == [ToolState.DONE]
        await screen.until(lambda: "Turn 2 done" in screen.text)
        await screen.send("/rpc-input")
        await screen.asked("Enter a value")
        await screen.until(lambda: "type something..." in screen.text)
        await screen.write("tide")
        await screen.press("enter")
        await screen.told("You entered: tide")
        await screen.send("/rpc-editor")
        await screen.asked("Edit some text")
        await screen.press("ctrl+s")
        await screen.told("Editor submitted (3 lines)")
        await screen.send("/rpc-prefill")
        await screen.until(lambda: screen.editor.text == "This text was set by the rpc-demo extension.")
        await screen.send("/new")
        await screen.asked("Clear session?")
        await screen.press("y")
        await screen.until(lambda: "pi RPC Demo (new session)" in screen.text)
        assert "Dangerous command: rm -rf nowhere → Allow" not in screen.notices


async def test_permission_gate(real_pi: RealPi) -> None:
    async with scripted(real_pi, "permission-gate.ts") as screen:
        title = "⚠️ Dangerous command:\n\n  sudo true\n\nAllow?"
        # pi 0.82.1 does not tell a call that was denied from one that failed.
        stopped = (ToolState.DENIED,) if real_pi.version == "1.6.0" else (ToolState.FAILED,)
        for key in ("2", "escape"):
            await run(screen, {"call": ["bash", {"command": "sudo true"}]})
            await screen.asked(title)
            await screen.press(key)
            await settled(screen)
            assert tools(screen)[-1].state in stopped
        await run(screen, {"call": ["bash", {"command": "chmod 777 watch.py || true"}]})
        await screen.until(lambda: screen.card.shown is not None and screen.card.has_keys)
        await screen.press("enter")
        await settled(screen)
        assert tools(screen)[-1].state is ToolState.DONE
        assert [notice.split(" → ")[1] for notice in screen.notices] == ["No", "cancelled", "Yes"]


async def test_confirm_destructive(real_pi: RealPi) -> None:
    async with scripted(real_pi, "confirm-destructive.ts") as screen:
        await run(screen, {"text": "First."})
        await screen.until(lambda: len(screen.session.blocks) == 2)
        await settled(screen)
        first = screen.session.state.session_id
        await screen.send("/new")
        await screen.asked("Clear session?")
        await screen.press("n")
        await screen.told("Clear cancelled")
        assert screen.session.state.session_id == first
        entry = next(entry for entry in screen.session.blocks if entry.entry_id is not None).entry_id
        controller = screen.controller
        controller.intend(lambda: controller.replace_session(lambda client: client.fork(str(entry))))
        await screen.until(lambda: screen.shown is not None and screen.shown.startswith("Fork from entry"))
        await screen.asked(str(screen.shown))
        await screen.press("2")
        await screen.told("Fork cancelled")
        await screen.send("/new")
        await screen.asked("Clear session?")
        await screen.press("y")
        await screen.until(lambda: screen.session.state.session_id != first)


async def test_timed_confirm(real_pi: RealPi) -> None:
    async with scripted(real_pi, "timed-confirm.ts") as screen:
        await screen.send("/timed-select")
        await screen.asked("Pick an option")
        await screen.until(lambda: "s left" in screen.text)
        await screen.press("3")
        await screen.told("Selected: Option C")
        await screen.send("/timed")
        await screen.send("/timed-signal")
        await screen.told("Cancelled or timed out")
        await screen.told("Dialog timed out (auto-cancelled)")
        assert "Timed Confirmation → expired: pi goes on with “no”" in screen.notices
        await screen.asked("Timed Confirmation")
        await screen.press("escape")
        await screen.until(lambda: screen.card.shown is None)


async def test_status_line(real_pi: RealPi) -> None:
    async with scripted(real_pi, "status-line.ts") as screen:
        await screen.until(lambda: screen.rows[-1].endswith("Ready"))
        await run(screen, {"text": "Hello."})
        await screen.until(lambda: screen.rows[-1].endswith("✓ Turn 1 complete"))


async def test_widget_placement(real_pi: RealPi) -> None:
    async with scripted(real_pi, "widget-placement.ts") as screen:
        await screen.until(lambda: "Below editor widget" in screen.text)
        above, below = (screen.text.index(f"{place} editor widget") for place in ("Above", "Below"))
        assert above < screen.text.index("❯") < below


async def test_dirty_repo_guard(real_pi: RealPi) -> None:
    (real_pi.cwd / "new-file.txt").write_text("x")
    async with scripted(real_pi, "dirty-repo-guard.ts") as screen:
        await screen.send("/new")
        await screen.asked("You have 1 uncommitted file(s). new session anyway?")
        await screen.press("2")
        await screen.told("Commit your changes first")


async def test_send_user_message(real_pi: RealPi) -> None:
    async with on_screen(real_pi, "-e", example(real_pi, "send-user-message.ts")) as screen:
        await screen.send("/ask echo: from a command")
        await screen.until(lambda: "ECHO" in screen.text and "from a command" in screen.text)
        await settled(screen)
        await screen.send("sleep 3")
        await screen.until(lambda: screen.session.phase is Phase.WORKING)
        await screen.send("/ask too early")
        await screen.told("Agent is busy. Use /steer or /followup instead.")
        await screen.send("/followup echo: afterwards")
        await screen.told("Follow-up queued")
        await screen.until(lambda: "echo: afterwards" in screen.session.queue.follow_up)
        await settled(screen)
        await screen.until(lambda: screen.text.count("afterwards") > 1)
        assert not any("without a word" in notice for notice in screen.notices)


async def test_plan_mode(real_pi: RealPi) -> None:
    plan = "Plan:\n1. Read the tide tables\n2. Write the forecast\n"
    async with scripted(real_pi, "plan-mode/index.ts") as screen:
        await screen.send("/plan")
        await screen.until(lambda: screen.rows[-1].endswith("⏸ plan"))
        await run(screen, {"text": plan})
        await screen.asked("Plan mode - what next?")
        await screen.press("1")
        await screen.until(lambda: "📋 1/2" in screen.text)
        await screen.until(lambda: "☑ Tide tables" in screen.text and "☐ Forecast" in screen.text)
        await settled(screen)
        assert "Plan mode - what next? → Execute the plan (track progress)" in screen.notices


@pytest.mark.parametrize("name", ["question", "questionnaire"])
async def test_a_tool_that_draws_is_named_with_where_it_works(real_pi: RealPi, name: str) -> None:
    option = {"label": "Yes"}
    arguments: dict[str, Any] = {"question": "Which?", "options": [option]}
    if name == "questionnaire":
        question = {"id": "q", "prompt": "Which?", "options": [{"value": "y", "label": "Yes"}]}
        arguments = {"questions": [question]}
    async with scripted(real_pi, f"{name}.ts") as screen:
        for _ in range(2):
            await run(screen, {"call": [name, arguments]})
            await screen.until(lambda: screen.notices)
            await settled(screen)
        assert len(screen.notices) == 1
        assert screen.notices[0].startswith(f"The tool {name} needs pi's own TUI")


async def test_qna_is_named_with_where_it_works(real_pi: RealPi) -> None:
    async with scripted(real_pi, "qna.ts") as screen:
        await screen.send("/qna")
        await screen.told("qna requires interactive mode")
        await screen.until(lambda: screen.notices)
        assert screen.notices[0].startswith("/qna needs pi's own TUI")


async def test_todo(real_pi: RealPi) -> None:
    async with scripted(real_pi, "todo.ts") as screen:
        await run(screen, {"call": ["todo", {"action": "add", "text": "Look at the tide"}]})
        await screen.until(lambda: "Added todo #1: Look at the tide" in screen.text)
        await settled(screen)
        await screen.send("/todos")
        await screen.told("/todos requires interactive mode")
        await screen.until(lambda: screen.notices)
        assert screen.notices[0].startswith("/todos needs pi's own TUI")
