"""The one place that parses and writes JSON of the wire: a line in, a record out, whatever the line holds."""

import json
import re
from typing import Any, cast

from pitui.protocol.base import Model, Variants
from pitui.protocol.commands import Command
from pitui.protocol.entries import SessionHeader
from pitui.protocol.events import EVENTS, BlockDelta, Event, MessageUpdate, UnknownRecord
from pitui.protocol.extension_ui import (
    UI_REQUESTS,
    ConfirmRequest,
    EditorRequest,
    ExtensionUIResponse,
    InputRequest,
    NotifyRequest,
    SelectRequest,
    SetEditorTextRequest,
    SetStatusRequest,
    SetTitleRequest,
    SetWidgetRequest,
    UnknownUIRequest,
)
from pitui.protocol.json_line import parse_json
from pitui.protocol.json_object import JsonObject
from pitui.protocol.responses import Response

UIRequest = (
    SelectRequest
    | ConfirmRequest
    | InputRequest
    | EditorRequest
    | NotifyRequest
    | SetStatusRequest
    | SetWidgetRequest
    | SetTitleRequest
    | SetEditorTextRequest
    | UnknownUIRequest
)


class Undecodable(Model):
    """A line that is no record.

    Attributes:
        reason: one sentence.
        start: the first characters of the line, for a report.
        size: bytes of the whole line.
        response_id: the id of the response that the line was, where it can still be read at its start.
    """

    type: str = "undecodable"
    reason: str
    start: str
    size: int
    response_id: str | None = None


Record = Event | UIRequest | Response | SessionHeader | Undecodable
"""Whatever one line of pi's stdout says."""

SKIM_PREFIX = b'{"type":"message_update"'
"""How the only record begins that may be cut after its delta (see `decode_line`)."""

SKIM_BYTES = 64 * 1024
"""A line that begins with `SKIM_PREFIX` and holds its whole delta in so many bytes needs no more of them."""

_DELTA = re.compile(
    rb'\{"type":"message_update",(?:"usage":\{(?:[^{}]|\{[^{}]*\})*+\},)?'
    rb'"assistantMessageEvent":\{"type":"((?:text|thinking|toolcall)_delta)","contentIndex":(\d{1,9}),'
    rb'"delta":("(?:[^"\\]|\\.)*+")'
)
_RESPONSE_ID = re.compile(rb'^\{"id":"([^"\\]{1,64})","type":"response"')
_START_CHARACTERS = 200

_RECORDS = Variants(
    "type",
    {**EVENTS.known, "response": Response, "session": SessionHeader},
    UnknownRecord,
)


def decode_line(line: bytes) -> Record:
    """Decode one line of pi's stdout. Never raises.

    A `message_update` is read up to its delta only: before pi 0.84 the whole message follows twice (200 KB
    for a long answer), and the line may even have been cut behind the delta. Lone surrogates, which pi sends
    when a delta splits an emoji, are kept as they are: whoever joins the deltas joins the pair.

    Args:
        line: the bytes between two LF; a CR at the end is ignored.

    Returns:
        The record; an `UnknownRecord` for a type unknown to pitui; `Undecodable` for a line that is not JSON,
        is no object, or nests too deep for Python's parser (about 1,000 levels).
    """
    if line.startswith(SKIM_PREFIX) and (update := skim(line)) is not None:
        return update
    try:
        data = parse_json(line)
    except RecursionError:
        return _undecodable(line, "The record nests too deep to be read.")
    except ValueError as error:
        return _undecodable(line, f"The line is not JSON: {error}.")
    if not isinstance(data, dict):
        return _undecodable(line, "The line is JSON but no object.")
    return decode_object(cast("JsonObject", data))


def decode_object(data: JsonObject) -> Record:
    """Decode a record that is already parsed; what does not fit its type becomes an `UnknownRecord`."""
    union = UI_REQUESTS if data.get("type") == "extension_ui_request" else _RECORDS
    record: Any = union.decode(data)
    return record


def delta_end(line: bytes | bytearray) -> int | None:
    """Where the delta of a `message_update` ends, behind which the line may be cut (see `decode_line`).

    Returns:
        The number of bytes to keep; None when there is no whole delta at the start of the line.
    """
    found = _DELTA.match(line, 0, SKIM_BYTES)
    return None if found is None else found.end()


def skim(line: bytes) -> MessageUpdate | None:
    """Take the delta from a `message_update` without parsing the rest, which may be missing.

    Returns:
        None when there is no whole delta at the start of the line, or it cannot be read.
    """
    found = _DELTA.match(line, 0, SKIM_BYTES)
    if found is None:
        return None
    kind, index, text = found.groups()
    try:
        delta = json.loads(text) if b"\\" in text else text[1:-1].decode("utf-8", "replace")
    except ValueError:
        return None
    return MessageUpdate.model_construct(
        type="message_update",
        assistant_message_event=BlockDelta.model_construct(
            type=kind.decode(), content_index=int(index), delta=delta
        ),
        usage=None,
    )


def encode_command(command: Command | ExtensionUIResponse) -> bytes:
    """Encode one line for pi's stdin, LF included.

    Fields that are None are left out. The two halves of a character are joined; a lone surrogate becomes U+FFFD,
    since UTF-8 cannot carry it.
    """
    data = command.model_dump(mode="python", by_alias=True, exclude_none=True)
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    try:
        return text.encode() + b"\n"
    except UnicodeEncodeError:
        joined = text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
        return joined.encode() + b"\n"


def _undecodable(line: bytes, reason: str) -> Undecodable:
    found = _RESPONSE_ID.match(line)
    return Undecodable(
        reason=reason,
        start=line[:_START_CHARACTERS].decode("utf-8", "replace"),
        size=len(line),
        response_id=found[1].decode("ascii", "replace") if found else None,
    )
