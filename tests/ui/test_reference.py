"""The registry holds: every action does something, every RPC command is behind one, and the README says so."""

from __future__ import annotations

import inspect
import re
from pathlib import Path

from textual.actions import parse

from pitui.runtime.bridge import BRIDGE_EXTENSION
from pitui.ui.actions import ACTIONS, BY_ID
from pitui.ui.app import PituiApp
from pitui.ui.commands import Commands
from pitui.ui.commands.rpc import RPC_COMMANDS
from pitui.ui.editor_actions import EDITOR_ACTIONS
from pitui.ui.keys import EVERY_ACTION
from pitui.ui.list_actions import BLOCK_ACTIONS, SESSIONS_ACTIONS, TOOLS_ACTIONS, TREE_ACTIONS
from pitui.ui.plan import Plan
from pitui.ui.reference import BRIDGE, RPC, written_into
from pitui.ui.screens.main import MainScreen
from pitui.ui.screens.sessions import Sessions
from pitui.ui.session_place import SessionPlace
from pitui.ui.widgets.editor import Editor
from pitui.ui.widgets.tools_pane import ToolsPane
from pitui.ui.widgets.transcript import Transcript
from pitui.ui.widgets.tree import TreeRows

README = Path(__file__).parents[2] / "README.md"
KNOWN = {action.id for action in EVERY_ACTION}


def test_the_readme_has_the_table_of_the_registry() -> None:
    text = README.read_text(encoding="utf-8")
    assert written_into(text) == text, "run: python -m pitui.ui.reference README.md"


def test_every_rpc_command_of_pi_is_behind_an_action() -> None:
    behind = {name for names in RPC.values() for name in names}
    assert behind == set(RPC_COMMANDS)
    assert set(RPC) <= KNOWN


def test_every_command_of_the_bridge_that_is_named_exists() -> None:
    source = BRIDGE_EXTENSION.read_text(encoding="utf-8")
    commands = set(re.findall(r'command\("([a-z-]+)"', source))
    assert set(BRIDGE.values()) <= commands
    assert set(BRIDGE) <= KNOWN


def test_every_action_of_the_screen_can_be_done(tmp_path: Path) -> None:
    screen = MainScreen(plan := Plan(cwd=tmp_path), SessionPlace(plan))
    commands = Commands(screen, screen.live)
    for action in ACTIONS:
        where, name, arguments = parse(action.call)
        owner = {"screen": MainScreen, "app": PituiApp}[where]
        method = getattr(owner, f"action_{name}")
        inspect.signature(method).bind(None, *arguments)
        if name == "command":
            assert str(arguments[0]) in commands, action.id


def test_every_action_of_editor_and_tree_can_be_done() -> None:
    for action in EDITOR_ACTIONS:
        name = parse(action.call)[1]
        assert hasattr(Editor, f"action_{name}") or name in ("submit", "new_line"), action.id
    lists = (
        (BLOCK_ACTIONS, Transcript),
        (TREE_ACTIONS, TreeRows),
        (TOOLS_ACTIONS, ToolsPane),
        (SESSIONS_ACTIONS, Sessions),
    )
    for actions, owner in lists:
        for action in actions:
            assert hasattr(owner, f"action_{parse(action.call)[1]}"), action.id


def test_titles_tell_what_stands_behind_a_slash_name() -> None:
    for action in BY_ID.values():
        for named in re.findall(r"(?:^|\s)/([a-z-]+)", action.title):
            assert named == action.slash, action.id
