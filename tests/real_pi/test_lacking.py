from __future__ import annotations

import pytest

from tests.conftest import RealPi
from tests.real_pi.on_screen import TOLD, on_screen

pytestmark = pytest.mark.anyio


async def test_what_needs_the_own_tui_of_pi_is_told_once_by_name(real_pi: RealPi) -> None:
    async with on_screen(real_pi, "-e", str(TOLD)) as screen:
        for _ in range(2):
            await screen.tell(["notify", "thing requires interactive mode", "error"])
            await screen.until(lambda: any("/ui needs pi's own TUI" in notice for notice in screen.notices))
        await screen.send("/screen")
        await screen.until(lambda: any("/screen has ended without a word" in n for n in screen.notices))
        assert len(screen.notices) == 2
        assert all("/pi opens it on this session" in notice for notice in screen.notices)
