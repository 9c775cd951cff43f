from __future__ import annotations

import json

import pytest

from pitui.session.phase import Phase
from pitui.ui.start_questions import WITHOUT
from tests.conftest import RealPi
from tests.real_pi.on_screen import TOLD, on_screen

pytestmark = pytest.mark.anyio


async def test_a_dialog_while_pi_starts_is_shown_as_one_that_cannot_be_answered(real_pi: RealPi) -> None:
    calls = json.dumps([["confirm", "Trust it?", "It has a script.", {"timeout": 2500}]])
    args, env = ("-e", str(TOLD)), {"PITUI_TEST_START": calls}
    async with on_screen(real_pi, *args, env=env, ready=False) as screen:
        await screen.until(lambda: screen.card.shown is not None and screen.card.has_keys)
        await screen.until(lambda: "s left" in screen.text)
        assert "Trust it?" in screen.text
        assert "No answer can reach it" in screen.text
        assert "pi goes on with “no”" in " ".join(screen.text.split())
        await screen.press("enter")
        await screen.ready()
        await screen.told("answers: [false]")
        await screen.until(lambda: screen.card.shown is None)
        assert screen.notices == ["Trust it? → expired: pi goes on with “no”"]


async def test_pi_that_waits_for_ever_can_be_started_without_extensions(real_pi: RealPi) -> None:
    calls = json.dumps([["alive"], ["input", "Your name?", ""]])
    args, env = ("-e", str(TOLD)), {"PITUI_TEST_START": calls}
    async with on_screen(real_pi, *args, env=env, ready=False) as screen:
        await screen.until(lambda: screen.card.shown is not None and screen.card.has_keys)
        await screen.until(lambda: "It has no time limit, so pi will never be ready" in screen.text)
        await screen.press("down", "enter")
        await screen.ready()
        assert "ui" not in {command.name for command in screen.session.commands}
        assert "demo-select" in {command.name for command in screen.session.commands}


async def test_pi_that_ends_because_of_such_a_dialog_is_explained(real_pi: RealPi) -> None:
    calls = json.dumps([["select", "Which one?", ["a", "b"]]])
    args, env = ("-e", str(TOLD)), {"PITUI_TEST_START": calls}
    async with on_screen(real_pi, *args, env=env, ready=False) as screen:
        await screen.until(lambda: screen.session.phase is Phase.DEAD)
        await screen.until(lambda: screen.card.shown is not None and screen.card.has_keys)
        assert any("asked “Which one?” while pi was starting" in notice for notice in screen.notices)
        await screen.until(lambda: WITHOUT in screen.text)
        await screen.press("enter")
        await screen.ready()
        assert screen.card.shown is None
