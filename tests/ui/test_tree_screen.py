"""The tree by its keys, on a large branched session and screens of several sizes."""

from __future__ import annotations

import contextlib
import json
from collections.abc import AsyncGenerator
from operator import attrgetter
from pathlib import Path

import pytest
from textual.app import App
from textual.pilot import Pilot

from pitui.protocol.json_object import JsonObject
from pitui.protocol.responses import Entries
from pitui.session.branch_totals import branch_totals
from pitui.session.compare import compare
from pitui.session.tree import SessionTree
from pitui.session.tree_filters import Filter
from pitui.session.tree_view import TreeView
from pitui.ui.palette import palette_for
from pitui.ui.screens.compare import CompareScreen
from pitui.ui.screens.go_on import GoOn, Way
from pitui.ui.screens.tree import TreeScreen
from pitui.ui.themes import THEMES
from pitui.ui.widgets.tree import TreeRows
from pitui.ui.widgets.tree import rows as tree_rows
from pitui.ui.widgets.tree.rows import SEARCHED_AT_ONCE
from tests.session.branched import made, write_branched
from tests.session.records import assistant, call, decoded, entry, message_entry, result, text, user

pytestmark = pytest.mark.anyio


class Host(App[None]):
    """Shows the full-screen tree and keeps what it asks for."""

    CSS = "Screen { background: $background; }"

    def __init__(self, tree: SessionTree) -> None:
        super().__init__()
        self.register_theme(THEMES[0])
        self.theme = THEMES[0].name
        self.wanted: list[tuple[str, str]] = []
        self.labels: list[tuple[str, str]] = []
        palette = palette_for(self.current_theme)
        self.full = TreeScreen(tree, palette, Filter.DEFAULT, self._want, self._label)

    def on_mount(self) -> None:
        self.push_screen(self.full)

    def _want(self, event: TreeRows.Wanted) -> None:
        self.wanted.append((event.what, event.row.id))

    def _label(self, entry_id: str, label: str) -> None:
        self.labels.append((entry_id, label))


class Seen:
    """The host while it runs."""

    def __init__(self, app: Host, pilot: Pilot[None]) -> None:
        self.app = app
        self.pilot = pilot

    @property
    def rows(self) -> TreeRows:
        return self.app.full.pane.rows

    @property
    def lines(self) -> list[str]:
        strips = attrgetter("_compositor")(self.app.screen).render_strips()
        return ["".join(segment.text for segment in strip).rstrip() for strip in strips]

    @property
    def text(self) -> str:
        return "\n".join(self.lines)

    async def press(self, *keys: str) -> None:
        await self.pilot.press(*keys)
        await self.pilot.pause()

    async def shows(self, words: str) -> None:
        for _ in range(200):
            if words in self.text:
                return
            await self.pilot.pause(0.02)
        raise AssertionError(f"{words!r} is not in\n{self.text}")


@contextlib.asynccontextmanager
async def seen(
    entries: list[JsonObject], size: tuple[int, int] = (120, 40), leaf: str | None = None
) -> AsyncGenerator[Seen]:
    tree = SessionTree()
    tree.add(Entries(entries=decoded(entries), leaf_id=leaf or entries[-1]["id"]))
    app = Host(tree)
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        yield Seen(app, pilot)


@pytest.fixture
def branched(tmp_path: Path) -> list[JsonObject]:
    return write_branched(tmp_path / "session.jsonl")


CHANGED = {**result("c1", "changed"), "toolName": "edit", "details": {"diff": "-1 sleep\n+1 wait"}}

SMALL = [
    message_entry("u1", None, user("fix the flaky test"), 1),
    message_entry("a1", "u1", assistant(text("I look at it."), call("c1", "edit", path="io.py")), 2),
    message_entry("r1", "a1", CHANGED, 3),
    message_entry("a2", "r1", assistant(text("It waits now.")), 4),
    message_entry("u2", "a2", user("left way"), 5),
    message_entry(
        "b2", "u2", {"role": "bashExecution", "command": "ls", "output": "io.py", "timestamp": 1}, 6
    ),
    message_entry("u3", "a2", user("right way"), 7),
    entry("l1", "u3", "label", 8, targetId="u2", label="the left one"),
]


async def test_each_filter_by_its_key(branched: list[JsonObject]) -> None:
    keys = {
        Filter.NO_TOOLS: "ctrl+t",
        Filter.USER: "ctrl+u",
        Filter.LABELLED: "ctrl+l",
        Filter.ALL: "ctrl+a",
        Filter.DEFAULT: "ctrl+d",
    }
    async with seen(branched) as it:
        view = TreeView()
        view.show(it.rows.view.tree)
        for filter, key in keys.items():
            await it.press(key)
            view.set_filter(filter)
            assert it.rows.view.filter is filter
            assert f"/{len(view.rows):,}" in it.lines[0]
            assert filter.value in it.lines[0]
        await it.press("ctrl+u", "ctrl+u")
        assert it.rows.view.filter is Filter.DEFAULT
        for filter in [*list(Filter)[1:], Filter.DEFAULT]:
            await it.press("ctrl+o")
            assert it.rows.view.filter is filter


async def test_it_opens_at_the_leaf_which_is_in_sight(branched: list[JsonObject]) -> None:
    async with seen(branched, (80, 24)) as it:
        row = it.rows.current
        assert row is not None
        assert row.leaf
        await it.shows("●")


async def test_typing_searches_and_esc_ends_it(branched: list[JsonObject]) -> None:
    async with seen(branched) as it:
        whole = it.rows.count
        await it.press(*"theme", "space", *"edit")
        view = TreeView()
        view.show(it.rows.view.tree)
        view.set_query("theme edit")
        assert 0 < it.rows.count == len(view.rows) < whole
        assert "theme edit" in it.lines[0]
        await it.press("backspace")
        assert it.rows.view.query == "theme edi"
        await it.press("escape")
        assert it.rows.count == whole
        assert it.app.screen is it.app.full
        await it.press("escape")
        assert it.app.screen is not it.app.full


async def test_the_first_entry_found_from_the_cursor_on_gets_it() -> None:
    async with seen(SMALL) as it:
        await it.press("home", *"way")
        assert it.rows.current is not None
        assert it.rows.current.id == "u3"
        await it.press("escape", "home", *"left", "enter")
        assert it.app.wanted == [("go", "u2")]


async def test_the_mark_of_the_place_does_not_go_to_another_entry() -> None:
    async with seen(SMALL) as it:
        await it.shows("● ┃ right way")
        await it.press(*"fix")
        await it.shows("○ ┃ fix the flaky test")
        assert "●" not in it.text
        await it.press("escape", "ctrl+l")
        assert "●" not in it.text


async def test_an_empty_tree_says_why() -> None:
    async with seen(SMALL) as it:
        await it.press(*"zebra")
        await it.shows("zebra” under “default”")
        await it.press("escape")
        await it.shows("right way")
    async with seen(SMALL[:1]) as it:
        await it.press("ctrl+l")
        await it.shows("under “labelled only”")


LARGE = [
    message_entry(f"e{n}", f"e{n - 1}" if n else None, user(f"text {n}"), n)
    for n in range(SEARCHED_AT_ONCE + 9)
]


async def test_a_large_tree_shows_a_letter_before_it_is_searched(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tree_rows, "SEARCH_SECONDS", 1000)
    async with seen(LARGE) as it:
        await it.press("home", *"1234")
        assert "1234" in it.lines[0]
        assert it.rows.count == len(LARGE)
        await it.press("enter")
        assert it.app.wanted == [("go", "e1234")]
        assert it.rows.count == 1


async def test_a_large_tree_is_searched_when_no_key_comes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tree_rows, "SLICE_SECONDS", 0)
    async with seen(LARGE) as it:
        await it.press(*"1234")
        await it.shows("default 1/1 ")


async def test_rows_say_who_did_what() -> None:
    async with seen(SMALL) as it:
        rows = [line.split("│ ")[0] for line in it.lines]
        assert any("┃ fix the flaky test" in row for row in rows)
        assert any("✓ edit io.py" in row for row in rows)
        assert any("$ ls" in row for row in rows)
        assert any("├─● ┃ right way" in row for row in rows)
        assert any("└─[the left one] ┃ left way" in row for row in rows)
        positions = [
            next(n for n, row in enumerate(rows) if words in row) for words in ("right way", "left way")
        ]
        assert positions == sorted(positions)


async def test_rows_show_no_marks_of_markdown() -> None:
    said = [
        "## The test is **no longer** flaky",
        "It fails in **2 of 5 runs** of `a*b`",
        "2 ** 3 ** 4 and __init__",
    ]
    entries = [
        message_entry(f"a{n}", f"a{n - 1}" if n else None, assistant(text(words)), n)
        for n, words in enumerate(said)
    ]
    async with seen(entries, (80, 24)) as it:
        await it.shows("The test is no longer flaky")
        await it.shows("It fails in 2 of 5 runs of a*b")
        await it.shows("2 ** 3 ** 4 and __init__")
        assert "##" not in it.text.split("─")[0]


async def test_label_times_are_shown_on_demand() -> None:
    async with seen(SMALL) as it:
        row = next(line for line in it.lines if "the left one" in line)
        await it.press("T")
        timed = next(line for line in it.lines if "the left one" in line)
        assert timed != row
        await it.press("T")
        assert next(line for line in it.lines if "the left one" in line) == row


async def test_the_entry_is_shown_whole_with_output_and_diff() -> None:
    async with seen(SMALL) as it:
        await it.press("home", "down")
        await it.shows("I look at it.")
        await it.press("down")
        await it.shows("+ wait")
        await it.shows("- sleep")
        await it.press("ctrl+a", "end", "up", "up")
        await it.shows("io.py")


@pytest.mark.parametrize("size", [(120, 40), (80, 24), (40, 10)])
async def test_every_size_shows_rows_and_entry(size: tuple[int, int]) -> None:
    async with seen(SMALL, size) as it:
        await it.press("home")
        await it.shows("fix the flaky")
        await it.press("tab")
        assert it.app.full.pane.preview.has_focus
        await it.shows("┃ fix the flaky test")
        await it.press("tab")
        assert it.rows.has_focus
        assert all(len(line) <= size[0] for line in it.lines)


async def test_fold_unfold_and_jump(branched: list[JsonObject]) -> None:
    async with seen(branched) as it:
        await it.press("home")
        assert it.rows.cursor == 0
        whole = it.rows.count
        await it.press("ctrl+left")
        assert it.rows.count < whole
        await it.press("ctrl+right")
        assert it.rows.count == whole
        await it.press("ctrl+right")
        row = it.rows.current
        assert row is not None
        assert row.head
        assert row.active
        await it.press("ctrl+left")
        folded = it.rows.current
        assert folded is not None
        assert folded.folded > 0
        await it.shows("⊞")
        await it.press("ctrl+left")
        assert it.rows.cursor == 0


async def test_moving_wraps_and_pages() -> None:
    async with seen(SMALL) as it:
        await it.press("home", "up")
        assert it.rows.cursor == it.rows.count - 1
        await it.press("down")
        assert it.rows.cursor == 0
        await it.press("right")
        assert it.rows.cursor == it.rows.count - 1
        await it.press("left")
        assert it.rows.cursor == 0


async def test_what_is_wanted_is_told_with_its_entry() -> None:
    async with seen(SMALL) as it:
        await it.press("home", "enter", "ctrl+f", "ctrl+y", "ctrl+x", "ctrl+b", "L")
        wanted = ["go", "fork", "clone", "copy", "compare", "label"]
        assert it.app.wanted == [(what, "u1") for what in wanted]


async def test_a_label_is_written_in_place() -> None:
    async with seen(SMALL) as it:
        row = it.rows.view.rows[it.rows.view.place("u2") or 0]
        it.app.full.pane.edit_label(row)
        await it.pilot.pause()
        line = next(n for n, line in enumerate(it.lines) if line.strip().startswith("the left one"))
        assert line == it.app.full.pane.view_row(row)
        await it.press("end", "backspace", "backspace", "backspace", *"way", "enter")
        assert it.app.labels == [("u2", "the left way")]
        assert it.rows.has_focus
        it.app.full.pane.edit_label(row)
        await it.press("x", "escape")
        assert it.app.labels == [("u2", "the left way")]
        assert it.rows.has_focus


async def test_it_follows_the_leaf_as_entries_arrive() -> None:
    async with seen(SMALL) as it:
        tree = it.rows.view.tree
        assert it.rows.current is not None
        assert it.rows.current.id == "u3"
        tree.add(
            Entries(entries=decoded([message_entry("a9", "l1", assistant(text("new")), 9)]), leaf_id="a9")
        )
        it.app.full.pane.show(tree)
        await it.pilot.pause()
        assert it.rows.current.id == "a9"
        await it.press("home")
        tree.add(Entries(entries=decoded([message_entry("u9", "a9", user("newer"), 10)]), leaf_id="u9"))
        it.app.full.pane.show(tree)
        await it.pilot.pause()
        assert it.rows.cursor == 0
        await it.shows("┃ newer")


async def test_foreign_text_is_shown_and_never_obeyed() -> None:
    bad = "red \x1b[31m[bold]markup[/bold] \u202e bidi"
    entries = [
        message_entry("u1", None, user(bad), 1),
        message_entry("a1", "u1", assistant(call("c", bad, path=bad)), 2),
        message_entry("r1", "a1", {**result("c", bad), "toolName": bad}, 3),
        message_entry("u2", "r1", user("x"), 4),
        message_entry("u3", "r1", user("y"), 5),
        entry("l", "u3", "label", 6, targetId="u2", label=bad),
    ]
    async with seen(entries) as it:
        await it.press("ctrl+a", "home")
        await it.shows("[bold]markup[/bold]")
        assert "\x1b" not in it.text
        assert "\u202e" not in it.text


async def test_figures_of_a_branch_stand_at_its_head(branched: list[JsonObject]) -> None:
    async with seen(branched) as it:
        view = it.rows.view
        totals = branch_totals(view.tree)
        row = next(row for row in view.rows if row.head and totals.get(row.id) and totals[row.id].files)
        it.rows.go_to(row.id)
        await it.shows(f"{len(totals[row.id].files)} file")


async def test_ways_to_go_on() -> None:
    async with seen(SMALL) as it:
        ways: list[Way | None] = []
        for keys in (["enter"], ["down", "enter"], ["3", *"files", "enter"], ["2"], ["escape"]):
            it.app.push_screen(GoOn("some [bold]text", ["a note"]), ways.append)
            await it.pilot.pause()
            await it.shows("some [bold]text")
            await it.press(*keys)
        assert ways == [Way(False), Way(True), Way(True, "files"), Way(True), None]
        it.app.push_screen(GoOn("x", []), ways.append)
        await it.press("3", "escape")
        assert len(ways) == 5
        await it.press("escape")
        assert ways[5:] == [None]


@pytest.mark.parametrize("size", [(120, 40), (80, 24), (40, 10)])
async def test_two_branches_side_by_side(size: tuple[int, int]) -> None:
    entries = [
        *SMALL,
        message_entry("a4", "l1", assistant(call("c4", "edit", path="new.py")), 9),
        message_entry("r4", "a4", {**result("c4"), "toolName": "edit", "details": {"diff": "+1 fresh"}}, 10),
    ]
    async with seen(entries, size) as it:
        it.app.push_screen(
            CompareScreen(compare(it.rows.view.tree, "b2", "r4"), palette_for(it.app.current_theme))
        )
        await it.shows("Since “It waits now.”")
        if size[1] > 10:
            await it.shows("1 message · 1 answer")
            await it.shows("1 ! command")
            await it.shows("new.py")
            await it.shows("fresh")
        await it.press("m")
        await it.shows("left way")
        screen = it.app.screen
        assert isinstance(screen, CompareScreen)
        assert screen.sides[0].has_focus
        await it.press("tab")
        assert screen.sides[1].has_focus
        await it.press("escape")
        assert it.app.screen is it.app.full


def test_the_made_session_has_the_shape_of_the_real_one() -> None:
    entries = [json.loads(line) for line in made().splitlines()[1:]]
    parents = [data["parentId"] for data in entries]
    assert 1000 < len(entries) < 1300
    assert sum(parents.count(parent) > 1 for parent in set(parents)) >= 39
    assert sum(data["type"] == "label" for data in entries) == 8
