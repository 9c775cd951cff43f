"""Parts of the conversation as they stand on the screen while a real pi makes them."""

from __future__ import annotations

import base64
import json
import re
from pathlib import Path

import pytest

from pitui.protocol.content import ImageContent
from pitui.protocol.entries import MessageEntry
from pitui.protocol.messages import UserMessage
from pitui.session.blocks import UserBlock
from pitui.session.phase import Phase
from tests.conftest import RealPi
from tests.real_pi.lists import settings_of
from tests.real_pi.on_screen import OnScreen, on_screen
from tests.ui.test_image_files import PIXEL, program

pytestmark = pytest.mark.anyio


async def idle(it: OnScreen) -> None:
    await it.until(lambda: it.session.phase is Phase.IDLE)


async def answered(it: OnScreen, text: str) -> None:
    """Ask, and stay until more than the question is there and pi is idle."""
    count = len(it.session.blocks)
    await it.send(text)
    await it.until(lambda: len(it.session.blocks) > count + 1)
    await idle(it)


async def test_a_skill_is_one_row_and_the_words_of_the_user(real_pi: RealPi) -> None:
    folder = real_pi.agent_dir / "skills" / "tides"
    folder.mkdir(parents=True)
    head = "---\nname: tides\ndescription: How to read the tide tables\n---\n"
    (folder / "SKILL.md").write_text(f"{head}\nLook at the moon first.\n")
    async with on_screen(real_pi) as it:
        await it.until(lambda: any(command.name == "skill:tides" for command in it.session.commands))
        await it.send("/skill:tides when is high water?")
        await it.until(lambda: "[skill] tides" in it.text and "when is high water?" in it.text)
        await idle(it)
        assert "Look at the moon first." not in it.text
        block = next(block for block in it.session.blocks if isinstance(block, UserBlock))
        assert "Look at the moon first." in block.skill_text
        await it.press("f3")
        await it.write("at the moon")
        await it.until(lambda: "Look at the moon first." in it.text)


async def test_the_wait_for_another_attempt_counts_down(real_pi: RealPi) -> None:
    async with on_screen(real_pi) as it:
        seen: set[str] = set()
        await it.send("retry 1")

        def worked() -> bool:
            seen.update(re.findall(r"retry 1 of 3 (in \ds|now)", it.text))
            return re.search(r"retry 1( of 3)? worked", it.text) is not None

        await it.until(worked)
        assert {"in 2s", "in 1s"} <= seen


async def test_working_and_compacting_are_told_with_their_time(real_pi: RealPi) -> None:
    (real_pi.agent_dir / "settings.json").write_text(json.dumps({"compaction": {"keepRecentTokens": 5}}))
    async with on_screen(real_pi, env={"PITUI_DEMO_SPEED": "40"}) as it:
        seen: set[str] = set()
        await it.send("wait 3")

        def settled() -> bool:
            seen.update(re.findall(r"working (<1s|\ds)", it.text))
            return "That took 3 seconds" in it.text and it.session.phase is Phase.IDLE

        await it.until(settled)
        assert "<1s" in seen
        assert seen & {"1s", "2s"}
        for _ in range(2):
            await answered(it, "tool nosuch")
        told: set[str] = set()
        await it.send("/compact")

        def compacted() -> bool:
            told.update(re.findall(r"compacting the context (?:<1s|\ds)|compacting…", it.text))
            return "▸ compacted" in it.text

        await it.until(compacted)
        assert "compacting…" in told
        assert "compacting the context <1s" in told
        await idle(it)


async def test_thoughts_and_output_are_folded_by_a_key_and_thoughts_in_pi_s_settings(real_pi: RealPi) -> None:
    async with on_screen(real_pi, "--thinking", "medium", size=(120, 60)) as it:
        await answered(it, "think")
        await it.until(lambda: "▸ thought for" in it.text)
        await answered(it, "lines 30")
        await it.until(lambda: "earlier line" in it.text)
        await it.press("ctrl+t")
        await it.until(lambda: "▾ thought for" in it.text)
        assert settings_of(real_pi)["hideThinkingBlock"] is False
        await it.press("ctrl+o")
        await it.until(lambda: "earlier line" not in it.text)
        await it.press("ctrl+o")
        await it.until(lambda: "earlier line" in it.text)


async def test_what_pi_warns_of_at_its_start_stands_in_the_conversation(real_pi: RealPi) -> None:
    async with on_screen(real_pi, "--thinking", "bogus") as it:
        await it.until(lambda: any("bogus" in notice for notice in it.notices))
        await it.until(lambda: "bogus" in it.text)


async def test_an_image_is_pasted_by_its_key_and_goes_to_pi(
    real_pi: RealPi, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "bin").mkdir()
    encoded = base64.b64encode(PIXEL).decode()
    program(tmp_path / "bin", "xclip", f"echo {encoded} | base64 -d")
    async with on_screen(real_pi) as it:
        monkeypatch.setenv("PATH", f"{tmp_path / 'bin'}:{real_pi.env['PATH']}")
        monkeypatch.setenv("DISPLAY", ":0")
        monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
        await it.write("see ")
        await it.press("ctrl+v")
        await it.until(lambda: "[image 1" in it.editor.text)
        await it.press("enter")
        await it.until(lambda: any(isinstance(b, UserBlock) and b.images for b in it.session.blocks))
        await idle(it)
        entries = (await it.controller.client.get_entries()).entries
        (stored,) = [
            entry.message
            for entry in entries
            if isinstance(entry, MessageEntry) and isinstance(entry.message, UserMessage)
        ]
        assert any(isinstance(block, ImageContent) and block.data == encoded for block in stored.content)
