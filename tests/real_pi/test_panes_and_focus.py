"""Where the focus is and how it is seen; panes that come and go."""

from __future__ import annotations

import pytest
from textual.widgets import ContentSwitcher

from pitui.session.phase import Phase
from pitui.ui.screens.picker import Picker
from pitui.ui.screens.tree import TreeScreen
from pitui.ui.widgets.side import SideTitle
from pitui.ui.widgets.tree import TreeRows
from tests.conftest import RealPi
from tests.real_pi.on_screen import on_screen

pytestmark = pytest.mark.anyio


async def test_title_prompt_and_hints_tell_where_the_keys_go(real_pi: RealPi) -> None:
    async with on_screen(real_pi, size=(120, 30)) as screen:
        mark = screen.app.screen.query_one("#prompt-mark")
        bright = mark.styles.color
        assert "❯ Tools" not in screen.text
        await screen.press("f2")
        await screen.until(lambda: "❯ Tools  Tree" in screen.text)
        assert "esc back to the editor · tab list or call" in screen.text
        await screen.until(lambda: mark.styles.color != bright)
        await screen.press("escape")
        await screen.until(lambda: "enter sends" in screen.text)
        assert "❯ Tools" not in screen.text
        await screen.until(lambda: mark.styles.color == bright)
        await screen.press("f2", "f2")
        await screen.until(lambda: "Tools  Tree" not in screen.text)
        assert screen.editor.has_focus


async def test_a_narrower_terminal_does_not_cover_the_conversation(real_pi: RealPi) -> None:
    async with on_screen(real_pi, size=(120, 30)) as screen:
        main = screen.app.screen
        await screen.press("f4")
        await screen.until(lambda: main.has_class("-side"))
        await screen.pilot.resize_terminal(80, 24)
        await screen.until(lambda: not main.has_class("-side"))
        assert screen.editor.has_focus
        await screen.press("f4")
        await screen.until(lambda: main.has_class("-side"))
        await screen.press("escape")
        assert not main.has_class("-side")
        await screen.pilot.resize_terminal(120, 30)
        await screen.until(lambda: main.has_class("-side"))


async def test_a_second_esc_right_after_leaving_a_pane_stops_nothing(real_pi: RealPi) -> None:
    async with on_screen(real_pi, size=(80, 24)) as screen:
        await screen.send("sleep 30")
        await screen.until(lambda: screen.session.phase.is_busy)
        await screen.press("f2")
        screen.burst("escape", "escape")
        await screen.until(lambda: not screen.app.screen.has_class("-side"))
        await screen.pilot.pause(0.4)
        assert screen.session.phase is Phase.WORKING
        await screen.press("escape")
        await screen.until(lambda: not screen.session.phase.is_busy)


async def test_the_tree_shows_its_keys_and_does_what_is_chosen(real_pi: RealPi) -> None:
    async with on_screen(real_pi, size=(120, 30)) as screen:
        await screen.press("f4", "f1")
        await screen.until(lambda: isinstance(screen.app.screen, Picker))
        await screen.until(lambda: "Fork: a new session before this message" in screen.text)
        await screen.press("escape", "escape")
        await screen.app.run_action("screen.open_tree")
        await screen.until(lambda: isinstance(screen.app.screen, TreeScreen))
        await screen.press("f1")
        await screen.until(lambda: isinstance(screen.app.screen, Picker))
        await screen.write("only your messages")
        await screen.press("enter")
        await screen.until(lambda: isinstance(screen.app.screen, TreeScreen))
        rows = screen.app.screen.query_one(TreeRows)
        await screen.until(lambda: rows.view.filter.name == "USER")
        await screen.press("escape")


async def test_a_click_on_the_name_of_a_pane_shows_it(real_pi: RealPi) -> None:
    async with on_screen(real_pi, size=(120, 30)) as screen:
        switcher = screen.app.screen.query_one(ContentSwitcher)
        at = next(row for row in screen.rows if "Tools  Tree" in row).index("Tree")
        title = screen.app.screen.query_one(SideTitle)
        await screen.pilot.click(SideTitle, offset=(at - title.region.x, 0))
        await screen.until(lambda: switcher.current == "tree")
        await screen.pilot.click(SideTitle, offset=(at - title.region.x - 5, 0))
        await screen.until(lambda: switcher.current == "tools")
