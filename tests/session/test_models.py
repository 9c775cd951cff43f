"""Which models a scope names, and what each model had of a session."""

from __future__ import annotations

import pytest

from pitui.protocol.entries import decode_entry
from pitui.protocol.responses import ModelInfo
from pitui.session.models import is_usable, scoped
from pitui.session.session_facts import OTHER, use_by_model

MODELS = [
    ModelInfo(provider=provider, id=name)
    for provider, name in [("a", "opus-4"), ("a", "haiku"), ("b", "opus-4"), ("b", "GPT:5")]
]


@pytest.mark.parametrize(
    ("patterns", "found"),
    [
        ([], [0, 1, 2, 3]),
        (["haiku"], [1]),
        (["b/opus-4", "HAIKU"], [2, 1]),
        (["opus*"], [0, 2]),
        (["*/opus-4:high"], [0, 2]),
        (["gpt:5"], [3]),
        (["nothing"], [0, 1, 2, 3]),
    ],
)
def test_a_scope_is_in_the_order_of_its_patterns(patterns: list[str], found: list[int]) -> None:
    assert scoped(MODELS, patterns) == [MODELS[n] for n in found]


def test_the_placeholder_of_pi_is_no_model() -> None:
    assert not is_usable(None)
    assert not is_usable(ModelInfo(provider="unknown", id="unknown"))
    assert is_usable(MODELS[0])


def test_usage_is_summed_by_model_and_what_names_none_is_kept() -> None:
    def answer(model: str, cost: float) -> dict[str, object]:
        usage = {"input": 10, "output": 2, "cost": {"total": cost}}
        return {
            "type": "message",
            "id": model,
            "message": {"role": "assistant", "provider": "p", "model": model, "content": [], "usage": usage},
        }

    compaction = {"type": "compaction", "id": "c", "summary": "", "usage": {"input": 5, "cost": {"total": 9}}}
    rows = [answer("cheap", 0.1), answer("dear", 3), answer("cheap", 0.2), compaction]
    found = use_by_model([decode_entry(row) for row in rows])
    assert [(use.name, use.requests, use.input) for use in found] == [
        (OTHER, 1, 5),
        ("p/dear", 1, 10),
        ("p/cheap", 2, 20),
    ]
    assert found[-1].cost == pytest.approx(0.3)
