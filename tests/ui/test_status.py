"""The bottom line drops the least important figures first, and warns of a full context."""

from __future__ import annotations

import pytest

from pitui.protocol.responses import ContextUsage, ModelInfo, SessionState, SessionStats, TokenTotals
from pitui.render.palette import Palette
from pitui.session.state import Session
from pitui.ui.palette import palette_for
from pitui.ui.themes import THEMES
from pitui.ui.widgets.status import figures, fitting

PALETTE: Palette = palette_for(THEMES[0])


def session(percent: float | None = 12.0) -> Session:
    made = Session()
    made.update_state(SessionState(model=ModelInfo(id="opus", provider="p"), thinking_level="high"))
    made.stats = SessionStats(
        tokens=TokenTotals(input=1200, output=80, cache_read=5000, cache_write=700),
        cost=1.5,
        context_usage=ContextUsage(tokens=None, context_window=100_000, percent=percent),
    )
    return made


def test_a_narrow_line_keeps_the_model_longest_then_context_then_cost() -> None:
    found = figures(session(), PALETTE)
    shown = [fitting(found, width).plain for width in range(80, 0, -1)]
    counts = [sum(figure.text.plain in line for figure in found) for line in shown]
    assert counts == sorted(counts, reverse=True)
    by_count = dict(zip(counts, shown, strict=True))
    assert "cache" in by_count[5]
    assert "cache" not in by_count[4]
    assert "↑" not in by_count[3]
    assert "$" not in by_count[2]
    assert by_count[1] == "opus · high"


@pytest.mark.parametrize(
    ("percent", "style"),
    [(70.0, ""), (70.1, PALETTE.warning), (90.0, PALETTE.warning), (90.1, PALETTE.error)],
)
def test_a_full_context_takes_a_colour_and_a_sign(percent: float, style: object) -> None:
    context = figures(session(percent), PALETTE)[1].text
    assert context.style == style
    assert context.plain.endswith("!") == (percent > 90)


def test_an_unknown_context_is_a_question_mark() -> None:
    assert figures(session(None), PALETTE)[1].text.plain == "? of 100k"


def test_without_a_model_it_says_what_to_do() -> None:
    made = session()
    made.update_state(SessionState(model=ModelInfo(id="unknown", provider="unknown")))
    assert "/login" in figures(made, PALETTE)[0].text.plain
