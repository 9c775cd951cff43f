"""A `!` command that is typed while pi starts, on the whole screen over both versions of pi."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest

from pitui.session.blocks import BashBlock, UserBlock
from pitui.session.phase import Phase
from pitui.session.text import source_text
from tests.conftest import RealPi
from tests.real_pi.gated import GatedPi
from tests.real_pi.on_screen import OnScreen, on_screen

pytestmark = pytest.mark.anyio


def rows(screen: OnScreen) -> list[str]:
    """What the rows of the conversation are, in a word each."""
    return [
        block.command if isinstance(block, BashBlock) else source_text(block)
        for block in screen.session.blocks
    ]


def shell(screen: OnScreen) -> list[BashBlock]:
    """The `!` commands in the conversation."""
    return [block for block in screen.session.blocks if isinstance(block, BashBlock)]


async def test_its_row_stays_where_it_is_and_ends_with_its_duration(real_pi: RealPi, tmp_path: Path) -> None:
    gated = GatedPi(real_pi, tmp_path)
    later = tmp_path / "later"
    os.mkfifo(later)
    command = f"echo first; cat {later}"
    async with on_screen(gated.pi, ready=False) as screen:
        await screen.until(lambda: screen.controller.is_alive)
        await screen.send(f"!!{command}")
        await screen.until(lambda: shell(screen))
        row = shell(screen)[0]
        gated.open()
        await screen.ready()
        assert shell(screen) == [row]
        assert row.running
        await screen.send("echo: hi")
        await screen.until(lambda: screen.session.phase is Phase.IDLE and "ECHO" in screen.text)
        running = next(line for line in screen.rows if "echo first" in line)
        assert re.search(r"not in context +\d", running)
        later.write_text("second\n", encoding="utf-8")
        await screen.until(lambda: not row.running and row.entry_id is not None)
        assert shell(screen) == [row]
        assert rows(screen)[:2] == [command, "echo: hi"]
        await screen.until(lambda: "second" in screen.text)
        ended = next(line for line in screen.rows if "echo first" in line)
        assert re.search(r"not in context +\d", ended)


async def test_a_quick_one_keeps_its_duration_too(real_pi: RealPi, tmp_path: Path) -> None:
    gated = GatedPi(real_pi, tmp_path)
    async with on_screen(gated.pi, ready=False) as screen:
        await screen.until(lambda: screen.controller.is_alive)
        await screen.send("!echo one")
        await screen.send("!echo two")
        await screen.until(lambda: len(shell(screen)) == 2)
        typed = shell(screen)
        gated.open()
        await screen.ready()
        await screen.until(lambda: all(row.entry_id for row in shell(screen)))
        assert sorted(row.command for row in shell(screen)) == ["echo one", "echo two"]
        assert {row.key for row in shell(screen)} == {row.key for row in typed}
        assert all(row.seconds is not None for row in shell(screen))


async def test_it_stays_below_the_session_that_is_opened(real_pi: RealPi, tmp_path: Path) -> None:
    async with on_screen(real_pi) as screen:
        await screen.send("echo: before")
        await screen.until(lambda: screen.session.phase is Phase.IDLE and "ECHO" in screen.text)
        file = screen.session.state.session_file
    assert file is not None
    gated = GatedPi(real_pi, tmp_path)
    later = tmp_path / "later"
    os.mkfifo(later)
    async with on_screen(gated.pi, "--session", file, ready=False) as screen:
        await screen.until(lambda: screen.controller.is_alive and "ECHO" in screen.text)
        await screen.send(f"!cat {later}")
        await screen.until(lambda: shell(screen))
        screen.controller.notice("said early")
        expected = rows(screen)
        gated.open()
        await screen.ready()
        assert rows(screen) == expected
        assert isinstance(screen.session.blocks[0], UserBlock)
        later.write_text("second\n", encoding="utf-8")
        await screen.until(lambda: not shell(screen)[0].running)
        assert rows(screen) == expected
