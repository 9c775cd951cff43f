"""The main job on the whole screen over a real pi: text streams, phases are told, nothing of a record is lost."""

from __future__ import annotations

import pytest

from pitui.session.blocks import RetryBlock, TextBlock, UserBlock
from pitui.session.phase import Phase
from pitui.session.state import Session
from tests.conftest import RealPi
from tests.real_pi.on_screen import OnScreen, on_screen

pytestmark = pytest.mark.anyio


def answer(session: Session) -> str:
    """The text of the last answer."""
    return next((b.text.text for b in reversed(session.blocks) if isinstance(b, TextBlock)), "")


async def ask(screen: OnScreen, prompt: str) -> str:
    """Send a prompt and wait until the run has settled; returns the answer."""
    asked = sum(isinstance(block, UserBlock) for block in screen.session.blocks)
    await screen.send(prompt)
    await screen.until(
        lambda: (
            sum(isinstance(block, UserBlock) for block in screen.session.blocks) > asked
            and screen.session.phase is Phase.IDLE
        )
    )
    return answer(screen.session)


async def test_text_appears_while_it_streams(real_pi: RealPi) -> None:
    async with on_screen(real_pi, env={"PITUI_DEMO_SPEED": "40"}) as screen:
        await screen.send("table")
        await screen.until(lambda: len(answer(screen.session)) > 20)
        assert screen.session.phase is Phase.WORKING
        seen = answer(screen.session)
        await screen.until(lambda: "working" in screen.text and "esc stops" in screen.text)
        await screen.until(lambda: screen.session.phase is Phase.IDLE)
        assert answer(screen.session).startswith(seen)
        await screen.until(lambda: "working" not in screen.text)


async def test_working_stands_through_a_retry(real_pi: RealPi) -> None:
    async with on_screen(real_pi) as screen:
        phases: list[Phase] = []
        await screen.send("retry 1")

        def settled() -> bool:
            phase = screen.session.phase
            if not phases or phases[-1] is not phase:
                phases.append(phase)
            if phase is Phase.RETRY_WAIT:
                assert "working" in screen.text or "sending" in screen.text
            return phase is Phase.IDLE and Phase.RETRY_WAIT in phases

        await screen.until(settled)
        after = phases[phases.index(Phase.RETRY_WAIT) :]
        assert after[-1] is Phase.IDLE
        assert Phase.IDLE not in after[:-1]
        assert any(isinstance(block, RetryBlock) for block in screen.session.blocks)


async def test_separators_of_unicode_are_text(real_pi: RealPi) -> None:
    async with on_screen(real_pi) as screen:
        text = await ask(screen, "unicode")
        assert "\u2028" in text
        assert "\u2029" in text
        assert "\u0085" in text


async def test_an_emoji_cut_between_deltas_is_whole(real_pi: RealPi) -> None:
    async with on_screen(real_pi) as screen:
        text = await ask(screen, "emoji 50")
        assert "\ufffd" not in text
        assert sum(character > "\uffff" for character in text) >= 50
        assert "\ufffd" not in screen.text


async def test_a_line_of_64_kb_is_whole(real_pi: RealPi) -> None:
    async with on_screen(real_pi) as screen:
        text = await ask(screen, "oneline 64")
        assert max(len(line) for line in text.split("\n")) >= 64_000


async def test_a_record_of_10_mb_is_whole(real_pi: RealPi) -> None:
    async with on_screen(real_pi) as screen:
        text = await ask(screen, "mb 10")
        assert len(text) >= 10_000_000
