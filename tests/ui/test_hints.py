"""Hints are whole or not there."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len
from textual.app import App, ComposeResult

from pitui.ui.keys import keys_in_force
from pitui.ui.widgets.activity import idle_hints
from pitui.ui.widgets.hints import BETWEEN, Hints, fit

WORDS = st.lists(st.text("ab é中·", min_size=1, max_size=12))


@given(WORDS, st.integers(0, 60))
def test_the_first_hints_stay_and_each_is_whole(hints: list[str], width: int) -> None:
    line = fit(hints, width)
    assert cell_len(line) <= width
    shown = next(n for n in range(len(hints) + 1) if BETWEEN.join(hints[:n]) == line)
    assert shown == len(hints) or cell_len(BETWEEN.join(hints[: shown + 1])) > width


class Shown(App[None]):
    def compose(self) -> ComposeResult:
        yield Hints(["enter opens", "esc leaves", "ctrl+p path"])


@pytest.mark.anyio
@pytest.mark.parametrize(
    ("width", "line"),
    [(60, "enter opens · esc leaves · ctrl+p path"), (30, "enter opens · esc leaves"), (8, "enter o…")],
)
async def test_a_line_of_hints_follows_its_width(width: int, line: str) -> None:
    app = Shown()
    async with app.run_test(size=(width, 3)):
        assert str(app.query_one(Hints).render_line(0).text).rstrip() == line


@pytest.mark.parametrize("width", [40, 80, 120])
def test_sending_and_help_are_hinted_on_every_screen(width: int) -> None:
    hints = fit(idle_hints(keys_in_force()), width - 2).split(BETWEEN)
    assert hints[0].endswith("sends")
    assert hints[1].startswith("f1 ")
