"""Messages of every role, live and stored: both ways end in `end`, so both give the same blocks."""

from __future__ import annotations

from pitui.protocol.events import MessageUpdate
from pitui.protocol.messages import AssistantMessage, Message, ToolResultMessage
from pitui.session.answers import Answers
from pitui.session.blocks import AnyBlock
from pitui.session.conversation import Conversation
from pitui.session.message_blocks import message_block
from pitui.session.tools import Tools


class Messages:
    """The reducer of messages.

    Attributes:
        tools: the reducer of the tool calls in them.
        answers: the reducer of the assistant's messages.
    """

    def __init__(self, conversation: Conversation) -> None:
        """Make the reducer of a conversation."""
        self._conversation = conversation
        self.tools = Tools(conversation)
        self.answers = Answers(conversation, self.tools)

    def start(self, message: Message, now: float) -> None:
        """`message_start`; only answers stream, all others are shown by their `message_end`."""
        if isinstance(message, AssistantMessage):
            self.answers.start(message, now)

    def update(self, event: MessageUpdate, now: float) -> None:
        """`message_update`."""
        self.answers.update(event, now)

    def end(self, message: Message, entry_id: str | None = None, *, now: float = 0.0) -> None:
        """`message_end`, or a stored message.

        Args:
            message: the whole message.
            entry_id: the entry that stores it, None when that is not known yet.
            now: when it ended, in the clock of the updates; a message without updates needs none.
        """
        match message:
            case AssistantMessage():
                self.answers.end(message, now)
                _belong(self.answers.last, entry_id)
            case ToolResultMessage():
                block = self.tools.result(message)
                block.result_id = entry_id or block.result_id
            case _:
                block = message_block(message, self._conversation.new_key())
                if block is not None:
                    block.entry_id = entry_id
                    self._conversation.append(block)


def _belong(blocks: list[AnyBlock], entry_id: str | None) -> None:
    for block in blocks:
        block.entry_id = entry_id
