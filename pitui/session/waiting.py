"""A message of the user from the moment it leaves the editor until its run has taken it up."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, auto

from pitui.protocol.commands import StreamingBehavior
from pitui.protocol.content import ImageContent

LANES: tuple[StreamingBehavior, StreamingBehavior] = ("steer", "followUp")
"""Both lanes, in the order in which pi delivers them."""


class Where(Enum):
    """Who has a message."""

    HERE = auto()
    ON_ITS_WAY = auto()
    """Sent, and pi has not answered yet."""
    IN_PI = auto()


@dataclass(eq=False, slots=True)
class Waiting:
    """One message that waits.

    Attributes:
        text: what the model gets, before pi expands templates and skills.
        lane: where it goes when pi is working.
        images: go with the text.
        written: the text as it stood in the editor, with paste markers; "" is `text`.
        where: who has it.
        known_as: pi's name for it while pi has it: the text with templates and skills expanded.
        sent: the text that pi got, which an edit may have made old; `sent_images` and `sent_lane` likewise.
        held: the user is changing it: it is not delivered meanwhile.
        removed: the user has taken it away, pi may still have it.
        released: it may go into pi's queue although it cannot be called back from there.
        is_foreign: an extension has queued it; pitui knows no images of it.
    """

    text: str
    lane: StreamingBehavior
    images: tuple[ImageContent, ...] = ()
    written: str = ""
    where: Where = Where.HERE
    known_as: str = ""
    sent: str = ""
    sent_images: tuple[ImageContent, ...] = ()
    sent_lane: StreamingBehavior = "steer"
    held: bool = False
    removed: bool = False
    released: bool = False
    is_foreign: bool = False

    @property
    def draft(self) -> str:
        """The text as it belongs into an editor."""
        return self.written or self.text

    @property
    def is_changed(self) -> bool:
        """Whether the user has changed it since it was sent."""
        return self.text != self.sent or self.images != self.sent_images
