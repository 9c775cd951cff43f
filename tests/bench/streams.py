"""Answers that stream: how long until the last line is on the screen, and what that costs the program that draws."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Final

from tests.bench.keys import Typist, percentile
from tests.bench.process import children, cpu_seconds
from tests.bench.programs import OLDEST, Name, Running, Start
from tests.bench.rows import Bar, Row, Sample, in_turn
from tests.bench.terminal import TerminalError, Watch

_BOTH: Final[tuple[Name, Name]] = ("pi", "pitui")
_LONGEST: Final = 240
"""Seconds after which an answer is given up."""
_WHOLE: Final = 160
_QUICK: Final = 64
"""KB. pi's work grows with the square of the length and more, so the bars for the whole say nothing of this one."""
_AFTER: Final = 0.4
"""Seconds after the last line in which the rest of the work is still counted."""


@dataclass(frozen=True)
class Answer:
    """An answer to ask `bench.ts` for; `key_interval` is the time between two keys in seconds, 0 for none."""

    words: str
    key_interval: float = 0


def stream(start: Start, answer: Answer) -> dict[str, float]:
    """Ask for an answer and measure until its last line is drawn.

    Returns:
        `seconds` from Enter to the last line, `cpu` seconds of the program that draws and `pi_cpu` of the pi that it
        started, `bytes` in kB written to the terminal, `lag` seconds from pi's end of the answer to the last line, and
        `key_p50`, `key_p95`, `key_max` in ms.
    """
    with Running(start) as program:
        terminal = program.terminal
        terminal.wait_for_text()
        program.send("say 1")
        terminal.wait_for("endmark1")
        terminal.wait(_AFTER)
        cpu = cpu_seconds(program.pid)
        pi_cpu = sum(map(cpu_seconds, children(program.pid)))
        received = terminal.received
        begun = program.send(f"{answer.words} 2")
        typist = Typist(terminal, answer.key_interval) if answer.key_interval else None
        ended = _watched(program, Watch("endmark2"), typist, begun + _LONGEST)
        clocks = time.time() - time.monotonic()
        terminal.wait(_AFTER)
        figures = {
            "seconds": ended - begun,
            "cpu": cpu_seconds(program.pid) - cpu,
            "pi_cpu": sum(map(cpu_seconds, children(program.pid))) - pi_cpu,
            "bytes": (terminal.received - received) / 1000,
            "lag": max(0.0, ended + clocks - program.answered()),
        }
    if typist is not None and typist.echoes:
        echoes = [echo * 1000 for echo in typist.echoes]
        figures |= {"keys": len(echoes), "key_p50": percentile(echoes, 0.5)}
        figures |= {"key_p95": percentile(echoes, 0.95), "key_max": max(echoes)}
    return figures


def _watched(program: Running, last: Watch, typist: Typist | None, deadline: float) -> float:
    """Read, and type meanwhile, until the last word is drawn and the last key is echoed."""
    ended: float | None = None
    while ended is None or (typist is not None and typist.waits):
        now = time.monotonic()
        if now > deadline:
            raise TerminalError("The answer did not end in time.")
        timeout = typist.press_if_due() if typist is not None and ended is None else 1.0
        chunk = program.terminal.read(min(timeout, deadline - now))
        if typist is not None:
            typist.see(chunk)
        if ended is None and last.sees(chunk):
            ended = time.monotonic()
    return ended


def _measured(answer: Answer, rounds: int) -> tuple[Sample, Sample]:
    samples = in_turn(_BOTH, rounds, lambda name: stream(Start(name), answer))
    return samples["pitui"], samples["pi"]


def burst(rounds: int, quick: bool) -> list[Row]:
    """All at once."""
    size = _QUICK if quick else _WHOLE
    ours, theirs = _measured(Answer(f"burst {size}", 0.04), rounds)
    reads = _measured(Answer(f"reads {size}"), rounds)
    name = f"{size} KB burst"
    return [
        Row(
            f"{name}: Enter to last line",
            "s",
            ours["seconds"],
            theirs["seconds"],
            *_bars(size, Bar(0.15), Bar(0.05)),
        ),
        Row(f"{name}: UI CPU", "s", ours["cpu"], theirs["cpu"], note=_pi_cpu(ours)),
        *_key_rows(name, ours, theirs, Bar(50, "figure")),
        Row(
            f"{name}, 320 deltas a turn: Enter to last line",
            "s",
            reads[0]["seconds"],
            reads[1]["seconds"],
            note="as when they come in full network reads",
        ),
    ]


def fast(rounds: int, quick: bool) -> list[Row]:
    """3,000 deltas a second."""
    size = _QUICK if quick else _WHOLE
    ours, theirs = _measured(Answer(f"rate 3000 {size}"), rounds)
    name = f"{size} KB at 3,000/s"
    source = f"the source needs {size / 24:.2f} s"
    return [
        Row(f"{name}: Enter to last line", "s", ours["seconds"], theirs["seconds"], note=source),
        Row(
            f"{name}: UI CPU",
            "s",
            ours["cpu"],
            theirs["cpu"],
            *_bars(size, Bar(0.3), Bar(0.12)),
            note=_pi_cpu(ours),
        ),
        Row(f"{name}: bytes to the terminal", "kB", ours["bytes"], theirs["bytes"]),
    ]


def everyday(rounds: int, quick: bool) -> list[Row]:
    """200 deltas a second."""
    size = 10 if quick else 16
    ours, theirs = _measured(Answer(f"rate 200 {size}", 0.15), rounds)
    name = f"{size} KB at 200/s"
    return [
        Row(f"{name}: UI CPU", "s", ours["cpu"], theirs["cpu"], Bar(0.8), Bar(0.5), _pi_cpu(ours)),
        Row(f"{name}: bytes to the terminal", "kB", ours["bytes"], theirs["bytes"], Bar(3), Bar(1)),
        *_key_rows(name, ours, theirs, Bar(25, "figure")),
    ]


def oldest_pi(rounds: int, quick: bool) -> list[Row]:
    """The records of pi 0.82.1, which hold the whole answer twice in each: 6 GB for 160 KB."""
    size = 48 if quick else 160
    answer = Answer(f"burst {size}")
    runs = in_turn((OLDEST,), rounds, lambda version: stream(Start("pitui", version), answer))[OLDEST]
    name = f"{size} KB from pi {OLDEST}"
    note = f"in {runs['seconds'] or 0:.1f} s; here `pi` is the pi that pitui runs"
    return [
        Row(f"{name}: CPU of pitui and of pi", "s", runs["cpu"], runs["pi_cpu"], Bar(1), note=note),
        Row(
            f"{name}: pi's end of the answer to last line",
            "ms",
            _times(runs["lag"], 1000),
            must=Bar(500, "figure"),
        ),
    ]


def _key_rows(name: str, ours: Sample, theirs: Sample, must: Bar) -> list[Row]:
    keys = f"{ours['keys'] or 0:.0f} keys, pi {theirs['keys'] or 0:.0f}"
    return [
        Row(f"{name}: key echo p50", "ms", ours["key_p50"], theirs["key_p50"]),
        Row(f"{name}: key echo p95", "ms", ours["key_p95"], theirs["key_p95"], must, Bar(1), keys),
        Row(f"{name}: key echo max", "ms", ours["key_max"], theirs["key_max"]),
    ]


def _bars(size: int, must: Bar, aim: Bar) -> tuple[Bar | None, Bar | None]:
    return (must, aim) if size == _WHOLE else (None, None)


def _pi_cpu(ours: Sample) -> str:
    return f"and {ours['pi_cpu'] or 0:.2f} s of the pi that pitui runs"


def _times(value: float | None, factor: float) -> float | None:
    return None if value is None else value * factor
