"""Stored entries as blocks, and the join of live blocks with the entries that come later."""

from __future__ import annotations

from pitui.protocol.responses import BashResult, SessionState
from pitui.session.blocks import (
    BashBlock,
    BranchSummaryBlock,
    CompactionBlock,
    CustomBlock,
    Level,
    NoticeBlock,
    RetryBlock,
    TextBlock,
    ToolBlock,
    ToolState,
    UnknownBlock,
    UserBlock,
    WaitState,
)
from pitui.session.text import source_text
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
    user,
)

FAILED = assistant(stop="error", errorMessage="529 overloaded", timestamp=2000)


def kinds(session_blocks: list[object]) -> list[str]:
    return [type(block).__name__ for block in session_blocks]


def test_an_old_session_with_plain_strings() -> None:
    old = {"role": "user", "content": "hello", "timestamp": 5000}
    session = loaded(line(message_entry("1", None, old)))
    (block,) = session.blocks
    assert isinstance(block, UserBlock)
    assert (block.text, block.entry_id, block.at) == ("hello", "1", 5)


def test_a_skill_is_taken_apart() -> None:
    prompt = '<skill name="pdf" location="/s/SKILL.md">\nRead it.\n\n</skill\n</skill>\n\n  fill the form\n'
    image = {"type": "image", "data": "aGk=", "mimeType": "image/png"}
    message = {"role": "user", "content": [text(prompt), image], "timestamp": 1}
    bare = user('<skill name="pdf" location="x">\nRead it.\n</skill>')
    session = loaded(line(message_entry("1", None, message), message_entry("2", None, bare)))
    block, alone = session.blocks
    assert isinstance(block, UserBlock)
    assert (block.skill, block.skill_text, block.text) == ("pdf", "Read it.\n\n</skill", "fill the form")
    assert len(block.images) == 1
    assert isinstance(alone, UserBlock)
    assert (alone.skill, alone.text) == ("pdf", "")
    (plain,) = loaded(line(message_entry("1", None, user("<skill name=x>")))).blocks
    assert isinstance(plain, UserBlock)
    assert (plain.skill, plain.text) == (None, "<skill name=x>")


def test_every_kind_of_entry() -> None:
    entries = line(
        entry("1", None, "model_change", provider="p", modelId="m"),
        message_entry("2", None, {"role": "system", "content": "You are", "timestamp": 1}),
        message_entry("3", None, user("hello")),
        message_entry("4", None, assistant(text("hi"))),
        entry("5", None, "compaction", summary="So far", firstKeptEntryId="3", tokensBefore=900),
        entry("6", None, "branch_summary", summary="Elsewhere", fromId="3"),
        entry("7", None, "custom_message", customType="note", content="seen", display=True),
        entry("8", None, "custom_message", customType="note", content="unseen", display=False),
        message_entry("9", None, {"role": "bashExecution", "command": "ls", "output": "a", "exitCode": 0}),
        message_entry("10", None, {"role": "oracle", "prophecy": "rain", "timestamp": 1}),
        entry("11", None, "label", targetId="3", label="x"),
        entry("12", None, "session_info", name="n"),
        entry("13", None, "from_the_future", anything=1),
    )
    session = loaded(entries)
    types = (UserBlock, TextBlock, CompactionBlock, BranchSummaryBlock, CustomBlock, BashBlock, UnknownBlock)
    assert kinds([*session.blocks]) == [kind.__name__ for kind in types]
    assert [block.entry_id for block in session.blocks] == ["3", "4", "5", "6", "7", "9", "10"]
    assert "rain" in source_text(session.blocks[-1])
    assert session.changes.take().restructured_from == 0


def test_failed_attempts_stay_but_are_marked() -> None:
    for edited in (True, False):
        entries = line(
            message_entry("1", None, user("go")),
            message_entry("2", None, FAILED),
            *([entry("e", None, "context_edit", targetId="2", replacement=None)] if edited else []),
            message_entry("3", None, FAILED),
            message_entry("4", None, assistant(text("done"))),
        )
        session = loaded(entries)
        assert [(type(block), block.omitted) for block in session.blocks] == [
            (UserBlock, False),
            (NoticeBlock, True),
            (RetryBlock, True),
            (NoticeBlock, True),
            (RetryBlock, True),
            (TextBlock, False),
        ]
        retries = [block for block in session.blocks if isinstance(block, RetryBlock)]
        assert [(retry.attempt, retry.state) for retry in retries] == [
            (1, WaitState.FAILED),
            (2, WaitState.DONE),
        ]


def test_a_failure_after_which_the_user_went_on_is_no_attempt() -> None:
    entries = line(
        message_entry("1", None, FAILED),
        message_entry("2", None, user("again")),
        message_entry("3", None, assistant(text("done"))),
    )
    assert not any(block.omitted for block in loaded(entries).blocks)


def test_an_edit_that_is_taken_back_omits_nothing() -> None:
    entries = line(
        message_entry("1", None, user("go")),
        entry("e1", None, "context_edit", targetId="1", replacement=None),
        entry("e2", None, "context_edit", targetId="1", replacement="went"),
    )
    assert not loaded(entries).blocks[0].omitted
    assert loaded(entries[:2]).blocks[0].omitted


def test_calls_without_a_result() -> None:
    entries = line(message_entry("1", None, assistant(call("c1"), stop="toolUse")))
    (interrupted,) = loaded(entries).blocks
    assert isinstance(interrupted, ToolBlock)
    assert interrupted.state is ToolState.ABORTED
    session = loaded(entries, is_streaming=True)
    (waiting,) = session.blocks
    assert isinstance(waiting, ToolBlock)
    assert waiting.state is ToolState.PREPARING
    session.apply(event("tool_execution_start", toolCallId="c1", toolName="bash", args={}), 1)
    assert waiting.state.value == "running"
    assert [*session.blocks] == [waiting]


def test_a_result_without_its_call() -> None:
    (block,) = loaded(line(message_entry("1", None, result("c1")))).blocks
    assert isinstance(block, ToolBlock)
    assert (block.state, block.entry_id, block.result_id) == (ToolState.DONE, None, "1")


def test_only_the_branch_of_the_leaf_is_shown() -> None:
    entries = [
        message_entry("1", None, user("go")),
        message_entry("2", "1", assistant(text("left"))),
        message_entry("3", "1", assistant(text("right"))),
    ]
    session = loaded(entries, leaf="2")
    assert [source_text(block) for block in session.blocks] == ["go", "left"]
    first = session.blocks[0].key
    session.add_entries(stored([], leaf="3"))
    assert [source_text(block) for block in session.blocks] == ["go", "right"]
    assert session.blocks[0].key == first
    assert session.index(session.blocks[1].key) == 1


def test_live_blocks_learn_their_entries() -> None:
    session = fed(*message_records(user("go")), *message_records(assistant(text("a"), call("c1"), text("b"))))
    session.notice(Level.INFO, "a local line", 5)
    for record in message_records(result("c1")):
        session.apply(record, 6)
    before = list(session.blocks)
    entries = line(
        message_entry("1", None, user("go")),
        message_entry("2", None, assistant(text("a"), call("c1"), text("b"))),
        message_entry("3", None, result("c1")),
    )
    session.changes.take()
    session.add_entries(stored(entries[:2]))
    session.add_entries(stored(entries[2:]))
    assert session.blocks == before
    assert [block.entry_id for block in session.blocks] == ["1", "2", "2", "2", None]
    tool = session.tool("c1")
    assert tool is not None
    assert tool.result_id == "3"
    changes = session.changes.take()
    assert (changes.blocks, changes.restructured_from) == (set(), None)
    session.add_entries(stored(entries))
    assert session.blocks == before


def test_what_no_event_told_is_put_where_it_belongs() -> None:
    session = fed(*message_records(user("go")), *message_records(assistant(text("done"))))
    entries = line(
        message_entry("1", None, user("go")),
        message_entry("2", None, {"role": "bashExecution", "command": "ls", "timestamp": 1500}),
        message_entry("3", None, assistant(text("done"))),
        entry("4", None, "branch_summary", summary="Elsewhere"),
    )
    session.add_entries(stored(entries))
    assert comparables(session.blocks) == comparables(loaded(entries).blocks)


def test_a_shell_command_goes_where_it_was_stored() -> None:
    session = fed(*message_records(user("go")))
    session.bash_started("b1", "ls", False, 3)
    session.apply(event("bash_execution_update", id="b1", delta="a\n"), 4)
    session.bash_finished("b1", BashResult(output="a\n", exit_code=0), 5)
    for record in message_records(assistant(text("done"))):
        session.apply(record, 6)
    shell = session.blocks[1]
    assert isinstance(shell, BashBlock)
    assert (shell.running, shell.seconds, shell.output.text, shell.output.generation) == (False, 2, "a\n", 0)
    stored_shell = {"role": "bashExecution", "command": "ls", "output": "a\n", "exitCode": 0, "timestamp": 1}
    entries = line(
        message_entry("1", None, user("go")),
        message_entry("2", None, assistant(text("done"))),
        message_entry("3", None, stored_shell),
    )
    session.add_entries(stored(entries))
    assert session.blocks[-1] is shell
    assert [session.index(block.key) for block in session.blocks] == [0, 1, 2]
    assert comparables(session.blocks) == comparables(loaded(entries).blocks)


def test_a_shell_command_that_runs_survives_a_reload_of_its_session() -> None:
    session = fed(*message_records(user("go")))
    session.bash_started("b1", "sleep 9", False, 3)
    session.load(stored(line(message_entry("1", None, user("go")))), SessionState(session_id="s"))
    assert kinds([*session.blocks]) == ["UserBlock", "BashBlock"]
    session.load(stored([]), SessionState(session_id="other"))
    assert session.blocks == []


def test_the_warnings_of_a_start_survive_the_load() -> None:
    session = fed()
    session.died("pi has ended.", 1)
    session.started(2)
    session.notice(Level.WARNING, "Warning: an unknown setting", 3)
    session.load(stored([]), SessionState(session_id="s"))
    assert [source_text(block) for block in session.blocks] == ["Warning: an unknown setting"]


def test_a_huge_output_of_a_shell_command_is_cut_while_it_runs() -> None:
    session = fed()
    session.bash_started("b1", "yes", False, 0)
    for _ in range(50):
        session.apply(event("bash_execution_update", id="b1", delta="y\n" * 50_000), 1)
    (shell,) = session.blocks
    assert isinstance(shell, BashBlock)
    assert 1_000_000 <= len(shell.output) <= 2_100_000
    assert shell.truncated
    session.bash_finished("b1", BashResult(output="y\n", cancelled=True), 2)
    assert (shell.output.text, shell.truncated, shell.cancelled) == ("y\n", False, True)


def test_an_entry_that_an_extension_appended_is_shown_once() -> None:
    note = entry("2", "1", "custom_message", customType="note", content="seen", display=True)
    session = fed(*message_records(user("go")), event("entry_appended", entry=note))
    assert kinds([*session.blocks]) == ["UserBlock", "CustomBlock"]
    session.add_entries(stored([message_entry("1", None, user("go")), note]))
    assert kinds([*session.blocks]) == ["UserBlock", "CustomBlock"]
    assert [block.entry_id for block in session.blocks] == ["1", "2"]
