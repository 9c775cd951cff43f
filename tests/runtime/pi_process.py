"""The smallest driver of `pi --mode rpc`: a process, lines of JSON, nothing of pitui's own client."""

from __future__ import annotations

import contextlib
import json
import queue
import subprocess
import threading
import time
from collections.abc import Callable, Generator, Mapping
from typing import IO, Any

from tests.conftest import RealPi

Record = dict[str, Any]


class PiProcess:
    """A running pi. `until` gives the records as they come, in order."""

    def __init__(self, stdin: IO[bytes], records: queue.SimpleQueue[Record | None]) -> None:
        self._stdin = stdin
        self._records = records

    def send(self, **command: object) -> None:
        self._stdin.write(json.dumps(command).encode() + b"\n")
        self._stdin.flush()

    def until(self, wanted: Callable[[Record], bool], *, seconds: float = 60) -> list[Record]:
        """Give the records up to the first that is wanted, and it."""
        seen: list[Record] = []
        deadline = time.monotonic() + seconds
        while True:
            try:
                record = self._records.get(timeout=max(0.0, deadline - time.monotonic()))
            except queue.Empty:
                raise AssertionError(f"not within {seconds} s, but: {[r['type'] for r in seen]}") from None
            if record is None:
                raise AssertionError(f"pi ended after: {[r['type'] for r in seen]}")
            seen.append(record)
            if wanted(record):
                return seen

    def run(self, prompt: str) -> list[Record]:
        """Send a prompt, and give the records of its whole run."""
        self.send(type="prompt", message=prompt)
        return self.until(lambda record: record["type"] == "agent_settled")

    def command(self, text: str) -> list[Record]:
        """Send an extension command that asks nothing, and give the records up to its response."""
        self.send(type="prompt", message=text)
        return self.until(lambda record: record["type"] == "response")


@contextlib.contextmanager
def started(pi: RealPi, env: Mapping[str, str] | None = None) -> Generator[PiProcess]:
    """Start pi with the scripted model, without pauses unless `env` says otherwise, and end it at the end."""
    with subprocess.Popen(
        [*pi.argv, "--mode", "rpc", *pi.demo_args],
        cwd=pi.cwd,
        env={**pi.env, "PITUI_DEMO_SPEED": "0", **(env or {})},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        records: queue.SimpleQueue[Record | None] = queue.SimpleQueue()
        reader = threading.Thread(target=_read, args=(process.stdout, records))
        reader.start()
        try:
            yield PiProcess(process.stdin, records)
            process.stdin.close()
            assert process.wait(timeout=20) == 0
        finally:
            process.kill()
            reader.join()


def messages(records: list[Record], role: str) -> list[Record]:
    """Give the finished messages of this role."""
    return [r["message"] for r in records if r["type"] == "message_end" and r["message"]["role"] == role]


def text_of(message: Record) -> str:
    """Give the text of a message."""
    return "".join(block["text"] for block in message["content"] if block["type"] == "text")


def deltas(records: list[Record]) -> list[str]:
    """Give the text deltas."""
    events = [r["assistantMessageEvent"] for r in records if r["type"] == "message_update"]
    return [event["delta"] for event in events if event["type"] == "text_delta"]


def _read(stdout: IO[bytes], records: queue.SimpleQueue[Record | None]) -> None:
    for line in stdout:
        records.put(json.loads(line))
    records.put(None)
