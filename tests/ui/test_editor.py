"""The editor: what counts as one character, what keys do, and what a paste is."""

from __future__ import annotations

from operator import attrgetter

import pytest
from textual.app import App, ComposeResult
from textual.events import Paste
from textual.pilot import Pilot

from pitui.ui.widgets.editor import Editor

pytestmark = pytest.mark.anyio

LONG = "\n".join(f"line {n}" for n in range(200))
FAMILY = "👩‍👩‍👧"


class EditorApp(App[None]):
    """An editor and what was sent from it."""

    def __init__(self) -> None:
        super().__init__()
        self.sent: list[Editor.Submitted] = []
        self.editor = Editor()

    def compose(self) -> ComposeResult:
        yield self.editor

    def on_mount(self) -> None:
        self.editor.send = self._send
        self.editor.focus()

    def _send(self, submitted: Editor.Submitted) -> bool:
        self.sent.append(submitted)
        return submitted.text != "refused"

    def paste(self, text: str) -> None:
        self.editor.post_message(Paste(text))


async def typed(pilot: Pilot[None], text: str) -> None:
    for character in text:
        await pilot.press("space" if character == " " else character)


async def test_a_paste_is_one_thing_to_every_key() -> None:
    async with (app := EditorApp()).run_test() as pilot:
        app.paste(LONG)
        await pilot.pause()
        assert app.editor.text == "[paste 1: 200 lines]"
        await pilot.press("left", "a", "right", "b")
        assert app.editor.text == "a[paste 1: 200 lines]b"
        await pilot.press("left", "backspace")
        assert app.editor.text == "ab"
        await pilot.press("ctrl+underscore")
        assert app.editor.text == "a[paste 1: 200 lines]b"
        await pilot.press("alt+z")
        assert app.editor.text == "ab"
        await pilot.press("ctrl+underscore", "home", "right", "delete")
        assert app.editor.text == "ab"
        await pilot.press("ctrl+underscore", "end", "alt+left", "alt+left", "x")
        assert app.editor.text in ("xa[paste 1: 200 lines]b", "ax[paste 1: 200 lines]b")
        await pilot.press("enter")
        assert LONG in app.sent[0].text


@pytest.mark.parametrize("place", range(22))
async def test_the_caret_never_stands_inside_of_a_marker(place: int) -> None:
    async with (app := EditorApp()).run_test() as pilot:
        app.paste(LONG)
        await pilot.pause()
        app.editor.move_cursor((0, place))
        assert app.editor.cursor_location[1] in (0, 20)
        app.editor.delete((0, min(place, 19)), (0, 20))
        assert app.editor.text == ""


async def test_a_paste_opens_in_place() -> None:
    async with (app := EditorApp()).run_test() as pilot:
        await typed(pilot, "see ")
        app.paste(LONG)
        await pilot.pause()
        await pilot.press("alt+o")
        assert app.editor.text == f"see {LONG}"
        await pilot.press("ctrl+underscore")
        assert app.editor.text == "see [paste 1: 200 lines]"


async def test_escape_sequences_in_a_paste_are_text() -> None:
    async with (app := EditorApp()).run_test() as pilot:
        app.paste("\x1b[31mred\x1b[0m\r\nnext\x07")
        await pilot.pause()
        strips = attrgetter("_compositor")(app.screen).render_strips()
        screen = "\n".join("".join(segment.text for segment in strip) for strip in strips)
        assert "␛[31mred␛[0m" in screen
        assert "\x1b" not in screen
        await pilot.press("enter")
        assert app.sent[0].text == "\x1b[31mred\x1b[0m\nnext\x07"


async def test_what_is_refused_stays() -> None:
    async with (app := EditorApp()).run_test() as pilot:
        await typed(pilot, "refused")
        await pilot.press("enter")
        assert app.editor.text == "refused"


async def test_lines_are_broken_by_three_keys_and_sent_by_two() -> None:
    async with (app := EditorApp()).run_test() as pilot:
        await pilot.press("a", "shift+enter", "b", "ctrl+j", "c", "backslash", "enter", "d")
        assert app.editor.text == "a\nb\nc\nd"
        await pilot.press("alt+enter")
        assert (app.sent[0].text, app.sent[0].lane) == ("a\nb\nc\nd", "followUp")
        assert app.editor.text == ""
        await pilot.press("e", "enter")
        assert app.sent[1].lane == "steer"


async def test_all_keys_of_a_burst_of_prompts_arrive() -> None:
    async with (app := EditorApp()).run_test() as pilot:
        await pilot.press(*(key for n in range(20) for key in (chr(ord("a") + n), "enter")))
        assert [sent.text for sent in app.sent] == [chr(ord("a") + n) for n in range(20)]


async def test_kills_that_follow_each_other_are_yanked_as_one() -> None:
    async with (app := EditorApp()).run_test() as pilot:
        await typed(pilot, "one two three")
        await pilot.press("ctrl+w", "ctrl+w")
        assert app.editor.text == "one "
        await pilot.press("ctrl+y")
        assert app.editor.text == "one two three"
        await pilot.press("home", "ctrl+k", "x", "ctrl+y")
        assert app.editor.text == "xone two three"
        await pilot.press("alt+y")
        assert app.editor.text == "xtwo three"
        await pilot.press("alt+y")
        assert app.editor.text == "xone two three"


async def test_letters_with_alt_are_not_inserted() -> None:
    async with (app := EditorApp()).run_test() as pilot:
        await pilot.press("a", "alt+q", "alt+s", "alt+b", "x")
        assert app.editor.text == "xa"


@pytest.mark.parametrize(
    ("text", "column"),
    [("abc", 3), ("漢字", 4), (FAMILY, 2), ("e\u0301x", 2), ("[paste", 6)],
)
async def test_the_terminals_cursor_stands_at_the_caret(text: str, column: int) -> None:
    async with (app := EditorApp()).run_test() as pilot:
        app.paste(text)
        await pilot.pause()
        assert app.cursor_position == (app.editor.content_region.x + column, app.editor.content_region.y)


async def test_an_emoji_sequence_and_a_letter_with_marks_are_one_character() -> None:
    async with (app := EditorApp()).run_test() as pilot:
        app.paste(f"a{FAMILY}e\u0301b")
        await pilot.pause()
        await pilot.press("left", "left", "x", "left", "left", "y")
        assert app.editor.text == f"ay{FAMILY}xe\u0301b"
        await pilot.press("right", "backspace")
        assert app.editor.text == "ayxe\u0301b"


async def test_it_grows_to_a_third_of_the_screen() -> None:
    async with (app := EditorApp()).run_test(size=(80, 30)) as pilot:
        heights: list[int] = []
        for _ in range(14):
            await pilot.press("a", "ctrl+j")
            heights.append(app.editor.size.height)
        assert heights[0] == 2
        assert max(heights) in (9, 10)


@pytest.mark.parametrize("key", ["up", "down"])
async def test_edges_are_told_only_at_the_edge(key: str) -> None:
    told: list[int] = []

    class Told(EditorApp):
        def on_editor_at_edge(self, event: Editor.AtEdge) -> None:
            told.append(event.direction)

    async with (app := Told()).run_test() as pilot:
        app.paste("one\ntwo")
        await pilot.pause()
        await pilot.press("up" if key == "down" else "down")
        told.clear()
        await pilot.press(key)
        assert told == []
        await pilot.press(key)
        assert told == [-1 if key == "up" else 1]


async def test_a_jump_goes_to_the_next_occurrence_over_lines_and_back() -> None:
    async with (app := EditorApp()).run_test() as pilot:
        app.editor.load_text("a cat\nand a Cat\nthe end")
        app.editor.move_cursor((0, 2))
        await pilot.press("ctrl+right_square_bracket", "a")
        assert app.editor.cursor_location == (0, 3)
        await pilot.press("ctrl+right_square_bracket", "a")
        assert app.editor.cursor_location == (1, 0)
        await pilot.press("ctrl+right_square_bracket", "C")
        assert app.editor.cursor_location == (1, 6)
        await pilot.press("alt+ctrl+right_square_bracket", "c")
        assert app.editor.cursor_location == (0, 2)
        await pilot.press("alt+ctrl+right_square_bracket", "a")
        assert app.editor.cursor_location == (0, 0)
        await pilot.press("alt+ctrl+right_square_bracket", "a")
        assert app.editor.cursor_location == (0, 0)
        await pilot.press("ctrl+right_square_bracket", "space")
        assert app.editor.cursor_location == (0, 1)
        assert app.editor.text == "a cat\nand a Cat\nthe end"


@pytest.mark.parametrize(
    "ends", ["escape", "ctrl+right_square_bracket", "alt+ctrl+right_square_bracket", "left", "alt+s"]
)
async def test_a_jump_is_given_up_by_every_other_key(ends: str) -> None:
    async with (app := EditorApp()).run_test() as pilot:
        app.editor.load_text("one")
        app.editor.move_cursor((0, 1))
        await pilot.press("ctrl+right_square_bracket", ends, "e")
        assert app.editor.text == ("eone" if ends == "left" else "oene")


async def test_a_paste_and_another_focus_give_a_jump_up() -> None:
    async with (app := EditorApp()).run_test() as pilot:
        app.editor.load_text("one")
        await pilot.press("ctrl+right_square_bracket")
        app.paste("e")
        await pilot.press("n")
        assert app.editor.text == "enone"
        await pilot.press("ctrl+right_square_bracket")
        app.set_focus(None)
        await pilot.pause()
        app.editor.focus()
        await pilot.press("e")
        assert app.editor.text == "eneone"


async def test_a_jump_does_not_end_inside_of_a_marker() -> None:
    async with (app := EditorApp()).run_test() as pilot:
        app.paste(LONG)
        await pilot.pause()
        await typed(pilot, " pip")
        app.editor.move_cursor((0, 0))
        await pilot.press("ctrl+right_square_bracket", "p")
        assert app.editor.cursor_location == (0, 21)
        await pilot.press("alt+ctrl+right_square_bracket", "left_square_bracket")
        assert app.editor.cursor_location == (0, 0)
