"""A session with many branches: the one that lies beside a checkout, else one of the same shape made here."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

from pitui.protocol.json_object import JsonObject

REAL = Path(__file__).parents[3] / "shared" / "sessions" / "branched-1097.jsonl"


def write_branched(file: Path) -> list[JsonObject]:
    """Write the session into a file.

    Returns:
        Its entries, without the header.
    """
    text = REAL.read_text(encoding="utf-8") if REAL.is_file() else made()
    file.write_text(text, encoding="utf-8")
    return [json.loads(line) for line in text.splitlines()[1:]]


def made() -> str:
    """A session of the same shape: a long line with branches of one `!` command each, every fifth labelled."""
    rng = random.Random(1097)
    records: list[JsonObject] = []

    def add(type: str, parent: str | None, **fields: Any) -> str:
        number = len(records)
        stamp = f"2025-11-20T{number // 3600:02}:{number // 60 % 60:02}:{number % 60:02}.000Z"
        entry = {"type": type, "id": f"{number:08x}", "parentId": parent, "timestamp": stamp, **fields}
        records.append(entry)
        return f"{number:08x}"

    def say(parent: str | None, **message: Any) -> str:
        return add("message", parent, message={"timestamp": 1763681581544 + len(records), **message})

    usage = {"input": 9, "output": 3, "cacheRead": 5, "cacheWrite": 1, "cost": {"total": 0.01}}
    answer: JsonObject = {"role": "assistant", "api": "a", "provider": "p", "model": "m", "usage": usage}
    line: list[str] = []
    parent: str | None = None
    for turn in range(88):
        also = ", and edit it" if turn % 10 == 3 else ""
        parent = say(parent, role="user", content=[_text(f"question {turn} about the theme{also}")])
        line.append(parent)
        for step in range(4 + turn % 2):
            call = {
                "type": "toolCall",
                "id": f"call-{turn}-{step}",
                "name": "edit" if step == 3 else "bash",
                "arguments": {"path": f"file-{turn % 7}.ts", "command": f"grep -n needle-{turn} file.ts"},
            }
            words = [_text(f"step {step}")] if rng.random() < 0.4 else []
            parent = say(parent, **answer, content=[*words, call], stopReason="toolUse")
            parent = say(
                parent,
                role="toolResult",
                toolCallId=call["id"],
                toolName=call["name"],
                content=[_text(f"output of {turn}.{step}\nneedle-{turn} in a haystack")],
                details={"diff": "-1 old\n+1 new"} if step == 3 else {},
                isError=rng.random() < 0.1,
            )
            line.append(parent)
        parent = say(
            parent, **answer, content=[_text(f"answer {turn}\n\nin **markdown**")], stopReason="stop"
        )
        line.append(parent)
    at = line[0]
    for branch in range(40):
        at = add("thinking_level_change", line[branch * 12], thinkingLevel="low")
        output = "".join(f"{n}\n" for n in range(branch))
        at = say(at, role="bashExecution", command=f"echo branch {branch}", output=output, exitCode=0)
        if branch % 5 == 0:
            at = add("label", at, targetId=line[branch * 12], label=f"mark-{branch}")
    add("session_info", at, name="branched")
    header = {
        "type": "session",
        "version": 3,
        "id": "made",
        "timestamp": "2025-11-20T00:00:00Z",
        "cwd": "/tmp",
    }
    return "".join(f"{json.dumps(record)}\n" for record in [header, *records])


def _text(text: str) -> JsonObject:
    return {"type": "text", "text": text}
