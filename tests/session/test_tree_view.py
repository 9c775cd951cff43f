"""The view of a large branched session against counts made from its file, and of trees of any shape."""

from __future__ import annotations

import json
import random
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from pitui.protocol.json_object import JsonObject
from pitui.protocol.responses import Entries
from pitui.session.branch_totals import branch_totals, totals_of
from pitui.session.compare import compare
from pitui.session.tree import SessionTree
from pitui.session.tree_filters import Filter
from pitui.session.tree_view import TreeView
from tests.session.branched import made, write_branched
from tests.session.records import assistant, call, decoded, entry, message_entry, result, text, user

BOOKKEEPING = {
    "label",
    "context_edit",
    "custom",
    "model_change",
    "thinking_level_change",
    "session_info",
    "usage",
}


@pytest.fixture(params=("beside the checkout, if it is there", "made"))
def branched(request: pytest.FixtureRequest, tmp_path: Path) -> list[JsonObject]:
    file = tmp_path / "session.jsonl"
    if request.param != "made":
        return write_branched(file)
    return [json.loads(line) for line in made().splitlines()[1:]]


def tree_of(entries: list[JsonObject], leaf: str | None = None) -> SessionTree:
    tree = SessionTree()
    tree.add(Entries(entries=decoded(entries), leaf_id=leaf or entries[-1]["id"]))
    return tree


def view_of(tree: SessionTree, filter: Filter = Filter.DEFAULT) -> TreeView:
    view = TreeView()
    view.show(tree)
    view.set_filter(filter)
    return view


def role(data: JsonObject) -> str:
    return data["message"]["role"] if data["type"] == "message" else ""


def said(data: JsonObject) -> str:
    content = data["message"].get("content", "")
    if isinstance(content, str):
        return content
    return "\n".join(part.get("text", "") for part in content)


def is_silent(data: JsonObject) -> bool:
    """An answer without text that neither failed nor was aborted."""
    stop = data.get("message", {}).get("stopReason", "stop")
    return role(data) == "assistant" and not said(data).strip() and stop in ("stop", "toolUse")


def labels_in(entries: list[JsonObject]) -> dict[str, str]:
    labels: dict[str, str] = {}
    for data in entries:
        if data["type"] == "label":
            labels.pop(data["targetId"], None)
            if data.get("label"):
                labels[data["targetId"]] = data["label"]
    return labels


def expected(entries: list[JsonObject], filter: Filter) -> set[str]:
    """The ids that a filter shows, from the file itself; the leaf of these sessions says something."""
    labels = labels_in(entries)

    def shows(data: JsonObject) -> bool:
        is_plain = data["type"] not in BOOKKEEPING and not is_silent(data)
        match filter:
            case Filter.ALL:
                return True
            case Filter.USER:
                return role(data) == "user"
            case Filter.LABELLED:
                return data["id"] in labels
            case Filter.DEFAULT:
                return is_plain
            case Filter.NO_TOOLS:
                return is_plain and role(data) != "toolResult"

    return {data["id"] for data in entries if shows(data)}


@pytest.mark.parametrize("filter", list(Filter))
def test_each_filter_shows_what_the_file_says(branched: list[JsonObject], filter: Filter) -> None:
    view = view_of(tree_of(branched), filter)
    assert {row.id for row in view.rows} == expected(branched, filter)
    assert len(view.rows) == len(expected(branched, filter))
    assert len(view.rows) < len(branched) or filter is Filter.ALL


def test_branch_points_leaves_and_labels(branched: list[JsonObject]) -> None:
    children = Counter(data["parentId"] for data in branched if data["parentId"])
    rows = view_of(tree_of(branched), Filter.ALL).rows
    assert {row.id for row in rows if row.children > 1} == {id for id, n in children.items() if n > 1}
    assert {row.id for row in rows if not row.children} == {d["id"] for d in branched} - set(children)
    assert {row.id: row.label for row in rows if row.label} == labels_in(branched)
    heads = [row for row in rows if row.head]
    assert len(heads) == sum(n for n in children.values() if n > 1)
    assert all(row.depth == sum(r.id in ancestors(branched, row.id) for r in heads) + 1 for row in heads)


def ancestors(entries: list[JsonObject], entry_id: str) -> set[str]:
    parents = {data["id"]: data["parentId"] for data in entries}
    found: set[str] = set()
    at = parents[entry_id]
    while at:
        found.add(at)
        at = parents[at]
    return found


@pytest.mark.parametrize("filter", list(Filter))
def test_the_path_to_the_leaf_comes_first_and_is_marked(branched: list[JsonObject], filter: Filter) -> None:
    rows = view_of(tree_of(branched), filter).rows
    path = ancestors(branched, branched[-1]["id"]) | {branched[-1]["id"]}
    first = [row.id for row in rows if row.active]
    assert [row.id for row in rows[: len(first)]] == first
    assert set(first) == path & {row.id for row in rows}
    assert [row.id for row in rows if row.leaf or row.above_leaf] == first[-1:]


@pytest.mark.parametrize("filter", list(Filter))
@pytest.mark.parametrize("query", ["", "the", "no such words at all"])
def test_only_the_place_of_the_session_is_marked_as_it(
    branched: list[JsonObject], filter: Filter, query: str
) -> None:
    kinds = {data["id"]: data["type"] for data in branched}
    parents = {data["id"]: data["parentId"] for data in branched}
    for leaf in [data["id"] for data in branched[:: max(1, len(branched) // 20)]]:
        view = view_of(tree_of(branched, leaf), filter)
        view.set_query(query)
        here = {leaf}
        while kinds[leaf] in BOOKKEEPING and parents[leaf]:
            leaf = parents[leaf]
            here.add(leaf)
        assert {row.id for row in view.rows if row.leaf} <= here
        marked = [row for row in view.rows if row.leaf or row.above_leaf]
        assert len(marked) <= 1
        assert not any(row.leaf and row.above_leaf for row in marked)
        if here & {row.id for row in view.rows}:
            assert marked[0].leaf


def test_from_an_entry_on() -> None:
    entries = [message_entry(f"e{n}", f"e{n - 1}" if n else None, user(f"text {n}"), n) for n in range(12)]
    view = view_of(tree_of(entries))
    assert view.from_on("e4") == 4
    view.set_query("1")
    assert [row.id for row in view.rows] == ["e1", "e10", "e11"]
    assert [view.from_on(f"e{n}") for n in (0, 1, 2, 10, 11)] == [0, 0, 1, 1, 2]
    view.set_query("7")
    assert view.from_on("e9") == 0
    assert view.from_on("gone") is None
    view.set_query("nothing")
    assert view.from_on("e9") is None


def test_search_finds_all_words_in_texts_tool_output_and_arguments(branched: list[JsonObject]) -> None:
    view = view_of(tree_of(branched), Filter.ALL)
    output = next(d for d in branched if role(d) == "toolResult" and len(said(d).split()) > 3)
    words = sorted(set(said(output).lower().split()), key=len)[-2:]
    view.set_query(" ".join(words).upper())
    found = {row.id for row in view.rows}
    assert output["id"] in found
    for data in branched:
        if role(data) == "toolResult" and all(word in said(data).lower() for word in words):
            assert data["id"] in found
    for row in view.rows:
        raw = str(next(d for d in branched if d["id"] == row.id)).lower()
        assert all(word.strip("\\'\"") in raw or repr(word)[1:-1] in raw for word in words)
    view.set_query("no such words in any entry at all")
    assert not view.rows
    view.set_query("")
    assert len(view.rows) == len(branched)


def test_search_and_filter_together() -> None:
    entries = [
        message_entry("u1", None, user("Read the Theme file"), 1),
        message_entry("a1", "u1", assistant(call("c", "bash", command="cat theme.ts")), 2),
        message_entry("r1", "a1", {**result("c", "dark\nblue"), "details": {"diff": "+1 neon"}}, 3),
        message_entry("a2", "r1", assistant(text("The theme is dark.")), 4),
        entry("l", "a2", "label", 5, targetId="a2", label="Answer"),
    ]
    view = view_of(tree_of(entries))
    for query, ids in {
        "theme": ["u1", "a2"],
        "DARK": ["r1", "a2"],
        "dark theme": ["a2"],
        "neon": ["r1"],
        "answer": ["a2"],
        "": ["u1", "r1", "a2"],
    }.items():
        view.set_query(query)
        assert [row.id for row in view.rows] == ids, query
    view.set_filter(Filter.ALL)
    view.set_query("cat theme.ts")
    assert [row.id for row in view.rows] == ["a1"]


def test_fold_and_unfold(branched: list[JsonObject]) -> None:
    view = view_of(tree_of(branched), Filter.ALL)
    whole = [row.id for row in view.rows]
    heads = [n for n, row in enumerate(view.rows) if row.head and row.children]
    assert heads
    for n in (0, heads[0], heads[len(heads) // 2], heads[-1]):
        below = {id for id in whole if whole[n] in ancestors(branched, id)}
        assert view.can_fold(n)
        view.fold(n)
        assert [row.id for row in view.rows] == [id for id in whole if id not in below]
        assert view.rows[n].folded == len(below)
        assert view.place(next(iter(below))) == n
        view.unfold(n)
        assert [row.id for row in view.rows] == whole


def test_jumps_go_from_branch_to_branch(branched: list[JsonObject]) -> None:
    view = view_of(tree_of(branched), Filter.ALL)
    at, seen = 0, [0]
    while (below := view.jump_down(at)) != at:
        at = below
        seen.append(at)
    assert all(view.rows[n].head for n in seen[1:-1])
    assert view.rows[seen[-1]].leaf
    branchings = [row for row in view.rows if row.active and row.children > 1]
    assert len(seen) - len(branchings) in (1, 2)
    back = [at]
    while (above := view.jump_up(at)) != at:
        at = above
        back.append(at)
    assert at == 0
    assert set(back[1:]) <= set(seen)


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("filter", list(Filter))
def test_rows_that_are_added_are_the_rows_made_anew(seed: int, filter: Filter) -> None:
    rng = random.Random(seed)
    tree, view = SessionTree(), TreeView()
    view.show(tree)
    view.set_filter(filter)
    view.set_query(rng.choice(["", "", "word"]))
    ids: list[str] = []
    for number in range(80):
        parent = ids[-1] if ids and rng.random() < 0.9 else rng.choice([None, *ids])
        data = random_entry(rng, f"e{number}", parent, ids, number)
        ids.append(data["id"])
        leaf = data["id"] if rng.random() < 0.93 else rng.choice(ids)
        tree.add(Entries(entries=decoded([data]), leaf_id=leaf))
        if rng.random() < 0.8:
            view.show(tree)
            fresh = TreeView()
            fresh.show(tree)
            fresh.filter = filter
            fresh.set_query(view.query)
            assert view.rows == fresh.rows


def random_entry(rng: random.Random, id: str, parent: str | None, ids: list[str], at: int) -> JsonObject:
    match rng.randrange(7):
        case 0:
            return message_entry(id, parent, user("a word of the user"), at)
        case 1 | 2:
            return message_entry(
                id, parent, assistant(call(f"c{id}", "bash", command="ls"), stop="toolUse"), at
            )
        case 3 | 4:
            return message_entry(id, parent, result(f"c{parent}", "some word"), at)
        case 5:
            return message_entry(id, parent, assistant(text("an answer")), at)
        case _ if ids:
            return entry(id, parent, "label", at, targetId=rng.choice(ids), label=rng.choice(["x", ""]))
        case _:
            return entry(id, parent, "from_the_future", at)


@pytest.mark.parametrize("shape", ["a line", "branches", "a comb"])
def test_thirty_thousand_entries(shape: str) -> None:
    entries: list[JsonObject] = []
    for n in range(30_000):
        parent = f"e{n - 1}" if n else None
        if shape == "branches" and n % 15 == 0 and n:
            parent = f"e{(n // 15 * 7919) % n}"
        elif shape == "a comb" and n % 15 == 0 and n:
            parent = f"e{n - 8}"
        entries.append(message_entry(f"e{n}", parent, user(f"text {n}"), n))
    view = view_of(tree_of(entries))
    assert len(view.rows) == 30_000
    assert max(row.depth for row in view.rows) == 0 or shape != "a line"
    assert sum(row.children > 1 for row in view.rows) > 1500 or shape == "a line"
    assert view.leaf is not None
    assert view.jump_up(view.leaf) <= view.leaf <= view.jump_down(0) or shape != "a line"
    assert TreeView.line_end(view.tree, "e0") == "e29999"
    view.set_query("29999")
    assert [row.id for row in view.rows] == ["e29999"]


def test_damage_is_shown_whole_under_every_filter() -> None:
    entries = [
        message_entry("a", "b", user("in a circle")),
        message_entry("b", "a", user("in a circle")),
        message_entry("self", "self", user("its own parent")),
        message_entry("orphan", "gone", user("an orphan")),
        message_entry("root", None, user("a root")),
        message_entry("root2", None, user("another root")),
        entry("new", "root", "from_the_future"),
        message_entry("after", "new", user("after the unknown")),
    ]
    for leaf in [data["id"] for data in entries]:
        tree = tree_of(entries, leaf)
        for filter in (Filter.DEFAULT, Filter.ALL):
            view = view_of(tree, filter)
            assert len(view.rows) == len(entries)
            for n in range(len(view.rows)):
                assert 0 <= view.jump_up(n) < len(view.rows)
                assert 0 <= view.jump_down(n) < len(view.rows)
        branch_totals(tree)
        compare(tree, leaf, "after")


def test_totals_of_every_branch_add_up(branched: list[JsonObject]) -> None:
    tree = tree_of(branched)
    children = Counter(data["parentId"] for data in branched)
    heads = [d["id"] for d in branched if children[d["parentId"]] > 1 or d["parentId"] is None]
    lines = {data["id"]: ancestors(branched, data["id"]) | {data["id"]} for data in branched}
    totals = branch_totals(tree)
    assert set(totals) == set(heads)
    for head in heads:
        entries = [data for data in branched if head in lines[data["id"]]]
        usages = [d["message"]["usage"] for d in entries if role(d) == "assistant"]
        tokens = sum(u[k] for u in usages for k in ("input", "output", "cacheRead", "cacheWrite"))
        assert totals[head].tokens == tokens
        assert totals[head].cost == pytest.approx(sum(u["cost"]["total"] for u in usages))
    root = branched[0]["id"]
    assert totals[root].files
    assert totals[root].files == totals_of(tree, tree.order()).files


def test_two_branches_compared() -> None:
    usage: Any = {"input": 10, "output": 5, "cacheRead": 2, "cacheWrite": 1, "cost": {"total": 0.5}}
    edit = call("c2", "edit", path="b.py", edits=[{"oldText": "x", "newText": "y"}])
    entries = [
        message_entry("u1", None, user("start"), 1),
        message_entry("a1", "u1", assistant(text("one"), usage=usage), 2),
        message_entry("u2", "a1", user("left"), 3),
        message_entry("a2", "u2", assistant(call("c1", "write", path="a.py", content="1"), usage=usage), 4),
        message_entry("r1", "a2", {**result("c1"), "toolName": "write"}, 5),
        message_entry("u3", "a1", user("right"), 6),
        message_entry("a3", "u3", assistant(edit, call("c3", "bash", command="ls"), usage=usage), 7),
        message_entry("r2", "a3", {**result("c2"), "toolName": "edit", "details": {"diff": "-1 x\n+1 y"}}, 8),
        message_entry("r3", "r2", result("c3", error=True), 9),
        message_entry("b1", "r3", {"role": "bashExecution", "command": "ls", "timestamp": 1}, 10),
    ]
    comparison = compare(tree_of(entries), "r1", "b1")
    assert [e.id for e in comparison.common] == ["u1", "a1"]
    left, right = comparison.works
    assert [e.id for e in left.entries] == ["u2", "a2", "r1"]
    assert (left.prompts, left.answers, left.commands, dict(left.calls)) == (1, 1, 0, {"write": 1})
    assert (right.prompts, right.answers, right.commands) == (1, 1, 1)
    assert dict(right.calls) == {"edit": 1, "bash": 1}
    assert (left.totals.files, right.totals.files) == ({"a.py"}, {"b.py"})
    assert (left.totals.tokens, left.totals.cost, left.output_tokens) == (18, 0.5, 5)
    assert [getattr(block, "details", None) for block in right.changes] == [{"diff": "-1 x\n+1 y"}]
    assert len(left.changes) == 1
    nothing = compare(tree_of(entries), "a1", "b1")
    assert not nothing.works[0].entries
    assert not nothing.works[0].blocks


def test_each_of_several_roots_begins_a_branch() -> None:
    entries = [
        entry("m", None, "model_change", 0, provider="p", modelId="m"),
        message_entry("u1", "m", user("first"), 1),
        message_entry("u2", "m", user("instead"), 2),
        message_entry("u3", "u2", user("on"), 3),
    ]
    rows = view_of(tree_of(entries)).rows
    assert [(row.id, row.depth, row.head) for row in rows] == [
        ("u2", 0, True),
        ("u3", 0, False),
        ("u1", 0, True),
    ]
    assert {"u1", "u2"} <= set(branch_totals(tree_of(entries)))
