"""The user's own `!` commands: pi tells of their output, the controller of their start and end."""

from __future__ import annotations

from pitui.protocol.events import BashExecutionUpdate
from pitui.protocol.responses import BashResult
from pitui.session.blocks import BashBlock
from pitui.session.conversation import Conversation
from pitui.session.growing import join_surrogates

LIVE_CHARACTERS = 1_000_000
"""Of a command that runs, so many of its last characters are kept, up to twice as many between two cuts."""


class Shell:
    """The reducer of `!` commands; several may run at once."""

    def __init__(self, conversation: Conversation) -> None:
        """Make the reducer of a conversation."""
        self._conversation = conversation
        self._running: dict[str, BashBlock] = {}
        self._lengths: dict[str, int] = {}

    @property
    def is_running(self) -> bool:
        """Whether any command runs."""
        return bool(self._running)

    def started(self, request_id: str, command: str, excluded: bool, now: float) -> None:
        """A `bash` command was sent to pi under this id."""
        block = BashBlock(
            self._conversation.new_key(),
            command=join_surrogates(command),
            running=True,
            excluded=excluded,
            started=now,
            request_id=request_id,
        )
        self._running[request_id] = block
        self._lengths[request_id] = 0
        self._conversation.append(block)

    def updated(self, event: BashExecutionUpdate) -> None:
        """`bash_execution_update`: more output."""
        request_id = str(event.id)
        block = self._running.get(request_id)
        if block is None:
            return
        block.output.append(event.delta)
        self._lengths[request_id] += len(event.delta)
        if self._lengths[request_id] > 2 * LIVE_CHARACTERS:
            block.output.replace(block.output.text[-LIVE_CHARACTERS:])
            self._lengths[request_id] = LIVE_CHARACTERS
            block.truncated = True
        self._conversation.touch(block)

    def finished(self, request_id: str, result: BashResult, now: float) -> None:
        """pi has answered the command; its output takes the place of what was streamed."""
        block = self._running.get(request_id)
        if block is None:
            return
        block.output.replace(result.output)
        block.exit_code = result.exit_code
        block.cancelled = result.cancelled
        block.truncated = result.truncated
        block.full_output_path = result.full_output_path
        self._end(request_id, now)

    def failed(self, request_id: str, now: float) -> None:
        """pi gave no answer that can be read: the command counts as cancelled, its output so far stays."""
        if request_id in self._running:
            self._running[request_id].cancelled = True
            self._end(request_id, now)

    def cut(self, now: float) -> None:
        """pi has ended, and its commands with it."""
        for request_id in list(self._running):
            self.failed(request_id, now)

    def _end(self, request_id: str, now: float) -> None:
        block = self._running.pop(request_id)
        del self._lengths[request_id]
        block.running = False
        block.seconds = max(0.0, now - (block.started or now))
        self._conversation.touch(block)
