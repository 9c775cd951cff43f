"""demo.ts inside real pi: it answers, its tools run, its switches do what the head of the file says."""

from __future__ import annotations

import json

import pytest

from tests.conftest import RealPi
from tests.runtime.pi_process import Record, deltas, messages, started, text_of

WORDS = (
    "hello",
    "a table",
    "some code",
    "markdown",
    "think about it",
    "what is the tide?",
    "length",
    "edit",
    "error",
    "slow",
)


def test_the_first_prompt_gets_the_story_of_the_flaky_test_and_again(real_pi: RealPi) -> None:
    with started(real_pi) as pi:
        for _ in range(2):
            records = pi.run("fix it")
            results = messages(records, "toolResult")
            names = [result["toolName"] for result in results]
            assert names == ["read", "read", "bash", "edit", "bash", "write", "bash"]
            assert [result["isError"] for result in results] == [
                False,
                False,
                True,
                False,
                False,
                False,
                False,
            ]
            assert "+" in results[3]["details"]["diff"]
            answers = messages(records, "assistant")
            assert any(block["type"] == "thinking" for block in answers[0]["content"])
            assert "| run |" in text_of(answers[2])
            assert answers[-1]["stopReason"] == "stop"
            assert "```python" in text_of(answers[-1])
            assert sum(answer["usage"]["cost"]["total"] for answer in answers) > 0
    assert list((real_pi.cwd.parent / "home").rglob("*")) == []


def test_bash_streams_its_output(real_pi: RealPi) -> None:
    with started(real_pi) as pi:
        records = pi.run("lines 12")
    updates = [r["partialResult"]["content"] for r in records if r["type"] == "tool_execution_update"]
    lengths = [len(content[0]["text"]) for content in updates if content]
    assert len(set(lengths)) >= 3
    assert lengths == sorted(lengths)
    (result,) = messages(records, "toolResult")
    assert text_of(result).splitlines()[:12] == [f"line {number}" for number in range(1, 13)]


def test_steering_is_acknowledged_by_its_text_and_acted_upon(real_pi: RealPi) -> None:
    steering = ['use it\'s "own" $HOME', "and be quick"]
    with started(real_pi) as pi:
        pi.send(type="prompt", message="rounds 3")
        pi.until(lambda record: record["type"] == "tool_execution_start")
        for text in steering:
            pi.send(type="prompt", message=text, streamingBehavior="steer")
            pi.until(lambda record: record["type"] == "response")
        records = pi.until(lambda record: record["type"] == "agent_settled")
    said = "\n".join(text_of(answer) for answer in messages(records, "assistant"))
    assert all(text in said for text in steering)
    assert (real_pi.cwd / "NOTES.md").read_text() == "".join(f"- {text}\n" for text in steering)
    assert "Round 3 of 3" in said


def test_the_story_goes_on_with_what_its_tools_said_before_it_was_steered(real_pi: RealPi) -> None:
    with started(real_pi) as pi:
        pi.send(type="prompt", message="fix the flaky test")
        pi.until(lambda record: record["type"] == "tool_execution_start" and record["toolName"] == "bash")
        pi.send(type="prompt", message="be brief", streamingBehavior="steer")
        records = pi.until(lambda record: record["type"] == "agent_settled")
    said = [text_of(answer) for answer in messages(records, "assistant")]
    (table,) = [text for text in said if "| run |" in text]
    assert " of 5 runs" in table
    assert "**0 of" not in table
    assert table.count(" 30 ms ") == 5
    assert any("be brief" in text for text in said)


def test_a_steering_message_can_end_the_run(real_pi: RealPi) -> None:
    with started(real_pi) as pi:
        pi.send(type="prompt", message="rounds 9")
        pi.until(lambda record: record["type"] == "tool_execution_start")
        pi.send(type="prompt", message="stop please", streamingBehavior="steer")
        records = pi.until(lambda record: record["type"] == "agent_settled")
    assert "stop please" in text_of(messages(records, "assistant")[-1])


def test_an_abort_ends_the_run_and_the_next_prompt_is_a_new_one(real_pi: RealPi) -> None:
    with started(real_pi) as pi:
        pi.send(type="prompt", message="sleep 30")
        pi.until(lambda record: record["type"] == "tool_execution_start")
        pi.send(type="abort")
        pi.until(lambda record: record["type"] == "response" and record["command"] == "abort")
        assert "table" in text_of(messages(pi.run("a table of what we have"), "user")[-1])
        pi.send(type="prompt", message="wait 30")
        pi.until(lambda record: record["type"] == "response")
        pi.until(lambda record: record["type"] == "turn_start")
        pi.send(type="abort")
        pi.until(lambda record: record["type"] == "agent_settled", seconds=10)
        assert text_of(messages(pi.run("echo: on"), "assistant")[-1]) == 'ECHO "echo: on"'


def test_any_prompt_is_answered_again_and_again(real_pi: RealPi) -> None:
    with started(real_pi) as pi:
        pi.run("echo: first")
        for prompt in (*WORDS, *WORDS):
            last = messages(pi.run(prompt), "assistant")[-1]
            assert last["stopReason"] in {"stop", "length"}, prompt
            assert text_of(last), prompt


def test_an_unknown_prompt_is_told_back(real_pi: RealPi) -> None:
    with started(real_pi) as pi:
        pi.run("echo: first")
        assert "What about herring?" in text_of(messages(pi.run("What about herring?"), "assistant")[0])


def test_queued_follow_ups_are_each_answered(real_pi: RealPi) -> None:
    with started(real_pi) as pi:
        pi.send(type="prompt", message="sleep 1")
        pi.until(lambda record: record["type"] == "tool_execution_start")
        for number in range(3):
            pi.send(type="prompt", message=f"echo: {number}", streamingBehavior="followUp")
        records = pi.until(lambda record: record["type"] == "agent_settled")
    said = "\n".join(text_of(answer) for answer in messages(records, "assistant"))
    assert [line for line in said.splitlines() if line.startswith("ECHO")] == [
        f'ECHO "echo: {number}"' for number in range(3)
    ]


def test_parallel_calls_end_out_of_order(real_pi: RealPi) -> None:
    with started(real_pi) as pi:
        records = pi.run("parallel")
    calls = [r["toolCallId"] for r in records if r["type"] == "tool_execution_start"]
    ends = [r["toolCallId"] for r in records if r["type"] == "tool_execution_end"]
    assert ends == list(reversed(calls))
    assert len(calls) == 3


def test_a_retry_and_a_failure(real_pi: RealPi) -> None:
    with started(real_pi) as pi:
        records = pi.run("retry")
        assert [r["errorMessage"] for r in records if r["type"] == "auto_retry_start"] == ["529 overloaded"]
        assert messages(records, "assistant")[-1]["stopReason"] == "stop"
        failed = messages(pi.run("fail"), "assistant")[-1]
        assert failed["stopReason"] == "error"
        assert text_of(failed)


def test_emoji_are_cut_between_deltas_and_whole_in_the_end(real_pi: RealPi) -> None:
    with started(real_pi) as pi:
        records = pi.run("emoji 100")
    pieces = deltas(records)
    assert sum(any(0xD800 <= ord(c) <= 0xDFFF for c in piece) for piece in pieces) >= len(pieces) - 1
    (answer,) = messages(records, "assistant")
    assert "".join(pieces).encode("utf-16", "surrogatepass").decode("utf-16") == text_of(answer)
    assert len(text_of(answer)) == 101


def test_odd_characters_arrive(real_pi: RealPi) -> None:
    with started(real_pi) as pi:
        (answer,) = messages(pi.run("unicode"), "assistant")
    assert {"\u2028", "\u2029", "\x85", "\x1b", "\0", "\u202e"} <= set(text_of(answer))


def test_big_answers(real_pi: RealPi) -> None:
    with started(real_pi) as pi:
        (big,) = messages(pi.run("big 8"), "assistant")
        (one_line,) = messages(pi.run("oneline 8"), "assistant")
        records = pi.run("mb 2")
    assert len(text_of(big)) == 8 * 1024
    assert len(text_of(one_line)) == 8 * 1024
    assert "\n" not in text_of(one_line)
    assert [len(delta) for delta in deltas(records)] == [2 * 1024 * 1024]


def test_pi_compacts_what_the_model_summarises(real_pi: RealPi) -> None:
    with started(real_pi) as pi:
        for _ in range(3):
            pi.run("big 60")
        pi.send(type="compact")
        done = pi.until(lambda record: record["type"] == "response")[-1]
        assert done["success"], done
        assert "big 60" in done["data"]["summary"]
        assert text_of(messages(pi.run("echo: on"), "assistant")[-1]) == 'ECHO "echo: on"'


def test_without_thinking_there_is_none(real_pi: RealPi) -> None:
    with started(real_pi) as pi:
        pi.send(type="set_thinking_level", level="off")
        pi.until(lambda record: record["type"] == "response")
        (answer,) = messages(pi.run("think"), "assistant")
    assert [block["type"] for block in answer["content"]] == ["text"]


@pytest.mark.parametrize(("allowed", "kept"), [(True, False), (False, True)])
def test_asking_for_permission(real_pi: RealPi, allowed: bool, kept: bool) -> None:
    (real_pi.cwd / "build").mkdir()
    with started(real_pi) as pi:
        pi.send(type="prompt", message="ask me")
        request = pi.until(lambda record: record["type"] == "extension_ui_request")[-1]
        assert request["method"] == "confirm"
        pi.send(type="extension_ui_response", id=request["id"], confirmed=allowed)
        pi.until(lambda record: record["type"] == "agent_settled")
    assert (real_pi.cwd / "build").exists() is kept


def test_each_dialog_command_notifies_the_answer(real_pi: RealPi) -> None:
    answers: dict[str, dict[str, object]] = {
        "select": {"value": "横浜"},
        "confirm": {"confirmed": True},
        "input": {"value": "Bergen"},
        "editor": {"value": "two\nlines"},
    }
    with started(real_pi) as pi:
        for method, answer in answers.items():
            pi.send(type="prompt", message=f"/demo-{method}")
            request = pi.until(lambda record: record["type"] == "extension_ui_request")[-1]
            assert request["method"] == method
            pi.send(type="extension_ui_response", id=request["id"], **answer)
            told = _requests(pi.until(lambda record: record["type"] == "response"))
            (value,) = answer.values()
            assert [(r["method"], r["message"]) for r in told] == [
                ("notify", f"{method}: {json.dumps(value, ensure_ascii=False)}")
            ]


def test_a_dialog_with_a_timeout_goes_on_by_itself(real_pi: RealPi) -> None:
    with started(real_pi) as pi:
        dialog, told = _requests(pi.command("/demo-input 0.2"))
    assert dialog["timeout"] == 200
    assert told["message"] == "input: no answer"


def test_three_dialogs_at_once(real_pi: RealPi) -> None:
    with started(real_pi) as pi:
        pi.send(type="prompt", message="/demo-dialogs")
        requests = [pi.until(lambda record: record["type"] == "extension_ui_request")[-1] for _ in range(3)]
        for request in reversed(requests):
            pi.send(type="extension_ui_response", id=request["id"], cancelled=True)
        (told,) = _requests(pi.until(lambda record: record["type"] == "response"))
    assert [request["method"] for request in requests] == ["select", "confirm", "input"]
    assert told["message"] == "dialogs: [null,false,null]"


def test_commands_that_show_something(real_pi: RealPi) -> None:
    expected: dict[str, Record] = {
        "/demo-status": {"method": "setStatus", "statusKey": "demo", "statusText": "tide ↗ 2.07 m"},
        "/demo-status off": {"method": "setStatus", "statusText": None},
        "/demo-widget below": {"method": "setWidget", "widgetKey": "demo", "widgetPlacement": "belowEditor"},
        "/demo-widget off": {"method": "setWidget", "widgetLines": None},
        "/demo-notify warning": {"method": "notify", "notifyType": "warning"},
        "/demo-title the tide": {"method": "setTitle", "title": "the tide"},
        "/demo-prefill a text": {"method": "set_editor_text", "text": "a text"},
        "/demo-tour": {"method": "notify"},
    }
    with started(real_pi) as pi:
        for command, fields in expected.items():
            (request,) = _requests(pi.command(command))
            assert {name: request.get(name) for name in fields} == fields


def test_a_command_that_fails_and_one_that_speaks(real_pi: RealPi) -> None:
    with started(real_pi) as pi:
        assert [r["type"] for r in pi.command("/demo-error")] == ["extension_error", "response"]
        (message,) = messages(pi.command("/demo-message High water"), "custom")
    assert message["content"] == "High water"


def _requests(records: list[Record]) -> list[Record]:
    return [record for record in records if record["type"] == "extension_ui_request"]
