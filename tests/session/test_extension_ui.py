from __future__ import annotations

from typing import Any

from pitui.protocol.codec import Record
from pitui.session.blocks import Level
from pitui.session.changes import Area
from tests.session.records import event, fed


def request(method: str, id: str = "r1", **fields: Any) -> Record:
    return event("extension_ui_request", id=id, method=method, **fields)


def test_dialogs_wait_in_line_until_answered_or_expired() -> None:
    session = fed(
        request("confirm", "a", title="Sure?", message="", timeout=1500),
        request("select", "b", title="Which?", options=["x"]),
        request("editor", "c", title="Text", timeout=5),
    )
    assert [(d.request.id, d.arrived, d.deadline) for d in session.dialogs] == [
        ("a", 0, 1.5),
        ("b", 1, None),
        ("c", 2, None),
    ]
    assert Area.DIALOGS in session.changes.take().areas
    assert session.expire_dialogs(1.4) == []
    assert [d.request.id for d in session.expire_dialogs(1.5)] == ["a"]
    closed = session.close_dialog("b")
    assert closed is not None
    assert closed.request.id == "b"
    assert session.close_dialog("b") is None
    assert Area.DIALOGS in session.changes.take().areas
    session.died("pi has ended.", 9)
    assert session.dialogs == []


def test_statuses_and_widgets_come_and_go() -> None:
    session = fed(
        request("setStatus", statusKey="k", statusText="tide"),
        request("setWidget", widgetKey="w", widgetLines=["a"]),
        request("setTitle", title="t"),
        request("set_editor_text", text="draft"),
        request("unheard_of"),
    )
    assert session.statuses == {"k": "tide"}
    assert session.widgets["w"].widget_lines == ["a"]
    assert (session.title, session.editor_text) == ("t", "draft")
    session.apply(request("setStatus", statusKey="k"), 9)
    session.apply(request("setWidget", widgetKey="w"), 9)
    assert (session.statuses, session.widgets) == ({}, {})
    session.apply(request("setStatus", statusKey="k", statusText="x"), 9)
    session.replacing()
    session.replaced()
    assert (session.statuses, session.title) == ({}, None)


def test_notifications_are_kept_within_bounds() -> None:
    session = fed(*[request("notify", message=str(n), notifyType="warning") for n in range(300)])
    session.apply(request("notify", message="odd", notifyType="shout"), 9)
    assert len(session.notifications) == 200
    assert [(n.level, n.text) for n in session.notifications[-2:]] == [
        (Level.WARNING, "299"),
        (Level.INFO, "odd"),
    ]


def test_state_is_kept_up_to_date_by_events() -> None:
    session = fed(
        event("thinking_level_changed", level="high"),
        event("session_info_changed", name="a name"),
        event("queue_update", steering=["a"], followUp=["b", "c"]),
    )
    assert (session.state.thinking_level, session.state.session_name) == ("high", "a name")
    assert (session.queue.steering, session.queue.follow_up) == (("a",), ("b", "c"))
    assert Area.QUEUE | Area.STATUS in session.changes.take().areas
