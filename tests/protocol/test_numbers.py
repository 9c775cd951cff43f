"""JavaScript writes NaN as null: what pi could not reckon counts as nothing and takes nothing else with it."""

from __future__ import annotations

from pitui.protocol.content import usage_in
from pitui.protocol.responses import SessionStats


def test_a_price_that_is_null_leaves_the_tokens() -> None:
    usage = usage_in({"input": 7, "output": None, "cost": {"input": 0.5, "output": None, "total": None}})

    assert usage is not None
    assert usage.input == 7
    assert usage.output == 0
    assert usage.cost.input == 0.5
    assert usage.cost.total == 0


def test_figures_with_null_in_them_are_read() -> None:
    stats = SessionStats.model_validate({"tokens": {"input": None, "total": 3}, "cost": None})

    assert stats.tokens.input == 0
    assert stats.tokens.total == 3
    assert stats.cost == 0
