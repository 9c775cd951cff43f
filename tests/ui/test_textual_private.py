"""Pins what pitui/ui/textual_private.py knows of the inside of Textual, in an app on a terminal that nobody reads."""

from __future__ import annotations

import inspect
import io
import os
import pty
import subprocess
import sys
from operator import attrgetter
from pathlib import Path
from typing import Any

import pytest
from textual._xterm_parser import XTermParser
from textual.app import App, ComposeResult
from textual.drivers import linux_driver
from textual.drivers._writer_thread import WriterThread
from textual.drivers.linux_driver import LinuxDriver
from textual.events import Key
from textual.screen import Screen
from textual.signal import Signal
from textual.widgets import Static

from pitui.ui.textual_private import (
    driver_of,
    drop_covered,
    lay_out_once,
    put_write,
    queued_writes,
    sift_input,
    teach_keys,
    write_to_terminal,
)

STUCK = """
import os, sys
from textual.app import App
from pitui.ui.textual_private import app_of, queued_writes, write_to_terminal

class Stuck(App):
    def on_mount(self):
        assert app_of(self.screen) is self
        for _ in range(8):
            write_to_terminal(self, "x" * 100_000)
        with open(sys.argv[1], "w") as file:
            file.write(str(queued_writes(self)))
        os._exit(0)

Stuck().run()
"""

HEARD = """
from textual.app import App
from pitui.ui.textual_private import write_to_terminal

class Heard(App):
    def on_mount(self):
        write_to_terminal(self, "\\x1b]52;c;aGVhcmQ=\\x07")
        self.exit()

Heard().run()
"""

PAINTED = """
from textual.app import App
from textual.widgets import Label
from pitui.ui.textual_private import paint_now, write_to_terminal

class Painted(App):
    def compose(self):
        yield Label("before")

    def on_ready(self):
        label = self.query_one(Label)
        label.update("zebra", layout=False)
        paint_now(label)
        write_to_terminal(self, "\\x1b]2;later\\x07")
        self.exit()

Painted().run()
"""

DRIVEN = """
from textual.app import App
from pitui.ui.textual_private import driver_of, write_to_terminal

class Driven(App[None]):
    def on_mount(self) -> None:
        write_to_terminal(self, f"\\x1b]2;{type(driver_of(self)).__name__}\\x07")
        self.exit()

Driven().run()
"""


def run(script: str, *arguments: str, read: bool) -> bytes:
    """Run a script on a terminal of its own."""
    ours, theirs = pty.openpty()
    with subprocess.Popen(
        [sys.executable, "-c", script, *arguments], stdin=theirs, stdout=theirs, stderr=theirs
    ) as process:
        os.close(theirs)
        heard = b""
        try:
            while read and (more := os.read(ours, 65_536)):
                heard += more
        except OSError:
            pass  # the other end is closed
        process.wait(timeout=30)
    os.close(ours)
    return heard


def test_writes_wait_when_nobody_reads(tmp_path: Path) -> None:
    result = tmp_path / "queued"
    run(STUCK, str(result), read=False)
    assert int(result.read_text()) >= 5


def test_a_sequence_reaches_the_terminal() -> None:
    assert b"\x1b]52;c;aGVhcmQ=\x07" in run(HEARD, read=True)


def test_a_widget_is_painted_at_once() -> None:
    written = run(PAINTED, read=True)
    assert 0 < written.find(b"zebra") < written.find(b"\x1b]2;later\x07")


def test_a_thread_that_has_died_is_not_waited_for() -> None:
    thread = WriterThread(io.StringIO())
    thread.start()
    assert put_write(thread, "written")
    assert put_write(thread, None)
    thread.join()
    for _ in range(100):
        assert not put_write(thread, "lost")


def test_without_a_terminal_nothing_waits() -> None:
    app: App[None] = App()
    assert queued_writes(app) == 0
    write_to_terminal(app, "nothing happens")


def test_alt_enter_is_told_from_enter() -> None:
    teach_keys()
    keys = [event.key for event in XTermParser().feed("\x1b\r\r") if isinstance(event, Key)]
    assert keys == ["alt+enter", "enter"]


def test_ctrl_alt_bracket_is_told_from_the_one_without_alt() -> None:
    teach_keys()
    keys = [event.key for event in XTermParser().feed("\x1b\x1d\x1d") if isinstance(event, Key)]
    assert keys == ["alt+ctrl+right_square_bracket", "ctrl+right_square_bracket"]


def test_what_the_driver_reads_is_sifted(monkeypatch: pytest.MonkeyPatch) -> None:
    module: Any = linux_driver
    monkeypatch.setattr(module, "XTermParser", XTermParser)
    sift_input(lambda text: text.replace("\x1b]7501;?\a", ""))
    assert "XTermParser(" in inspect.getsource(LinuxDriver.run_input_thread)
    parser: XTermParser = module.XTermParser()
    fed = [
        *parser.feed("a\x1b]7501;?\ab"),
        *parser.feed("\x1b]7501;?\a"),
        *parser.feed("c"),
        *parser.feed(""),
    ]
    assert [event.key for event in fed if isinstance(event, Key)] == ["a", "b", "c"]


def test_the_driver_of_an_app_is_found() -> None:
    assert b"LinuxDriver" in run(DRIVEN, read=True)
    app: App[None] = App()
    assert driver_of(app) is None


@pytest.mark.anyio
async def test_a_covered_screen_is_removed() -> None:
    app = App[None]()
    async with app.run_test() as pilot:
        covered, above = app.screen, Screen[None]()
        await app.push_screen(above)
        await drop_covered(app, covered)
        await pilot.pause()
        assert app.screen_stack == [above]
        assert not covered.is_attached


@pytest.mark.anyio
async def test_a_new_height_is_laid_out_once() -> None:
    class Rows(App[None]):
        def compose(self) -> ComposeResult:
            yield Static("one")
            yield Static("rest", id="rest")

        CSS = "#rest { height: 1fr; }"

    lay_out_once()
    app, layouts = Rows(), list[object]()
    async with app.run_test() as pilot:
        await pilot.pause()
        signal: Signal[Any] = attrgetter("screen_layout_refresh_signal")(app.screen)
        signal.subscribe(app, layouts.append, immediate=True)
        app.query(Static).first().styles.height = 5
        await pilot.pause(0.2)
        assert app.query_one("#rest").size.height == app.size.height - 5
        assert len(layouts) == 1
