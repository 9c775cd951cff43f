"""Whatever pi sends, in whatever order: the session takes it and stays whole."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

from hypothesis import given, settings
from hypothesis import strategies as st

from pitui.protocol.codec import Record, decode_object
from pitui.protocol.entries import decode_entry
from pitui.protocol.json_object import JsonObject
from pitui.protocol.responses import BashResult, Entries, SessionState
from pitui.session.blocks import Level, ToolBlock
from pitui.session.phase import Phase
from pitui.session.state import Session
from pitui.session.text import source_text
from tests.session.comparing import comparables
from tests.session.records import assistant, call, entry, loaded, message_records, result, text, user

IDS = st.sampled_from(["c0", "c1", "c0/1", "", "e1"])
TEXTS = st.sampled_from(["", " ", "a", "b\n", "\ud83d", "\ude00", "é😀", '{"a": "', "x\\", '"}'])
ANYTHING: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | st.integers(-1, 9) | TEXTS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXTS, inner, max_size=3),
    max_leaves=6,
)
TIMES = st.integers(0, 9_000_000)


def objects(**fields: st.SearchStrategy[Any]) -> st.SearchStrategy[JsonObject]:
    return st.fixed_dictionaries(fields)


CONTENT = st.one_of(
    objects(type=st.just("text"), text=TEXTS),
    objects(type=st.just("thinking"), thinking=TEXTS, redacted=st.booleans()),
    objects(
        type=st.just("toolCall"), id=IDS, name=st.sampled_from(["bash", "write"]), arguments=st.just({"a": 1})
    ),
    objects(type=st.just("image"), data=st.just("aGk="), mimeType=st.just("image/png")),
    objects(type=st.just("video"), url=ANYTHING),
    ANYTHING,
)
CONTENTS = st.lists(CONTENT, max_size=4)
MESSAGE = st.one_of(
    objects(role=st.just("user"), content=CONTENTS | TEXTS, timestamp=TIMES),
    objects(
        role=st.just("assistant"),
        content=CONTENTS,
        stopReason=st.sampled_from(["stop", "toolUse", "error", "aborted", "length", "new"]),
        errorMessage=TEXTS,
        timestamp=TIMES,
    ),
    objects(
        role=st.just("toolResult"),
        toolCallId=IDS,
        toolName=st.just("bash"),
        content=CONTENTS,
        isError=st.booleans(),
        timestamp=TIMES,
        nestedCalls=st.none()
        | objects(
            calls=st.lists(objects(id=IDS, name=TEXTS, status=st.sampled_from(["ok", "error", "unfinished"])))
        ),
    ),
    objects(role=st.just("bashExecution"), command=TEXTS, output=TEXTS, timestamp=TIMES),
    objects(
        role=st.just("custom"), customType=TEXTS, content=CONTENTS, display=st.booleans(), timestamp=TIMES
    ),
    objects(role=TEXTS, whatever=ANYTHING),
)
INDEX = st.integers(-1, 3)
UPDATE = st.one_of(
    objects(type=st.sampled_from(["text_start", "thinking_start"]), contentIndex=INDEX),
    objects(type=st.just("toolcall_start"), contentIndex=INDEX, id=IDS, toolName=st.just("bash")),
    objects(type=st.just("toolcall_start"), contentIndex=INDEX, partial=objects(content=CONTENTS) | ANYTHING),
    objects(
        type=st.sampled_from(["text_delta", "thinking_delta", "toolcall_delta"]),
        contentIndex=INDEX,
        delta=TEXTS,
    ),
    objects(type=st.sampled_from(["text_end", "thinking_end"]), contentIndex=INDEX, content=TEXTS),
    objects(
        type=st.just("toolcall_end"),
        contentIndex=INDEX,
        toolCall=objects(type=st.just("toolCall"), id=IDS, name=st.just("bash"), arguments=st.just({"a": 1})),
    ),
    objects(type=TEXTS, contentIndex=INDEX),
)
RESULT = objects(content=CONTENTS | TEXTS, details=ANYTHING) | ANYTHING
EXECUTION = st.fixed_dictionaries(
    {
        "type": st.sampled_from(["tool_execution_start", "tool_execution_update", "tool_execution_end"]),
        "toolCallId": IDS,
        "toolName": st.just("bash"),
    },
    optional={
        "args": ANYTHING,
        "partialResult": RESULT,
        "result": RESULT,
        "isError": st.booleans(),
        "durationMs": st.integers(0, 9),
        "parentToolCallId": IDS,
    },
)
ENTRY = st.one_of(
    objects(type=st.just("message"), id=IDS, parentId=st.none() | IDS, timestamp=TEXTS, message=MESSAGE),
    objects(type=st.just("custom_message"), id=IDS, customType=TEXTS, content=TEXTS, display=st.booleans()),
    objects(type=st.just("compaction"), id=IDS, parentId=IDS, summary=TEXTS),
    objects(type=st.just("branch_summary"), id=IDS, parentId=IDS, summary=TEXTS),
    objects(type=st.just("context_edit"), id=IDS, targetId=IDS, replacement=ANYTHING),
    objects(type=st.just("label"), id=IDS, parentId=IDS, targetId=IDS, label=st.none() | TEXTS),
    objects(type=TEXTS, id=IDS, parentId=IDS),
)
UI = st.fixed_dictionaries(
    {
        "type": st.just("extension_ui_request"),
        "id": IDS,
        "method": st.sampled_from(
            [
                "select",
                "confirm",
                "input",
                "editor",
                "notify",
                "setStatus",
                "setWidget",
                "setTitle",
                "set_editor_text",
            ]
        )
        | TEXTS,
        "statusKey": TEXTS,
        "widgetKey": TEXTS,
        "options": st.just(["a"]),
    },
    optional={"timeout": st.integers(-1, 9), "statusText": TEXTS, "widgetLines": st.lists(TEXTS, max_size=2)},
)
RECORD: st.SearchStrategy[JsonObject] = st.one_of(
    objects(type=st.sampled_from(["message_start", "message_end"]), message=MESSAGE),
    objects(type=st.just("message_update"), assistantMessageEvent=UPDATE),
    EXECUTION,
    UI,
    objects(type=st.just("entry_appended"), entry=ENTRY),
    objects(type=st.sampled_from(["agent_start", "agent_end", "agent_settled", "turn_start", "turn_end"])),
    objects(
        type=st.just("queue_update"),
        steering=st.lists(TEXTS, max_size=2),
        followUp=st.lists(TEXTS, max_size=2),
    ),
    objects(
        type=st.just("auto_retry_start"),
        attempt=st.integers(0, 3),
        delayMs=st.integers(0, 9),
        errorMessage=TEXTS,
    ),
    objects(
        type=st.just("auto_retry_end"), success=st.booleans(), finalError=st.just("Retry cancelled") | TEXTS
    ),
    objects(type=st.just("compaction_start"), reason=st.sampled_from(["manual", "overflow"])),
    objects(type=st.just("compaction_end"), aborted=st.booleans(), result=st.none() | objects(summary=TEXTS)),
    objects(type=st.just("summarization_retry_scheduled"), errorMessage=TEXTS),
    objects(type=st.just("bash_execution_update"), id=IDS | st.integers(0, 1), delta=TEXTS),
    objects(type=st.just("extension_error"), error=TEXTS),
    objects(type=TEXTS, whatever=ANYTHING),
)

Step = Callable[[Session, float], object]


def _apply(data: JsonObject) -> Step:
    return lambda session, now: session.apply(decode_object(data), now)


def _entries(data: list[JsonObject], leaf: str | None) -> Entries:
    return Entries(entries=[decode_entry(entry) for entry in data], leaf_id=leaf)


def _add(drawn: tuple[list[JsonObject], str | None]) -> Step:
    return lambda session, _: session.add_entries(_entries(*drawn))


def _load(drawn: tuple[list[JsonObject], str | None, bool]) -> Step:
    entries, leaf, streaming = drawn
    state = SessionState(session_id="s", is_streaming=streaming)
    return lambda session, _: session.load(_entries(entries, leaf), state)


TOLD: list[Step] = [
    lambda session, now: session.sending(now),
    lambda session, now: session.accepted("started", now),
    lambda session, now: session.accepted("handled", now),
    lambda session, now: session.accepted(None, now),
    lambda session, now: session.refused("no", now),
    lambda session, now: session.stopping(now),
    lambda session, now: session.started(now),
    lambda session, now: session.died("gone", now),
    lambda session, now: session.bash_started("c0", "ls", False, now),
    lambda session, now: session.bash_finished("c0", BashResult(output="a"), now),
    lambda session, now: session.notice(Level.INFO, "a", now),
    lambda session, now: session.expire_dialogs(now),
    lambda session, _: session.changes.take(),
]
STEP: st.SearchStrategy[Step] = st.one_of(
    RECORD.map(_apply),
    RECORD.map(_apply),
    RECORD.map(_apply),
    st.sampled_from(TOLD),
    st.tuples(st.lists(ENTRY, max_size=5), st.none() | IDS).map(_add),
    st.tuples(st.lists(ENTRY, max_size=5), st.none() | IDS, st.booleans()).map(_load),
)


def check(session: Session) -> None:
    """What holds of a session at any time."""
    keys = [block.key for block in session.blocks]
    assert len(set(keys)) == len(keys)
    assert [session.index(key) for key in keys] == list(range(len(keys)))
    for block in session.blocks:
        source_text(block)
        if isinstance(block, ToolBlock):
            assert session.tool(block.call_id) is not None
    session.tree.rows()
    session.changes.take()


@settings(max_examples=400, deadline=None)
@given(st.lists(STEP, max_size=30))
def test_any_happenings_in_any_order_leave_a_whole_session(steps: list[Step]) -> None:
    session = loaded([])
    for now, step in enumerate(steps):
        step(session, float(now))
    check(session)


@settings(max_examples=300, deadline=None)
@given(st.lists(RECORD, max_size=30))
def test_changes_tell_a_follower_everything(records: list[JsonObject]) -> None:
    """Whoever redraws only what the change sets name shows in the end what is there."""
    session = loaded([])
    session.changes.take()
    seen: list[tuple[int, object]] = []
    for now, data in enumerate(records):
        session.apply(decode_object(data), float(now))
        if now % 3:
            continue
        seen = _follow(session, seen)
    assert _follow(session, seen) == [(block.key, comparables([block])) for block in session.blocks]


def _follow(session: Session, seen: list[tuple[int, object]]) -> list[tuple[int, object]]:
    changes = session.changes.take()
    if changes.restructured_from is not None:
        fresh = session.blocks[changes.restructured_from :]
        seen = seen[: changes.restructured_from] + [(block.key, comparables([block])) for block in fresh]
    for at, (key, _) in enumerate(seen):
        block = session.block(key)
        if key in changes.blocks and block is not None:
            seen[at] = (key, comparables([block]))
    return seen


SAID = st.sampled_from(["user", "answer", "calls", "error", "aborted", "length", "custom", "hidden", "shell"])


@settings(max_examples=300, deadline=None)
@given(
    st.lists(st.tuples(SAID, st.lists(CONTENT, max_size=3), st.integers(0, 3)), max_size=12),
    st.integers(1, 5),
)
def test_what_was_said_gives_the_same_blocks_live_and_loaded(
    said: list[tuple[str, list[Any], int]], every: int
) -> None:
    """The records of a pi that says these things and stores them; now and then the entries are fetched."""
    session = loaded([])
    pi = _ScriptedPi(session)
    for number, (kind, content, count) in enumerate(said):
        pi.say(kind, [part for part in content if _is_no_call(part)], count)
        if number % every == 0:
            session.add_entries(_entries(pi.entries, pi.leaf))
    pi.settle()
    session.add_entries(_entries(pi.entries, pi.leaf))
    fresh = Session()
    fresh.load(_entries(pi.entries, pi.leaf), SessionState(session_id="s"))
    assert comparables(session.blocks) == comparables(fresh.blocks)
    assert session.tree.rows() == fresh.tree.rows()


def _is_no_call(part: Any) -> bool:
    return isinstance(part, dict) and cast("JsonObject", part).get("type") not in (None, "toolCall")


class _ScriptedPi:
    """Says and stores; retries what failed."""

    def __init__(self, session: Session) -> None:
        self.entries: list[JsonObject] = []
        self._session = session
        self._failures = 0
        self._calls = 0

    @property
    def leaf(self) -> str | None:
        return self.entries[-1]["id"] if self.entries else None

    def say(self, kind: str, content: list[JsonObject], count: int) -> None:
        match kind:
            case "user":
                self._end_retries()
                self._message(user("Do it.", len(self.entries)))
            case "shell":
                message = {"role": "bashExecution", "command": f"run {len(self.entries)}", "output": "x"}
                self._store("message", message=message)
            case "custom" | "hidden":
                fields = {"customType": "note", "content": "noted", "display": kind == "custom"}
                self._record("message_end", message={"role": "custom", "timestamp": 1, **fields})
                self._store("custom_message", **fields)
            case "calls":
                calls = [call(f"call{self._calls + n}", command="ls") for n in range(count)]
                self._calls += count
                self._answer(assistant(*content, *calls, stop="toolUse", timestamp=len(self.entries)))
                for tool in reversed(calls[: max(0, count - 1)]):
                    self._record(
                        "tool_execution_start", toolCallId=tool["id"], toolName="bash", args={"command": "ls"}
                    )
                    self._record(
                        "tool_execution_end", toolCallId=tool["id"], result={"content": [text("ok")]}
                    )
                for tool in calls[: max(0, count - 1)]:
                    self._message(result(tool["id"]))
            case _:
                stop = "stop" if kind == "answer" else kind
                self._answer(assistant(*content, stop=stop, errorMessage="529", timestamp=len(self.entries)))

    def _answer(self, message: JsonObject) -> None:
        failed = message["stopReason"] == "error"
        if self._failures:
            self._record(
                "auto_retry_start", attempt=self._failures, maxAttempts=9, delayMs=0, errorMessage="529"
            )
        self._message(message)
        if self._failures and not failed:
            self._record("auto_retry_end", success=True)
        self._failures = self._failures + 1 if failed else 0

    def settle(self) -> None:
        self._end_retries()
        self._record("agent_settled")

    def _end_retries(self) -> None:
        if self._failures > 1:
            self._record("auto_retry_end", success=False, finalError="529")
        self._failures = 0

    def _message(self, message: JsonObject) -> None:
        for record in message_records(message):
            self._session.apply(record, 1)
        self._store("message", message=message)

    def _store(self, kind: str, **fields: Any) -> None:
        number = len(self.entries)
        self.entries.append(entry(f"e{number}", self.leaf, kind, number, **fields))

    def _record(self, kind: str, **fields: Any) -> None:
        self._session.apply(decode_object({"type": kind, **fields}), 1)


def test_the_phase_is_never_left_working_by_a_settled_run() -> None:
    session = loaded([])
    records: list[Record] = [decode_object({"type": "agent_start"}), decode_object({"type": "agent_settled"})]
    for record in records * 3:
        session.apply(record, 1)
    assert session.phase is Phase.IDLE
