"""The sign in the terminal's tab: only when it is wanted, told again while pi works, and taken away."""

from __future__ import annotations

import anyio
import pytest
from textual.app import App

from pitui.session.phase import Phase
from pitui.ui import terminal_progress as module
from pitui.ui.terminal_progress import NOTHING, WORKING, TerminalProgress

pytestmark = pytest.mark.anyio


@pytest.fixture
def written(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    sequences: list[str] = []

    def write(app: App[None], sequence: str) -> None:
        sequences.append(sequence)

    monkeypatch.setattr(module, "write_to_terminal", write)
    monkeypatch.setattr(module, "AGAIN_SECONDS", 0.01)
    monkeypatch.delenv("TMUX", raising=False)
    return sequences


async def test_it_is_told_while_pi_works_and_taken_away(written: list[str]) -> None:
    app = App[None]()
    async with app.run_test() as pilot:
        progress = TerminalProgress(app.screen, lambda: True)
        progress.take(Phase.IDLE)
        assert written == []
        progress.take(Phase.WORKING)
        with anyio.fail_after(5):
            while len(written) < 3:
                await pilot.pause(0.01)
        assert set(written) == {WORKING}
        progress.take(Phase.IDLE)
        assert written[-1] == NOTHING
        count = len(written)
        progress.close()
        assert len(written) == count


async def test_the_end_takes_it_away(written: list[str]) -> None:
    app = App[None]()
    async with app.run_test():
        progress = TerminalProgress(app.screen, lambda: True)
        progress.take(Phase.WORKING)
        progress.close()
        assert written == [WORKING, NOTHING]


async def test_nothing_is_told_when_it_is_not_wanted(written: list[str]) -> None:
    app = App[None]()
    async with app.run_test():
        progress = TerminalProgress(app.screen, lambda: False)
        progress.take(Phase.WORKING)
        progress.take(Phase.IDLE)
        assert written == []
