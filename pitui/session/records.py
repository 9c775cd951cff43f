"""Which record changes what: each family has its reducer, and this is where they are kept and fed."""

from __future__ import annotations

from typing import NamedTuple

from pitui.protocol.codec import Record, Undecodable
from pitui.protocol.entries import (
    BranchSummaryEntry,
    CompactionEntry,
    ContextEditEntry,
    CustomMessageEntry,
    UsageEntry,
)
from pitui.protocol.events import (
    AgentSettled,
    AgentStart,
    AutoRetryEnd,
    AutoRetryStart,
    BashExecutionUpdate,
    CompactionEnd,
    CompactionStart,
    EntryAppended,
    ExtensionError,
    MessageEnd,
    MessageStart,
    MessageUpdate,
    QueueUpdate,
    SessionInfoChanged,
    SummarizationRetryScheduled,
    ThinkingLevelChanged,
    ToolExecutionEnd,
    ToolExecutionStart,
    ToolExecutionUpdate,
)
from pitui.protocol.extension_ui import (
    ConfirmRequest,
    EditorRequest,
    InputRequest,
    NotifyRequest,
    SelectRequest,
    SetEditorTextRequest,
    SetStatusRequest,
    SetTitleRequest,
    SetWidgetRequest,
    UnknownUIRequest,
)
from pitui.protocol.messages import AssistantMessage
from pitui.protocol.responses import SessionState
from pitui.session.blocks import Level, NoticeBlock, ToolState
from pitui.session.cache_notices import CacheNotices
from pitui.session.changes import Area
from pitui.session.confirm import confirm
from pitui.session.conversation import Conversation
from pitui.session.extension_ui import ExtensionUI
from pitui.session.growing import join_surrogates
from pitui.session.history import Reading, mark_omitted
from pitui.session.messages import Messages
from pitui.session.outcome import Outcomes
from pitui.session.phase import Progress
from pitui.session.recovery import Recovery
from pitui.session.shell import Shell


class Queue(NamedTuple):
    """Texts that pi holds back until the run can take them, in order."""

    steering: tuple[str, ...] = ()
    follow_up: tuple[str, ...] = ()


class Records:
    """The reducers of one session.

    Attributes:
        conversation: the blocks and their places; `changes` of it notes the changes of everything.
        ui: what extensions ask and show.
        shell: the user's `!` commands.
        progress: the facts behind the phase.
        caches: what is to be told about prompt caches.
        outcomes: how the latest run has ended.
        latest: the latest whole answer.
        queue: what waits in pi.
        notices: the keys of the notices that belong to no message, since they were last cleared.
        state: the last `get_state`, kept up to date by events.
    """

    def __init__(self) -> None:
        self.conversation = Conversation()
        self.ui = ExtensionUI(self.conversation.changes)
        self.shell = Shell(self.conversation)
        self.progress = Progress()
        self.caches = CacheNotices()
        self.outcomes = Outcomes()
        self.latest: AssistantMessage | None = None
        self.queue = Queue()
        self.notices: set[int] = set()
        self.state = SessionState()
        self.begin()

    def begin(self) -> None:
        """Forget what is under way in the conversation: other blocks are about to be shown."""
        self._messages = Messages(self.conversation)
        self._recovery = Recovery(self.conversation, self._messages.answers)

    def apply(self, record: Record, now: float) -> None:
        """Take in any record, in any order. Never raises."""
        match record:
            case MessageUpdate():
                self._messages.update(record, now)
            case MessageStart():
                self._messages.start(record.message, now)
            case MessageEnd():
                self.outcomes.apply(record)
                self._messages.end(record.message, now=now)
                if isinstance(record.message, AssistantMessage):
                    self.latest = record.message
                    self._tell(self.caches.of_answer(record.message))
            case ToolExecutionStart():
                self._messages.tools.started(record, now)
            case ToolExecutionUpdate():
                self._messages.tools.updated(record, now)
            case ToolExecutionEnd():
                self._messages.tools.ended(record, now)
            case BashExecutionUpdate():
                self.shell.updated(record)
            case EntryAppended():
                self._entry_appended(record)
            case (
                SelectRequest()
                | ConfirmRequest()
                | InputRequest()
                | EditorRequest()
                | NotifyRequest()
                | SetStatusRequest()
                | SetWidgetRequest()
                | SetTitleRequest()
                | SetEditorTextRequest()
                | UnknownUIRequest()
            ):
                self.ui.apply(record, now)
            case ExtensionError():
                self.notice(Level.ERROR, f"{_failed(record)}: {record.error}")
            case Undecodable(response_id=None):
                text = (
                    f"A record of {record.size} bytes could not be read and is missing here. {record.reason}"
                )
                self.notice(Level.WARNING, text)
            case _:
                self._apply_to_run(record, now)

    def _apply_to_run(self, record: Record, now: float) -> None:
        self.outcomes.apply(record)
        match record:
            case AgentStart():
                self.progress.agent_started()
            case AgentSettled():
                self.progress.settled()
                self.end_run(now)
            case AutoRetryStart():
                self.progress.retrying(True)
                self._recovery.retry_started(record, now)
            case AutoRetryEnd():
                self.progress.retrying(False)
                self._recovery.retry_ended(record)
            case CompactionStart():
                self.progress.compacting(True)
                self._recovery.compaction_started(record)
            case SummarizationRetryScheduled():
                self._recovery.compaction_waits(record)
            case CompactionEnd():
                self.progress.compacting(False)
                self._recovery.compaction_ended(record)
                if record.result is not None:
                    self.caches.compacted()
                    self._tell(self.caches.billed("Compaction", record.result.usage))
            case QueueUpdate():
                self.set_queue(Queue(tuple(record.steering), tuple(record.follow_up)))
            case SessionInfoChanged():
                self.state.session_name = record.name
                self.conversation.changes.area(Area.STATUS)
            case ThinkingLevelChanged():
                self.state.thinking_level = record.level
                self.conversation.changes.area(Area.STATUS)
            case _:
                pass

    def set_queue(self, queue: Queue) -> None:
        """Take in what waits in pi."""
        if queue != self.queue:
            self.queue = queue
            self.conversation.changes.area(Area.QUEUE)

    def notice(self, level: Level, text: str) -> None:
        """Show a line that is of no message."""
        self.notices.add(self._show(level, text))

    def _tell(self, words: str | None) -> None:
        if words is not None:
            self._show(Level.INFO, words)

    def _show(self, level: Level, text: str) -> int:
        block = NoticeBlock(self.conversation.new_key(), level=level, text=join_surrogates(text))
        self.conversation.append(block)
        return block.key

    def end_run(self, now: float) -> None:
        """No answer, call or retry is under way any more."""
        self._messages.answers.cut(now)
        self._messages.tools.stop_all(ToolState.ABORTED, "")
        self._recovery.cut()

    def _entry_appended(self, event: EntryAppended) -> None:
        """Entries that extensions add at the end of a turn have no other event (pi 1.6.0, agent-session.js)."""
        match event.entry:
            case CustomMessageEntry() | CompactionEntry() | BranchSummaryEntry():
                confirm(self.conversation, [event.entry], Reading())
                for block in self.conversation.blocks:
                    if block.entry_id == event.entry.id:
                        self.conversation.touch(block)
                if not isinstance(event.entry, CustomMessageEntry):
                    self.caches.compacted()
            case UsageEntry():
                self.caches.warmed(event.entry, self.conversation)
            case ContextEditEntry():
                omitted = event.entry.replacement is None
                for block in mark_omitted(self.conversation.blocks, {event.entry.target_id}, omitted):
                    self.conversation.touch(block)
            case _:
                pass


def _failed(error: ExtensionError) -> str:
    """Of a command pi tells no file but `command:NAME` (0.82.1 and 1.6.0)."""
    path = error.extension_path
    if path.startswith("command:"):
        return f"The command /{path.removeprefix('command:')} failed"
    return f"The extension {path} failed in {error.event}"
