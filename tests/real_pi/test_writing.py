"""What the user writes, on the whole screen over both versions of pi."""

from __future__ import annotations

import json
from dataclasses import replace
from operator import attrgetter

import pytest
from textual.events import Paste

from pitui.session.blocks import BashBlock, TextBlock, UserBlock
from pitui.session.phase import Phase
from pitui.ui import writing
from pitui.ui.widgets.completion import Completion
from pitui.ui.widgets.editor import Editor
from pitui.ui.widgets.queue import QueueRows
from tests.conftest import RealPi
from tests.real_pi.on_screen import OnScreen, on_screen

pytestmark = pytest.mark.anyio

LONG = "\n".join(f"line {n}" for n in range(200))


def prompts(screen: OnScreen) -> list[str]:
    """The user's messages in the conversation."""
    return [block.text for block in screen.session.blocks if isinstance(block, UserBlock)]


def waiting(screen: OnScreen) -> list[str]:
    """What the queue shows."""
    return [message.text for message in screen.controller.steering.queue.shown]


async def working(screen: OnScreen, prompt: str) -> None:
    """Begin a run that lasts for a while."""
    await screen.send(prompt)
    await screen.until(lambda: screen.session.phase is Phase.WORKING and prompt in prompts(screen))


async def idle(screen: OnScreen) -> None:
    """Stay until nothing waits and nothing is under way."""
    await screen.until(lambda: screen.session.phase is Phase.IDLE and not waiting(screen))


async def paste(screen: OnScreen, text: str) -> None:
    """Paste into the editor."""
    screen.editor.post_message(Paste(text))
    await screen.pilot.pause()


async def test_the_queue_is_changed_by_keys_while_the_run_goes_on(real_pi: RealPi) -> None:
    async with on_screen(real_pi) as screen:
        await working(screen, "wait 8")
        for text in "ABC":
            await screen.send(text)
        await screen.until(lambda: waiting(screen) == ["A", "B", "C"])
        await screen.press("alt+q", "down", "d")
        await screen.until(lambda: waiting(screen) == ["A", "C"])
        await screen.press("s")
        await screen.press("up", "enter", "2", "enter")
        await screen.until(lambda: waiting(screen) == ["A2", "C"])
        assert screen.session.phase is Phase.WORKING
        await screen.press("escape")
        assert screen.editor.has_focus
        await idle(screen)
        assert prompts(screen) == ["wait 8", "A2", "C"]


async def test_escape_brings_everything_back_above_the_draft(real_pi: RealPi) -> None:
    async with on_screen(real_pi) as screen:
        await working(screen, "wait 30")
        await screen.write("one")
        await screen.press("enter")
        await screen.write("two")
        await screen.press("alt+enter")
        await screen.write("three")
        await screen.press("enter")
        await screen.write("draft")
        await screen.press("escape")
        await screen.until(lambda: "one" in screen.editor.text)
        await idle(screen)
        assert screen.editor.text == "one\n\nthree\n\ntwo\n\ndraft"
        assert (await pending(screen)) == 0
        assert prompts(screen) == ["wait 30"]


async def pending(screen: OnScreen) -> int:
    """What pi says of its queue."""
    await screen.controller.reload_session()
    return screen.session.state.pending_message_count


async def test_alt_up_takes_back_and_the_run_goes_on(real_pi: RealPi) -> None:
    async with on_screen(real_pi) as screen:
        await working(screen, "wait 5")
        for text in ("one", "two"):
            await screen.send(text)
        await screen.press("alt+up")
        await screen.until(lambda: screen.editor.text == "one\n\ntwo")
        assert screen.session.phase is Phase.WORKING
        screen.editor.set_text("")
        await idle(screen)
        assert prompts(screen) == ["wait 5"]


async def test_alt_s_stops_and_sends_the_draft(real_pi: RealPi) -> None:
    async with on_screen(real_pi) as screen:
        await working(screen, "wait 30")
        await screen.write("instead")
        await screen.press("alt+s")
        await screen.until(lambda: "instead" in prompts(screen))
        assert screen.editor.text == ""
        await idle(screen)


async def test_a_paste_is_whole_wherever_it_goes(real_pi: RealPi, monkeypatch: pytest.MonkeyPatch) -> None:
    outside: list[str] = []

    def edit(_: object, text: str) -> str:
        outside.append(text)
        return f"{text} more"

    monkeypatch.setattr(writing, "edit_outside", edit)
    async with on_screen(real_pi) as screen:
        await working(screen, "wait 4")
        await screen.write("echo: ")
        await paste(screen, LONG)
        await screen.write(" and ")
        await paste(screen, LONG)
        written = "echo: [paste 1: 200 lines] and [paste 2: 200 lines]"
        assert screen.editor.text == written
        await screen.press("backspace")
        assert screen.editor.text == written[: -len("[paste 2: 200 lines]")]
        await screen.press("ctrl+underscore")
        assert screen.editor.text == written
        await screen.press("enter")
        await screen.until(lambda: waiting(screen) == [f"echo: {LONG} and {LONG}"])
        await screen.press("alt+up")
        await screen.until(lambda: screen.editor.text == written)
        await screen.press("ctrl+g")
        await screen.until(lambda: screen.editor.text == f"{written} more")
        assert outside == [f"echo: {LONG} and {LONG}"]
        await screen.press("enter")
        await idle(screen)
        assert prompts(screen)[-1] == f"echo: {LONG} and {LONG} more"
        answer = [block.text.text for block in screen.session.blocks if isinstance(block, TextBlock)][-1]
        assert json.dumps(f"echo: {LONG} and {LONG} more") in answer


async def test_commands_of_all_sources_are_offered_and_completed(real_pi: RealPi) -> None:
    folder = real_pi.agent_dir / "prompts"
    folder.mkdir()
    (folder / "review.md").write_text(
        "---\ndescription: Review a file\nargument-hint: <file>\n---\nReview $1."
    )
    async with on_screen(real_pi) as screen:
        await screen.write("/revi")
        await screen.until(lambda: screen.app.screen.query_one(Completion).is_open)
        await screen.until(lambda: "<file>" in screen.text)
        assert "Review a file" in screen.text
        assert "template" in screen.text
        await screen.press("tab")
        assert screen.editor.text == "/review "
        await screen.write("io.py")
        await screen.press("enter")
        await screen.until(lambda: "Review io.py." in prompts(screen))


async def test_files_are_completed_and_images_attached(real_pi: RealPi) -> None:
    (real_pi.cwd / "shot.png").write_bytes(b"\x89PNG not really")
    async with on_screen(real_pi) as screen:
        await screen.write("see @watcher.")
        await screen.until(lambda: screen.app.screen.query_one(Completion).is_open)
        await screen.press("tab")
        assert screen.editor.text == "see @tidewatch/watcher.py "
        await screen.write("@shot")
        await screen.until(lambda: screen.app.screen.query_one(Completion).is_open)
        await screen.press("enter")
        await screen.until(lambda: "[image 1: shot.png 1 KB]" in screen.editor.text)
        await screen.press("backspace", "backspace")
        assert screen.editor.text == "see @tidewatch/watcher.py "


async def test_an_unknown_command_stays_with_a_hint(real_pi: RealPi, monkeypatch: pytest.MonkeyPatch) -> None:
    hints: list[str] = []
    async with on_screen(real_pi) as screen:

        def notify(text: str, **_: object) -> None:
            hints.append(text)

        monkeypatch.setattr(screen.app.screen, "notify", notify)
        await screen.write("/nosuch x")
        await screen.press("enter")
        await screen.press("enter")
        assert screen.editor.text == "/nosuch x"
        assert any("/nosuch" in told for told in hints)
        assert prompts(screen) == []


async def test_a_shell_command_runs_live_and_escape_ends_it(real_pi: RealPi) -> None:
    async with on_screen(real_pi) as screen:
        await screen.write("!echo begun; sleep 30")
        assert screen.app.screen.query_one("#input").has_class("-shell")
        await screen.press("enter")
        await screen.until(lambda: "begun" in screen.text and "esc stops the command" in screen.text)
        assert not screen.app.screen.query_one("#input").has_class("-shell")
        await screen.press("escape")
        block = next(block for block in screen.session.blocks if isinstance(block, BashBlock))
        await screen.until(lambda: not block.running and "esc stops" not in screen.text)
        assert block.cancelled


async def test_up_from_an_empty_editor_goes_to_the_queue_else_to_history(real_pi: RealPi) -> None:
    async with on_screen(real_pi) as screen:
        await working(screen, "wait 5")
        await screen.send("later")
        await screen.until(lambda: waiting(screen) == ["later"])
        await screen.press("up")
        assert screen.app.screen.query_one(QueueRows).has_focus
        await screen.press("d")
        await screen.until(lambda: screen.editor.has_focus)
        await screen.press("up")
        assert screen.editor.text == "later"
        await screen.press("up")
        assert screen.editor.text == "wait 5"
        await screen.press("down", "down")
        assert screen.editor.text == ""
        await screen.press("ctrl+r")
        await screen.write("wait")
        await screen.press("enter")
        assert screen.editor.text == "wait 5"


async def test_what_is_sent_while_pi_compacts_waits_and_goes_out_then(real_pi: RealPi) -> None:
    (real_pi.agent_dir / "settings.json").write_text(json.dumps({"compaction": {"keepRecentTokens": 100}}))
    async with on_screen(real_pi, env={"PITUI_DEMO_SPEED": "40"}) as screen:
        for text in ("tool nosuch", "tool nosuch again"):
            await screen.send(text)
            await idle(screen)
        await screen.send("/compact")
        await screen.until(lambda: screen.session.phase is Phase.COMPACTING)
        await screen.send("after it")
        await screen.until(lambda: "waiting, the context is being compacted" in screen.text)
        assert "after it" not in prompts(screen)
        await screen.until(lambda: "after it" in prompts(screen))
        assert screen.session.phase is not Phase.COMPACTING


async def test_queue_modes_are_set_by_commands_and_shown(real_pi: RealPi) -> None:
    async with on_screen(real_pi) as screen:
        await screen.send("/steering-mode all")
        await screen.until(lambda: screen.session.state.steering_mode == "all")
        await screen.send("/follow-up-mode all")
        await screen.until(lambda: screen.session.state.follow_up_mode == "all")
        await working(screen, "wait 5")
        await screen.send("later")
        await screen.until(lambda: "steering all · follow-up all" in screen.text)


async def test_keys_that_come_at_once_complete_nothing_that_was_meant_for_fewer_of_them(
    real_pi: RealPi,
) -> None:
    async with on_screen(real_pi) as screen:
        first = screen.session.state.session_id
        await screen.write("/")
        await screen.until(lambda: screen.app.screen.query_one(Completion).is_open)
        screen.burst(*"new", "enter")
        await screen.until(lambda: screen.session.state.session_id not in ("", first))
        assert not screen.editor.text
        await screen.write("@")
        await screen.until(lambda: screen.app.screen.query_one(Completion).is_open)
        screen.burst(*"READ", "tab")
        screen.burst("x")
        await screen.until(lambda: screen.editor.text in ("@READx", "@README.md x"))


async def test_what_pi_refuses_comes_back_and_the_reason_stands_once(real_pi: RealPi) -> None:
    bare = replace(real_pi, demo_args=())
    async with on_screen(bare, ready=False) as screen:
        await screen.until(lambda: "pi has no model to talk to yet" in screen.text)
        await screen.press("escape")
        await screen.until(lambda: screen.app.screen.query(Editor))
        screen.editor.focus()
        await screen.write("hello there")
        await screen.press("enter")
        await screen.until(lambda: any("No API key found" in notice for notice in screen.notices))
        await screen.until(lambda: screen.editor.text == "hello there")
        assert screen.text.count("No API key found") == 1
        assert not attrgetter("_notifications")(screen.app)
