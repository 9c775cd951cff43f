"""Content blocks of messages, and the usage that messages and entries carry."""

from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, Field, ValidationError

from pitui.protocol.base import Model, Variants
from pitui.protocol.json_object import JsonObject


def _none_is_zero(value: Any) -> Any:
    return 0 if value is None else value


Amount = Annotated[float, BeforeValidator(_none_is_zero)]
Count = Annotated[int, BeforeValidator(_none_is_zero)]
"""Numbers that pi reckons: JavaScript writes NaN as null, such as for a model without all of its prices."""


class Cost(Model):
    """Money in US dollars."""

    input: Amount = 0
    output: Amount = 0
    cache_read: Amount = 0
    cache_write: Amount = 0
    total: Amount = 0


class Usage(Model):
    """Tokens of one answer; `reasoning` is already part of `output` (pi 1.6.0, docs/message-types.md)."""

    input: Count = 0
    output: Count = 0
    cache_read: Count = 0
    cache_write: Count = 0
    total_tokens: Count = 0
    reasoning: int | None = None
    cost: Cost = Field(default_factory=Cost)


def usage_in(stored: Any) -> Usage | None:
    """The usage in the field of a message; None when there is none or it has another form."""
    if stored is None:
        return None
    try:
        return Usage.model_validate(stored)
    except ValidationError:
        return None


class TextContent(Model):
    type: Literal["text"] = "text"
    text: str


class ImageContent(Model):
    """An image; `data` is base64."""

    type: Literal["image"] = "image"
    data: str
    mime_type: str


class ThinkingContent(Model):
    type: Literal["thinking"] = "thinking"
    thinking: str = ""
    redacted: bool | None = None


class ToolCall(Model):
    type: Literal["toolCall"] = "toolCall"
    id: str
    name: str
    arguments: JsonObject = Field(default_factory=dict)


class UnknownContent(Model):
    """A block of a kind that pitui does not know; its fields are in `model_extra`."""

    type: str = ""
    raw: Any = None


CONTENT = Variants(
    "type",
    {"text": TextContent, "image": ImageContent, "thinking": ThinkingContent, "toolCall": ToolCall},
    UnknownContent,
)

ContentBlock = Annotated[TextContent | ImageContent | ThinkingContent | ToolCall | UnknownContent, CONTENT]

Content = str | list[ContentBlock]


def text_of(content: Content) -> str:
    """All the text of a content value, blocks joined by a newline; images and other blocks are left out."""
    if isinstance(content, str):
        return content
    return "\n".join(block.text for block in content if isinstance(block, TextContent))


def images_of(content: Content) -> list[ImageContent]:
    """The images of a content value."""
    return [] if isinstance(content, str) else [b for b in content if isinstance(b, ImageContent)]
