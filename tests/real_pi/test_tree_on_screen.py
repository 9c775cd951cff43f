"""The session tree on the whole screen over both versions of pi, by keys."""

from __future__ import annotations

import json
import os
import signal
from pathlib import Path

import pytest
from textual.widgets import OptionList

from pitui.session.blocks import BranchSummaryBlock, UserBlock
from pitui.session.phase import Phase
from pitui.session.tree_filters import Filter
from pitui.ui.screens.go_on import GoOn
from pitui.ui.screens.main import MainScreen
from pitui.ui.screens.tree import TreeScreen
from pitui.ui.widgets.side import Side
from pitui.ui.widgets.tree import TreeRows
from tests.conftest import RealPi
from tests.real_pi.on_screen import OnScreen, on_screen

pytestmark = pytest.mark.anyio


def prompts(it: OnScreen) -> list[str]:
    return [block.text for block in it.session.blocks if isinstance(block, UserBlock)]


async def asked(it: OnScreen, *texts: str) -> None:
    """Send prompts, each after the one before is done and stored."""
    for text in texts:
        await it.send(text)
        await it.until(lambda text=text: prompts(it)[-1:] == [text] and it.session.phase is Phase.IDLE)
        await it.until(lambda text=text: any(row.text == text for row in it.session.tree.rows()))


async def pane(it: OnScreen) -> TreeRows:
    """Open the pane; it has the keys then."""
    await it.press("f4")
    rows = it.app.screen.query_one(Side).tree_pane.rows
    await it.until(lambda: rows.has_focus and rows.count == len(rows.view.rows) and rows.count)
    return rows


async def go_on(it: OnScreen, rows: TreeRows, text: str, way: str) -> None:
    """Go on from the row with this text, in one of the three ways."""
    rows.go_to(next(row.id for row in rows.view.rows if row.text == text))
    await it.press("enter")
    await it.until(lambda: isinstance(it.app.screen, GoOn) and it.app.screen.query_one(OptionList).has_focus)
    await it.press(way)


async def on_main(it: OnScreen) -> None:
    await it.until(lambda: isinstance(it.app.screen, MainScreen))


@pytest.mark.parametrize("size", [(120, 40), (80, 24), (40, 10)])
async def test_going_on_in_place_keeps_the_draft_and_shows_the_branch(
    real_pi: RealPi, size: tuple[int, int]
) -> None:
    async with on_screen(real_pi, size=size) as it:
        await asked(it, "echo: one", "echo: two")
        it.editor.load_text("my draft")
        rows = await pane(it)
        await go_on(it, rows, "echo: two", "1")
        await on_main(it)
        await it.until(lambda: prompts(it) == ["echo: one"])
        await it.until(lambda: it.editor.text == "echo: two\n\nmy draft" and it.editor.has_focus)
        assert it.session.phase is Phase.IDLE
        await asked(it, "echo: three")
        assert prompts(it) == ["echo: one", "echo: three"]
        await it.until(
            lambda: {row.text for row in rows.view.rows} >= {"echo: two", "echo: three"} or size[0] < 110
        )


async def test_a_running_turn_is_stopped_and_its_queue_is_in_the_editor(real_pi: RealPi) -> None:
    async with on_screen(real_pi) as it:
        await asked(it, "echo: one")
        await it.send("sleep 60")
        await it.until(lambda: it.session.phase is Phase.WORKING)
        it.editor.load_text("and also this")
        await it.press("alt+enter")
        await it.until(lambda: not it.editor.text)
        rows = await pane(it)
        await go_on(it, rows, "echo: one", "1")
        await on_main(it)
        await it.until(lambda: not prompts(it) and it.session.phase is Phase.IDLE)
        await it.until(lambda: "and also this" in it.editor.text and "echo: one" in it.editor.text)


async def test_with_a_summary_under_instructions(real_pi: RealPi) -> None:
    async with on_screen(real_pi) as it:
        await asked(it, "echo: one", "echo: two")
        rows = await pane(it)
        await go_on(it, rows, "echo: one", "3")
        await it.write("only files")
        await it.press("enter")
        await on_main(it)
        await it.until(lambda: it.session.blocks and isinstance(it.session.blocks[-1], BranchSummaryBlock))
        await it.until(lambda: "summary of the branch" in it.text)


async def test_a_place_that_pi_forgot_is_offered_again(real_pi: RealPi) -> None:
    async with on_screen(real_pi) as it:
        await asked(it, "echo: one", "echo: two")
        rows = await pane(it)
        await go_on(it, rows, "echo: two", "1")
        await on_main(it)
        await it.until(lambda: prompts(it) == ["echo: one"] and it.editor.text)
        it.editor.load_text("")
        await killed(it)
        await it.press("ctrl+r")
        await it.until(lambda: (it.shown or "").startswith("You had gone on from “echo: two”"))
        assert prompts(it) == ["echo: one", "echo: two"]
        await it.until(lambda: it.card.has_keys)
        await it.press("enter")
        await it.until(lambda: prompts(it) == ["echo: one"] and it.editor.text == "echo: two")
        await asked(it, "echo: three")
        await killed(it)
        await it.press("ctrl+r")
        await it.ready()
        await it.until(lambda: prompts(it) == ["echo: one", "echo: three"])
        assert it.shown is None


async def killed(it: OnScreen) -> None:
    """pi is ended by the machine."""
    os.kill(it.controller.client.pid, signal.SIGKILL)
    await it.until(lambda: it.session.phase is Phase.DEAD)


async def test_the_tree_is_opened_by_two_escs_and_by_name(real_pi: RealPi) -> None:
    async with on_screen(real_pi) as it:
        await asked(it, "echo: one")
        it.editor.focus()
        await it.press("escape", "escape")
        await it.until(lambda: isinstance(it.app.screen, TreeScreen))
        await it.press("escape")
        await on_main(it)
        it.editor.load_text("a draft")
        await it.press("escape", "escape")
        assert isinstance(it.app.screen, MainScreen)
        for name, filter in (("/tree", Filter.DEFAULT), ("/fork", Filter.USER)):
            it.editor.load_text(name)
            await it.press("enter")
            await it.until(lambda: isinstance(it.app.screen, TreeScreen))
            assert isinstance(it.app.screen, TreeScreen)
            assert it.app.screen.pane.rows.view.filter is filter
            await it.press("escape")
            await on_main(it)


async def test_fork_clone_and_label(real_pi: RealPi) -> None:
    async with on_screen(real_pi) as it:
        await asked(it, "echo: one", "echo: two")
        files = [it.session.state.session_file]
        await it.send("/label here")
        await it.until(lambda: "here" in {row.label for row in it.session.tree.rows()})
        it.editor.load_text("/fork")
        await it.press("enter")
        await it.until(lambda: isinstance(it.app.screen, TreeScreen) and it.app.screen.pane.rows.has_focus)
        await it.press("end", "ctrl+f")
        await on_main(it)
        await it.until(lambda: it.session.state.session_file not in files and it.editor.text == "echo: two")
        assert prompts(it) == ["echo: one"]
        files.append(it.session.state.session_file)
        await asked(it, "echo: three")
        await it.send("/clone")
        await it.until(lambda: it.session.state.session_file not in files)
        assert prompts(it) == ["echo: one", "echo: three"]
        await asked(it, "echo: four")
        parents = [json.loads(Path(f or "").read_text().splitlines()[0]).get("parentSession") for f in files]
        own = json.loads(Path(it.session.state.session_file or "").read_text().splitlines()[0])
        assert [*parents, own["parentSession"]] == [None, *files]


async def test_without_a_bridge_pi_starts_and_the_lack_is_told(
    real_pi: RealPi, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    broken = tmp_path / "bridge.ts"
    broken.write_text("this is no extension")
    for module in ("pitui.ui.live", "pitui.runtime.bridge"):
        monkeypatch.setattr(f"{module}.BRIDGE_EXTENSION", broken)
    said: list[str] = []

    def say(_: MainScreen, message: str, **__: object) -> None:
        said.append(message)

    monkeypatch.setattr(MainScreen, "notify", say)
    async with on_screen(real_pi) as it:
        await it.until(lambda: any("could not load pitui's extension" in notice for notice in it.notices))
        assert not any("pi has ended" in notice for notice in it.notices)
        await asked(it, "echo: one")
        rows = await pane(it)
        rows.go_to(next(row.id for row in rows.view.rows if row.text == "echo: one"))
        await it.press("enter")
        await it.until(lambda: any("pi could not load it" in words for words in said))
        assert isinstance(it.app.screen, MainScreen)
        await it.press("ctrl+f")
        await it.until(lambda: not prompts(it) and it.editor.text == "echo: one")


async def test_the_bridge_is_never_seen(real_pi: RealPi) -> None:
    async with on_screen(real_pi) as it:
        await asked(it, "echo: one")
        await it.send("/label seen")
        await it.until(lambda: "seen" in {row.label for row in it.session.tree.rows()})
        assert not [c for c in it.session.commands if c.name.startswith("pitui")]
        assert not it.session.statuses
        assert "session_start" not in it.text


async def test_pis_setting_to_leave_branches_without_asking(real_pi: RealPi) -> None:
    file = real_pi.agent_dir / "settings.json"
    settings = {**json.loads(file.read_text()), "branchSummary": {"skipPrompt": True}}
    file.write_text(json.dumps(settings))
    async with on_screen(real_pi) as it:
        await asked(it, "echo: one")
        rows = await pane(it)
        rows.go_to(next(row.id for row in rows.view.rows if row.text == "echo: one"))
        await it.press("enter")
        await it.until(lambda: not prompts(it) and it.editor.text == "echo: one")
