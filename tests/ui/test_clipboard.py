"""Copying reaches the terminal's clipboard, also through tmux, and says where the text went."""

from __future__ import annotations

import base64
import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest
from textual.app import App

from pitui.ui.clipboard import copy_text, doubtful, osc52, through_tmux

COPY = """
from textual.app import App
from pitui.ui.clipboard import copy_text

class Copying(App):
    def on_mount(self):
        copy_text(self, "two lines\\nof näive text", "the answer")
        self.set_timer(0.1, self.exit)

Copying().run()
"""


def test_the_sequence_carries_the_text() -> None:
    start, _, payload = osc52("äöü 👩").rstrip("\a").rpartition(";")
    assert start == "\x1b]52;c"
    assert base64.b64decode(payload).decode() == "äöü 👩"


def test_tmux_gives_back_what_was_wrapped() -> None:
    sequence = osc52("text")
    wrapped = through_tmux(sequence)
    assert wrapped.startswith("\x1bPtmux;")
    assert wrapped.endswith("\x1b\\")
    assert wrapped[7:-2].replace("\x1b\x1b", "\x1b") == sequence


@pytest.mark.parametrize(
    ("text", "environment", "is_doubtful"),
    [
        ("short", {}, False),
        ("short", {"TERM_PROGRAM": "Apple_Terminal"}, True),
        ("short", {"TERM": "linux"}, True),
        ("x" * 100_000, {}, True),
    ],
)
def test_knows_when_a_terminal_may_refuse(text: str, environment: dict[str, str], is_doubtful: bool) -> None:
    assert bool(doubtful(text, environment)) is is_doubtful


@pytest.mark.anyio
async def test_a_text_that_may_get_lost_is_in_a_file_too(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setenv("TERM", "linux")
    monkeypatch.delenv("TMUX", raising=False)
    said: list[str] = []

    def note(message: str, **_: object) -> None:
        said.append(message)

    app: App[None] = App()
    async with app.run_test():
        monkeypatch.setattr(app, "notify", note)
        copy_text(app, "precious \ud800", "the answer")
        assert app.clipboard == "precious ?"
    [notice] = said
    file = next(tmp_path.rglob("*.txt"))
    assert str(file) in notice
    assert file.read_text() == "precious ?"
    assert file.stat().st_mode & 0o077 == 0


@pytest.mark.skipif(shutil.which("tmux") is None, reason="there is no tmux here")
def test_in_tmux_the_text_becomes_a_paste_buffer(tmp_path: Path) -> None:
    socket = str(tmp_path / "tmux")
    script = tmp_path / "copying.py"
    script.write_text(COPY)
    tmux = ["tmux", "-S", socket, "-f", os.devnull]
    subprocess.run(
        [*tmux, "new-session", "-d", "-x", "80", "-y", "24", f"{sys.executable} {script}; sleep 60"],
        check=True,
    )
    try:
        deadline = time.monotonic() + 20
        shown = b""
        while time.monotonic() < deadline and not shown:
            shown = subprocess.run([*tmux, "show-buffer"], capture_output=True, check=False).stdout
        assert shown.decode() == "two lines\nof näive text"
    finally:
        subprocess.run([*tmux, "kill-server"], check=True)
