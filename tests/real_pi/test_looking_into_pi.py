"""Settings, tools, context, records, scope and sharing over both versions of pi."""

from __future__ import annotations

import json
from operator import attrgetter
from pathlib import Path

import pytest

from pitui.protocol.messages import BashExecutionMessage
from pitui.session.blocks import BashBlock
from pitui.session.phase import Phase
from pitui.ui.screens.main import MainScreen
from pitui.ui.screens.picker import Picker, PickerRows
from tests.conftest import RealPi
from tests.real_pi.lists import SIZES, command, figures, listed, on_main, reading, settings_of, titles
from tests.real_pi.on_screen import OnScreen, on_screen

pytestmark = pytest.mark.anyio


def _model(it: OnScreen) -> str:
    return it.session.state.model.id if it.session.state.model is not None else ""


def _shells(it: OnScreen) -> list[BashBlock]:
    return [block for block in it.session.blocks if isinstance(block, BashBlock)]


def _toasts(it: OnScreen) -> list[str]:
    return [notification.message for notification in attrgetter("_notifications")(it.app)]


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


async def test_a_session_is_exported_as_a_page(real_pi: RealPi) -> None:
    async with on_screen(real_pi) as it:
        await it.send("echo: exported words")
        await it.until(lambda: len(it.session.blocks) > 1 and it.session.phase is Phase.IDLE)
        await command(it, "/export page.html")
        page = real_pi.cwd / "page.html"
        await it.until(page.exists)
        assert "<html" in page.read_text(encoding="utf-8")


async def test_the_servers_of_mcp_are_managed_by_dialogs_where_pi_has_them(real_pi: RealPi) -> None:
    async with on_screen(real_pi) as it:
        await command(it, "/mcp")
        if real_pi.version == "0.82.1":
            await it.until(lambda: any("no command /mcp" in toast for toast in _toasts(it)))
            assert it.editor.text == "/mcp"
        else:
            await it.until(lambda: it.notified or it.shown)
