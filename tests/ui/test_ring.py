from __future__ import annotations

import pytest
from textual import events
from textual.app import App

from pitui.session.phase import Phase
from pitui.ui import ring as ring_module
from pitui.ui.ring import Ring, ring_sequence

pytestmark = pytest.mark.anyio


@pytest.mark.parametrize(
    ("environment", "sequence"),
    [
        ({"PITUI_RING": "off"}, None),
        ({"PITUI_RING": "bell", "TERM_PROGRAM": "iTerm.app"}, "\a"),
        ({"PITUI_RING": "osc777"}, "\x1b]777;notify;pitui;words\a"),
        ({"TERM_PROGRAM": "WezTerm"}, "\x1b]9;pitui: words\a"),
        ({"TERM": "xterm-ghostty"}, "\x1b]9;pitui: words\a"),
        ({"TERM": "foot-extra"}, "\x1b]777;notify;pitui;words\a"),
        ({"TERM": "xterm-256color"}, "\a"),
        ({"TERM_PROGRAM": "WezTerm", "TMUX": "/tmp/tmux"}, "\a"),
        ({"PITUI_RING": "osc9", "TMUX": "/tmp/tmux"}, "\x1bPtmux;\x1b\x1b]9;pitui: words\a\x1b\\"),
    ],
)
def test_each_terminal_is_rung_in_its_own_way(environment: dict[str, str], sequence: str | None) -> None:
    make = ring_sequence(environment)
    assert (None if make is None else make("words")) == sequence


def test_the_variable_goes_before_the_setting() -> None:
    assert ring_sequence({}, "off") is None
    bell = ring_sequence({"PITUI_RING": "bell"}, "off")
    assert bell is not None
    assert bell("words") == "\a"


async def test_it_rings_once_and_only_when_the_terminal_has_no_focus(monkeypatch: pytest.MonkeyPatch) -> None:
    written: list[str] = []

    def write(app: App[None], sequence: str) -> None:
        written.append(sequence)

    monkeypatch.setattr(ring_module, "write_to_terminal", write)
    app = App[None]()
    async with app.run_test() as pilot:
        ring = Ring(app.screen, {"PITUI_RING": "bell"})
        ring.ring("words")
        ring.take(Phase.WORKING)
        ring.take(Phase.IDLE)
        assert written == []
        app.post_message(events.AppBlur())
        await pilot.pause()
        ring.ring("words")
        assert written == ["\a"]
        for phase in (Phase.WORKING, Phase.RETRY_WAIT, Phase.WORKING, Phase.IDLE, Phase.IDLE):
            ring.take(phase)
        assert written == ["\a", "\a"]
