"""The side pane: tools or tree, beside the conversation on a wide screen and over it on a narrow one."""

from __future__ import annotations

from dataclasses import dataclass

from rich.text import Text
from textual import events, on
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.message import Message
from textual.widgets import ContentSwitcher, Static

from pitui.render.palette import Palette
from pitui.session.changes import ChangeSet
from pitui.session.state import Session
from pitui.ui.focus import take_focus
from pitui.ui.palette import palette_for
from pitui.ui.textual_private import app_of
from pitui.ui.widgets.tools_pane import ToolsPane
from pitui.ui.widgets.tree import TreePane

_TITLES = {"tools": "Tools", "tree": "Tree"}
_HERE, _GAP = "❯ ", "  "


class SideTitle(Static):
    """Names both panes; a click on a name shows that pane."""

    @dataclass
    class Clicked(Message):
        """A name was clicked."""

        name: str

    def on_click(self, event: events.Click) -> None:
        """Tell which name is under the mouse."""
        column = event.x - self.gutter.left - len(_HERE)
        for name, words in _TITLES.items():
            if 0 <= column < len(words):
                self.post_message(self.Clicked(name))
            column -= len(words) + len(_GAP)


class Side(Vertical):
    """Shows one pane at a time; its title line names both, the shown one in bold."""

    DEFAULT_CSS = """
    Side #side-title { height: 1; padding: 0 1; }
    Side ContentSwitcher { height: 1fr; padding: 0 1; }
    """

    @dataclass
    class Switched(Message):
        """The user wants another pane."""

        name: str

    def __init__(self, palette: Palette) -> None:
        """Make the panes; the tools are shown first."""
        super().__init__()
        self.tools = ToolsPane(palette, id="tools")
        self.tree_pane = TreePane(palette, id="tree")

    def compose(self) -> ComposeResult:
        """Title, then the pane that is shown first; the other one is added when it is first wanted."""
        yield SideTitle(id="side-title", markup=False)
        with ContentSwitcher(initial="tools"):
            yield self.tools

    def on_mount(self) -> None:
        """Name the first pane."""
        self._tell_title()

    @property
    def current(self) -> str:
        """The id of the pane that is shown or would be."""
        return self.query_one(ContentSwitcher).current or "tools"

    @property
    def has_keys(self) -> bool:
        """Whether the keys go to a pane."""
        focused = self.screen.focused
        return focused is not None and self in focused.ancestors

    def tell_keys(self) -> None:
        """Mark the title while the keys go to the pane."""
        self._tell_title()

    @on(SideTitle.Clicked)
    def _title_clicked(self, event: SideTitle.Clicked) -> None:
        event.stop()
        self.post_message(self.Switched(event.name))

    def show(self, name: str) -> None:
        """Show a pane and give it the keys."""
        switcher = self.query_one(ContentSwitcher)
        if name == "tree" and not self.tree_pane.is_attached:
            switcher.mount(self.tree_pane)
            self.tree_pane.furnish()
            self.tree_pane.set_palette(palette_for(app_of(self).current_theme))
        switcher.current = name
        self._tell_title()
        if name == "tools":
            take_focus(self.tools.rows)
        else:
            self.tree_pane.focus_rows()

    def take(self, session: Session, changes: ChangeSet) -> None:
        """Hand what changed to both panes."""
        self.tools.take(session, changes)
        self.tree_pane.take(session, changes)

    def _tell_title(self) -> None:
        has_keys = self.has_keys
        title = Text(_HERE if has_keys else " " * len(_HERE), style="bold", no_wrap=True)
        for name, words in _TITLES.items():
            title.append(words, "bold underline" if name == self.current else "not bold dim")
            title.append(_GAP, "not bold")
        self.query_one("#side-title", SideTitle).update(title, layout=False)
