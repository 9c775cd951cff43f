"""Models, thinking, figures, compaction, keys and trust as the user gets at them, over a real pi."""

from __future__ import annotations

import json

import pytest
from textual.widgets import Input

from pitui.disk.auth import stored_providers
from pitui.disk.settings import read_settings
from pitui.session.blocks import CompactionBlock, RetryBlock, WaitState
from pitui.session.phase import Phase
from pitui.ui.screens.facts import Facts
from pitui.ui.screens.line_prompt import LinePrompt
from pitui.ui.screens.picker import Picker, PickerRows
from tests.conftest import RealPi
from tests.real_pi.on_screen import OnScreen, on_screen
from tests.real_pi.stored import store

pytestmark = pytest.mark.anyio

KEY = {"ANTHROPIC_API_KEY": "no key"}


def model(screen: OnScreen) -> str:
    """The present model."""
    present = screen.session.state.model
    return f"{present.provider}/{present.id}" if present is not None else ""


async def command(screen: OnScreen, text: str) -> None:
    """Enter a command that opens a screen of its own."""
    screen.editor.focus()
    screen.editor.load_text(text)
    await screen.press("enter")


async def picker(screen: OnScreen) -> PickerRows:
    """Wait for a picker with items."""
    await screen.until(lambda: isinstance(screen.app.screen, Picker) and screen.app.screen.query(PickerRows))
    rows = screen.app.screen.query_one(PickerRows)
    await screen.until(lambda: rows.items)
    return rows


async def test_a_model_is_chosen_from_the_list_and_by_name(real_pi: RealPi) -> None:
    async with on_screen(real_pi, env=KEY, size=(120, 30)) as screen:
        await screen.press("ctrl+l")
        rows = await picker(screen)
        assert [item.group for item in rows.items][:2] == ["demo", "anthropic"]
        assert rows.items[0].mark
        await screen.write("haiku")
        await screen.press("enter")
        await screen.until(lambda: "haiku" in model(screen))
        await screen.send("/model demo-1")
        await screen.until(lambda: model(screen) == "demo/demo-1")
        await screen.until(lambda: "demo-1 · " in screen.rows[-1])


async def test_the_models_can_be_gone_through_and_back(real_pi: RealPi) -> None:
    scope = "demo/demo-1,anthropic/claude-haiku-4-5,anthropic/claude-opus-4-5"
    async with on_screen(real_pi, "--models", scope, env=KEY) as screen:
        await screen.press("ctrl+p")
        await screen.until(lambda: model(screen) == "anthropic/claude-haiku-4-5")
        await screen.press("alt+p")
        await screen.until(lambda: model(screen) == "demo/demo-1")
        await screen.press("alt+p")
        await screen.until(lambda: model(screen) == "anthropic/claude-opus-4-5")


async def test_a_default_is_saved_beside_the_other_settings(real_pi: RealPi) -> None:
    async with on_screen(real_pi, env=KEY) as screen:
        await screen.press("ctrl+l")
        await picker(screen)
        await screen.write("claude-haiku-4-5")
        await screen.press("ctrl+s")
        await screen.until(lambda: "haiku" in model(screen))
        await command(screen, "/thinking")
        await picker(screen)
        await screen.write("low")
        await screen.press("ctrl+s")
        await screen.until(lambda: screen.session.state.thinking_level == "low")
    settings = read_settings(real_pi.agent_dir)
    assert (settings["defaultProvider"], settings["defaultThinkingLevel"]) == ("anthropic", "low")
    assert "haiku" in settings["defaultModel"]
    assert settings["quietStartup"] is True


async def test_thinking_is_switched_by_key_and_by_name_and_nothing_else_is_taken(real_pi: RealPi) -> None:
    async with on_screen(real_pi) as screen:
        before = screen.session.state.thinking_level
        await screen.press("shift+tab")
        await screen.until(lambda: screen.session.state.thinking_level != before)
        await screen.send("/thinking low")
        await screen.until(lambda: screen.session.state.thinking_level == "low")
        assert screen.app.screen.query_one("#input").has_class("-think-low")
        await screen.send("/thinking bogus")
        await screen.pilot.pause(0.3)
        assert screen.session.state.thinking_level == "low"


@pytest.mark.parametrize(("text", "words"), [("/tools", "bash"), ("/thinking", "● medium")])
async def test_a_command_that_comes_before_pi_is_ready_waits_for_it(
    real_pi: RealPi, text: str, words: str
) -> None:
    async with on_screen(real_pi, ready=False) as screen:
        await command(screen, text)
        assert screen.session.phase is Phase.STARTING
        await screen.until(lambda: f"{text[1:]} waits for pi" in screen.text)
        await picker(screen)
        await screen.until(lambda: words in screen.text)


async def test_the_figures_name_file_folder_and_every_model(real_pi: RealPi) -> None:
    file = store(real_pi, 1, ["one", "two", "three", "four"])
    async with on_screen(real_pi, "--session", str(file), size=(120, 60)) as screen:
        await command(screen, "/session")
        await screen.until(lambda: isinstance(screen.app.screen, Facts))
        await screen.until(lambda: "p/m" in screen.text)
        assert "$0.06 in 2 requests" in screen.text
        unwrapped = "".join(character for character in screen.text if character not in " │\n")
        assert file.name in unwrapped


async def test_a_compaction_says_what_it_saved_and_the_context_is_unknown_then(real_pi: RealPi) -> None:
    file = store(real_pi, 1, ["word " * 6000, "yes " * 6000] * 8)
    async with on_screen(real_pi, "--session", str(file)) as screen:
        await screen.send("/compact keep the words")
        await screen.until(lambda: any(isinstance(block, CompactionBlock) for block in screen.session.blocks))
        await screen.until(lambda: screen.session.phase is Phase.IDLE)
        (block,) = [block for block in screen.session.blocks if isinstance(block, CompactionBlock)]
        assert block.state is WaitState.DONE
        assert block.tokens_before
        assert block.tokens_after
        await screen.until(lambda: "? of 100k" in screen.rows[-1])


async def test_automatic_compaction_and_retries_are_switched(real_pi: RealPi) -> None:
    async with on_screen(real_pi) as screen:
        await screen.send("/autocompact off")
        await screen.until(lambda: not screen.session.state.auto_compaction_enabled)
        await screen.send("/autocompact")
        await screen.until(lambda: screen.session.state.auto_compaction_enabled)
        await screen.send("/autoretry off")
        await screen.until(lambda: read_settings(real_pi.agent_dir).get("retry") == {"enabled": False})
        await screen.send("/autoretry")
        await screen.until(lambda: read_settings(real_pi.agent_dir).get("retry") == {"enabled": True})


async def test_escape_ends_the_wait_before_another_attempt(real_pi: RealPi) -> None:
    async with on_screen(real_pi) as screen:
        await screen.send("retry 3")
        await screen.until(lambda: screen.session.phase is Phase.RETRY_WAIT)
        await screen.press("escape")
        await screen.until(lambda: screen.session.phase is Phase.IDLE)
        retries = [block for block in screen.session.blocks if isinstance(block, RetryBlock)]
        assert retries
        assert retries[-1].state is WaitState.ABORTED


async def test_without_a_model_the_way_to_one_is_shown_and_a_stored_key_is_enough(real_pi: RealPi) -> None:
    (real_pi.agent_dir / "settings.json").write_text('{"quietStartup": true}')
    bare = RealPi(real_pi.version, real_pi.argv, real_pi.env, real_pi.agent_dir, real_pi.cwd, demo_args=())
    async with on_screen(bare, ready=False) as screen:
        rows = await picker(screen)
        assert [item.value for item in rows.items][:2] == ["login", "key"]
        if real_pi.version != "0.82.1":  # which does not warn
            (told,) = [notice for notice in screen.notices if "No models available" in notice]
            assert told.startswith("No models available")
            assert told.endswith(".")
        await screen.press("down", "enter")
        await screen.until(lambda: "API key of" in screen.text)
        await screen.write("anthropic")
        await screen.press("enter")
        await screen.until(lambda: isinstance(screen.app.screen, LinePrompt))
        screen.app.screen.query_one(Input).value = "sk-secret"
        await screen.pilot.pause()
        assert "sk-secret" not in screen.text
        await screen.press("enter")
        await screen.until(lambda: model(screen).startswith("anthropic/"))
    assert stored_providers(real_pi.agent_dir) == ["anthropic"]
    assert json.loads((real_pi.agent_dir / "auth.json").read_text())["anthropic"]["key"] == "sk-secret"


async def test_a_project_is_asked_about_before_pi_starts(real_pi: RealPi) -> None:
    prompts = real_pi.cwd / ".pi" / "prompts"
    prompts.mkdir(parents=True)
    (prompts / "of-the-project.md").write_text("Hello")
    async with on_screen(real_pi, ready=False) as screen:
        rows = await picker(screen)
        assert len(rows.items) == 5
        assert screen.session.phase is not Phase.IDLE
        await screen.press("up", "enter")
        await screen.ready()
        assert not any(c.name == "of-the-project" for c in screen.session.commands)
        await command(screen, "/trust")
        await picker(screen)
        await screen.press("enter")
        await screen.until(lambda: any(c.name == "of-the-project" for c in screen.session.commands))
