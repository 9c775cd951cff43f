"""Long sessions: how long they take to open, what they weigh, and whether they can be moved in without a stall."""

from __future__ import annotations

import time
from typing import Final, Literal

from tests.bench.keys import Typist
from tests.bench.process import cpu_seconds, resident_megabytes
from tests.bench.programs import Running, Start
from tests.bench.rows import Bar, Row, in_turn
from tests.bench.sessions import LAST_WORD

_PAGE_UP: Final = "\x1b[5~"
_WIDTHS: Final = (119, 118, 100, 120, 80, 120)
_PICTURE: Final = 1000
"""Bytes of a new picture at least: no blinking cursor needs so many."""
_KEY_INTERVAL, _TYPING = 0.005, 0.2
"""Seconds between a key that was echoed and the next one, and how long is typed at each new width."""
_CALM: Final = 0.02
"""CPU seconds in a second, below which a program has done what it does behind its first picture."""

How = Literal["pi", "file", "rpc"]
"""pi's TUI, pitui with the session's file, pitui that has to ask pi for what is in it."""

_BOTH: Final[tuple[How, How]] = ("pi", "file")
_ALL: Final[tuple[How, How, How]] = ("pi", "file", "rpc")


def _start(how: How, messages: int) -> Start:
    return Start("pi" if how == "pi" else "pitui", messages=messages, through_rpc=how == "rpc")


def _settle(program: Running) -> None:
    """Wait until nothing goes on any more for two seconds, for twenty seconds at most."""
    for _ in range(10):
        before = cpu_seconds(program.pid)
        program.terminal.wait(2)
        if cpu_seconds(program.pid) - before <= _CALM:
            return


def _opened(how: How, messages: int) -> dict[str, float]:
    with Running(_start(how, messages)) as program:
        return {"seconds": program.terminal.wait_for(LAST_WORD) - program.terminal.started}


def _moved(how: How, messages: int, pages: int, idle: float) -> dict[str, float]:
    """Open a session and move in it.

    Returns:
        `seconds` to the last message, `megabytes` when all is quiet, `idle` as CPU in percent, for a page and for a new
        width the longest time to the last byte of the picture and the mean CPU time in ms, and the longest time in ms
        that a key takes to be echoed while the width changes.
    """
    with Running(_start(how, messages)) as program:
        terminal = program.terminal
        figures = {"seconds": terminal.wait_for(LAST_WORD) - terminal.started}
        _settle(program)
        figures["megabytes"] = resident_megabytes(program.pid)
        cpu = cpu_seconds(program.pid)
        terminal.wait(idle)
        figures["idle"] = (cpu_seconds(program.pid) - cpu) / idle * 100

        def move(name: str, steps: list[int], by_page: bool) -> None:
            before, taken = cpu_seconds(program.pid), list[float]()
            for step in steps:
                begun = terminal.write(_PAGE_UP) if by_page else terminal.resize(step)
                taken.append((terminal.wait_for_picture(_PICTURE) - begun) * 1000)
            figures[name] = max(taken)
            figures[f"{name}_cpu"] = (cpu_seconds(program.pid) - before) / len(steps) * 1000

        move("page", [0] * pages, by_page=True)
        move("resize", list(_WIDTHS), by_page=False)
        figures["resize_key"] = _longest_echo(program) * 1000
    return figures


def _longest_echo(program: Running) -> float:
    """Type while the width changes.

    Returns:
        The longest time until a key was echoed, in seconds.
    """
    terminal = program.terminal
    typist = Typist(terminal, _KEY_INTERVAL)
    for width in _WIDTHS:
        end = terminal.resize(width) + _TYPING
        while time.monotonic() < end or typist.waits:
            timeout = typist.press_if_due() if time.monotonic() < end else 1.0
            typist.see(terminal.read(timeout))
    return max(typist.echoes)


def short_session(rounds: int, quick: bool) -> list[Row]:
    """A session of 1,000 messages."""
    samples = in_turn(_ALL, rounds, lambda how: _opened(how, 1000))
    theirs = samples["pi"]["seconds"]
    return [
        Row("open 1,000 messages, file", "s", samples["file"]["seconds"], theirs),
        Row("open 1,000 messages, RPC", "s", samples["rpc"]["seconds"], theirs),
    ]


def long_session(rounds: int, quick: bool) -> list[Row]:
    """A session of 10,000 messages."""
    pages, idle = (10, 3.0) if quick else (30, 10.0)
    samples = in_turn(_BOTH, rounds, lambda how: _moved(how, 10_000, pages, idle))
    ours, theirs = samples["file"], samples["pi"]
    rpc = in_turn(("rpc",), rounds, lambda _: _opened("rpc", 10_000))["rpc"]
    seconds = theirs["seconds"]

    def cpu(name: str) -> str:
        return f"CPU {ours[f'{name}_cpu'] or 0:.0f} ms, pi {theirs[f'{name}_cpu'] or 0:.0f} ms"

    return [
        Row("open 10,000 messages, file", "s", ours["seconds"], seconds, Bar(0.25), Bar(0.1)),
        Row("open 10,000 messages, RPC", "s", rpc["seconds"], seconds, Bar(0.6), Bar(0.35)),
        Row(
            "10,000 messages: RSS of the UI",
            "MB",
            ours["megabytes"],
            theirs["megabytes"],
            Bar(130, "figure"),
            Bar(80, "figure"),
        ),
        Row(
            "10,000 messages: a page up, last byte",
            "ms",
            ours["page"],
            theirs["page"],
            Bar(50, "figure"),
            Bar(16, "figure"),
            cpu("page"),
        ),
        Row(
            "10,000 messages: a new width, key echo max",
            "ms",
            ours["resize_key"],
            theirs["resize_key"],
            Bar(50, "figure"),
            Bar(16, "figure"),
        ),
        Row(
            "10,000 messages: a new width, last byte",
            "ms",
            ours["resize"],
            theirs["resize"],
            note=cpu("resize"),
        ),
        Row(
            "10,000 messages: idle CPU", "%", ours["idle"], theirs["idle"], Bar(1, "figure"), Bar(0, "figure")
        ),
    ]


def starting(rounds: int, quick: bool) -> list[Row]:
    """From the start to the first picture, and to the end of a first answer of one word."""
    samples = in_turn(_BOTH, max(rounds, 2 if quick else 5), _started)
    ours, theirs = samples["file"], samples["pi"]
    return [
        Row("start to first paint", "s", ours["paint"], theirs["paint"], Bar(0.35, "figure")),
        Row("start to ready for the prompt", "s", ours["ready"], theirs["ready"], Bar(0.2, "beyond")),
    ]


def _started(how: How) -> dict[str, float]:
    with Running(_start(how, 0)) as program:
        terminal = program.terminal
        painted = terminal.wait_for_text()
        terminal.write("say 1")
        terminal.wait_for("say 1")
        terminal.write("\r")
        answered = terminal.wait_for("endmark1")
        return {"paint": painted - terminal.started, "ready": answered - terminal.started}
