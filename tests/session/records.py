"""Records as pi 1.6.0 sends them, in as few words as a test needs."""

from __future__ import annotations

from typing import Any

from pitui.protocol.codec import Record, decode_object
from pitui.protocol.entries import SessionEntry, decode_entry
from pitui.protocol.json_object import JsonObject
from pitui.protocol.responses import Entries, SessionState
from pitui.session.state import Session


def event(type: str, **fields: Any) -> Record:
    """A record of this type."""
    return decode_object({"type": type, **fields})


def update(type: str, index: int = 0, **fields: Any) -> Record:
    """A `message_update`."""
    return event("message_update", assistantMessageEvent={"type": type, "contentIndex": index, **fields})


def user(text: str, timestamp: int = 1000) -> JsonObject:
    """A user's message."""
    return {"role": "user", "content": [{"type": "text", "text": text}], "timestamp": timestamp}


def assistant(*content: JsonObject, stop: str = "stop", timestamp: int = 1000, **fields: Any) -> JsonObject:
    """An assistant's message."""
    return {
        "role": "assistant",
        "content": list(content),
        "stopReason": stop,
        "timestamp": timestamp,
        **fields,
    }


def text(text: str) -> JsonObject:
    return {"type": "text", "text": text}


def thinking(text: str, **fields: Any) -> JsonObject:
    return {"type": "thinking", "thinking": text, **fields}


def call(id: str, name: str = "bash", **arguments: Any) -> JsonObject:
    return {"type": "toolCall", "id": id, "name": name, "arguments": arguments}


def result(id: str, output: str = "ok", *, error: bool = False, **fields: Any) -> JsonObject:
    """A tool result message."""
    return {
        "role": "toolResult",
        "toolCallId": id,
        "toolName": "bash",
        "content": [text(output)],
        "isError": error,
        "timestamp": 2000,
        **fields,
    }


def message_records(message: JsonObject) -> list[Record]:
    """`message_start` and `message_end`."""
    return [event("message_start", message=message), event("message_end", message=message)]


def message_entry(id: str, parent: str | None, message: JsonObject, second: int = 0) -> JsonObject:
    """An entry of a message."""
    return entry(id, parent, "message", second, message=message)


def entry(id: str, parent: str | None, type: str, second: int = 0, **fields: Any) -> JsonObject:
    """An entry as pi writes it."""
    timestamp = f"2026-01-01T{second // 3600 % 24:02}:{second // 60 % 60:02}:{second % 60:02}.000Z"
    return {"type": type, "id": id, "parentId": parent, "timestamp": timestamp, **fields}


def line(*entries: JsonObject) -> list[JsonObject]:
    """The entries, each the child of the one before it."""
    parent: str | None = None
    chained: list[JsonObject] = []
    for data in entries:
        chained.append({**data, "parentId": parent})
        parent = data["id"]
    return chained


def decoded(entries: list[JsonObject]) -> list[SessionEntry]:
    return [decode_entry(data) for data in entries]


def stored(entries: list[JsonObject], leaf: str | None = None) -> Entries:
    """What `get_entries` answers; the leaf is the last entry unless another is named."""
    leaf_id = leaf or (entries[-1]["id"] if entries else None)
    return Entries(entries=decoded(entries), leaf_id=leaf_id)


def loaded(entries: list[JsonObject], leaf: str | None = None, **state: Any) -> Session:
    """A session that shows these entries."""
    session = Session()
    session.load(stored(entries, leaf), SessionState(session_id="s", **state))
    return session


def fed(*records: Record) -> Session:
    """A session that was loaded empty and got these records, one a second."""
    session = loaded([])
    for now, record in enumerate(records):
        session.apply(record, float(now))
    return session
