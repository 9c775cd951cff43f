"""What pi does by itself when a run cannot just go on: it waits and tries again, and it compacts the context."""

from __future__ import annotations

from pitui.protocol.events import (
    AutoRetryEnd,
    AutoRetryStart,
    CompactionEnd,
    CompactionStart,
    SummarizationRetryScheduled,
)
from pitui.session.answers import Answers
from pitui.session.blocks import CompactionBlock, NoticeBlock, RetryBlock, WaitState
from pitui.session.conversation import Conversation
from pitui.session.growing import join_surrogates


class Recovery:
    """The reducer of retries and compactions."""

    def __init__(self, conversation: Conversation, answers: Answers) -> None:
        """Make the reducer of a conversation."""
        self._conversation = conversation
        self._answers = answers
        self._retry: RetryBlock | None = None
        self._compaction: CompactionBlock | None = None

    def retry_started(self, event: AutoRetryStart, now: float) -> None:
        """`auto_retry_start`: the latest answer failed, and after a wait pi tries again."""
        self._omit_last()
        self._end_retry(WaitState.FAILED)
        block = RetryBlock(
            self._conversation.new_key(),
            attempt=event.attempt,
            max_attempts=event.max_attempts,
            until=now + event.delay_ms / 1000,
            error=join_surrogates(event.error_message),
        )
        self._retry = block
        self._conversation.append(block)

    def retry_ended(self, event: AutoRetryEnd) -> None:
        """`auto_retry_end`; cancelled in the wait it is neither a success nor a failure."""
        if event.success:
            self._end_retry(WaitState.DONE)
        elif event.final_error == "Retry cancelled":
            self._end_retry(WaitState.ABORTED)
        else:
            self._end_retry(WaitState.FAILED)

    def compaction_started(self, event: CompactionStart) -> None:
        """`compaction_start`; a context that overflowed costs the answer that was refused for it."""
        if event.reason == "overflow":
            self._omit_last()
        block = CompactionBlock(self._conversation.new_key(), reason=event.reason, state=WaitState.RUNNING)
        self._compaction = block
        self._conversation.append(block)

    def compaction_waits(self, event: SummarizationRetryScheduled) -> None:
        """`summarization_retry_scheduled`: the summary is tried again."""
        if self._compaction is not None:
            self._compaction.error = join_surrogates(event.error_message)
            self._conversation.touch(self._compaction)

    def compaction_ended(self, event: CompactionEnd) -> None:
        """`compaction_end`."""
        block = self._compaction
        self._compaction = None
        if block is None:
            block = CompactionBlock(self._conversation.new_key())
            self._conversation.append(block)
        block.reason = event.reason
        block.error = ""
        if event.result is not None:
            block.state = WaitState.DONE
            block.summary = join_surrogates(event.result.summary)
            block.tokens_before = event.result.tokens_before
            block.tokens_after = event.result.estimated_tokens_after
        else:
            block.state = WaitState.ABORTED if event.aborted else WaitState.FAILED
            block.error = join_surrogates(event.error_message or "")
        self._conversation.touch(block)

    def cut(self) -> None:
        """Nothing more will come of a retry or compaction that is under way: the run or pi is over."""
        self._end_retry(WaitState.ABORTED)
        if self._compaction is not None:
            self._compaction.state = WaitState.ABORTED
            self._conversation.touch(self._compaction)
            self._compaction = None

    def _end_retry(self, state: WaitState) -> None:
        block, self._retry = self._retry, None
        if block is not None:
            block.state = state
            self._conversation.touch(block)

    def _omit_last(self) -> None:
        if not any(isinstance(block, NoticeBlock) for block in self._answers.last):
            return
        for block in self._answers.last:
            if not block.omitted:
                block.omitted = True
                self._conversation.touch(block)
