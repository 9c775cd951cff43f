from __future__ import annotations

import json
from contextlib import AbstractAsyncContextManager
from typing import Any

import anyio
import pytest
from textual.events import Paste

from pitui.ui.widgets.dialogs.line_input import LineInput
from tests.conftest import RealPi
from tests.real_pi.on_screen import TOLD, OnScreen, on_screen

pytestmark = pytest.mark.anyio


def told_screen(pi: RealPi, **options: Any) -> AbstractAsyncContextManager[OnScreen]:
    return on_screen(pi, "-e", str(TOLD), **options)


async def test_three_dialogs_at_once_are_answered_out_of_order_each_by_its_own_id(real_pi: RealPi) -> None:
    async with told_screen(real_pi) as screen:
        await screen.tell(
            ["select", "First?", ["one", " two [red]\u202e ", "three"]],
            ["confirm", "Second?", "Really?"],
            ["input", "Third?", "a name"],
        )
        await screen.asked("First?")
        assert "1/3" in screen.text
        await screen.press("f7", "f7")
        await screen.asked("Third?")
        await screen.write("Tide 横浜")
        await screen.press("enter")
        await screen.until(lambda: "1/2" in screen.text or "2/2" in screen.text)
        await screen.press("f7")
        await screen.asked("Second?")
        await screen.press("f7")
        await screen.asked("First?")
        await screen.press("2")
        await screen.asked("Second?")
        assert "? y / n" in screen.text
        await screen.press("n")
        await screen.told('answers: [" two [red]\u202e ",false,"Tide 横浜"]')
        await screen.until(lambda: len(screen.notices) == 3)
        assert screen.notices == ["Third? → Tide 横浜", "First? → two [red]\u202e", "Second? → no"]
        assert screen.card.shown is None
        assert screen.editor.has_focus


async def test_one_expires_and_nothing_is_sent_for_it_one_is_cancelled(real_pi: RealPi) -> None:
    async with told_screen(real_pi) as screen:
        await screen.tell(
            ["confirm", "Short?", "Quickly!", {"timeout": 1500}],
            ["select", "Shorter?", ["a"], {"timeout": 1000}],
            ["input", "For ever?", "x", {"timeout": 0}],
        )
        await screen.until(lambda: "2s left" in screen.text or "1s left" in screen.text)
        await screen.asked("For ever?")
        await screen.until(lambda: "left" not in screen.text)
        await screen.press("escape")
        await screen.told("answers: [false,null,null]")
        assert screen.notices == [
            "Shorter? → expired: pi goes on with “no answer”",
            "Short? → expired: pi goes on with “no”",
            "For ever? → cancelled",
        ]


async def test_typing_a_long_prompt_while_a_confirm_appears_answers_nothing(real_pi: RealPi) -> None:
    async with told_screen(real_pi) as screen:
        await screen.tell(["sleep", 300], ["confirm", "Sure?", "Yes or no?"])
        prompt = "yes no y n and one more word " * 3
        await screen.write(prompt)
        await screen.until(lambda: screen.shown == "Sure?")
        await screen.write(prompt)
        await anyio.sleep(0.5)
        assert screen.editor.text == prompt * 2
        assert screen.editor.has_focus
        assert "tab or f7 answers it, your draft stays" in screen.text
        assert len(screen.session.dialogs) == 1
        await screen.press("tab", "y")
        await screen.told("answers: [true]")
        assert screen.editor.text == prompt * 2


async def test_keys_of_the_first_moment_go_to_the_editor(real_pi: RealPi) -> None:
    async with told_screen(real_pi) as screen:
        await screen.tell(["sleep", 200], ["confirm", "Sure?", ""])
        await screen.until(lambda: screen.shown == "Sure?")
        await screen.press("y")
        await screen.press("escape")
        assert screen.editor.text == "y"
        assert len(screen.session.dialogs) == 1
        await screen.press("backspace")
        await screen.asked("Sure?")
        await screen.press("escape")
        await screen.told("answers: [false]")


async def test_esc_cancels_the_dialog_and_not_the_run(real_pi: RealPi) -> None:
    async with told_screen(real_pi) as screen:
        await screen.send("sleep 30")
        await screen.until(lambda: screen.session.phase.is_busy)
        await screen.tell(["input", "Name?", ""])
        await screen.asked("Name?")
        await screen.press("escape")
        await screen.told("answers: [null]")
        assert screen.session.phase.is_busy
        await screen.tell(["input", "Again?", ""])
        await screen.until(lambda: screen.shown == "Again?")
        await screen.app.run_action("screen.interrupt")
        await screen.until(lambda: not screen.session.dialogs)
        await screen.until(lambda: not screen.session.phase.is_busy or screen.session.dialogs == [])
        await screen.press("escape")
        await screen.until(lambda: not screen.session.phase.is_busy)


async def test_stopping_a_run_cancels_its_dialog_first(real_pi: RealPi) -> None:
    async with told_screen(real_pi) as screen:
        await screen.send("ask")
        await screen.until(lambda: screen.shown == "Remove files?")
        with anyio.fail_after(20):
            await screen.controller.stop()
        await screen.until(lambda: not screen.session.phase.is_busy)
        assert screen.session.dialogs == []
        assert "Remove files? → cancelled" in screen.notices


async def test_a_replaced_session_cancels_dialogs_and_clears_what_was_shown(real_pi: RealPi) -> None:
    async with told_screen(real_pi) as screen:
        await screen.tell(
            ["setStatus", "k", "a status"],
            ["setWidget", "w", ["a widget"]],
            ["setTitle", "a title"],
            ["confirm", "Old?", ""],
        )
        await screen.asked("Old?")
        assert all(words in screen.text for words in ("a status", "a widget", "a title"))
        old = screen.session.state.session_id
        await screen.app.run_action("screen.command('new')")
        await screen.until(lambda: screen.session.state.session_id != old)
        await screen.until(lambda: not any(w in screen.text for w in ("a status", "a widget", "a title")))
        assert screen.session.dialogs == []
        assert "answers: [false]" in screen.notified


async def test_an_editor_dialog_gives_back_an_untouched_prefill_exactly(real_pi: RealPi) -> None:
    prefill = "one\r\ntwo \u001b[31m\u200b"
    async with told_screen(real_pi) as screen:
        await screen.tell(["editor", "Text?", prefill], ["editor", "More?", "a"])
        await screen.asked("Text?")
        await screen.press("ctrl+s")
        await screen.asked("More?")
        await screen.press("end", "b", "enter", "c", "ctrl+s")
        await screen.until(lambda: screen.notified)
        assert json.loads(screen.notified[-1].removeprefix("answers: ")) == [prefill, "ab\nc"]


async def test_many_options_are_filtered_by_typing(real_pi: RealPi) -> None:
    options = [f"option {n} " + "long " * 40 for n in range(30)]
    async with told_screen(real_pi) as screen:
        await screen.tell(["select", "Which?", options])
        await screen.asked("Which?")
        await screen.press("f7")
        await screen.write("27")
        await screen.until(lambda: "filter: 27" in screen.text and "option 27" in screen.text)
        assert "option 26" not in screen.text
        await screen.press("escape")
        await screen.until(lambda: "filter:" not in screen.text)
        await screen.write("n 5 l")
        await screen.press("enter")
        await screen.until(lambda: screen.notified)
        assert f'answers: ["{options[5]}"]' in screen.notified


async def test_what_is_pasted_into_a_line_stays_whole(real_pi: RealPi) -> None:
    async with told_screen(real_pi) as screen:
        await screen.tell(["input", "Line?", "type"])
        await screen.asked("Line?")
        await screen.press("f7")
        line = screen.card.query_one(LineInput)
        line.post_message(Paste("one\ntwo\t\u001b[31mthree"))
        await screen.until(lambda: line.value)
        await screen.press("enter")
        await screen.told('answers: ["one two ␛[31mthree"]')


@pytest.mark.parametrize("size", [(80, 24), (40, 10)])
async def test_a_long_question_scrolls_and_leaves_the_conversation_seen(
    real_pi: RealPi, size: tuple[int, int]
) -> None:
    message = "\n".join(f"line {n}" for n in range(1, 61))
    async with told_screen(real_pi, size=size) as screen:
        await screen.send("echo: hello")
        await screen.until(lambda: screen.session.phase.name == "IDLE" and len(screen.session.blocks) > 1)
        await screen.tell(["confirm", "Long?", message])
        await screen.asked("Long?")
        await screen.until(lambda: "Yes" in screen.text)
        assert "line 60" not in screen.text
        for _ in range(60):
            await screen.press("pagedown")
        await screen.until(lambda: "line 60" in screen.text)
        transcript = screen.app.screen.query_one("#body")
        assert transcript.size.height >= 1
        assert "Yes" in screen.text
        await screen.press("y")
        await screen.told("answers: [true]")


async def test_a_failing_command_is_a_red_line_and_the_run_goes_on(real_pi: RealPi) -> None:
    async with told_screen(real_pi) as screen:
        await screen.send("sleep 2")
        await screen.until(lambda: screen.session.phase.is_busy)
        await screen.tell(["fail", "It broke."])
        await screen.until(lambda: any("It broke." in notice for notice in screen.notices))
        (line,) = [notice for notice in screen.notices if "It broke." in notice]
        assert line == "The command /ui failed: It broke."
        assert screen.session.phase.is_busy
        await screen.until(lambda: not screen.session.phase.is_busy)


async def test_a_text_for_the_editor_never_destroys_a_draft(real_pi: RealPi) -> None:
    async with told_screen(real_pi) as screen:
        await screen.tell(["setEditorText", "from\u001b the extension"])
        await screen.until(lambda: screen.editor.text == "from␛ the extension")
        screen.editor.load_text("")
        await screen.tell(["sleep", 300], ["setEditorText", "another text"])
        await screen.write("my draft")
        await screen.until(lambda: "another text" in screen.text)
        assert screen.editor.text == "my draft"
        await screen.press("tab", "1")
        await screen.until(lambda: screen.editor.text == "another text")
        screen.editor.undo()
        assert screen.editor.text == "my draft"


@pytest.mark.parametrize("size", [(120, 40), (80, 24), (40, 10)])
async def test_toasts_leave_the_lower_half_alone(real_pi: RealPi, size: tuple[int, int]) -> None:
    async with on_screen(real_pi, size=size, toasts=True) as screen:
        await screen.until(lambda: screen.rows[-1].strip())
        lower = screen.rows[size[1] // 2 + 1 :]
        for number in range(5):
            screen.app.notify(f"{number} " + "words that go on and on " * 30, markup=False)
        newest = "▌ 4 words" if size[1] < 16 else "▌ 0 words"
        await screen.until(lambda: newest in screen.text)
        assert screen.rows[size[1] // 2 + 1 :] == lower
