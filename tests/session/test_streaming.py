"""Answers and tool calls while they stream, and how the whole message heals them."""

from __future__ import annotations

from typing import TypeVar

from pitui.protocol.codec import Record
from pitui.protocol.content import text_of
from pitui.protocol.json_object import JsonObject
from pitui.session.blocks import (
    AnyBlock,
    NoticeBlock,
    TextBlock,
    ThinkingBlock,
    ToolBlock,
    ToolState,
    UnknownBlock,
)
from pitui.session.state import Session
from tests.session.comparing import comparables
from tests.session.records import (
    assistant,
    call,
    entry,
    event,
    fed,
    line,
    loaded,
    message_entry,
    message_records,
    result,
    stored,
    text,
    thinking,
    update,
    user,
)

B = TypeVar("B", bound=AnyBlock)


def only(session: Session, kind: type[B]) -> B:
    (block,) = [block for block in session.blocks if isinstance(block, kind)]
    return block


def start(message: JsonObject | None = None) -> Record:
    return event("message_start", message=message or assistant(stop="pending"))


def end(message: JsonObject) -> Record:
    return event("message_end", message=message)


def execution(kind: str, id: str, **fields: object) -> Record:
    return event(f"tool_execution_{kind}", toolCallId=id, toolName="bash", **fields)


def test_deltas_build_what_the_message_confirms() -> None:
    session = fed(
        start(),
        update("thinking_start", 0),
        update("thinking_delta", 0, delta="hm"),
        update("thinking_end", 0, content="hm"),
        update("text_start", 1),
        update("text_delta", 1, delta="Hel"),
        update("text_delta", 1, delta="lo \ud83d"),
        update("text_delta", 1, delta="\ude00"),
        update("text_end", 1, content="Hello 😀"),
    )
    thought, said = only(session, ThinkingBlock), only(session, TextBlock)
    assert (thought.text.text, thought.seconds, thought.streaming) == ("hm", 2.0, False)
    assert (said.text.text, said.streaming, said.text.generation) == ("Hello 😀", False, 0)
    versions = [thought.version, said.version]
    session.changes.take()
    session.apply(end(assistant(thinking("hm"), text("Hello 😀"))), 9)
    assert [thought.version, said.version] == versions
    assert not session.changes


def test_a_message_that_says_otherwise_wins() -> None:
    session = fed(
        start(),
        update("text_delta", 0, delta="Hallo"),
        update("thinking_start", 1),
        update("toolcall_start", 2, id="lost", toolName="bash"),
        end(assistant(text("Hello"), {"type": "video", "url": "x"}, text("more"))),
    )
    first, unknown, last = session.blocks
    assert isinstance(first, TextBlock)
    assert (first.text.text, first.streaming, first.text.generation) == ("Hello", False, 1)
    assert isinstance(unknown, UnknownBlock)
    assert unknown.kind == "video"
    assert isinstance(last, TextBlock)
    assert session.tool("lost") is None


def test_blank_text_shows_nothing() -> None:
    session = fed(start(), update("text_start"), update("text_delta", delta="\n\n"))
    assert session.blocks == []
    session.apply(update("text_delta", delta="Now"), 5)
    assert only(session, TextBlock).text.text == "\n\nNow"
    session.apply(end(assistant(text("\n\n"), thinking(""), thinking("", redacted=True))), 6)
    assert only(session, ThinkingBlock).redacted
    assert len(session.blocks) == 1


def test_arguments_show_while_they_stream() -> None:
    session = fed(
        start(),
        update("toolcall_start", 0, id="c1", toolName="write"),
        update("toolcall_delta", 0, delta='{"path": "a.py", "content": "one\\nt'),
    )
    block = only(session, ToolBlock)
    assert block.key in session.changes.take().blocks
    assert (block.name, block.state) == ("write", ToolState.PREPARING)
    assert block.arguments == {"path": "a.py", "content": "one\nt"}
    version = block.version
    session.apply(update("toolcall_delta", 0, delta="wo"), 4)
    assert block.version > version
    session.changes.take()
    assert block.arguments["content"] == "one\ntwo"
    whole = call("c1", "write", path="a.py", content="one\ntwo\n")
    session.apply(update("toolcall_delta", 0, delta='\\n"}'), 5)
    session.apply(update("toolcall_end", 0, toolCall=whole), 6)
    session.changes.take()
    assert block.arguments == whole["arguments"]
    assert session.tool("c1") is block


def test_an_old_pi_names_the_call_in_its_partial_message_only() -> None:
    partial = {"content": [text("a"), call("c9", "read")]}
    session = fed(start(), update("toolcall_start", 1, partial=partial), end(assistant(call("c9", "read"))))
    assert only(session, ToolBlock).call_id == "c9"


def test_parallel_calls_end_in_any_order() -> None:
    calls = [call(f"c{n}", command=f"run {n}") for n in range(3)]
    session = fed(
        *message_records(assistant(*calls, stop="toolUse", durationMs=5)),
        *[execution("start", f"c{n}", args={"command": f"run {n}"}) for n in range(3)],
        execution("update", "c1", partialResult={"content": []}),
        execution("update", "c1", partialResult={"content": [text("half")]}),
        execution("end", "c2", result={"content": [text("no")], "details": {}}, isError=True, durationMs=7),
        execution("end", "c0", result={"content": [text("not allowed")]}, isError=True),
    )
    first, second, third = (block for block in session.blocks if isinstance(block, ToolBlock))
    assert (first.state, second.state, third.state) == (ToolState.DENIED, ToolState.RUNNING, ToolState.FAILED)
    assert text_of(second.output) == "half"
    assert third.seconds == 0.007
    session.apply(execution("end", "c1", result={"content": [text("whole")]}, isError=False), 99)
    assert (second.state, text_of(second.output)) == (ToolState.DONE, "whole")
    versions = [first.version, second.version, third.version]
    for message in (
        result("c0", "not allowed", error=True),
        result("c1", "whole"),
        result("c2", "no", error=True, durationMs=7, details={}),
    ):
        for record in message_records(message):
            session.apply(record, 100)
    assert [first.version, second.version, third.version] == versions


def test_how_a_call_ended() -> None:
    def ended(output: str, *, timed: bool, duration: int | None) -> ToolState:
        known: JsonObject = {"durationMs": 1} if timed else {}
        took: JsonObject = {} if duration is None else {"durationMs": duration}
        session = fed(
            *message_records(assistant(call("c"), **known)),
            *message_records(result("c", output, error=True, **took)),
        )
        return only(session, ToolBlock).state

    assert ended("boom", timed=True, duration=3) is ToolState.FAILED
    assert ended("boom", timed=False, duration=None) is ToolState.FAILED
    assert ended("You shall not.", timed=True, duration=None) is ToolState.DENIED
    assert ended("Tool execution was blocked", timed=False, duration=None) is ToolState.DENIED
    for refused in (
        "Tool bash not found",
        'Validation failed for tool "bash":\n  - command: must be string\n\nReceived arguments:\n{}',
        'Tool call "bash" was not executed: the response hit the output token limit.',
    ):
        assert ended(refused, timed=True, duration=None) is ToolState.FAILED
    assert ended("line 1\n\n\nCommand aborted", timed=True, duration=3) is ToolState.ABORTED
    assert ended("Operation aborted", timed=True, duration=None) is ToolState.ABORTED


def test_a_call_inside_of_a_call_lives_in_it() -> None:
    records = [
        *message_records(assistant(call("p", "codemode", code="x"), durationMs=1)),
        event("tool_execution_start", toolCallId="p", toolName="codemode", args={"code": "x"}),
        execution("start", "p/1", args={"command": "ls"}, parentToolCallId="p"),
        execution("end", "p/1", result={"content": [text("a.py")]}, durationMs=4, parentToolCallId="p"),
    ]
    session = fed(*records)
    outer = only(session, ToolBlock)
    (inner,) = outer.nested
    assert (inner.state, inner.parent, text_of(inner.output)) == (ToolState.DONE, "p", "a.py")
    assert session.tool("p/1") is inner
    assert session.index(inner.key) is None
    assert session.changes.take().blocks >= {outer.key}
    nested: JsonObject = {
        "calls": [
            {"id": "p/1", "name": "bash", "arguments": {"command": "ls"}, "status": "ok", "durationMs": 4},
            {"id": "p/2", "name": "bash", "arguments": {}, "status": "error", "durationMs": 2, "error": "no"},
            {"id": "p/3", "name": "bash", "status": "unfinished"},
        ],
        "complete": True,
    }
    message = {**result("p"), "toolName": "codemode", "nestedCalls": nested, "durationMs": 9}
    session.apply(end(message), 9)
    assert [tool.state for tool in outer.nested] == [ToolState.DONE, ToolState.FAILED, ToolState.ABORTED]
    stored_call = message_entry("1", None, assistant(call("p", "codemode", code="x"), durationMs=1))
    history = loaded(line(stored_call, message_entry("2", None, message)))
    session.add_entries(stored(line(stored_call, message_entry("2", None, message))))
    assert comparables(session.blocks) == comparables(history.blocks)


def test_a_model_that_counts_its_calls_from_zero_each_time() -> None:
    turn = [
        *message_records(assistant(call("call_0", command="ls"), stop="toolUse")),
        execution("start", "call_0", args={"command": "ls"}),
        execution("end", "call_0", result={"content": [text("ok")]}),
        *message_records(result("call_0")),
    ]
    session = fed(*turn, *turn)
    tools = [block for block in session.blocks if isinstance(block, ToolBlock)]
    assert [tool.state for tool in tools] == [ToolState.DONE, ToolState.DONE]
    entries = line(
        message_entry("1", None, assistant(call("call_0", command="ls"), stop="toolUse")),
        message_entry("2", None, result("call_0")),
        message_entry("3", None, assistant(call("call_0", command="ls"), stop="toolUse")),
        message_entry("4", None, result("call_0")),
    )
    session.add_entries(stored(entries))
    assert comparables(session.blocks) == comparables(loaded(entries).blocks)
    assert [(tool.entry_id, tool.result_id) for tool in tools] == [("1", "2"), ("3", "4")]


def test_an_abort_ends_the_calls_of_the_answer() -> None:
    session = fed(
        start(),
        update("toolcall_start", 0, id="c1", toolName="bash"),
        end(assistant(call("c1"), stop="aborted", errorMessage="Request was aborted")),
    )
    assert only(session, ToolBlock).state is ToolState.ABORTED
    assert only(session, NoticeBlock).text == "Operation aborted"
    session = fed(*message_records(assistant(call("c1"), stop="error", errorMessage="400 bad")))
    assert only(session, ToolBlock).state is ToolState.FAILED
    assert text_of(only(session, ToolBlock).output) == "400 bad"


def test_nothing_stays_open_when_pi_dies_or_settles() -> None:
    records = [
        start(),
        update("text_delta", 0, delta="I"),
        update("toolcall_start", 1, id="c1", toolName="bash"),
        execution("start", "c1", args={}),
    ]
    for last in ("died", "settled"):
        session = fed(*records)
        if last == "died":
            session.died("pi has ended.", 9)
        else:
            session.apply(event("agent_settled"), 9)
        assert not only(session, TextBlock).streaming
        assert only(session, ToolBlock).state is ToolState.ABORTED


def test_a_thought_keeps_its_duration_however_it_ends() -> None:
    def abort(session: Session) -> None:
        session.apply(end(assistant(thinking("hm"), stop="aborted")), 9)

    def fail(session: Session) -> None:
        session.apply(end(assistant(thinking("hm"), stop="error", errorMessage="400 bad")), 9)

    def settle(session: Session) -> None:
        session.apply(event("agent_settled"), 9)

    def begin_another(session: Session) -> None:
        session.apply(start(), 9)

    def die(session: Session) -> None:
        session.died("pi has ended.", 9)

    for ending in (abort, fail, settle, begin_another, die):
        session = fed(start(), update("thinking_start", 0), update("thinking_delta", 0, delta="hm"))
        ending(session)
        thought = only(session, ThinkingBlock)
        assert (thought.streaming, thought.seconds) == (False, 8), ending.__name__


def test_a_late_start_does_not_undo_an_end() -> None:
    session = fed(
        execution("end", "c1", result={"content": [text("ok")]}),
        execution("start", "c1", args={"command": "ls"}),
        execution("update", "c1", partialResult={"content": [text("half")]}),
    )
    block = only(session, ToolBlock)
    assert (block.state, text_of(block.output)) == (ToolState.DONE, "ok")


def test_records_of_a_stream_that_began_before_are_shown() -> None:
    session = fed(update("text_delta", 3, delta="late"), *message_records(user("and a steer")))
    assert only(session, TextBlock).text.text == "late"


def test_a_call_is_still_known_when_another_one_of_its_id_vanishes() -> None:
    session = fed(
        execution("start", "outer", args={}),
        execution("start", "c1", args={}, parentToolCallId="lost"),
        start(),
        update("toolcall_start", 0, id="c1", toolName="bash"),
        event("message_end", message=assistant()),
        execution("end", "c1", result={"content": [text("ok")]}),
    )
    block = session.tool("c1")
    assert block is not None
    assert (block.state, text_of(block.output)) == (ToolState.DONE, "ok")
    assert [block.call_id for block in session.blocks if isinstance(block, ToolBlock)] == ["outer", "c1"]


def test_a_block_that_learns_its_entry_from_a_record_is_told_as_changed() -> None:
    session = fed(event("compaction_end", result={"summary": "so far"}))
    session.changes.take()
    session.apply(event("entry_appended", entry=entry("e1", None, "compaction", summary="so far")), 9)
    assert session.blocks[0].entry_id == "e1"
    assert session.changes.take().blocks == {session.blocks[0].key}
