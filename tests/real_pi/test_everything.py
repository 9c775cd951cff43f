"""The palette, themes, keys and preferences over both versions of pi."""

from __future__ import annotations

import json
import os
import signal
from pathlib import Path

import pytest

from pitui.config import read_config
from pitui.session.phase import Phase
from pitui.ui.preferences import preferences_of
from pitui.ui.screens.main import LEAVE_SECONDS, MainScreen
from pitui.ui.screens.picker import PickerRows
from pitui.ui.screens.tree import TreeScreen
from pitui.ui.widgets.side import Side
from pitui.ui.widgets.transcript import Transcript
from tests.conftest import RealPi
from tests.real_pi.lists import SIZES, command, figures, listed, on_main, settings_of, titles
from tests.real_pi.on_screen import on_screen

pytestmark = pytest.mark.anyio


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
    keys = {
        "app.session.tree": "ctrl+x",
        "tui.input.submit": "ctrl+s",
        "tui.editor.undo": "alt+u",
        "tui.editor.jumpBackward": "alt+j",
    }
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
        await it.write("echo: by another")
        await it.press("alt+j", "e", "alt+j", "alt+j", "end")
        await it.write(" key")
        await it.press("ctrl+s")
        await it.until(lambda: "by another key" in it.text and not it.editor.text)
        await it.write("/hotkeys")
        await it.press("ctrl+s")
        await listed(it)
        assert "ctrl+x is wanted by" in titles(it)[0]


async def test_what_the_editor_does_is_done_from_the_palette(real_pi: RealPi) -> None:
    async with on_screen(real_pi) as it:
        it.editor.load_text("echo: chosen, not pressed")
        for query in ("jump ahead to a character", "send; while pi works: steer"):
            await it.press("f1")
            await listed(it)
            await it.write(query)
            await it.press("enter")
            await on_main(it)
            if query.startswith("jump"):
                await it.until(lambda: "jump ahead to which character?" in it.text)
                await it.press("n", "X")
                assert it.editor.text == "echo: choseXn, not pressed"
        await it.until(lambda: not it.editor.text and 'ECHO "echo: choseXn' in it.text)


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


async def test_what_is_hinted_is_done_by_the_user_s_own_keys(real_pi: RealPi, tmp_path: Path) -> None:
    file = tmp_path / "config.toml"
    file.write_text(
        '[keys]\n"app.interrupt" = "ctrl+q"\n"tui.input.submit" = "ctrl+s"\n"app.message.followUp" = "alt+f"\n'
        '"pitui.queue" = "f9"\n"app.message.dequeue" = []\n"app.restart" = "f8"\n"pitui.block.fold" = "f"\n',
        encoding="utf-8",
    )
    async with on_screen(real_pi, config=file, size=(120, 40)) as it:
        await it.until(lambda: "ctrl+s sends · f1" in it.text)
        it.editor.load_text("wait 60")
        await it.press("ctrl+s")
        await it.until(lambda: "ctrl+q stops · ctrl+s steers · alt+f follows up" in it.text)
        it.editor.load_text("later")
        await it.press("alt+f")
        await it.until(lambda: "1 waiting · f9 changes · steering" in it.text)
        it.app.screen.query_one(Transcript).focus()
        await it.until(lambda: "ctrl+q back to the editor · ↑↓ blocks · f folds" in it.text)
        await it.press("ctrl+q")
        await it.until(lambda: it.editor.has_focus)
        await it.pilot.pause(LEAVE_SECONDS)
        await it.press("ctrl+q")
        await it.until(lambda: it.session.phase is Phase.IDLE and it.editor.text == "later")
        os.kill(it.controller.client.pid, signal.SIGKILL)
        await it.until(lambda: "f8 starts it again" in it.text)
        await it.press("f8")
        await it.ready()


async def test_ctrl_q_does_not_quit_past_the_draft(real_pi: RealPi) -> None:
    async with on_screen(real_pi) as it:
        await it.write("a draft")
        await it.press("ctrl+q")
        await it.write(" goes on")
        assert it.editor.text == "a draft goes on"
