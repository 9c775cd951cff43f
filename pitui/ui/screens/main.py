"""The screen of a session: panes take what changed, keys become intents. It holds no state of the session."""

from __future__ import annotations

from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal
from textual.events import DescendantBlur, DescendantFocus, Key, Paste, Resize
from textual.widgets import Static

from pitui.disk.tree_places import TreePlaces
from pitui.session.blocks import ToolBlock
from pitui.session.changes import Area
from pitui.session.controller import Controller
from pitui.session.delivery import Refused
from pitui.session.draft import Markers
from pitui.session.phase import Phase
from pitui.session.tree_filters import Filter
from pitui.ui.actions import bindings
from pitui.ui.clearing import Clearing
from pitui.ui.collector import Collector
from pitui.ui.commands import Commands
from pitui.ui.early import EarlyStart
from pitui.ui.extensions import Extensions
from pitui.ui.focus import hand_to_editor, take_focus
from pitui.ui.frames import Frames
from pitui.ui.live import Live
from pitui.ui.palette import palette_for
from pitui.ui.place import place_label
from pitui.ui.place_hints import place_hints
from pitui.ui.plan import Plan
from pitui.ui.preferences import keys_of, preferences_of
from pitui.ui.screens.panes import PanesScreen
from pitui.ui.sending import Sending
from pitui.ui.session_place import SessionPlace
from pitui.ui.starting import Starting
from pitui.ui.textual_private import app_of
from pitui.ui.thinking_mark import mark_thinking
from pitui.ui.tree_actions import TreeActions
from pitui.ui.tree_keys import show_tree_keys
from pitui.ui.warming import Warming
from pitui.ui.watching import Watching
from pitui.ui.widgets.activity import Activity
from pitui.ui.widgets.completion import Completion
from pitui.ui.widgets.dialogs import DialogCard
from pitui.ui.widgets.editor import Editor
from pitui.ui.widgets.editor.area import MarkedArea
from pitui.ui.widgets.editor.kill_ring import KillRing
from pitui.ui.widgets.empty import Empty
from pitui.ui.widgets.extension_widgets import ExtensionWidgets
from pitui.ui.widgets.find_bar import FindBar
from pitui.ui.widgets.header import Header
from pitui.ui.widgets.queue import QueueRows
from pitui.ui.widgets.side import Side
from pitui.ui.widgets.status import StatusLine
from pitui.ui.widgets.transcript import Transcript
from pitui.ui.widgets.tree import LabelInput, TreeRows
from pitui.ui.writing import Writing

LEAVE_SECONDS = 0.3
"""An Esc so soon after the one that has left a pane was not meant for the run."""


class MainScreen(PanesScreen):
    """Conversation, side pane, dialogs, queue, editor and status."""

    BINDINGS: ClassVar[list[BindingType]] = [*bindings()]
    AUTO_FOCUS = ""

    def __init__(self, plan: Plan, place: SessionPlace, early: EarlyStart | None = None) -> None:
        """Make the screen of a plan; pi starts when it is mounted, if `early` has not started it already.

        Args:
            plan: what the command line decided.
            place: follows the session on the screen.
            early: has perhaps started pi.
        """
        super().__init__()
        self.plan = plan
        self.live = Live(plan, place, on_change=self._changed, on_refused=self._refused, early=early)
        self._sending = Sending(self, self.live.controller, plan.cwd)
        self._sending.on_waiting = self._changed
        self._writing = Writing(self, self.live.controller, self._sending, folder=plan.cwd, state=plan.state)
        self._extensions = Extensions(self, self.live)
        self._tree = TreeActions(
            self,
            self.live,
            sending=self._sending,
            asking=self._extensions.asking,
            places=TreePlaces(plan.state and plan.state / "tree-places.json"),
            leave=self.leave_pane,
        )
        self._markers, self._kills = Markers(), KillRing()
        self._frames = Frames(self, self._draw)
        self._starting = Starting(self, self.live, self._frames.painted)
        self._collector = Collector(self.set_timer)
        self._warming = Warming()
        self._clearing = Clearing(self, self.live.now)
        self._pressed_at, self._left_at = 0.0, -LEAVE_SECONDS
        self._commands = Commands(self, self.live)
        self._watching = Watching(self, self.live)

    @property
    def controller(self) -> Controller:
        """The controller of the session on the screen."""
        return self.live.controller

    def compose(self) -> ComposeResult:
        """The rooms of the screen, from the top."""
        palette = palette_for(app_of(self).current_theme)
        self.arrange_side(app_of(self).size.width)
        yield Header()
        transcript, side = Transcript(self.controller.session, palette=palette), Side(palette)
        self.place_side(side, transcript)
        with Horizontal(id="body"):
            yield transcript
            yield side
        yield Empty(self.plan)
        yield DialogCard()
        yield FindBar()
        yield QueueRows(self.controller.steering, self._markers, self._kills)
        yield Activity(self.controller.session, self.live.now())
        yield ExtensionWidgets(id="widgets-above")
        with Horizontal(id="input"):
            yield Static("❯", id="prompt-mark", markup=False)
            yield Editor(markers=self._markers, kills=self._kills)
        yield Completion()
        yield ExtensionWidgets(id="widgets-below")
        yield StatusLine()

    def on_mount(self) -> None:
        """Show the place and start pi."""
        self._collector.start()
        editor = self.query_one(Editor)
        editor.as_default = lambda key: preferences_of(self).keys.as_default(key)
        take_focus(editor)
        self._writing.mounted()
        preferences = preferences_of(self)
        self.controller.session.cache_notices.are_wanted = lambda: preferences.tells_of_caches
        self._tell_place()
        if preferences_of(self).shows_thinking:
            self.query_one(Transcript).toggle_thinking()
        self._frames.request()
        self.run_worker(self._begin(), exit_on_error=True)

    def on_unmount(self) -> None:
        """Give the garbage collector back."""
        self._collector.stop()

    async def show_end(self) -> None:
        """Show the end of a long session that is about to be opened, already in the first picture."""
        await self._starting.show_end()

    async def _begin(self) -> None:
        self._watching.begin()
        if not await self._starting.prepare():
            app_of(self).exit()
            return
        if self.plan.prompt:
            self.controller.send(self.plan.prompt, "steer")
        await self.live.run()

    def _refused(self, refused: Refused) -> None:
        self._sending.give_back(refused)

    # -- drawing ---------------------------------------------------------------------------------------------

    def _changed(self) -> None:
        self._frames.request()

    async def _draw(self) -> None:
        session = self.controller.session
        changes = session.changes.take()
        now = self.live.now()
        self._collector.busy()
        self._warming.take(session.phase)
        if changes.restructured_from == 0 and session.blocks:
            self._collector.opened()
        if self.query_one(Transcript).take(changes):
            self._frames.request()
        self.query_one(Empty).display = not session.blocks and session.phase is not Phase.DEAD
        self.query_one(Side).take(session, changes)
        self._writing.take()
        self._sending.take()
        self._commands.take()
        waiting = self._sending.waiting or self._commands.waiting
        self.query_one(Activity).take(session, now, self.live.progress or waiting)
        if Area.STATUS in changes.areas:
            self.query_one(StatusLine).take(session)
            mark_thinking(self.query_one("#input"), session.state.thinking_level)
            self._commands.look_at_model()
            self._tell_place()
        self._tree.take(changes)
        await self._extensions.take(changes)

    def _tell_place(self) -> None:
        session = self.controller.session
        self.live.place.follow(session.state.session_file)
        place = place_label(self.live.place.cwd)
        self.query_one(Header).tell(session.title or session.state.session_name, place)

    def on_resize(self, event: Resize) -> None:
        """Put the side pane beside the conversation; where it has no room, it covers nothing unasked."""
        self.rearrange_side(event.size.width)
        self._extensions.arrange()

    @on(Editor.AtEdge)
    def _edge(self, event: Editor.AtEdge) -> None:
        self._writing.at_edge(event.direction)

    @on(MarkedArea.Jumping)
    def _tell_jump(self, event: MarkedArea.Jumping) -> None:
        words = {
            1: "jump ahead to which character? esc cancels",
            -1: "jump back to which character? esc cancels",
        }
        self.query_one(Activity).tell(words[event.direction] if event.direction else "")

    def back_to_editor(self) -> None:
        """Give the keys to the editor."""
        self._left_at = self._pressed_at
        super().back_to_editor()

    def pane_shown(self, name: str) -> None:
        """The tree is asked for when it is looked at."""
        if name == "tree":
            self.controller.intend(self.controller.refresh_tree)

    @on(QueueRows.Left)
    def _queue_left(self) -> None:
        self.back_to_editor()

    @on(DescendantFocus)
    @on(DescendantBlur)
    def _focus_moved(self) -> None:
        self.query_one("#input").set_class(isinstance(self.focused, Editor), "-focus")
        self.query_one(Activity).tell_place(place_hints(self.focused, keys_of(self)))
        self.query_one(Side).tell_keys()

    @on(QueueRows.Returned)
    def _queue_returned(self, event: QueueRows.Returned) -> None:
        self._writing.returned(event.text, event.reason)

    # -- keys ------------------------------------------------------------------------------------------------

    async def action_interrupt(self) -> None:
        """End the innermost thing."""
        editor = self.query_one(Editor)
        if self._extensions.asking.escape() or self._watching.escape():
            return
        if self._pressed_at - self._left_at < LEAVE_SECONDS:
            return
        if self.has_class("-side") and self.has_class("-slim"):
            self.open_side(False)
            self.back_to_editor()
        elif self.focused is not editor and not self.has_class("-view"):
            self.back_to_editor()
        elif not await self._writing.interrupt() and not editor.text:
            self._tree.escape()

    async def action_restart(self) -> None:
        """Start pi again on the same session; while it runs the key searches what was sent before."""
        if self.controller.is_alive:
            await self._writing.do("search_history")
        else:
            self.live.restart()

    async def action_write(self, what: str) -> None:
        """Do something around the editor."""
        await self._writing.do(what)

    def action_open_tree(self, name: str = "") -> None:
        """Open the session tree on the whole screen, with a filter or the one that the user prefers."""
        self._tree.open(Filter[name] if name else None)

    def action_clone_session(self) -> None:
        """Go on in a copy of this branch."""
        self._tree.clone()

    def action_label_place(self, label: str = "") -> None:
        """Label the entry from which the session goes on."""
        self._tree.label_place(label)

    def action_switch_dialog(self) -> None:
        """Give the keys to the dialog that waits, or back to the editor; without one, to the next pane."""
        if not self.query_one(Side).tree_pane.turn() and not self._extensions.asking.switch():
            self.focus_next()

    async def action_turn_dialog(self, steps: int) -> None:
        """Look through the dialogs that wait."""
        await self._extensions.asking.turn(steps)

    def action_show_notifications(self) -> None:
        """List what extensions have notified."""
        self._extensions.show_notifications()

    def action_clear_or_quit(self) -> None:
        """Copy the selection, else clear the editor; twice quits."""
        if self._clearing.clear():
            self.run_worker(self.action_quit())

    def key_came(self, key: Key) -> None:
        """A key was pressed, and is about to do what it does."""
        self._pressed_at = key.time
        self._clearing.key_came()

    def on_key(self, event: Key) -> None:
        """A character that nobody wants is the beginning of a text for pi."""
        if self._watching.key(event):
            event.stop()
        elif event.is_printable and event.key not in self.active_bindings:
            event.stop()
            hand_to_editor(self, [event])

    def on_paste(self, event: Paste) -> None:
        """So is a paste."""
        if not self.has_class("-view"):
            event.stop()
            hand_to_editor(self, [event])

    async def action_quit_if_empty(self) -> None:
        """Quit, unless there is a draft."""
        if self.query_one(Editor).text:
            self.query_one(Editor).action_delete_right()
        else:
            await self.action_quit()

    async def action_quit(self) -> None:
        """End pi in an orderly way, then pitui."""
        self._extensions.close()
        self._writing.close()
        await self.live.close()
        self._frames.stop()
        app_of(self).exit()

    def action_command(self, name: str, argument: str = "") -> None:
        """Run one of the commands, with what stands behind its name in the editor."""
        self._commands.run(name, argument)
        self._changed()

    # -- panes tell ------------------------------------------------------------------------------------------

    @on(DialogCard.Answered)
    async def _answer(self, event: DialogCard.Answered) -> None:
        await self._extensions.asking.answered(event)

    @on(DialogCard.Dropped)
    def _keep_dropped(self, event: DialogCard.Dropped) -> None:
        self._writing.keep(event.text)

    @on(Editor.Changed)
    def _draft_changed(self, event: Editor.Changed) -> None:
        if isinstance(event.text_area, Editor):
            self._writing.changed()
            self._extensions.asking.typed()

    @on(TreeRows.Wanted)
    def _tree_wants(self, event: TreeRows.Wanted) -> None:
        self._tree.wanted(event)

    @on(TreeRows.KeysWanted)
    def _tree_keys(self, event: TreeRows.KeysWanted) -> None:
        show_tree_keys(event.rows)

    @on(LabelInput.Given)
    def _label_given(self, event: LabelInput.Given) -> None:
        self._tree.label(event.entry_id, event.label)

    @on(Transcript.BlockSelected)
    def _show_in_pane(self, event: Transcript.BlockSelected) -> None:
        if isinstance(self.controller.session.block(event.key), ToolBlock):
            self.query_one(Side).tools.select(event.key)
