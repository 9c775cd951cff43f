from __future__ import annotations

import pytest

from pitui.protocol.extension_ui import (
    ConfirmRequest,
    EditorRequest,
    ExtensionUIResponse,
    InputRequest,
    SelectRequest,
)
from pitui.session.dialog_lines import MOST_CHARACTERS, answered_line, expired_line
from tests.session.records import event, fed

SELECT = SelectRequest(id="1", title="Allow\n\n  rm -rf x?", options=["Yes", "No"])
CONFIRM = ConfirmRequest(id="1", title="Sure?", message="Really?")


def test_what_was_asked_and_answered_is_one_line() -> None:
    assert answered_line(SELECT, ExtensionUIResponse(id="1", value="Yes")) == "Allow rm -rf x? → Yes"
    assert answered_line(SELECT, ExtensionUIResponse(id="1", cancelled=True)) == "Allow rm -rf x? → cancelled"
    assert answered_line(CONFIRM, ExtensionUIResponse(id="1", confirmed=True)) == "Sure? → yes"
    assert answered_line(CONFIRM, ExtensionUIResponse(id="1", confirmed=False)) == "Sure? → no"
    untitled = InputRequest(id="1")
    assert answered_line(untitled, ExtensionUIResponse(id="1", value="")) == (
        "input without a title → an empty text"
    )


def test_a_long_answer_is_cut() -> None:
    line = answered_line(EditorRequest(id="1", title="T"), ExtensionUIResponse(id="1", value="a\n" * 5000))
    assert "\n" not in line
    assert len(line) < MOST_CHARACTERS + 10
    assert line.endswith("…")


def test_what_pi_assumes_is_told() -> None:
    assert "no answer" in expired_line(SELECT)
    assert expired_line(CONFIRM) == "Sure? → expired: pi goes on with “no”"


@pytest.mark.parametrize(
    ("timeout", "deadline"),
    [(None, None), (0, None), (1500, 1.5), (0.5, 0.001), (-3, 0.001), (3e9, 0.001)],
)
def test_time_limits_are_counted_as_node_counts_them(timeout: float | None, deadline: float | None) -> None:
    session = fed(event("extension_ui_request", id="a", method="confirm", title="?", timeout=timeout))
    assert session.dialogs[0].deadline == deadline


def test_only_what_is_older_than_a_replacement_is_taken_away() -> None:
    def status(key: str) -> None:
        session.apply(
            event("extension_ui_request", id="1", method="setStatus", statusKey=key, statusText=key), 0
        )

    session = fed(event("extension_ui_request", id="1", method="setTitle", title="old"))
    status("old")
    status("both")
    session.replacing()
    status("both")
    status("new")
    session.replaced()
    assert session.statuses == {"both": "both", "new": "new"}
    assert session.title is None
