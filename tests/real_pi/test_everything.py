"""The palette, settings, themes, keys, tools and what else looks into pi, over both versions of pi."""

from __future__ import annotations

import json
from operator import attrgetter
from pathlib import Path
from typing import Any

import pytest

from pitui.config import read_config
from pitui.protocol.messages import BashExecutionMessage
from pitui.session.blocks import BashBlock
from pitui.session.phase import Phase
from pitui.ui.preferences import preferences_of
from pitui.ui.screens.main import MainScreen
from pitui.ui.screens.picker import Picker, PickerRows
from pitui.ui.screens.reader import Reader
from pitui.ui.screens.tree import TreeScreen
from pitui.ui.widgets.side import Side
from pitui.ui.widgets.transcript import Transcript
from tests.conftest import RealPi
from tests.real_pi.on_screen import OnScreen, on_screen

pytestmark = pytest.mark.anyio

SIZES = [(120, 40), (80, 24), (40, 10)]


def titles(it: OnScreen) -> list[str]:
    """The titles in the list on the screen."""
    return [item.title for item in it.app.screen.query_one(PickerRows).items]


def figures(it: OnScreen) -> str:
    """The figures of the item under the cursor."""
    rows = it.app.screen.query_one(PickerRows)
    return rows.items[rows.cursor].figures.strip(" *")


async def listed(it: OnScreen) -> None:
    await it.until(lambda: isinstance(it.app.screen, Picker) and it.app.screen.query_one(PickerRows).items)


async def command(it: OnScreen, text: str) -> None:
    """Enter a command, which may open a screen over the editor at once."""
    it.editor.focus()
    it.editor.load_text(text)
    await it.press("enter")


async def on_main(it: OnScreen) -> None:
    await it.until(lambda: isinstance(it.app.screen, MainScreen))


async def reading(it: OnScreen, words: str) -> None:
    await it.until(lambda: isinstance(it.app.screen, Reader) and words in it.text)


def settings_of(pi: RealPi) -> dict[str, Any]:
    return json.loads((pi.agent_dir / "settings.json").read_text(encoding="utf-8"))


def put_theme(pi: RealPi, name: str, **colors: str) -> None:
    (pi.agent_dir / "themes").mkdir(exist_ok=True)
    data = {"name": name, "appearance": "dark", "colors": colors}
    (pi.agent_dir / "themes" / f"{name}.json").write_text(json.dumps(data), encoding="utf-8")


@pytest.mark.parametrize("size", SIZES)
async def test_the_palette_has_everything_and_does_it(real_pi: RealPi, size: tuple[int, int]) -> None:
    put_theme(real_pi, "of-mine", accent="#ffaa00")
    async with on_screen(real_pi, size=size) as it:
        await it.press("f1")
        await listed(it)
        everything = ("Start a new session", "/demo-select", "demo-1", "of-mine", "Fold thinking: off")
        await it.until(lambda: all(title in titles(it) for title in everything))
        assert "Everything" in it.text
        await it.write("session tree full")
        await it.press("enter")
        await it.until(lambda: isinstance(it.app.screen, TreeScreen))


async def test_the_palette_chooses_models_sessions_themes_and_settings(real_pi: RealPi) -> None:
    put_theme(real_pi, "of-mine", accent="#ffaa00")
    async with on_screen(real_pi) as it:
        await it.send("echo: the first session")
        await it.until(lambda: len(it.session.blocks) > 1 and it.session.phase is Phase.IDLE)
        first = it.session.state.session_id
        await command(it, "/new")
        await it.until(lambda: it.session.state.session_id not in ("", first))
        await it.press("f1")
        await listed(it)
        await it.until(lambda: any("the first session" in title for title in titles(it)))
        await it.write("the first session")
        await it.press("enter")
        await it.until(lambda: it.session.state.session_id == first)

        await it.press("f1")
        await listed(it)
        await it.until(lambda: "of-mine" in titles(it))
        await it.write("of-mine")
        await it.press("enter")
        await it.until(lambda: it.app.theme == "of-mine")

        await it.press("f1")
        await listed(it)
        await it.write("fold thinking:")
        await it.press("enter")
        await it.until(lambda: "Settings" in it.text)
        assert figures(it) == "off"


async def test_a_command_of_pi_is_written_into_the_editor_and_a_draft_is_kept(real_pi: RealPi) -> None:
    async with on_screen(real_pi) as it:
        for draft, expected in (("", "/demo-notify "), ("a draft", "a draft")):
            it.editor.load_text(draft)
            await it.press("alt+x")
            await listed(it)
            await it.write("demo-notify")
            await it.press("enter")
            await on_main(it)
            await it.until(lambda expected=expected: it.editor.text == expected)


@pytest.mark.parametrize("size", SIZES)
async def test_settings_are_changed_where_they_belong(real_pi: RealPi, size: tuple[int, int]) -> None:
    before = settings_of(real_pi)
    async with on_screen(real_pi, size=size) as it:
        await command(it, "/settings")
        await listed(it)
        await it.write("steeringMode")
        await it.press("enter")
        await it.until(lambda: it.session.state.steering_mode == "all")
        await it.until(lambda: figures(it) == "all")
        await it.press("ctrl+u")
        await it.write("autoResize")
        await it.until(lambda: titles(it)[:1] == ["Make large images smaller"])
        await it.press("enter")
        await it.until(lambda: figures(it) == "off")
        await it.press("ctrl+u")
        await it.write("maxRetries")
        await it.until(lambda: titles(it)[:1] == ["Tries at most"])
        await it.press("enter")
        await it.until(lambda: "Tries at most (retry.maxRetries)" in it.text.replace("\n", " "))
        await it.press("backspace", "7", "enter")
        await it.until(lambda: isinstance(it.app.screen, Picker) and figures(it) == "7")
        await it.press("escape")
        await on_main(it)
        await it.until(lambda: it.session.phase is Phase.IDLE)
    after = settings_of(real_pi)
    assert after["images"] == {"autoResize": False}
    assert after["retry"]["maxRetries"] == 7
    assert after["steeringMode"] == "all"
    assert {name: after[name] for name in before} == before


async def test_pitui_s_own_settings_go_into_its_file(real_pi: RealPi, tmp_path: Path) -> None:
    file = tmp_path / "config.toml"
    file.write_text("# mine\n", encoding="utf-8")
    async with on_screen(real_pi, config=file) as it:
        await command(it, "/settings motion")
        await listed(it)
        await it.until(lambda: it.app.screen.query_one(PickerRows).cursor == 1)
        await it.press("enter")
        await it.until(lambda: figures(it) == "off")
        assert it.app.animation_level == "none"
        await it.press("escape")
        await on_main(it)
        await command(it, "/theme pitui-light")
        await it.until(lambda: read_config(file).theme == "pitui-light")
    assert read_config(file).motion is False
    assert file.read_text(encoding="utf-8").startswith("# mine\n")


async def test_a_theme_is_seen_while_the_cursor_is_on_it_and_left_by_escape(real_pi: RealPi) -> None:
    put_theme(real_pi, "of-mine", accent="#ffaa00")
    async with on_screen(real_pi) as it:
        before = it.app.theme
        transcript = it.app.screen.query_one(Transcript)
        await command(it, "/theme")
        await listed(it)
        await it.write("of-mine")
        await it.until(lambda: it.app.theme == "of-mine" and transcript.palette.name == "of-mine")
        await it.press("escape")
        await it.until(lambda: it.app.theme == before and transcript.palette.name == before)


async def test_tools_are_switched(real_pi: RealPi) -> None:
    async with on_screen(real_pi) as it:
        bridge = it.app.screen
        assert isinstance(bridge, MainScreen)
        ask = bridge.controller.navigator.ask
        was = (await ask("tools"))["active"]
        await command(it, "/tools")
        await listed(it)
        await it.write("write")
        await it.press("enter")
        await it.until(lambda: figures(it) == "off")
        assert (await ask("tools"))["active"] == [name for name in was if name != "write"]
        await it.press("ctrl+d")
        await it.until(lambda: figures(it) == "on")
        assert sorted((await ask("tools"))["active"]) == sorted(was)


async def test_the_context_and_the_changelog_and_the_records_can_be_read(real_pi: RealPi) -> None:
    (real_pi.cwd / "AGENTS.md").write_text("Speak of the harbour.\n", encoding="utf-8")
    async with on_screen(real_pi, size=(120, 60)) as it:
        await command(it, "/context")
        await reading(it, "AGENTS.md")
        assert real_pi.version in it.text
        await it.press("f3")
        await it.write("harbour")
        await reading(it, "Speak of the harbour.")
        await it.press("escape", "escape")
        await on_main(it)
        await command(it, "/changelog")
        await reading(it, f"[{real_pi.version}]")
        await it.press("escape")
        await on_main(it)
        await command(it, "/debug")
        await reading(it, '"type": "prompt"')
        await it.press("escape")
        await on_main(it)
        await command(it, "/rpc get_messages")
        await reading(it, '"messages"')
        await it.press("escape")
        await on_main(it)
        await command(it, '/rpc follow_up {"message": "echo: by its name"}')
        await reading(it, '"success": true')
        await it.press("escape")
        await on_main(it)
        await command(it, "/rpc new_session")
        await it.until(lambda: not it.editor.text)
        assert isinstance(it.app.screen, MainScreen)


async def test_a_reload_brings_new_templates_keys_and_themes(real_pi: RealPi) -> None:
    async with on_screen(real_pi) as it:
        (real_pi.agent_dir / "prompts").mkdir()
        (real_pi.agent_dir / "prompts" / "newly.md").write_text("Say hello.\n", encoding="utf-8")
        keys = {"app.session.tree": "alt+t"}
        (real_pi.agent_dir / "keybindings.json").write_text(json.dumps(keys), encoding="utf-8")
        await command(it, "/reload")
        await it.until(lambda: any(command.name == "newly" for command in it.session.commands))
        await it.press("alt+t")
        side = it.app.screen.query_one(Side)
        await it.until(lambda: side.display and side.current == "tree")


async def test_the_user_s_keys_work_and_a_clash_is_told(real_pi: RealPi, tmp_path: Path) -> None:
    keys = {"app.session.tree": "ctrl+x", "tui.input.submit": "ctrl+s", "tui.editor.undo": "alt+u"}
    (real_pi.agent_dir / "keybindings.json").write_text(json.dumps(keys), encoding="utf-8")
    file = tmp_path / "config.toml"
    file.write_text('[keys]\n"pitui.tools" = "alt+t"\n', encoding="utf-8")
    async with on_screen(real_pi, config=file, size=(120, 40)) as it:
        assert any("ctrl+x is wanted by" in problem for problem in preferences_of(it.app.screen).problems)
        await it.until(lambda: "ctrl+x tree" in it.text)
        side = it.app.screen.query_one(Side)
        await it.press("ctrl+x")
        await it.until(lambda: side.current == "tree")
        await it.press("f2")
        assert side.current == "tree"
        await it.press("alt+t")
        await it.until(lambda: side.current == "tools")
        it.editor.focus()
        await it.write("echo: by another key")
        await it.press("ctrl+s")
        await it.until(lambda: "by another key" in it.text and not it.editor.text)
        await it.write("/hotkeys")
        await it.press("ctrl+s")
        await listed(it)
        assert "ctrl+x is wanted by" in titles(it)[0]


async def test_pi_s_preferences_are_followed(real_pi: RealPi) -> None:
    settings = settings_of(real_pi) | {
        "hideThinkingBlock": False,
        "doubleEscapeAction": "none",
        "treeFilterMode": "user-only",
        "theme": "light",
    }
    (real_pi.agent_dir / "settings.json").write_text(json.dumps(settings), encoding="utf-8")
    async with on_screen(real_pi, size=(120, 40)) as it:
        assert it.app.theme == "pitui-light"
        await it.press("escape", "escape")
        assert isinstance(it.app.screen, MainScreen)
        transcript = it.app.screen.query_one(Transcript)
        assert transcript.toggle_thinking() is False
        transcript.toggle_thinking()
        await it.press("ctrl+t")
        await it.until(lambda: settings_of(real_pi)["hideThinkingBlock"] is True)
        await command(it, "/tree")
        await it.until(lambda: isinstance(it.app.screen, TreeScreen))
        assert "user" in it.text


async def test_the_models_to_go_through_are_chosen_and_ordered(real_pi: RealPi) -> None:
    models = {"id": "m1"}, {"id": "m2"}
    provider = {
        "baseUrl": "http://127.0.0.1:9",
        "api": "openai-completions",
        "apiKey": "none",
        "models": models,
    }
    (real_pi.agent_dir / "models.json").write_text(
        json.dumps({"providers": {"other": provider}}), encoding="utf-8"
    )
    async with on_screen(real_pi) as it:
        await it.send("echo: so that there is a file")
        await it.until(lambda: len(it.session.blocks) > 1 and it.session.phase is Phase.IDLE)
        await command(it, "/scoped-models")
        await listed(it)
        for name in ("m2", "m1"):
            await it.press("ctrl+u")
            await it.write(name)
            await it.until(lambda name=name: titles(it)[:1] == [name])
            await it.press("enter")
            await it.until(lambda: it.app.screen.query_one(PickerRows).items[0].mark == "●")
        await it.press("alt+up", "escape")
        await on_main(it)
        await it.until(lambda: settings_of(real_pi).get("enabledModels") == ["other/m1", "other/m2"])
        await it.until(lambda: it.session.phase is Phase.IDLE)
        gone_through: list[str] = []
        for _ in range(3):
            before = _model(it)
            await it.press("ctrl+p")
            await it.until(lambda before=before: _model(it) != before)
            gone_through.append(_model(it))
        assert gone_through in (["m1", "m2", "m1"], ["m2", "m1", "m2"])


def _model(it: OnScreen) -> str:
    return it.session.state.model.id if it.session.state.model is not None else ""


async def test_what_shell_commands_gave_goes_to_the_model_before_the_prompt_unless_kept_from_it(
    real_pi: RealPi,
) -> None:
    async with on_screen(real_pi) as it:
        for line in ("!echo first-of-three", "!!echo not-for-the-model", "!echo third-of-three"):
            await it.send(line)
            await it.until(lambda: _shells(it) and not any(block.running for block in _shells(it)))
        await it.until(lambda: len(_shells(it)) == 3)
        await it.send("echo: now")
        await it.until(lambda: "ECHO" in it.text and it.session.phase is Phase.IDLE)
        screen = it.app.screen
        assert isinstance(screen, MainScreen)
        seen = [
            m for m in await screen.controller.client.get_messages() if isinstance(m, BashExecutionMessage)
        ]
        assert [(m.command, bool(m.exclude_from_context)) for m in seen] == [
            ("echo first-of-three", False),
            ("echo not-for-the-model", True),
            ("echo third-of-three", False),
        ]
        assert [m.output.strip() for m in seen][::2] == ["first-of-three", "third-of-three"]
        order = [type(message).__name__ for message in await screen.controller.client.get_messages()]
        assert order.index("BashExecutionMessage") < order.index("UserMessage")


def _shells(it: OnScreen) -> list[BashBlock]:
    return [block for block in it.session.blocks if isinstance(block, BashBlock)]


@pytest.mark.parametrize("works", [True, False])
async def test_a_session_is_shared_only_after_it_was_said_so(
    real_pi: RealPi, tmp_path: Path, works: bool
) -> None:
    taken = tmp_path / "taken.html"
    program = tmp_path / "bin" / "gh"
    program.parent.mkdir()
    failure = "echo no login >&2; exit 4"
    script = f'cp "$4" "{taken}"; echo https://gist.github.com/me/abc123' if works else failure
    program.write_text(f"#!/bin/sh\n{script}\n", encoding="utf-8")
    program.chmod(0o755)
    env = {"PATH": f"{program.parent}:{real_pi.env['PATH']}"}
    async with on_screen(real_pi, env=env) as it:
        await it.send("echo: shared words")
        await it.until(lambda: len(it.session.blocks) > 1 and it.session.phase is Phase.IDLE)
        await command(it, "/share")
        await listed(it)
        await it.press("enter")
        await on_main(it)
        assert not taken.exists()
        await command(it, "/share")
        await listed(it)
        await it.press("down", "enter")
        await on_main(it)
        if works:
            await it.until(lambda: "abc123" in it.app.clipboard)
            assert "<html" in taken.read_text(encoding="utf-8")
        else:
            await it.until(lambda: any("no login" in toast for toast in _toasts(it)))


def _toasts(it: OnScreen) -> list[str]:
    return [notification.message for notification in attrgetter("_notifications")(it.app)]
