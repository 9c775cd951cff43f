"""Keys: pi's spelling understood, wishes laid over the defaults, clashes named."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st
from textual.keys import format_key

from pitui.ui.actions import ACTIONS
from pitui.ui.editor_actions import EDITOR_ACTIONS
from pitui.ui.key_names import shown_key, textual_key, why_swallowed
from pitui.ui.keys import EVERY_ACTION, PLACES, keys_in_force


@pytest.mark.parametrize(
    ("pi", "textual"),
    [
        ("ctrl+shift+x", "ctrl+shift+x"),
        ("shift+ctrl+x", "ctrl+shift+x"),
        ("alt+ctrl+]", "alt+ctrl+right_square_bracket"),
        ("pageUp", "pageup"),
        ("ctrl+pageDown", "ctrl+pagedown"),
        ("esc", "escape"),
        ("return", "enter"),
        ("ctrl+-", "ctrl+minus"),
        ("ctrl++", "ctrl+plus"),
        ("+", "plus"),
        ("shift+l", "L"),
        ("F5", "f5"),
        ("ctrl+1", "ctrl+1"),
        ("hyper+x", None),
        ("ctrl+", None),
        ("", None),
        ("page", None),
    ],
)
def test_keys_of_pi_are_understood(pi: str, textual: str | None) -> None:
    assert textual_key(pi) == textual


def test_the_defaults_do_not_clash_and_are_keys() -> None:
    keys = keys_in_force()
    assert keys.problems == ()
    assert keys.changed() == {}
    for action in (*ACTIONS, *EDITOR_ACTIONS):
        assert all(textual_key(shown_key(key)) == key for key in action.keys)


def test_ids_and_slash_names_are_unique() -> None:
    assert max(Counter(action.id for action in ACTIONS).values()) == 1
    assert max(Counter(action.slash for action in ACTIONS if action.slash).values()) == 1


def test_what_a_terminal_may_swallow_can_be_reached_in_another_way() -> None:
    for action in ACTIONS:
        if action.keys and all(why_swallowed(key) for key in action.keys):
            assert action.slash, f"{action.id} has only keys that a terminal may swallow"


def test_own_keys_go_before_those_of_pi_and_replace_the_defaults() -> None:
    keys = keys_in_force(
        {"app.session.tree": ("ctrl+shift+t",), "app.message.copy": ("alt+c",)},
        {"app.session.tree": ("f8", "alt+t")},
    )
    assert keys.of["app.session.tree"] == ("f8", "alt+t")
    assert keys.of["app.message.copy"] == ("alt+c",)
    assert set(keys.changed()) == {"app.session.tree", "app.message.copy"}
    assert keys.problems == ()


def test_no_keys_take_them_away() -> None:
    keys = keys_in_force({"app.suspend": ()})
    assert keys.of["app.suspend"] == ()
    assert format_key(keys.changed()["app.suspend"])


def test_a_clash_is_named_and_what_the_user_wrote_has_the_key() -> None:
    keys = keys_in_force({"app.session.tree": ("ctrl+x",)})
    (problem,) = keys.problems
    assert all(part in problem for part in ("ctrl+x", "app.session.tree", "app.message.copy"))
    assert keys.of["app.session.tree"] == ("ctrl+x",)
    assert keys.of["app.message.copy"] == ()
    keys = keys_in_force({"app.session.tree": ("ctrl+x",)}, {"app.exit": ("ctrl+x",)})
    assert keys.of["app.exit"] == ("ctrl+x",)
    assert keys.of["app.session.tree"] == ()


def test_a_key_of_the_editor_can_be_taken_by_an_action() -> None:
    keys = keys_in_force({"app.session.tree": ("ctrl+k",)})
    assert keys.of["app.session.tree"] == ("ctrl+k",)
    assert "tui.editor.deleteToLineEnd" in keys.problems[0]


def test_the_keys_that_send_can_be_changed() -> None:
    keys = keys_in_force({"tui.input.submit": ("ctrl+enter",), "tui.input.newLine": ("enter",)})
    assert keys.as_default("ctrl+enter") == "enter"
    assert keys.as_default("enter") == "shift+enter"
    assert keys.as_default("ctrl+j") == ""
    assert keys.as_default("alt+enter") == "alt+enter"
    assert keys.as_default("x") == "x"


@given(
    st.dictionaries(
        st.sampled_from([action.id for action in EVERY_ACTION]),
        st.lists(st.sampled_from(["ctrl+x", "f4", "ctrl+k", "up", "enter", "alt+q"]), max_size=3).map(tuple),
    )
)
def test_whatever_is_wished_no_key_does_two_things(wanted: dict[str, tuple[str, ...]]) -> None:
    keys = keys_in_force(wanted)
    for place in PLACES:
        counted = Counter(key for action in place for key in dict.fromkeys(keys.of[action.id]))
        assert max(counted.values()) == 1


def test_a_list_may_have_the_keys_of_the_screen_and_its_own_can_be_changed() -> None:
    keys = keys_in_force({"app.tree.filter.all": ("ctrl+p",)})
    assert keys.of["app.tree.filter.all"] == ("ctrl+p",)
    assert keys.of["app.model.cycleForward"] == ("ctrl+p",)
    assert keys.problems == ()
    assert "app.tree.filter.cycleForward" in keys_in_force({"app.tree.filter.all": ("ctrl+o",)}).problems[0]


def test_unknown_keys_and_own_unknown_ids_are_named() -> None:
    problems = " ".join(keys_in_force({"app.exit": ("hyper+q",)}, {"pitui.nothing": ("f9",)}).problems)
    assert "hyper+q" in problems
    assert "pitui.nothing" in problems


def test_ids_that_only_pi_has_are_no_problem() -> None:
    assert keys_in_force({"app.models.save": ("ctrl+s",)}).problems == ()
