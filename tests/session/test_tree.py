from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitui.protocol.json_object import JsonObject
from pitui.protocol.responses import Entries, Tree
from pitui.session.tree import SessionTree
from tests.session.records import (
    assistant,
    call,
    decoded,
    entry,
    line,
    message_entry,
    result,
    stored,
    text,
    thinking,
    user,
)


def tree_of(entries: list[JsonObject], leaf: str | None = None) -> SessionTree:
    tree = SessionTree()
    tree.add(stored(entries, leaf))
    return tree


def nested(entries: list[JsonObject], leaf: str | None) -> Tree:
    """What `get_tree` answers, by the rules of session-manager.js (pi 1.6.0), for entries in the order of time."""
    labels: dict[str, tuple[str, str]] = {}
    for data in entries:
        if data["type"] == "label":
            labels.pop(data["targetId"], None)
            if data.get("label"):
                labels[data["targetId"]] = (data["label"], data["timestamp"])
    nodes: dict[str, JsonObject] = {}
    for data in entries:
        node: JsonObject = {"entry": data, "children": []}
        if data["id"] in labels:
            node["label"], node["labelTimestamp"] = labels[data["id"]]
        nodes[data["id"]] = node
    roots: list[JsonObject] = []
    for data in entries:
        parent = nodes.get(data["parentId"] or "")
        (roots if parent is None else parent["children"]).append(nodes[data["id"]])
    return Tree(tree=roots, leaf_id=leaf)


def texts(tree: SessionTree) -> list[tuple[int, str]]:
    return [(row.depth, row.text) for row in tree.rows()]


CONVERSATION = [
    message_entry("u1", None, user("first"), 1),
    message_entry("a1", "u1", assistant(text("one")), 2),
    message_entry("u2", "a1", user("second"), 3),
    message_entry("a2", "u2", assistant(text("two")), 4),
    message_entry("u3", "a1", user("third"), 5),
    message_entry("a3", "u3", assistant(text("three")), 6),
]


def test_only_branching_indents_and_the_present_branch_is_first() -> None:
    assert texts(tree_of(CONVERSATION)) == [
        (0, "first"),
        (0, "one"),
        (1, "third"),
        (1, "three"),
        (1, "second"),
        (1, "two"),
    ]
    rows = tree_of(CONVERSATION, leaf="a2").rows()
    assert [row.text for row in rows] == ["first", "one", "second", "two", "third", "three"]
    assert [row.text for row in rows if row.active] == ["first", "one", "second", "two"]
    assert [row.text for row in rows if row.leaf] == ["two"]
    assert [row.children for row in rows] == [1, 2, 1, 0, 1, 0]


def test_bookkeeping_has_no_row_and_breaks_no_line() -> None:
    entries = [
        entry("m", None, "model_change", 0, provider="p", modelId="m"),
        message_entry("u1", "m", user("first"), 1),
        entry("l", "u1", "label", 2, targetId="u1", label="start"),
        message_entry("s", "l", {"role": "system", "content": "You are", "timestamp": 1}, 3),
        message_entry("a1", "s", assistant(text("one")), 4),
        entry("c", "a1", "custom", 5, customType="x"),
    ]
    rows = tree_of(entries).rows()
    assert [(row.text, row.parent_id, row.depth, row.leaf) for row in rows] == [
        ("first", None, 0, False),
        ("one", "u1", 0, True),
    ]
    assert rows[0].label == "start"
    assert rows[0].label_at == rows[0].at + 1
    assert len(tree_of(entries).rows(hidden=lambda _: False)) == len(entries)


def test_the_last_label_of_an_entry_counts() -> None:
    entries = [
        message_entry("u1", None, user("first"), 1),
        entry("l1", "u1", "label", 2, targetId="u1", label="old"),
        entry("l2", "l1", "label", 3, targetId="u1", label="new"),
    ]
    assert tree_of(entries).label("u1") == "new"
    cleared = [*entries, entry("l3", "l2", "label", 4, targetId="u1")]
    assert tree_of(cleared).label("u1") is None


def test_what_an_entry_did_in_one_line() -> None:
    entries = line(
        message_entry("1", None, user("\n  first line\nsecond line")),
        message_entry("2", None, assistant(thinking("hm"), call("c1", "bash", command="pytest -q"))),
        message_entry("3", None, result("c1", "2 passed\nin 1 s")),
        message_entry("4", None, assistant(call("c2", "read", path="a.py"), call("c3", "ls"))),
        message_entry("5", None, assistant(stop="error", errorMessage="529 overloaded")),
        message_entry("6", None, {"role": "bashExecution", "command": "ls", "timestamp": 1}),
        message_entry("7", None, user('<skill name="pdf" location="/s/pdf.md">\nRead it.\n</skill>\n\nnow')),
        entry("8", None, "compaction", summary="## Goal\nmuch"),
        entry("9", None, "custom_message", customType="note", content="", display=True),
        entry("10", None, "from_the_future"),
        message_entry("11", None, {"role": "oracle", "timestamp": 1}),
    )
    assert [row.text.removesuffix(" …") for row in tree_of(entries).rows()] == [
        "first line",
        "bash pytest -q",
        "2 passed",
        "read a.py, ls .",
        "529 overloaded",
        "ls",
        "[skill] pdf now",
        "## Goal",
        "note",
        "from_the_future",
        "oracle",
    ]


@pytest.mark.parametrize(
    "damaged",
    [
        [message_entry("a", "b", user("a")), message_entry("b", "a", user("b"))],
        [message_entry("a", "a", user("a")), message_entry("b", "a", user("b"))],
        [message_entry("a", "gone", user("a")), message_entry("b", "a", user("b"))],
        [message_entry("a", None, user("a")), message_entry("b", None, user("b"))],
        [message_entry("b", "a", user("b")), message_entry("a", None, user("a"))],
        [
            message_entry("a", None, user("a")),
            message_entry("a", None, user("x")),
            message_entry("b", "a", user("b")),
        ],
        [message_entry("a", None, user("a")), entry("x", "a", "new"), message_entry("b", "x", user("b"))],
    ],
)
def test_a_damaged_file_is_shown_whole(damaged: list[JsonObject]) -> None:
    tree = tree_of(damaged, leaf="b")
    assert {"a", "b"} <= {row.text for row in tree.rows()}
    assert len(tree.rows()) == len(tree)
    assert tree.path()[-1].id == "b"


def test_entries_that_come_later_give_the_same_rows() -> None:
    tree = SessionTree()
    for cut in range(len(CONVERSATION)):
        tree.add(Entries(entries=decoded(CONVERSATION[cut : cut + 1]), leaf_id=CONVERSATION[cut]["id"]))
        assert tree.last_id == CONVERSATION[cut]["id"]
        assert tree.rows() == tree_of(CONVERSATION[: cut + 1]).rows()


def test_what_is_new_on_the_path() -> None:
    tree = tree_of(CONVERSATION, leaf="a3")
    assert [entry.id for entry in tree.path()] == ["u1", "a1", "u3", "a3"]
    assert [entry.id for entry in tree.path_since("a1") or []] == ["u3", "a3"]
    assert tree.path_since("a3") == []
    assert tree.path_since("a2") is None
    assert [child.id for child in tree.children("a1")] == ["u2", "u3"]


def random_session(seed: int, count: int) -> tuple[list[JsonObject], str]:
    rng = random.Random(seed)
    entries: list[JsonObject] = []
    for number in range(count):
        ids = [data["id"] for data in entries]
        parent = rng.choice([None, *ids]) if rng.random() < 0.3 else (ids[-1] if ids else None)
        kind = rng.random()
        if kind < 0.2 and ids:
            label: dict[str, Any] = {"label": rng.choice("xy")} if rng.random() < 0.7 else {}
            data = entry(f"e{number}", parent, "label", number, targetId=rng.choice(ids), **label)
        elif kind < 0.3:
            data = entry(f"e{number}", parent, "unheard_of", number)
        else:
            data = message_entry(f"e{number}", parent, user(f"text {number}"), number)
        entries.append(data)
    return entries, rng.choice(entries)["id"]


@given(st.integers(0, 100_000), st.integers(1, 40))
def test_both_accounts_of_a_session_give_the_same_rows(seed: int, count: int) -> None:
    entries, leaf = random_session(seed, count)
    flat = tree_of(entries, leaf)
    deep = SessionTree()
    deep.add_nodes(nested(entries, leaf))
    assert deep.rows() == flat.rows()
    assert deep.rows(hidden=lambda _: False) == flat.rows(hidden=lambda _: False)
    half = tree_of(entries[: count // 2], leaf)
    half.add_nodes(nested(entries, leaf))
    assert half.rows() == flat.rows()


def test_long_and_wide_sessions_are_loops() -> None:
    long = [message_entry(f"e{n}", f"e{n - 1}" if n else None, user(f"text {n}"), n) for n in range(30_000)]
    rows = tree_of(long).rows()
    assert len(rows) == 30_000
    assert {row.depth for row in rows} == {0}
    deep = SessionTree()
    deep.add_nodes(nested(long, "e29999"))
    assert len(deep.path()) == 30_000
    stairs: list[JsonObject] = []
    for n in range(2_000):
        stairs += [
            message_entry(f"e{n}", f"e{n - 1}" if n else None, user("on"), n),
            message_entry(f"f{n}", f"e{n}", user("off"), n),
        ]
    assert max(row.depth for row in tree_of(stairs, leaf="e1999").rows()) == 1_999


def test_nodes_that_are_none_are_left_out() -> None:
    tree = SessionTree()
    good = {"entry": message_entry("a", None, user("a")), "children": "none"}
    tree.add_nodes(
        Tree.model_construct(tree=[None, {}, {"entry": 3}, {"entry": {"id": 4}}, good], leaf_id="a")
    )
    assert [row.text for row in tree.rows()] == ["a"]


@pytest.mark.parametrize("odd", [5, True, [], {}])
@pytest.mark.parametrize("field", ["id", "parentId", "timestamp"])
def test_an_entry_with_an_odd_field_breaks_no_tree(field: str, odd: Any) -> None:
    entries = line(message_entry("a", None, user("first")), message_entry("b", None, user("second")))
    entries[1][field] = odd
    nodes: list[JsonObject] = [{"entry": data, "children": []} for data in entries]
    for tree in (tree_of(entries, "a"), SessionTree()):
        tree.add_nodes(Tree(tree=nodes, leaf_id="a"))
        assert [row.text for row in tree.rows()][:1] == ["first"]
        assert [entry.id for entry in tree.path()] == ["a"]
