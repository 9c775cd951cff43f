"""Session files of any length, as a long day of work leaves them: prompts, tool calls and answers in turn."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

LAST_WORD: Final = "endmark0"
"""Stands in the last message and nowhere else."""

_USAGE: Final = {
    "input": 1200,
    "output": 340,
    "cacheRead": 800,
    "cacheWrite": 0,
    "totalTokens": 2340,
    "cost": {"input": 0, "output": 0, "cacheRead": 0, "cacheWrite": 0, "total": 0},
}
_PROMPT: Final = (
    "The gauge at station {n} is slow. Please find out why, and write down what you did about it."
)
_PLAN: Final = (
    "I read what the watcher says about station {n} **first**, then I change the time limit in `watcher.py`."
)
_OUTPUT: Final = "\n".join(
    f"tests/test_watcher.py::test_{name} PASSED" for name in ("level", "range", "start", "end")
)
_ANSWER: Final = """\
## Station {n}

The watcher waited for *30 ms*, but the gauge takes up to **60 ms**. Now it waits for `ready`:

```python
def test_level_{n}(self):
    self.assertTrue(self.watcher.ready.wait(timeout=5))
```

| run | before | after |
|----:|-------:|------:|
| 1 | fails | ok |
| 2 | ok | ok |

- It is faster too: the wait ends with the first reading.
- The reason stands in [NOTES.md](NOTES.md), so that nobody puts the sleep back for station {n}."""


def write_session(path: Path, messages: int, cwd: Path) -> None:
    """Write a session file.

    Args:
        path: Where to write it.
        messages: How many messages are to be in it; each fourth is a prompt.
        cwd: The folder that the session belongs to.
    """
    with path.open("w", encoding="utf-8") as file:
        header = {"type": "session", "version": 3, "id": "bench", "timestamp": _iso(0), "cwd": str(cwd)}
        file.write(json.dumps(header) + "\n")
        parent: str | None = None
        for number, message in enumerate(_messages(messages)):
            entry_id = f"{number:08x}"
            entry = {"type": "message", "id": entry_id, "parentId": parent, "timestamp": _iso(number)}
            file.write(
                json.dumps({**entry, "message": {**message, "timestamp": _milliseconds(number)}}) + "\n"
            )
            parent = entry_id


def _messages(count: int) -> Iterator[dict[str, Any]]:
    for number in range(count - 1):
        n = number // 4
        match number % 4:
            case 0:
                yield {"role": "user", "content": [_text(_PROMPT.format(n=n))]}
            case 1:
                call = {"id": f"call_{n}", "name": "bash", "arguments": {"command": f"pytest -k {n}"}}
                yield _assistant([_text(_PLAN.format(n=n)), {"type": "toolCall", **call}], "toolUse")
            case 2:
                result = {"toolCallId": f"call_{n}", "toolName": "bash", "isError": False}
                yield {"role": "toolResult", **result, "content": [_text(f"{_OUTPUT}\n{n} passed")]}
            case _:
                yield _assistant([_text(_ANSWER.format(n=n))], "stop")
    yield _assistant([_text(f"That was all.\n\n{LAST_WORD}")], "stop")


def _assistant(content: list[dict[str, Any]], stop_reason: str) -> dict[str, Any]:
    source = {"api": "bench", "provider": "bench", "model": "bench-1"}
    return {"role": "assistant", "content": content, **source, "usage": _USAGE, "stopReason": stop_reason}


def _text(text: str) -> dict[str, Any]:
    return {"type": "text", "text": text}


def _milliseconds(number: int) -> int:
    return 1_750_000_000_000 + number * 1000


def _iso(number: int) -> str:
    minutes, seconds = divmod(number, 60)
    hours, minutes = divmod(minutes, 60)
    days, hours = divmod(hours, 24)
    return f"2025-06-{15 + days:02}T{hours:02}:{minutes:02}:{seconds:02}.000Z"
