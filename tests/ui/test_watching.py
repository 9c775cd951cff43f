"""A recording and a file on the screen: nothing can be sent, and the keys say so."""

from __future__ import annotations

import contextlib
import json
from collections.abc import AsyncGenerator, Callable
from operator import attrgetter
from pathlib import Path
from typing import Any

import anyio
import pytest
from textual.pilot import Pilot

from pitui.runtime.demo import DEMO_ARGS
from pitui.session.replay import LONGEST_PAUSE, Pace
from pitui.session.text import source_text
from pitui.ui.app import PituiApp
from pitui.ui.plan import Plan
from pitui.ui.widgets.editor import Editor
from pitui.ui.widgets.empty import empty_words
from tests.session.records import message_entry, user

pytestmark = pytest.mark.anyio

PATIENCE = 20


class Watched:
    def __init__(self, app: PituiApp, pilot: Pilot[None]) -> None:
        self.app = app
        self.pilot = pilot

    @property
    def text(self) -> str:
        strips = attrgetter("_compositor")(self.app.screen).render_strips()
        return "\n".join("".join(segment.text for segment in strip) for strip in strips)

    @property
    def said(self) -> list[str]:
        return [source_text(block) for block in self.app.session.blocks]

    async def until(self, condition: Callable[[], Any]) -> None:
        with anyio.move_on_after(PATIENCE):
            while not condition():
                await self.pilot.pause(0.02)
            return
        raise AssertionError(self.text)


@contextlib.asynccontextmanager
async def watched(plan: Plan) -> AsyncGenerator[Watched]:
    app = PituiApp(plan)
    async with app.run_test(size=(80, 24)) as pilot:
        yield Watched(app, pilot)


def recording(file: Path, count: int) -> Path:
    """A recording of so many messages, a long pause after each."""
    lines: list[str] = []
    for n in range(count):
        for kind in ("message_start", "message_end"):
            record = {"type": kind, "message": user(f"message {n}")}
            lines.append(json.dumps({"t": n * LONGEST_PAUSE, "dir": "in", "line": json.dumps(record)}))
    file.write_text("\n".join(lines) + "\n")
    return file


async def test_a_replay_says_so_pauses_and_shows_the_rest(tmp_path: Path) -> None:
    plan = Plan(cwd=tmp_path, replay=recording(tmp_path / "recording", 600))
    async with watched(plan) as it:
        await it.until(lambda: "replay · space pauses · esc shows the rest" in it.text)
        assert not it.app.screen.query_one(Editor).region
        assert "sends" not in it.text
        await it.pilot.press("space")
        await it.until(lambda: "paused" in it.text)
        await it.pilot.press("x")
        await it.until(lambda: "Read only" in it.text)
        await it.pilot.press("escape")
        await it.until(lambda: len(it.said) == 600)
        await it.until(lambda: "replay, at its end" in it.text)
        await it.pilot.press("space")
        await it.until(lambda: "Read only" in it.text)


async def test_a_pause_is_not_counted() -> None:
    pace = Pace()
    ended = anyio.Event()

    async def wait() -> None:
        await pace.wait(0.01)
        ended.set()

    pace.pause()
    async with anyio.create_task_group() as tasks:
        tasks.start_soon(wait)
        with anyio.move_on_after(0.1):
            await ended.wait()
        assert not ended.is_set()
        pace.pause()
        with anyio.fail_after(PATIENCE):
            await ended.wait()
    pace.show_rest()
    with anyio.fail_after(PATIENCE):
        await pace.wait(1000)


async def test_a_file_is_read_only_and_a_key_says_so(tmp_path: Path) -> None:
    file = tmp_path / "session.jsonl"
    header = {"type": "session", "version": 3, "id": "s", "timestamp": "2026-01-01T00:00:00Z", "cwd": "/x"}
    lines = [header, message_entry("u", None, user("stored"), 1)]
    file.write_text("".join(json.dumps(line) + "\n" for line in lines))
    async with watched(Plan(cwd=tmp_path, view=file)) as it:
        await it.until(lambda: "stored" in it.text)
        assert "read only · f1" in it.text
        await it.pilot.press("h")
        await it.until(lambda: "Read only: nothing can be sent" in it.text)


async def test_what_is_being_read_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "large.jsonl"
    file.write_text("")

    async def never(*_: object) -> None:
        await anyio.sleep_forever()

    monkeypatch.setattr("pitui.ui.viewing._view_file", never)
    async with watched(Plan(cwd=tmp_path, view=file)) as it:
        await it.until(lambda: "reading large.jsonl" in it.text)
        assert "Ask pi" not in it.text


def test_the_demo_says_what_to_ask(tmp_path: Path) -> None:
    assert "/demo-tour" in empty_words(Plan(cwd=tmp_path, pi_args=DEMO_ARGS))
    assert "demo" not in empty_words(Plan(cwd=tmp_path))
