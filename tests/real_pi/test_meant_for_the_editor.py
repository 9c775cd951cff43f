"""Keys and pastes that were meant for the editor, or for whoever a key before them has given the focus."""

from __future__ import annotations

import pytest
from textual.events import Paste
from textual.widgets import Input

from pitui.session.blocks import UserBlock
from pitui.session.phase import Phase
from pitui.ui.widgets.dialogs.text_editor import TextEditor
from pitui.ui.widgets.find_bar import FindBar
from pitui.ui.widgets.queue import QueueRows
from pitui.ui.widgets.side import Side
from pitui.ui.widgets.tree import TreeRows
from tests.conftest import RealPi
from tests.real_pi.on_screen import on_screen
from tests.real_pi.test_dialogs import told_screen

pytestmark = pytest.mark.anyio

SENTENCES = ["yes but first run the tests", "maybe later", "no, 1 thing first"]


@pytest.mark.parametrize("text", SENTENCES)
@pytest.mark.parametrize("dialog", [["confirm", "Go on?", ""], ["select", "Go on?", ["a", "b"]]])
async def test_a_sentence_answers_nothing_and_stays_whole(
    real_pi: RealPi, text: str, dialog: list[object]
) -> None:
    async with told_screen(real_pi) as screen:
        await screen.tell(dialog)
        await screen.asked("Go on?")
        screen.burst(*text)
        await screen.until(lambda: screen.editor.text == text)
        assert screen.editor.has_focus
        assert len(screen.session.dialogs) == 1
        await screen.until(lambda: "tab or f7 answers it, your draft stays" in screen.text)
        await screen.press("tab", "1" if dialog[0] == "select" else "y")
        await screen.until(lambda: screen.notified)
        assert screen.editor.text == text


async def test_a_message_with_its_enter_goes_to_pi_and_not_to_the_card(real_pi: RealPi) -> None:
    async with told_screen(real_pi) as screen:
        await screen.tell(["confirm", "Go on?", ""])
        await screen.asked("Go on?")
        screen.burst(*"yes, echo: hello", "enter")
        await screen.until(lambda: "┃ yes, echo: hello" in screen.text)
        assert len(screen.session.dialogs) == 1


@pytest.mark.parametrize("keys", [["y"], ["y", "enter"], ["right", "left", "enter"]])
async def test_an_answer_by_itself_answers(real_pi: RealPi, keys: list[str]) -> None:
    async with told_screen(real_pi) as screen:
        await screen.tell(["confirm", "Go on?", ""])
        await screen.asked("Go on?")
        screen.burst(*keys)
        await screen.told("answers: [true]")
        assert screen.editor.text == ""


async def test_many_options_are_not_filtered_by_what_is_meant_for_the_editor(real_pi: RealPi) -> None:
    async with told_screen(real_pi) as screen:
        await screen.tell(["select", "Which?", [f"option {n}" for n in range(12)]])
        await screen.asked("Which?")
        screen.burst(*"option 3 is wrong")
        await screen.until(lambda: screen.editor.text == "option 3 is wrong")
        assert "filter:" not in screen.text


@pytest.mark.parametrize(
    "dialog", [["confirm", "Go?", ""], ["select", "Go?", ["a"]], ["input", "Go?", ""], ["editor", "Go?", "a"]]
)
async def test_a_paste_goes_to_the_editor_while_the_card_has_taken_the_keys_by_itself(
    real_pi: RealPi, dialog: list[object]
) -> None:
    async with told_screen(real_pi) as screen:
        await screen.tell(dialog)
        await screen.asked("Go?")
        screen.app.post_message(Paste("look at\nthis"))
        await screen.until(lambda: screen.editor.text == "look at\nthis")
        assert len(screen.session.dialogs) == 1


async def test_what_was_written_in_a_dialog_stays_when_it_ends(real_pi: RealPi) -> None:
    async with told_screen(real_pi) as screen:
        await screen.tell(["editor", "Text?", "prefill"])
        await screen.asked("Text?")
        await screen.write(" and more")
        assert screen.card.query_one(TextEditor).text == "prefill and more"
        await screen.press("escape")
        await screen.until(lambda: screen.editor.text == "prefill and more")
        screen.editor.set_text("")
        await screen.tell(["input", "Soon?", "", {"timeout": 1500}])
        await screen.asked("Soon?")
        await screen.write("a name")
        await screen.until(lambda: screen.editor.text == "a name")
        await screen.press("f7")


async def test_what_was_written_in_one_dialog_is_there_again_after_looking_at_the_next(
    real_pi: RealPi,
) -> None:
    async with told_screen(real_pi) as screen:
        await screen.tell(["input", "One?", ""], ["input", "Two?", ""])
        await screen.asked("One?")
        await screen.write("first")
        await screen.press("f7")
        await screen.asked("Two?")
        await screen.press("f7")
        await screen.asked("One?")
        await screen.press("enter")
        await screen.asked("Two?")
        await screen.press("enter")
        await screen.told('answers: ["first",""]')
        assert screen.editor.text == ""


async def test_text_after_a_key_goes_to_whom_the_key_has_given_the_focus(real_pi: RealPi) -> None:
    async with on_screen(real_pi) as screen:
        screen.burst("f3", *"needle")
        bar = screen.app.screen.query_one(FindBar)
        await screen.until(lambda: [field.value for field in bar.query(Input)] == ["needle"])
        screen.burst("escape", *"draft")
        await screen.until(lambda: screen.editor.text == "draft")
        screen.burst("f4", *"word", "escape", "escape", "f3", *"tide", "enter")
        await screen.until(lambda: bar.query_one(Input).value == "tide")
        assert screen.editor.text == "draft"
        assert screen.session.blocks == []


async def test_ctrl_c_ends_the_search_of_the_tree_and_leaves_the_draft(real_pi: RealPi) -> None:
    async with on_screen(real_pi, size=(120, 30)) as screen:
        await screen.write("draft")
        await screen.press("f4", "a", "b")
        rows = screen.app.screen.query_one(TreeRows)
        assert rows.view.query == "ab"
        await screen.press("ctrl+c")
        assert rows.view.query == ""
        assert screen.editor.text == "draft"
        await screen.press("ctrl+c")
        assert screen.editor.has_focus
        assert screen.editor.text == "draft"


async def test_a_key_between_two_ctrl_c_keeps_pitui_and_its_draft(real_pi: RealPi) -> None:
    async with on_screen(real_pi) as screen:
        await screen.write("first")
        await screen.press("ctrl+c")
        assert "ctrl+c again quits · ctrl+_ brings it back" in screen.text
        await screen.press("ctrl+underscore")
        assert screen.editor.text == "first"
        screen.burst("ctrl+c", *"second", "ctrl+c")
        await screen.until(lambda: "brings it back" in screen.text and screen.editor.text == "")
        assert screen.app.is_running
        await screen.press("ctrl+underscore")
        assert screen.editor.text == "second"


@pytest.mark.parametrize("pane", ["f2", "f4", "f6"])
async def test_a_paste_into_a_pane_goes_to_the_editor(real_pi: RealPi, pane: str) -> None:
    async with on_screen(real_pi) as screen:
        await screen.press(pane)
        assert not screen.editor.has_focus
        screen.app.post_message(Paste("pasted"))
        await screen.until(lambda: screen.editor.text == "pasted")
        assert screen.editor.has_focus


async def test_letters_that_do_nothing_in_a_pane_go_to_the_editor(real_pi: RealPi) -> None:
    async with on_screen(real_pi) as screen:
        await screen.press("f2")
        screen.burst(*"why is it so?")
        await screen.until(lambda: screen.editor.text == "why is it so?")
        assert screen.editor.has_focus


async def test_keys_for_a_queue_that_has_just_emptied_change_no_draft_and_stop_nothing(
    real_pi: RealPi,
) -> None:
    async with on_screen(real_pi) as screen:
        await screen.send("wait 3")
        await screen.until(lambda: screen.session.phase.is_busy)
        await screen.send("sleep 3")
        await screen.press("alt+q")
        rows = screen.app.screen.query_one(QueueRows)
        await screen.until(lambda: "the queue is empty" in screen.text)
        screen.burst(*"sdj", "escape")
        await screen.until(lambda: screen.editor.has_focus)
        assert screen.editor.text == ""
        assert screen.session.phase is Phase.WORKING
        assert not rows.display
        await screen.press("escape")
        await screen.until(lambda: not screen.session.phase.is_busy)


async def test_a_command_of_pi_waits_until_pi_has_started(real_pi: RealPi) -> None:
    async with told_screen(real_pi, ready=False) as screen:
        await screen.until(lambda: screen.session.phase is Phase.STARTING)
        screen.burst(*'/ui [["notify","hello"]]', "enter")
        await screen.until(lambda: '/ui [["notify","hello"]] waits' in screen.text)
        screen.burst(*"/nothing", "enter")
        await screen.told("hello")
        await screen.until(lambda: screen.editor.text == "/nothing")
        assert not any(isinstance(block, UserBlock) for block in screen.session.blocks)


@pytest.mark.parametrize("pane", ["f2", "f4", "f6"])
async def test_no_attribute_of_a_widget_is_taken_for_what_a_key_does(real_pi: RealPi, pane: str) -> None:
    """Textual calls `key_at` and `_key_at` of whatever gets the key `@` (_dispatch_key.py)."""
    async with on_screen(real_pi) as screen:
        await screen.press(pane)
        for node in [screen.app, screen.app.screen, *screen.app.screen.query("*")]:
            handlers = [name for name in dir(node) if name.startswith(("key_", "_key_"))]
            assert all(callable(getattr(node, name)) for name in handlers), (node, handlers)
        rows = screen.app.screen.query_one(Side).tree_pane.rows
        screen.burst("@", "a")
        await screen.until(lambda: "@a" in (screen.editor.text, rows.view.query))
