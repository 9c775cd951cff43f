"""What the bridge says is read, whatever it says; requests find their answers."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitui.protocol.responses import SlashCommand, SourceInfo
from pitui.session.bridge import STATUS_KEY, Answer, Bridge, Report, decode, without_bridge
from pitui.session.state import Session
from tests.session.records import event

FILE = "/somewhere/bridge.ts"


def command(name: str, path: str = FILE) -> SlashCommand:
    return SlashCommand(name=name, source="extension", source_info=SourceInfo(path=path))


def found(*names: str) -> Bridge:
    bridge = Bridge(FILE)
    bridge.find_commands([command(name) for name in names])
    return bridge


def test_commands_are_found_by_their_file_also_when_renamed() -> None:
    bridge = Bridge(FILE)
    others = [command("pitui-nav:1", "/another/ext.ts"), command("review", "/prompts/review.md")]
    assert not bridge.is_there
    assert bridge.find_commands([command("pitui-nav:2"), *others, command("pitui-label")]) == others
    assert bridge.is_there
    assert bridge.request("nav", id="a") == (1, '/pitui-nav:2 {"req": 1, "id": "a"}')
    assert bridge.request("label", id="a", label=None)[1] == '/pitui-label {"req": 2, "id": "a"}'
    with pytest.raises(KeyError):
        bridge.request("reload")
    assert bridge.find_commands(others) == others
    assert not bridge.is_there


def test_a_pi_without_the_bridge_has_no_commands_of_it() -> None:
    bridge = Bridge(None)
    assert bridge.find_commands([command("pitui-nav")]) == [command("pitui-nav")]
    assert not bridge.is_there


def test_answers_go_to_their_requests() -> None:
    bridge = found("pitui-nav", "pitui-label")
    first, _ = bridge.request("nav", id="a")
    second, _ = bridge.request("label", id="b")
    assert bridge.take(json.dumps({"kind": "answer", "req": second, "data": {"id": "b"}})) is None
    assert bridge.take(json.dumps({"kind": "answer", "req": first, "error": "no"})) is None
    assert bridge.take(json.dumps({"kind": "answer", "req": 99, "data": {}})) is None
    assert bridge.answer(first) == Answer(first, {}, "no")
    assert bridge.answer(second) == Answer(second, {"id": "b"})
    assert bridge.answer(second).error
    assert bridge.answer(99).error


def test_reports_are_handed_on_and_the_version_is_kept() -> None:
    bridge = found("pitui-nav")
    start = {"kind": "session_start", "reason": "startup", "version": "1.6.0", "agentDir": "/a"}
    assert bridge.take(json.dumps(start)) == Report("session_start", start)
    assert (bridge.version, bridge.agent_dir) == ("1.6.0", "/a")
    assert bridge.take(json.dumps({"kind": "of tomorrow"})) == Report("of tomorrow", {"kind": "of tomorrow"})


NAMES = st.sampled_from(["kind", "req", "data", "error"]) | st.text()
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(),
    lambda values: st.lists(values) | st.dictionaries(NAMES, values),
)


@given(JSON)
def test_nothing_that_comes_under_the_key_raises(value: Any) -> None:
    bridge = found("pitui-nav")
    for text in (value, json.dumps(value)):
        if isinstance(text, str | None):
            decode(text)
            bridge.take(text)
    bridge.take("[" * 100_000)


def test_the_reserved_status_is_never_shown() -> None:
    session = Session()
    for key in (STATUS_KEY, "other"):
        session.apply(
            event("extension_ui_request", id="1", method="setStatus", statusKey=key, statusText="x"), 0
        )
    assert session.statuses == {"other": "x"}


def test_recordings_do_not_list_the_bridge() -> None:
    other = command("pitui-nav", "/ext/mine.ts")
    assert without_bridge([command("pitui-nav:1"), other, command("bridge")]) == [other, command("bridge")]
