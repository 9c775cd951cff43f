"""Formulas and diagrams in an answer of real pi, as the whole screen shows them while it streams and in the end."""

from __future__ import annotations

import re

import pytest

from pitui.disk.settings import change_settings, settings_file
from pitui.session.blocks import TextBlock
from pitui.session.phase import Phase
from tests.conftest import RealPi
from tests.real_pi.on_screen import OnScreen, on_screen

pytestmark = pytest.mark.anyio

SIZE = (100, 60)
"""Without a pane at the side, and high enough for the whole answer."""


def _answered(screen: OnScreen) -> bool:
    blocks = screen.session.blocks
    return screen.session.phase is Phase.IDLE and any(isinstance(block, TextBlock) for block in blocks)


async def test_formulas_and_diagrams_are_drawn_as_they_stream(real_pi: RealPi) -> None:
    async with on_screen(real_pi, env={"PITUI_DEMO_SPEED": "80"}, size=SIZE) as screen:
        frames: list[str] = []

        def watched() -> bool:
            frames.append(screen.text)
            return _answered(screen) and "Tide table" in screen.text

        await screen.send("math")
        await screen.until(watched)
        await screen.until(lambda: any("│ Gauge ├" in row for row in screen.rows))
        rows = [row.strip() for row in screen.rows]
    assert any("at a time t is the mean level h₀ and a wave" in row for row in rows)
    assert "h(t) = h₀ +  ∑  Aₖ cos(ωₖt − φₖ),    ωₖ = ────" in rows
    assert any(row.endswith(",    Â = (XᵀX)⁻¹Xᵀh") for row in rows)
    assert any("costs $5 a year" in row for row in rows)
    assert not any("flowchart" in row for row in rows)
    assert any("\\begin{pmatrix}" in frame for frame in frames), "the source was shown until it was complete"
    assert any("flowchart LR" in frame for frame in frames)
    for frame in frames:
        assert not re.search(r"\$(?!5|\d\.\d)|\\[()\[\]]|```", frame)


async def test_pi_s_setting_for_diagrams_is_followed(real_pi: RealPi) -> None:
    change_settings(settings_file(real_pi.agent_dir), {"markdown": {"mermaid": "off"}})
    async with on_screen(real_pi, size=SIZE) as screen:
        await screen.send("math")
        await screen.until(lambda: _answered(screen) and "fit -->|no| watcher" in screen.text)
        assert "flowchart LR" in screen.text
        assert "│ Gauge ├" not in screen.text
