"""Lexers are loaded once, when pi first works, and not before."""

from __future__ import annotations

import time

import pytest

from pitui.render.highlight import COMMON_LANGUAGES
from pitui.session.phase import Phase
from pitui.ui.warming import Warming


@pytest.fixture
def warmed(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The languages that were asked for."""
    asked: list[str] = []
    monkeypatch.setattr("pitui.ui.warming.warm_lexer", asked.append)
    return asked


def test_nothing_is_loaded_before_pi_works(warmed: list[str]) -> None:
    warming = Warming()
    for phase in (Phase.STARTING, Phase.IDLE, Phase.DEAD):
        warming.take(phase)
    assert not warming.has_begun
    assert warmed == []


def test_all_are_loaded_once(warmed: list[str]) -> None:
    warming = Warming()
    for phase in (Phase.SENDING, Phase.WORKING, Phase.IDLE, Phase.WORKING):
        warming.take(phase)
    end = time.monotonic() + 30
    while len(warmed) < len(COMMON_LANGUAGES) and time.monotonic() < end:
        time.sleep(0.01)
    assert warmed == list(COMMON_LANGUAGES)
