"""Going from session to session with pitui's own picker over a real pi."""

from __future__ import annotations

import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from pitui.disk.session_file import read_session_file
from pitui.disk.session_header import read_header
from pitui.disk.trust import decision
from pitui.session.blocks import TextBlock, UserBlock
from pitui.session.phase import Phase
from pitui.session.text import source_text
from pitui.ui.ending_run import TITLE
from pitui.ui.screens.main import MainScreen
from pitui.ui.screens.picker import Picker
from pitui.ui.screens.sessions import Sessions
from pitui.ui.widgets.session_rows import SessionRows
from tests.bench.sessions import LAST_WORD, write_session
from tests.conftest import RealPi
from tests.real_pi.on_screen import OnScreen, on_screen
from tests.real_pi.stored import store

pytestmark = pytest.mark.anyio


async def picker(screen: OnScreen) -> SessionRows:
    """Open the picker and wait until it lists something."""
    await screen.press("f5")
    await screen.until(lambda: isinstance(screen.app.screen, Sessions))
    rows = screen.app.screen.query_one(SessionRows)
    await screen.until(lambda: rows.rows)
    return rows


async def command(screen: OnScreen, text: str) -> None:
    """Enter a command that opens a screen of its own."""
    screen.editor.focus()
    screen.editor.load_text(text)
    await screen.press("enter")


def texts(screen: OnScreen) -> list[str]:
    """What was said in the session on the screen."""
    found: list[str] = []
    for block in screen.session.blocks:
        match block:
            case UserBlock():
                found.append(block.text)
            case TextBlock():
                found.append(str(block.text))
            case _:
                pass
    return found


async def test_a_session_is_found_by_what_was_said_in_it_and_opened(real_pi: RealPi) -> None:
    store(real_pi, 1, ["about apples", "yes"])
    wanted = store(real_pi, 2, ["about pears", "a juicy one"], name="Fruit")
    store(real_pi, 3, ["about plums", "no"])
    before = wanted.read_bytes()
    async with on_screen(real_pi) as screen:
        await picker(screen)
        await screen.write("juicy")
        await screen.press("enter")
        await screen.until(lambda: screen.session.state.session_file == str(wanted))
        await screen.until(lambda: "about pears" in texts(screen))
        assert screen.session.state.session_name == "Fruit"
    assert wanted.read_bytes().startswith(before)


async def test_what_is_only_looked_at_is_not_changed(real_pi: RealPi) -> None:
    files = [store(real_pi, number, [f"question {number}", "answer"]) for number in range(4)]
    before = {file: (file.read_bytes(), file.stat().st_mtime_ns, file.stat().st_atime_ns) for file in files}
    times = {file: (file.stat().st_mtime_ns, file.stat().st_atime_ns) for file in files}
    async with on_screen(real_pi, size=(120, 30)) as screen:
        rows = await picker(screen)
        for number in (3, 2, 1, 0):
            await screen.until(lambda number=number: f"┃ question {number}" in screen.text)
            await screen.press("down")
        assert len(rows.rows) == 4
        await screen.press("escape")
        assert {file: (file.stat().st_mtime_ns, file.stat().st_atime_ns) for file in files} == times
        assert {file: file.read_bytes() for file in files} == {file: before[file][0] for file in files}


async def test_forks_stand_below_what_they_came_from(real_pi: RealPi) -> None:
    root = store(real_pi, 1, ["root", "a"])
    fork = store(real_pi, 5, ["fork", "a"], parent=root)
    other = store(real_pi, 3, ["other", "a"])
    async with on_screen(real_pi) as screen:
        rows = await picker(screen)
        await screen.until(lambda: len(rows.rows) == 3)
        assert [(row.session.path, row.depth) for row in rows.rows] == [(root, 0), (fork, 1), (other, 0)]
        await screen.press("ctrl+s")
        await screen.until(lambda: rows.rows[0].session.path == fork)
        assert [row.session.path for row in rows.rows] == [fork, other, root]


async def test_a_name_is_given_and_a_session_is_thrown_away(
    real_pi: RealPi, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    program = tmp_path / "bin" / "trash"
    program.parent.mkdir()
    program.write_text(f'#!/bin/sh\nmv "$1" {tmp_path}\n')
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{program.parent}:/usr/bin:/bin")
    kept, doomed = store(real_pi, 1, ["kept", "a"]), store(real_pi, 2, ["doomed", "a"])
    async with on_screen(real_pi) as screen:
        rows = await picker(screen)
        await screen.until(lambda: len(rows.rows) == 2)
        await screen.press("down", "ctrl+r")
        await screen.write("A name")
        await screen.press("enter")
        await screen.until(lambda: any(row.session.name == "A name" for row in rows.rows))
        assert read_session_file(kept).name == "A name"
        await screen.press("up", "up", "ctrl+d")
        assert doomed.exists()
        await screen.press("ctrl+d")
        await screen.until(lambda: not doomed.exists())
        await screen.until(lambda: len(rows.rows) == 1)
    assert (tmp_path / doomed.name).exists()


async def test_the_open_session_is_not_thrown_away(real_pi: RealPi) -> None:
    file = store(real_pi, 1)
    async with on_screen(real_pi, "--session", str(file)) as screen:
        await picker(screen)
        await screen.press("ctrl+d")
        await screen.until(lambda: "into the trash" in screen.text)
        await screen.press("ctrl+d")
        await screen.until(lambda: "enter opens" in screen.text)
        assert file.exists()


async def test_a_session_whose_folder_is_gone_goes_on_as_a_copy_here(real_pi: RealPi, tmp_path: Path) -> None:
    gone = tmp_path / "gone"
    file = store(real_pi, 1, ["from far", "away"], cwd=gone)
    before = file.read_bytes()
    async with on_screen(real_pi) as screen:
        await screen.press("f5")
        await screen.until(lambda: isinstance(screen.app.screen, Sessions))
        await screen.press("tab")
        await screen.until(lambda: screen.app.screen.query_one(SessionRows).rows)
        await screen.press("enter")
        await screen.until(lambda: isinstance(screen.app.screen, Picker))
        await screen.press("enter")
        await screen.until(lambda: "from far" in texts(screen))
        await screen.ready()
        opened = Path(screen.session.state.session_file or "")
    header = read_header(opened)
    assert header is not None
    assert (header.cwd, header.parent_session) == (str(real_pi.cwd), str(file))
    assert file.read_bytes() == before


async def test_another_folder_is_asked_about_before_anything_of_it_is_loaded(
    real_pi: RealPi, tmp_path: Path
) -> None:
    other = tmp_path / "other"
    (other / ".pi" / "prompts").mkdir(parents=True)
    (other / ".pi" / "prompts" / "of-the-project.md").write_text("Hello")
    file = store(real_pi, 1, ["elsewhere", "yes"], cwd=other)
    async with on_screen(real_pi) as screen:
        await command(screen, f"/resume {file}")
        await screen.until(lambda: isinstance(screen.app.screen, Picker))
        await screen.press("enter")
        await screen.until(lambda: "elsewhere" in texts(screen))
        await screen.until(lambda: any(c.name == "of-the-project" for c in screen.session.commands))
        await screen.until(lambda: "other" in screen.rows[0])
    assert decision(real_pi.agent_dir, other) is True


async def test_trust_for_one_run_does_not_go_along_to_the_next_folder(
    real_pi: RealPi, tmp_path: Path
) -> None:
    other = tmp_path / "other"
    for folder in (real_pi.cwd, other):
        (folder / ".pi" / "prompts").mkdir(parents=True)
        (folder / ".pi" / "prompts" / f"of-{folder.name}.md").write_text("Hello")
    file = store(real_pi, 1, ["elsewhere", "yes"], cwd=other)

    def known(screen: OnScreen) -> set[str]:
        return {command.name for command in screen.session.commands if command.source == "prompt"}

    async with on_screen(real_pi, ready=False) as screen:
        await screen.until(lambda: isinstance(screen.app.screen, Picker))
        await screen.press("down", "down", "enter")
        await screen.ready()
        assert known(screen) == {f"of-{real_pi.cwd.name}"}
        await command(screen, f"/resume {file}")
        await screen.until(lambda: isinstance(screen.app.screen, Picker))
        await screen.press("escape")
        await screen.until(lambda: screen.session.state.session_file == str(file))
        await screen.ready()
        await screen.until(lambda: "elsewhere" in texts(screen))
        assert known(screen) == set()
    assert decision(real_pi.agent_dir, other) is None
    assert decision(real_pi.agent_dir, real_pi.cwd) is None


async def test_the_conversation_stands_there_before_pi_does(real_pi: RealPi) -> None:
    file = store(real_pi, 1, ["seen at once", "yes"])
    async with on_screen(real_pi, "--session", str(file), ready=False) as screen:
        await screen.until(lambda: "seen at once" in texts(screen))
        keys = [block.key for block in screen.session.blocks]
        assert not screen.session.commands
        await screen.ready()
        assert [block.key for block in screen.session.blocks] == keys


async def test_an_exported_branch_can_be_imported(real_pi: RealPi) -> None:
    file = store(real_pi, 1, ["first", "second"])
    async with on_screen(real_pi, "--session", str(file)) as screen:
        await screen.send("/export out.jsonl")
        exported = real_pi.cwd / "out.jsonl"
        await screen.until(exported.exists)
        await screen.send("/export out.html")
        await screen.until((real_pi.cwd / "out.html").exists)
        shutil.move(exported, real_pi.agent_dir / "moved.jsonl")
        await screen.send(f"/import {real_pi.agent_dir / 'moved.jsonl'}")
        await screen.until(lambda: (screen.session.state.session_file or "").endswith("moved.jsonl"))
        await screen.until(lambda: texts(screen) == ["first", "second"])


async def test_a_new_session_during_a_run_says_that_the_run_was_ended(real_pi: RealPi) -> None:
    async with on_screen(real_pi) as it:
        before = it.session.state.session_id
        await it.send("/new")
        await it.until(lambda: it.session.state.session_id != before and it.session.phase is Phase.IDLE)
        assert not any("run" in notice for notice in it.notices)
        await it.send("sleep 60")
        await it.until(lambda: it.session.phase is Phase.WORKING)
        await command(it, "/new")
        await asked(it)
        await it.press("enter")
        await it.until(lambda: "The run in the session before was ended." in it.notices)
        assert it.session.phase is Phase.IDLE


async def asked(it: OnScreen) -> None:
    """Stay until it is asked whether a run may be ended."""
    await it.until(lambda: isinstance(it.app.screen, Picker) and TITLE in it.text)


async def test_who_leaves_a_run_is_asked_and_who_stays_keeps_it(real_pi: RealPi) -> None:
    file = store(real_pi, 1, ["elsewhere", "yes"])
    async with on_screen(real_pi) as it:
        await it.send("sleep 60")
        await it.until(lambda: it.session.phase is Phase.WORKING and it.session.tree.last_id)
        present = it.session.state.session_id

        async def stays(*keys: str) -> None:
            await asked(it)
            await it.press(*keys)
            await it.until(lambda: isinstance(it.app.screen, MainScreen))
            assert it.session.phase is Phase.WORKING
            assert it.session.state.session_id == present

        await command(it, "/new")
        await stays("down", "enter")
        await command(it, f"/resume {file}")
        await stays("escape")
        await command(it, "/clone")
        await stays("escape")
        await command(it, f"/resume {file}")
        await asked(it)
        await it.press("enter")
        await it.until(lambda: "elsewhere" in texts(it) and it.session.phase is Phase.IDLE)


async def test_a_long_session_of_a_pi_elsewhere_is_shown_whole(real_pi: RealPi, tmp_path: Path) -> None:
    ssh = tmp_path / "ssh"
    ssh.write_text('#!/bin/sh\nexec "$@"\n')
    ssh.chmod(0o755)
    file = tmp_path / "long.jsonl"
    write_session(file, 2000, real_pi.cwd)
    far = replace(real_pi, argv=(str(ssh), *real_pi.argv))
    async with on_screen(far, "--session", str(file)) as it:
        await it.until(lambda: LAST_WORD in it.text)
        await it.until(lambda: len(it.app.session.tree) >= 2000)
        said = [source_text(block) for block in it.app.session.blocks]
        assert "station 0 " in said[0]
        assert sum("is slow" in text for text in said) == 500
        assert LAST_WORD in said[-1]
