"""Every command, event, request, role and entry that the types in pi's own package name has a model."""

from __future__ import annotations

import inspect
import re
from pathlib import Path

import pytest

from pitui.protocol import commands
from pitui.protocol.commands import Command
from pitui.protocol.content import CONTENT
from pitui.protocol.entries import ENTRIES
from pitui.protocol.events import EVENTS, MESSAGE_EVENTS
from pitui.protocol.extension_ui import UI_REQUESTS
from pitui.protocol.messages import MESSAGES
from tests.conftest import RealPi


@pytest.fixture
def modules(real_pi: RealPi) -> Path:
    """The folder that holds pi's packages."""
    return next(
        folder for folder in Path(real_pi.argv[-1]).resolve().parents if folder.name == "@earendil-works"
    )


def union(source: str, name: str) -> str:
    """The text of one exported union type."""
    found = re.search(
        rf"export (?:declare )?type {name}\b[^=]*=(.*?)(?=^export |^declare |\Z)", source, re.S | re.M
    )
    assert found, f"{name} is not declared any more"
    return found[1]


def tags(text: str, tag: str = "type") -> set[str]:
    """All string values that a field may have."""
    values: set[str] = set()
    for alternatives in re.findall(rf"^\s+{tag}: ((?:\"\w+\"(?: \| )?)+);", text, re.M):
        values |= set(re.findall(r"\w+", alternatives))
    assert values
    return values


def models_of_commands() -> dict[str, type[Command]]:
    found: dict[str, type[Command]] = {}
    for _, model in inspect.getmembers(commands, inspect.isclass):
        if issubclass(model, Command) and model is not Command:
            found[model.model_fields["type"].default] = model
    return found


def test_commands(modules: Path) -> None:
    text = union((modules / "pi-coding-agent/dist/modes/rpc/rpc-types.d.ts").read_text(), "RpcCommand")
    models = models_of_commands()

    assert tags(text) <= models.keys()
    for body in re.findall(r"\{(.*?)\n\}", text, re.S):
        (name,) = tags(body)
        fields = set(re.findall(r"^ {4}(\w+)\??:", body, re.M))
        assert {field.alias or key for key, field in models[name].model_fields.items()} == fields


def test_extension_requests(modules: Path) -> None:
    text = union(
        (modules / "pi-coding-agent/dist/modes/rpc/rpc-types.d.ts").read_text(), "RpcExtensionUIRequest"
    )

    assert tags(text, "method") <= UI_REQUESTS.known.keys()
    for body in re.findall(r"\{(.*?)\n\}", text, re.S):
        (method,) = tags(body, "method")
        fields = set(re.findall(r"^ {4}(\w+)\??:", body, re.M))
        known = {field.alias or key for key, field in UI_REQUESTS.known[method].model_fields.items()}
        assert fields <= known


def test_events(modules: Path) -> None:
    agent = union((modules / "pi-agent-core/dist/types.d.ts").read_text(), "AgentEvent")
    session = union(
        (modules / "pi-coding-agent/dist/core/agent-session.d.ts").read_text(), "AgentSessionEvent"
    )

    assert tags(agent) | tags(session) <= EVENTS.known.keys()


def test_events_of_a_message(modules: Path) -> None:
    text = union((modules / "pi-ai/dist/types.d.ts").read_text(), "AssistantMessageEvent")

    # pi hands on only the events between these three (0.82.1 and 1.6.0, agent-loop.js).
    assert tags(text) - {"start", "done", "error"} <= MESSAGE_EVENTS.known.keys()


def test_messages_and_their_content(modules: Path) -> None:
    ai = (modules / "pi-ai/dist/types.d.ts").read_text()
    agent = (modules / "pi-coding-agent/dist/core/messages.d.ts").read_text()
    kinds = re.findall(r"interface \w*(?:Content|ToolCall) \{\n\s+type: \"(\w+)\"", ai)

    assert tags(ai, "role") | tags(agent, "role") <= MESSAGES.known.keys()
    assert {"text", "image", "thinking", "toolCall"} <= set(kinds)
    assert set(kinds) <= CONTENT.known.keys()


def test_entries(modules: Path) -> None:
    text = (modules / "pi-coding-agent/dist/core/session-manager.d.ts").read_text()
    kinds = set(
        re.findall(
            r"extends SessionEntryBase \{\n\s+type: \"(\w+)\"", re.sub(r"<[^{]*> extends", " extends", text)
        )
    )

    assert len(kinds) >= 9
    assert kinds <= ENTRIES.known.keys()
