"""Every line has a defined result, whatever it holds."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitui.protocol.codec import (
    SKIM_BYTES,
    Undecodable,
    decode_line,
    decode_object,
    delta_end,
)
from pitui.protocol.events import EVENTS, BlockDelta, BlockEnd, MessageEnd, MessageUpdate, UnknownRecord
from pitui.protocol.extension_ui import UI_REQUESTS, UnknownUIRequest
from pitui.protocol.messages import AssistantMessage, UserMessage
from pitui.protocol.responses import Response

any_text = st.text(st.characters(exclude_categories=()))
scalars = (
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | any_text
)
json_values = st.recursive(
    scalars,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(any_text, inner, max_size=3),
    max_leaves=12,
)
record_types = (
    st.sampled_from([*EVENTS.known, "response", "session", "extension_ui_request", "zork"]) | any_text
)
objects = st.dictionaries(any_text, json_values, max_size=4)


def as_line(data: Any) -> bytes:
    return json.dumps(data, separators=(",", ":")).encode()


def update_of_old_pi(delta: str, text: str, kind: str = "text_delta") -> bytes:
    """A `message_update` as pi 0.82.1 writes it: the delta first, then the whole message twice."""
    message = {"role": "assistant", "content": [{"type": "text", "text": text}], "stopReason": "stop"}
    event = {"type": kind, "contentIndex": 0, "delta": delta, "partial": message}
    return as_line({"type": "message_update", "assistantMessageEvent": event, "message": message})


def update_of_new_pi(delta: str) -> bytes:
    usage = {"input": 1, "cost": {"total": 0.1}}
    event = {"type": "text_delta", "contentIndex": 2, "delta": delta}
    return as_line({"type": "message_update", "usage": usage, "assistantMessageEvent": event})


def delta_of(line: bytes) -> str:
    match decode_line(line):
        case MessageUpdate(assistant_message_event=BlockDelta(delta=delta)):
            return delta
        case other:
            pytest.fail(f"no delta: {other!r:.200}")


@given(record_types, objects)
def test_any_object_decodes_and_keeps_its_unknown_fields(kind: str, fields: dict[str, Any]) -> None:
    data = json.loads(json.dumps({**fields, "type": kind}))

    record = decode_line(as_line(data))

    assert not isinstance(record, Undecodable)
    declared = set(type(record).model_fields)
    declared |= {field.alias for field in type(record).model_fields.values() if field.alias}
    unknown = {name: value for name, value in data.items() if name not in declared}
    assert record.model_extra == unknown


@pytest.mark.parametrize(
    "name", ["cls", "_fields_set", "self", "model_extra", "__class__", "wire", "model_config", "_private"]
)
def test_a_field_may_have_any_name(name: str) -> None:
    for data in ({"type": "zork", name: 1}, {"type": "tool_execution_start", name: 1}):
        record = decode_object(data)
        assert isinstance(record, UnknownRecord)
        assert (record.model_extra or {})[name] == 1


@given(st.binary())
def test_any_bytes_decode(line: bytes) -> None:
    decode_line(line)


@given(st.binary(max_size=20), st.sampled_from([b"text_delta", b"toolcall_delta"]))
def test_any_bytes_in_a_delta_decode(delta: bytes, kind: bytes) -> None:
    start = (
        b'{"type":"message_update","assistantMessageEvent":{"type":"' + kind + b'","contentIndex":0,"delta":"'
    )
    decode_line(start + delta + b'"}}')


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        (b"", "not JSON"),
        (b"Debugger attached.", "not JSON"),
        (b'{"type":"agent_start"', "not JSON"),
        (b"null", "no object"),
        (b'["agent_start"]', "no object"),
        (b"42", "no object"),
        (b'{"a":' * 10_000 + b"1" + b"}" * 10_000, "too deep"),
        (b"[" * 10_000, "too deep"),
        (b"9" * 10_000, "not JSON"),
    ],
)
def test_what_is_no_record_says_why(line: bytes, reason: str) -> None:
    record = decode_line(line)

    assert isinstance(record, Undecodable)
    assert reason in record.reason
    assert record.size == len(line)
    assert len(record.start) <= 200


def test_a_response_that_nests_too_deep_still_tells_its_id() -> None:
    tree = b'{"children":[' * 4000 + b"]}" * 4000
    line = (
        b'{"id":"pitui-7","type":"response","command":"get_tree","success":true,"data":{"tree":['
        + tree
        + b"]}}"
    )

    record = decode_line(line)

    assert isinstance(record, Undecodable)
    assert record.response_id == "pitui-7"


def test_a_tree_of_four_hundred_levels_is_read() -> None:
    node: dict[str, Any] = {"entry": {"id": "leaf"}, "children": []}
    for number in range(400):
        node: dict[str, Any] = {"entry": {"id": str(number)}, "children": [node]}
    line = as_line(
        {"id": "1", "type": "response", "command": "get_tree", "success": True, "data": {"tree": [node]}}
    )

    record = decode_line(line)

    assert isinstance(record, Response)
    assert record.data == {"tree": [node]}


def test_ten_megabytes_in_one_record() -> None:
    text = "0123456789" * 1024 * 1024

    record = decode_line(as_line({"type": "message_end", "message": {"role": "user", "content": text}}))

    assert isinstance(record, MessageEnd)
    assert isinstance(record.message, UserMessage)
    assert record.message.content == text


def test_ten_megabytes_in_one_delta() -> None:
    text = 'x"\\' * 3 * 1024 * 1024

    assert delta_of(update_of_new_pi(text)) == text


def test_separators_of_unicode_are_text() -> None:
    text = "a\u2028b\u2029c\u0085d\x0be"

    record = decode_line(json.dumps({"type": "zork", "text": text}, ensure_ascii=False).encode() + b"\r")

    assert isinstance(record, UnknownRecord)
    assert record.model_extra == {"text": text}


def test_an_emoji_cut_between_two_deltas_joins() -> None:
    whole = "before 🎉 after"
    first, second = update_of_new_pi("before \ud83c"), update_of_new_pi("\udf89 after")
    assert b"\\ud83c" in first

    joined = delta_of(first) + delta_of(second)

    assert joined.encode("utf-16", "surrogatepass").decode("utf-16") == whole


def test_a_lone_surrogate_outside_a_delta_is_kept() -> None:
    record = decode_line(
        b'{"type":"message_end","message":{"role":"assistant","content":[{"type":"text","text":"a\\ud83d"}]}}'
    )

    assert isinstance(record, MessageEnd)
    assert isinstance(record.message, AssistantMessage)
    assert record.message.wire()["content"] == [{"type": "text", "text": "a\ud83d"}]


def test_only_the_delta_of_an_old_update_is_read() -> None:
    line = update_of_old_pi('a "quoted" \u2028 \\ delta', "x" * 100_000)
    assert len(line) > 200_000

    for cut in (delta_end(line), 1000, len(line) // 2, len(line)):
        assert delta_of(line[:cut]) == 'a "quoted" \u2028 \\ delta'


@given(any_text, st.sampled_from(["text_delta", "thinking_delta", "toolcall_delta"]))
def test_skimming_reads_the_same_delta_as_parsing(delta: str, kind: str) -> None:
    for line in (update_of_old_pi(delta, "so far", kind), update_of_new_pi(delta)):
        parsed = decode_object(json.loads(line))

        assert isinstance(parsed, MessageUpdate)
        assert isinstance(parsed.assistant_message_event, BlockDelta)
        assert delta_of(line) == parsed.assistant_message_event.delta


@pytest.mark.parametrize("size", [SKIM_BYTES - 200, SKIM_BYTES, 3 * SKIM_BYTES])
def test_a_delta_too_long_to_skim_is_read_whole(size: int) -> None:
    delta = "ä" * size

    assert delta_of(update_of_old_pi(delta, delta)) == delta


def test_a_tool_call_that_quotes_an_update_is_not_mistaken_for_one() -> None:
    arguments = {"assistantMessageEvent": {"type": "text_delta", "contentIndex": 0, "delta": "quoted"}}
    call = {"type": "toolCall", "id": "1", "name": "write", "arguments": arguments}
    event = {"type": "toolcall_end", "contentIndex": 0, "toolCall": call}

    record = decode_line(as_line({"type": "message_update", "assistantMessageEvent": event}))

    assert isinstance(record, MessageUpdate)
    assert isinstance(record.assistant_message_event, BlockEnd)
    assert record.assistant_message_event.tool_call is not None
    assert record.assistant_message_event.tool_call.arguments == arguments


@given(st.sampled_from(sorted(UI_REQUESTS.known)) | any_text, objects)
def test_any_extension_request_decodes(method: str, fields: dict[str, Any]) -> None:
    data = {**fields, "type": "extension_ui_request", "method": method}

    record = decode_line(as_line(data))

    assert isinstance(record, (UI_REQUESTS.known.get(method, UnknownUIRequest), UnknownUIRequest))
