"""A program that stands in for pi where real pi cannot be made to misbehave. It imports nothing of pitui.

Every command is answered with success. The data of `get_state` tells in `sessionName` what was read so far, as JSON:
the messages of prompts, the types of other commands. Modes, as arguments:

    held         a prompt is answered just before the next get_state
    reversed     three commands are read before they are answered, the last one first
    silent       nothing is answered
    stubborn     SIGTERM and the end of stdin are ignored; a child in a group of its own is started, named on stderr
    dies         the commands bash and abort end it with status 3, after words on stderr
    floods       a megabyte of lines on stderr, and one of a megabyte, before the first answer
    closes       stdout is closed at the command bash, but pi lives on
    tied         as `silent`, with a child that holds stdout and stderr open and whose id is told on stderr
    deaf         stdin is never read
    greets       a record is written at once
    talks        10 MB are written before stdin is read
    strange      get_tree: an answer that nests too deep; get_messages, prompt and clear_queue: data that does not fit;
                 get_entries: an answer with an odd `success`; bash: several answers that nobody asked for, then the
                 right one
    script FILE  the bytes of FILE are written at the command bash, before its answer
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

mode = sys.argv[1] if len(sys.argv) > 1 else ""
seen: list[str] = []


def write(data: bytes) -> None:
    sys.stdout.buffer.write(data)
    sys.stdout.buffer.flush()


def tell(record: dict[str, Any]) -> None:
    write(json.dumps(record).encode() + b"\n")


def data_of(command: dict[str, Any]) -> Any:
    match command["type"]:
        case "get_state":
            return {"sessionName": json.dumps(seen)}
        case "get_messages" | "prompt" | "clear_queue" if mode == "strange":
            return {"messages": "none", "disposition": ["odd"], "steering": "none"}
        case "prompt":
            return {"disposition": "handled"}
        case _:
            return {}


def answer(command: dict[str, Any]) -> None:
    kind = command["type"]
    tell(
        {"id": command["id"], "type": "response", "command": kind, "success": True, "data": data_of(command)}
    )


def strange(command: dict[str, Any]) -> None:
    head = f'{{"id":"{command["id"]}","type":"response","command":"{command["type"]}","success":'
    match command["type"]:
        case "get_tree":
            deep = '{"children":[' * 3000 + "]}" * 3000
            write(f'{head}true,"data":{{"tree":[{deep}]}}}}\n'.encode())
        case "get_entries":
            write(f'{head}["no"]}}\n'.encode())
        case "bash":
            tell({"type": "response", "command": "parse", "success": False, "error": "no id"})
            tell({"id": "nobody", "type": "response", "command": "bash", "success": True})
            tell({"id": 7, "type": "response", "command": "bash", "success": True})
            write(b"not json\n\n")
            answer(command)
        case _:
            answer(command)


def commands() -> Any:
    for line in sys.stdin.buffer:
        command = json.loads(line)
        seen.append(command["message"] if command["type"] == "prompt" else command["type"])
        yield command


def main() -> None:
    if mode == "stubborn":
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        child = subprocess.Popen(["sleep", "1000"], start_new_session=True, stdout=subprocess.DEVNULL)
        print(child.pid, file=sys.stderr, flush=True)
    if mode == "tied":
        child = subprocess.Popen(["sleep", "1000"])
        print(child.pid, file=sys.stderr, flush=True)
    if mode == "deaf":
        print("deaf", file=sys.stderr, flush=True)
        while True:
            signal.pause()
    if mode == "greets":
        tell({"type": "zork", "number": 1})
    if mode == "talks":
        for _ in range(10 * 1024):
            tell({"type": "zork", "text": "x" * 1024})
    held: list[dict[str, Any]] = []
    for command in commands():
        is_bash = command["type"] == "bash"
        match mode:
            case "held" if command["type"] == "prompt":
                held.append(command)
            case "held" if command["type"] == "get_state":
                while held:
                    answer(held.pop(0))
                answer(command)
            case "reversed":
                held.append(command)
                if len(held) == 3:
                    while held:
                        answer(held.pop())
            case "silent" | "tied":
                pass
            case "dies" if is_bash or command["type"] == "abort":
                print("TypeError: \x1b[31mboom\x1b[0m", "    at here", sep="\n", file=sys.stderr, flush=True)
                sys.exit(3)
            case "floods":
                sys.stderr.write("line\n" * 200_000 + "x" * 1024 * 1024)
                sys.stderr.flush()
                answer(command)
            case "closes" if is_bash:
                os.close(1)
            case "strange":
                strange(command)
            case "script" if is_bash:
                write(Path(sys.argv[2]).read_bytes())
                answer(command)
            case _:
                answer(command)
    if mode == "stubborn":
        while True:
            signal.pause()


main()
