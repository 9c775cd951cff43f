"""What the user is looking at: records in, state and changes out. Pure and synchronous; the clock is passed in."""

from __future__ import annotations

from collections.abc import Iterable

from pitui.protocol.codec import Record
from pitui.protocol.content import usage_in
from pitui.protocol.extension_ui import SetWidgetRequest
from pitui.protocol.responses import BashResult, Entries, SessionState, SessionStats, SlashCommand, Tree
from pitui.session.blocks import AnyBlock, BashBlock, Level, NoticeBlock, ToolBlock
from pitui.session.cache_notices import CacheNotices
from pitui.session.changes import Area
from pitui.session.confirm import confirm
from pitui.session.extension_ui import Notification, PendingDialog
from pitui.session.history import Reading
from pitui.session.outcome import Outcome, Outcomes
from pitui.session.phase import Phase
from pitui.session.records import Queue, Records
from pitui.session.restore import local_rows, restore, rows_behind
from pitui.session.tree import SessionTree

VIRTUAL = "pi-virtual"
"""The API of models that choose another one for each request (pi 1.6.0, docs/virtual-models.md)."""

__all__ = ["Notification", "PendingDialog", "Queue", "Session"]


class Session:
    """One session on the screen. All times are in the clock of whoever calls, in seconds.

    Attributes:
        changes: what changed since the screen last took it.
        phase_since: when the present phase began.
        tree: the entries of the session file.
        exit: how pi ended, None while it runs.
        providers: that have models to use; empty until they are known.
        is_subscription: whether the model is paid for by a subscription, as far as that is known.
    """

    def __init__(self, now: float = 0.0) -> None:
        """Begin with nothing known of pi, at a time of the clock."""
        self._records = Records()
        self._conversation = self._records.conversation
        self._progress = self._records.progress
        self._ui = self._records.ui
        self.changes = self._conversation.changes
        self.tree = SessionTree()
        self.phase_since = now
        self.exit: str | None = None
        self.providers: frozenset[str] = frozenset()
        self.is_subscription = False
        self._phase: Phase = self._progress.phase
        self._now = now
        self._stats: SessionStats | None = None
        self._commands: list[SlashCommand] = []
        self._shown_id: str | None = None
        self.cache_notices.begin(self.tree)
        self._reading = Reading(caches=self.cache_notices)
        self._first_key = 0
        self._is_replacing = False

    # -- what is there ---------------------------------------------------------------------------------------

    @property
    def blocks(self) -> list[AnyBlock]:
        """The conversation, oldest first; not to be changed."""
        return self._conversation.blocks

    @property
    def phase(self) -> Phase:
        """What pi is doing."""
        return self._phase

    @property
    def runs_shell(self) -> bool:
        """Whether a `!` command of the user runs."""
        return self._records.shell.is_running

    @property
    def outcome(self) -> Outcome:
        """How the latest run has ended."""
        return self._records.outcomes.latest

    @property
    def cache_notices(self) -> CacheNotices:
        """What is told about prompt caches, if that is wanted."""
        return self._records.caches

    @property
    def queue(self) -> Queue:
        """What waits in pi; kept when pi dies, so that its texts can be given back."""
        return self._records.queue

    @property
    def state(self) -> SessionState:
        """The last `get_state`, kept up to date by events."""
        return self._records.state

    @property
    def stats(self) -> SessionStats | None:
        """The last `get_session_stats`."""
        return self._stats

    @stats.setter
    def stats(self, stats: SessionStats | None) -> None:
        self._stats = stats
        self.changes.area(Area.STATUS)

    @property
    def cache_hit_rate(self) -> float | None:
        """How much of the latest prompt was read from the cache, in percent; None when that is not known."""
        usage = None if self._records.latest is None else usage_in(self._records.latest.usage)
        prompt = 0 if usage is None else usage.input + usage.cache_read + usage.cache_write
        return 100 * usage.cache_read / prompt if usage is not None and prompt > 0 else None

    @property
    def routed_to(self) -> str | None:
        """Which model has given the latest answer for a virtual one, and how much it thinks (pi 1.6.0)."""
        model, answer = self.state.model, self._records.latest
        if model is None or model.api != VIRTUAL or answer is None:
            return None
        if answer.stop_reason in ("error", "aborted"):
            return None
        return " · ".join(filter(None, (answer.model, answer.thinking_level)))

    @property
    def commands(self) -> list[SlashCommand]:
        """The last `get_commands`."""
        return self._commands

    @commands.setter
    def commands(self, commands: list[SlashCommand]) -> None:
        self._commands = commands
        self.changes.area(Area.COMMANDS)

    @property
    def dialogs(self) -> list[PendingDialog]:
        """The dialogs that wait for an answer, oldest first."""
        return self._ui.dialogs

    @property
    def statuses(self) -> dict[str, str]:
        """The status text of each key."""
        return self._ui.statuses

    @property
    def widgets(self) -> dict[str, SetWidgetRequest]:
        """The widget of each key."""
        return self._ui.widgets

    @property
    def title(self) -> str | None:
        """The terminal's title as an extension wants it."""
        return self._ui.title

    @property
    def notifications(self) -> list[Notification]:
        """The latest notifications, newest last; the screen may remove what it has shown."""
        return self._ui.notifications

    @property
    def editor_text(self) -> str | None:
        """What an extension wants in the editor; the screen takes it and sets None."""
        return self._ui.editor_text

    @editor_text.setter
    def editor_text(self, text: str | None) -> None:
        self._ui.editor_text = text

    def block(self, key: int) -> AnyBlock | None:
        """The block with this key."""
        return self._conversation.block(key)

    def index(self, key: int) -> int | None:
        """Where the block with this key is in `blocks`."""
        return self._conversation.index(key)

    def tool(self, call_id: str) -> ToolBlock | None:
        """The call with this id, also a nested one."""
        return self._conversation.tools.get(call_id)

    # -- what pi says ----------------------------------------------------------------------------------------

    def apply(self, record: Record, now: float) -> None:
        """Take in any record, in any order. Never raises."""
        self._records.apply(record, now)
        self._noticed(now)

    def load(self, entries: Entries, state: SessionState) -> None:
        """Show what pi has stored: after the start, and after a replacement, a navigation or a reload.

        What the phase is comes from `state`: pi 0.82.1 replaces a session without a word about the run it ends.

        Args:
            entries: all entries.
            state: `get_state`.
        """
        tree = SessionTree()
        tree.add(entries)
        self._loaded(tree, state, is_shown=False)

    def go_on(self, entries: Entries, state: SessionState) -> None:
        """As `load`, for a session that is shown already, from its file.

        Args:
            entries: those since `tree.last_id`.
            state: `get_state`.
        """
        is_shown = not entries.entries and entries.leaf_id == self.tree.leaf_id
        self.tree.add(entries)
        self._loaded(self.tree, state, is_shown=is_shown)

    def load_whole(self, entries: Entries) -> None:
        """Take in all entries of a session whose last ones were loaded; what has come since stays as it is."""
        self.tree = SessionTree()
        self.tree.add(entries)
        self._records.latest = self._records.latest or self.tree.latest_answer()
        self._show_branch(rows_behind(self.blocks, self.tree.path()), running=False)
        self.changes.area(Area.TREE)

    def _loaded(self, tree: SessionTree, state: SessionState, *, is_shown: bool) -> None:
        is_same = state.session_id == self.state.session_id
        if not is_same:
            self._records.outcomes = Outcomes()
        stays = is_same or self._phase is Phase.STARTING
        told, self._is_replacing = self._is_replacing, False
        keep = [row for row in self._local_rows() if stays or (told and isinstance(row, NoticeBlock))]
        self.tree = tree
        self._records.latest = tree.latest_answer()
        self._progress.loaded(state.is_streaming, state.is_compacting)
        self.exit = None
        self._records.set_queue(Queue())
        if not is_shown or self.cache_notices.are_outdated:
            self._records.begin()
            self._show_branch(keep)
        self.changes.area(Area.TREE)
        self.update_state(state)

    def add_entries(self, entries: Entries) -> None:
        """Take in `get_entries(since=tree.last_id)`: blocks learn their entries, and what is missing is shown.

        When the leaf is on another branch than the one shown, that branch is shown instead.
        """
        self.tree.add(entries)
        self.changes.area(Area.TREE)
        path = self.tree.path_since(self._shown_id)
        if path is None:
            self._records.begin()
            self._show_branch(self._local_rows())
        elif path:
            self._shown_id = path[-1].id
            confirm(self._conversation, path, self._reading)

    def learn(self, entries: Entries) -> None:
        """Take in `get_entries(since=tree.last_id)` at any time: while pi is at work only the tree learns them.

        The blocks of a run come by its records; they learn their entries when it is over.
        """
        if self._phase is Phase.IDLE:
            self.add_entries(entries)
        else:
            self.tree.add(entries)
            self.changes.area(Area.TREE)

    def load_tree(self, tree: Tree) -> None:
        """Take in `get_tree`, which adds to the tree what it lacks."""
        self.tree.add_nodes(tree)
        self.changes.area(Area.TREE)

    def update_state(self, state: SessionState) -> None:
        """Take in `get_state`."""
        self._records.state = state
        if state.model is not None:
            self.cache_notices.price([state.model])
        self.changes.area(Area.STATUS)
        self._progress.checked(state.is_streaming)
        self._noticed(self._now)

    # -- what happens on this side ---------------------------------------------------------------------------

    def started(self, now: float) -> None:
        """A pi process was started: `STARTING` until `load`."""
        self._progress.started()
        if self.exit is not None:
            self._first_key = self._conversation.new_key()
            self._records.notices.clear()
        self.exit = None
        self.phase_since = now
        self._noticed(now)

    def sending(self, now: float) -> None:
        """A prompt goes to pi; `accepted` or `refused` follows for each, in order."""
        self._progress.sending()
        self._noticed(now)

    def accepted(self, disposition: str | None, now: float) -> None:
        """pi has accepted a prompt: `started`, `queued`, `handled`, or None from a pi that does not say."""
        self._progress.accepted(disposition)
        self._noticed(now)

    def refused(self, reason: str, now: float) -> None:
        """pi has refused a prompt; the reason is shown."""
        self._progress.refused()
        self.notice(Level.ERROR, reason, now)

    def stopping(self, now: float) -> None:
        """The user stops what is under way."""
        self._progress.stopping()
        self._noticed(now)

    def summarising(self, under_way: bool, now: float) -> None:
        """pi was asked for the summary of a branch that is left, or has answered."""
        self._progress.summarising(under_way)
        self._noticed(now)

    def died(self, status_text: str, now: float) -> None:
        """pi has ended: nothing that was under way will end by itself. `status_text` is shown."""
        self._progress.died()
        self.exit = status_text
        self._records.end_run(now)
        self._records.shell.cut(now)
        self._ui.clear_dialogs()
        self.notice(Level.ERROR, status_text, now)

    def bash_started(self, request_id: str, command: str, excluded: bool, now: float) -> None:
        """A `!` command goes to pi under this id; `excluded` when the model shall not see its output."""
        self._records.shell.started(request_id, command, excluded, now)
        self._noticed(now)

    def bash_finished(self, request_id: str, result: BashResult, now: float) -> None:
        """pi has answered a `!` command."""
        self._records.shell.finished(request_id, result, now)
        self._noticed(now)

    def bash_failed(self, request_id: str, now: float) -> None:
        """pi has not answered a `!` command, or not so that it can be read."""
        self._records.shell.failed(request_id, now)
        self._noticed(now)

    def notice(self, level: Level, text: str, now: float) -> None:
        """Show a line that is of no message."""
        self._records.notice(level, text)
        self._noticed(now)

    def expire_dialogs(self, now: float) -> list[PendingDialog]:
        """Take away the dialogs whose time is over, and return them; pi has answered them itself."""
        return self._ui.expire(now)

    def close_dialog(self, request_id: str) -> PendingDialog | None:
        """Take away an answered dialog, and return it; None when it is not there (any more)."""
        return self._ui.close(request_id)

    def replacing(self) -> None:
        """A command that replaces or reloads the session is about to go to pi; `replaced` follows if it did."""
        self._ui.begin_replacement()
        self._records.notices.clear()
        self._is_replacing = True

    def replaced(self) -> None:
        """The session was replaced: statuses, widgets and title that are older than `replacing` are gone."""
        self._ui.finish_replacement()

    # -- plumbing --------------------------------------------------------------------------------------------

    def _local_rows(self) -> list[BashBlock | NoticeBlock]:
        return local_rows(self.blocks, self._records.notices, self._first_key)

    def _show_branch(self, keep: Iterable[AnyBlock], *, running: bool | None = None) -> None:
        path = self.tree.path()
        self._shown_id = path[-1].id if path else None
        self.cache_notices.begin(self.tree)
        self._reading = Reading(caches=self.cache_notices)
        running = self._progress.is_running if running is None else running
        restore(self._conversation, path, reading=self._reading, running=running, keep=keep)

    def _noticed(self, now: float) -> None:
        self._now = now
        self.tree.is_running = self._progress.is_running
        phase = self._progress.phase
        if phase is not self._phase:
            self._phase, self.phase_since = phase, now
            self.changes.area(Area.PHASE)
