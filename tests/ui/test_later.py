"""A call comes however short the wait is, and not when it was stopped."""

from __future__ import annotations

import anyio
import pytest
from textual.app import App

from pitui.ui.frames import Frames
from pitui.ui.later import Later

pytestmark = pytest.mark.anyio


async def test_a_wait_that_is_already_over_still_ends() -> None:
    called: list[float] = []
    app: App[None] = App()
    async with app.run_test() as pilot:
        for seconds in (-1.0, 0.0, 1e-9, 1e-6, 1e-3):
            Later(app, seconds, lambda seconds=seconds: called.append(seconds))
        Later(app, 0.0, lambda: called.append(7.0)).stop()
        with anyio.fail_after(10):
            while len(called) < 5:
                await pilot.pause()
    assert sorted(called) == [-1.0, 0.0, 1e-9, 1e-6, 1e-3]


async def test_a_frame_that_is_asked_for_comes_whenever_that_is(monkeypatch: pytest.MonkeyPatch) -> None:
    """Also when the last frame is all but a frame's time ago."""
    drawn: list[int] = []

    async def draw() -> None:
        drawn.append(1)

    app: App[None] = App()
    async with app.run_test() as pilot:
        frames = Frames(app.screen, draw)
        for n in range(1, 200):
            monkeypatch.setattr("pitui.ui.frames.FRAME_SECONDS", n * 1e-7)
            frames.request()
            with anyio.fail_after(10):
                while len(drawn) < n:
                    await pilot.pause()
